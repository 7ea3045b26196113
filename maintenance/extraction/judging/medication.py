"""What one takes: another dose of it now, and the last one. Pure, by the words of both facts.

Both must name the same person and the same one medicine. Who takes it with another takes that still, and a dose for the
morning is not the one for the night.
"""

from __future__ import annotations

import re

from memory.language.en.medicines import is_medicine

from ..grammar.lexicon import KIN, PETS
from ..types import Verdict
from . import table
from .only_when import ONLY_WHEN

_WHO = r"^(?P<who>[^,;]{2,60}?)"
_TAKES = re.compile(
    rf"{_WHO} (?:takes|is (?:now |currently |still )?(?:on|taking|up to|down to)|has gone (?:up|down) to"
    r"|uses|injects|has been (?:on|taking)"
    r"|(?:was|has been) (?:put on|prescribed)) (?P<what>[^;]{3,80})$",
    re.I,
)
_LAST = re.compile(
    rf"{_WHO} (?:(?:has )?(?:took|taken|had) (?:their|his|her|the) (?:very )?(?:last|final) (?P<last>[^;]{{3,80}})"
    r"|(?:has )?(?:(?:now |just |completely )?(?:stopped|finished|quit|came off|come off|gone off|is off"
    r"|(?:been |was )?taken off))"
    r" (?:taking )?(?P<what>[^;]{3,100})|(?:no longer takes|is no longer on) (?P<no>[^;]{3,60})"
    r"|(?:does not take|is not (?:on|taking)) (?P<nor>[^;]{3,60}) any ?more[^;]{0,30})$",
    re.I,
)
# Who has run out gets more, and who pauses takes it again.
_BREAK = (
    r"refill\w*|(?:re)?order\w*|ran out|run out|running out|pharmac\w+|chemist\w*|until|till"
    r"|restart\w*|back on it"
    r"|for (?:now|(?:a|an|one|two|three|four|five|six|seven|ten|\d+|the) (?:\w+ )?(?:hours?|days?|weeks?|nights?"
    r"|fortnight|tests?|scans?|surgery|operation|dentist|trip|flight))"
    r"|before (?:\w+ ){0,2}(?:op|operation|surgery|procedure|scan|test|dentist|extraction)|this week"
)
_SKIPPED = re.compile(r"\b(?:skipped|missed|forgot|forgotten)\b", re.I)
_IS_A_BREAK = re.compile(rf"\b(?:{_BREAK})\b", re.I)
# A log of doses tells an hour.
_NOT_THE_LAST = re.compile(
    r"\b(?:\d{1,2}(?::\d\d)? ?(?:am|pm)|\d{1,2}:\d\d|ago|noon|midnight|at \w+|prescription|more|next|while|if|(?-i:may)"
    r"|might|for (?:the|a|an)|of the (?:day|week|month)|leaflet|box|packet|pack|brand|half)\b",
    re.I,
)
# Of what is taken when it is needed, the last is the latest.
_AS_NEEDED = frozenset(
    "ibuprofen paracetamol acetaminophen aspirin naproxen codeine tramadol painkiller insulin".split()
)
_ADDS_NOTHING = frozenset(
    "a all any anymore course daily day final finally her his injection injections last med medication meds my now of"
    " once patch patches pill pills tablet tablets the their twice".split()
)
_ANOTHER = re.compile(
    rf"{_WHO} (?:(?:takes|is on|is taking) (?P<now>[^;]{{3,60}}) (?:now|these days|from now on)"
    r"|(?:is (?:now )?(?:up|down|back)(?: up| down)? (?:to|on)|is now (?:on|taking)|now takes"
    r"|(?:has )?(?:gone|went|been moved|moved|was moved|been put|was put) (?:back )?(?:up|down|on)?(?: to)?)"
    r" (?P<dose>[^;]{3,60}))\.?$",
    re.I,
)
_DOSE = re.compile(r"\b(?P<amount>\d{1,5}(?:[.,]\d{1,3})?) ?(?P<unit>mg|mcg|micrograms?|g|ml|units?|iu)\b", re.I)
_AT_AN_HOUR = re.compile(
    r"\b(?:mornings?|evenings?|nights?|noon|lunch\w*|bed\w*|dinner|breakfast|week\w*|\w+days?)\b", re.I
)
_PART_OF_DAY = re.compile(r"\b(?:morning|evening|night|noon|lunch|bed|dinner|breakfast)", re.I)
_SWITCHED = re.compile(r"\b(?:instead|switch\w*|swapp?\w*|replac\w*|chang\w*)\b", re.I)
_OF_KIN = re.compile(rf"^The user's (?:[\w-]{{1,20}} ){{0,2}}?(?:{'|'.join(sorted(KIN | PETS))})\b", re.I)
_WORD = re.compile(r"[a-z-]{3,30}", re.I)
_ALLERGIC = re.compile(r"\b(?:allerg\w+|intoleran\w+)\b", re.I)


@table.LAST_DOSE.decides
def taken_no_more(new: str, old: str, talk: str = "") -> Verdict | None:
    """The verdict on the last dose of what somebody took; `talk` is what the new fact was said with. None where this
    rule does not decide."""
    over, takes = _LAST.match(new), _TAKES.match(old)
    if over is None or takes is None or over["who"].lower() != takes["who"].lower():
        return None
    if _NOT_THE_LAST.search(f"{new} {talk}"):
        return None
    medicines, last = _medicines(takes["what"]), over["last"]
    if last and (_PART_OF_DAY.search(last) or medicines <= _AS_NEEDED):
        return None
    same = len(medicines) == 1 and medicines == _medicines(_what(over))
    return Verdict("updates", "it is taken no more") if same and not _adds(_what(over), takes["what"]) else None


@table.OTHER_DOSE.decides
def other_dose(new: str, old: str, talk: str = "") -> Verdict | None:
    """The verdict on another dose of one medicine; `talk` is what the new fact was said with. None where this rule does
    not decide."""
    now, before = _ANOTHER.match(new), _TAKES.match(old)
    if now is None or before is None or now["who"].lower() != before["who"].lower():
        return None
    taken, took = now["now"] or now["dose"], before["what"]
    given, had = _DOSE.findall(taken), _DOSE.findall(took)
    same = len(_medicines(took)) == 1 and _medicines(took) == _medicines(taken)
    if not same or len(given) != 1 or len(had) != 1 or _AT_AN_HOUR.search(taken) or _AT_AN_HOUR.search(took):
        return None
    if is_a_break(talk) or _adds(_DOSE.sub("", taken), took):
        return None
    return Verdict("updates", "another dose") if given != had else None


def is_a_break(talk: str) -> bool:
    """Whether talk tells of a pause, or of a packet that is empty."""
    return _IS_A_BREAK.search(talk) is not None


def are_apart(new: str, old: str, talk: str = "") -> bool:
    """Whether both tell of medicines, and the one ends nothing of the other: those of two people, the doses of two
    medicines, or of one in the morning and at night; what is left out at one hour or for a week; and what somebody no
    longer takes, who is allergic to it."""
    mine, theirs = _medicines(new), _medicines(old)
    if not mine or not theirs:
        return False
    if _OF_KIN.match(new) and old.startswith("The user "):
        return True
    if not mine.isdisjoint(theirs) and (_SKIPPED.search(new) or _leaves_it(new, old, talk)):
        return True
    if not _DOSE.search(new) or not _DOSE.search(old):
        return False
    if mine.isdisjoint(theirs):
        return _SWITCHED.search(new) is None
    hours = [{part.lower() for part in _PART_OF_DAY.findall(one)} for one in (new, old)]
    return all(hours) and hours[0].isdisjoint(hours[1])


def _leaves_it(new: str, old: str, talk: str) -> bool:
    over = _LAST.match(new)
    if over is None:
        return False
    if _ALLERGIC.search(old) and not _ALLERGIC.search(new):
        return True
    return is_a_break(f"{new} {talk}") or (over["last"] is None and _adds(_what(over), old))


def _what(over: re.Match[str]) -> str:
    return str(next(filter(None, (over[name] for name in ("last", "what", "no", "nor")))))


def _adds(what: str, took: str) -> bool:
    """Whether what is said of a medicine, beside when and why, was not known of it: "at night", "with food"."""
    words = {word.lower() for word in re.findall(r"\w+", _WHEN.sub("", _WHY.sub("", what))) if not is_medicine(word)}
    return not words <= _ADDS_NOTHING | set(re.findall(r"\w+", took.lower()))


_WHEN = re.compile(ONLY_WHEN, re.I)
_WHY = re.compile(r",? (?:because|due to)\b.*", re.I)


def _medicines(what: str) -> frozenset[str]:
    return frozenset(word.lower().removesuffix("s") for word in _WORD.findall(what) if is_medicine(word))
