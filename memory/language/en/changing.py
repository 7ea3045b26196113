"""Signs of a change in English talk, and the values that change."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from ..base import ChangeSigns, Sign, ValueKind, ValueName
from ..porter import stem
from ..words import fold
from .announcing import announced_time, once_begun, step_time
from .vocabulary import CARDINALS, MONTH_NAMES, MONTHS, STOP_WORDS, WEEKDAYS


def _stems(words: str) -> frozenset[str]:
    return frozenset(map(stem, words.split()))


# --- Signs: stems where a word alone is one, words that are too common to have a stem of their own, and phrases.

_TELLING = _stems(
    """anymore nowadays instead actually correction misspoke change replace reduce increase raise lower halve double
    rename schedule reschedule relocate promote merge transfer migrate upgrade downgrade postpone delay cancel cancelled
    shorten extend prolong swap switch move shift defer reopen close scrap drop abandon quit stop renew cut push become
    decide retire sell sold died dead expired fixed repaired refused left scratch gone revoke refund restore revert
    resign overturn waive ditch swapped reinstate undo rebook replan"""
)
_TELLING_WORDS = frozenset({"now"})
_THEM = ("", "it", "this", "that", "them", "him", "her", "us", "me", "you")
_PHRASES = frozenset(
    tuple(phrase.split())
    for phrase in (
        *(
            "these days,any more,no longer,no more,rather than,from now on,as of,after all,in the end,turns out,"
            "turned out,wait no,sorry no,oh no,i meant,i was wrong,i said it,starting from,starting in,starting on,"
            "starting next,"
            "given up,gave up,give up,gives up,took over,takes over,take over,used to,rid of,pulled out,backed out,"
            "back out,off the,went away,went with,went back,go with,goes with,going with,go back,goes back,going away,"
            "went for,go for,goes for,going for,opted for,settled on,scrap that,forget that,second thought,"
            "second thoughts,of plan,of plans,"
            "hang on,no wait,oh wait,actually no,no actually,"
            "ended up,turned into,turned to,broke up,split up,break up,up to,down to,not the,"
            "stepped down,steps down,stood down,fell through,fallen through,dropped out,bowed out,passed away,"
            "shut down,closed down,moved on,moved away,moved out,packed up,laid off"
        ).split(","),
        *(f"{verb} {end}" for verb in "am is are was were s re m".split() for end in ("off", "out", "over", "back")),
        *(f"{put} {them} {off}" for put in ("put",) for them in _THEM for off in ("off", "back", "up", "down")),
        *(f"{call} {them} off" for call in ("call", "called", "calls") for them in _THEM),
        *(f"{bring} {them} forward" for bring in ("bring", "brings", "brought") for them in _THEM),
        *(
            f"{gave} {them} {to}"
            for gave in ("gave", "handed")
            for them in _THEM
            for to in ("to", "back", "away", "over")
        ),
    )
)
_HINTING = _stems(
    """new another finally already since update better mind again meanwhile got found took take bought start begin began
    next wrong mistake done finished delivered booked leave until till sorry said says far back open opened choose
    chose pick prefer rise rose raised grow grew drop fell trim hang update correct solve"""
)
_HINTING_WORDS = frozenset({"only", "again", "until", "up"})
_HINTING_PHRASES = frozenset({("so", "it"), ("so", "we"), ("so", "i")})
# The first two words of those of three.
_BEGINNINGS = frozenset(phrase[:2] for phrase in _PHRASES if len(phrase) > 2)


def sign(text: str, words: Sequence[str], stems: Collection[str]) -> Sign | None:
    """The sign that a sentence has of a change, None for none. See `base.ChangeSigns`."""
    if not (_TELLING.isdisjoint(stems) and _TELLING_WORDS.isdisjoint(words)) or ", not " in text:
        return "telling"
    pairs = set(pairwise(words))
    if not _PHRASES.isdisjoint(pairs):
        return "telling"
    if not _BEGINNINGS.isdisjoint(pairs) and not _PHRASES.isdisjoint(zip(words, words[1:], words[2:], strict=False)):
        return "telling"
    is_plain = _HINTING.isdisjoint(stems) and _HINTING_WORDS.isdisjoint(words) and _HINTING_PHRASES.isdisjoint(pairs)
    return None if is_plain else "hinting"


# --- Values

_KINDS = {name: ValueKind(name) for name in ValueName}
_COUNTS = frozenset(word for word, number in CARDINALS.items() if number > 1)
_COUNT = "|".join(sorted(_COUNTS))
_IN_NUMBERS = _COUNTS | {"noon", "midnight"}
_MONTH = "|".join(MONTHS)
_MONTH_NAME = "|".join(name for name in MONTH_NAMES if name not in {"May", "March"})
_DATE = re.compile(
    rf"\b(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}(?:st|nd|rd|th)(?: (?:of )?(?:{_MONTH}))?|\d{{1,2}} (?:of )?(?:{_MONTH})"
    rf"|(?:{_MONTH}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?|{_MONTH_NAME})\b",
    re.IGNORECASE,
)
# "May" and "March" are months behind these alone.
_IN_MONTH = re.compile(r"\b(?:in|from|until|till|by|since|for|before|after|to|early|late|mid) (May|March)\b(?! I\b)")
# A seat, a model, a room: "14C", "R9".
_CODE = re.compile(r"\b(?:[A-Z]{1,2}\d{1,3}|\d{1,3}[A-Z])\b")
_CLOCK = re.compile(
    r"\b(?:[01]?\d|2[0-3])(?:[:.][0-5]\d(?:\s?[ap]m)?|\s?(?:[ap]m|o['’]?clock))\b|\b(?:noon|midnight)\b", re.IGNORECASE
)
_NUMBER = re.compile(
    rf"(?<![\w.,:-])(?:\d[\d.,]*\d|\d|(?:{_COUNT})\b)(?![\w:-])|(?<![\w.,:-])\.\d+(?![\w:-])", re.IGNORECASE
)
# A number and what it counts: "400 a month", "9 people".
_MEASURED = re.compile(
    rf"(?<![\w.,:-])(\d[\d.,]*\d|\d|(?:{_COUNT})\b)\s?(?:(?:an?|per|of|more|new)\s)?([a-z]{{2,}}|[%€$£gl])",
    re.IGNORECASE,
)
_OFTEN = re.compile(
    r"\b(?:every (?:other )?(?:day|week|month|year|hour|morning|evening|night|second \w+)|daily|weekly|monthly|yearly"
    rf"|(?:once|twice|(?:\d+|{_COUNT}) times|thrice) (?:a|per|every) \w+)\b",
    re.IGNORECASE,
)
_IN_OFTEN = frozenset("every daily weekly monthly yearly once twice times thrice".split())
_HOURS = frozenset("morning noon afternoon evening night bedtime breakfast lunch".split())
_DAYS = {said: name for name in WEEKDAYS if len(name) > 3 for said in (name, f"{name}s")}
_SAID_DAYS = frozenset(_DAYS)
# A capital letter that does not begin a sentence, or what stands in quotation marks.
_NAME = re.compile(r"(?<!^)(?<![.!?\"“:\n-]\s)(?<!\w)(?!I\b)[A-Z][\w'’-]+(?: [A-Z][\w'’-]*)*|(?<=\")[\w' ]{1,30}(?=\")")
_SIGNS = re.compile(r"[^\w.]+|\.$|(?<=\d)[.,](?=\d{3}\b)")


def values(sentence: str, words: Collection[str]) -> dict[ValueKind, frozenset[str]]:
    """See `base.ChangeSigns`."""
    found: dict[ValueKind, frozenset[str]] = {}
    if days := _SAID_DAYS.intersection(words):
        found[_KINDS[ValueName.WEEKDAY]] = frozenset(map(_DAYS.__getitem__, days))
    if hours := _HOURS.intersection(words):
        found[_KINDS[ValueName.HOUR]] = hours
    has_figures = not "".join(words).isalpha() and any(map(str.isdigit, sentence))
    if has_figures or not MONTHS.keys().isdisjoint(words):
        found[_KINDS[ValueName.DATE]] = _found(_DATE, sentence) | _found(_IN_MONTH, sentence)
        sentence = _DATE.sub("–", sentence)
    if not _IN_OFTEN.isdisjoint(words):
        found[_KINDS[ValueName.OFTEN]] = _found(_OFTEN, sentence)
    if has_figures or not _IN_NUMBERS.isdisjoint(words):
        found[_KINDS[ValueName.CLOCK]] = _found(_CLOCK, sentence)
        sentence = _CLOCK.sub("–", sentence)
        found[_KINDS[ValueName.CODE]] = _found(_CODE, sentence)
        found[_KINDS[ValueName.NUMBER]] = _found(_NUMBER, sentence)
        for number, thing in _MEASURED.findall(sentence):
            if (unit := fold(thing)) not in STOP_WORDS:
                found[ValueKind(ValueName.COUNT, stem(unit))] = frozenset({_bare(number)})
    if not sentence[1:].islower():
        found[_KINDS[ValueName.NAME]] = _found(_NAME, sentence)
    return {kind: values for kind, values in found.items() if values}


def _found(pattern: re.Pattern[str], sentence: str) -> frozenset[str]:
    return frozenset(map(_bare, pattern.findall(sentence)))


def _bare(value: str) -> str:
    return _SIGNS.sub("", fold(value))


# Stems of words that stand in talk about anything.
_FAINT = _stems(
    """time day week month year thing way lot bit kind sort part person someone somebody something anything everything
    nothing today tomorrow yesterday good great nice fine bad big small little long short old new first last next right
    sure okay yeah yes hey hello thanks thank please sorry well maybe really actually always never often usually still
    already just even much many most like love hate want need know think feel hope try help look see hear say tell talk
    ask call get got give take make let put go come came went going keep stay start stop use work find found show send
    buy bought plan idea mind back home lol btw haha gonna wanna"""
)

# "I told you the sulfa was 1987", "was wrong about the rent, it's 740".
_OWNING_UP = re.compile(
    r"\bcorrection\b|\bi (?:was|am|'m) (?:so )?(?:wrong|mistaken|confused)\b"
    r"|^(?:also |btw |oh |and |sorry,? )*was (?:wrong|mistaken)\b"
    r"|\bi(?: have|['’]ve|['’]d| had)? (?:told (?:you|u)|wrote|typed"
    r"|(?:said|put|gave(?: you)?) (?:the|that|it|my|our|his|her|an?|prof|dr|\d)\b)"
    r"|\b(?:made|did) an? (?:mistake|error|slip|typo)\b|\bmisspoke\b"
    r"|\bmixed (?:(?:it|that|them|this|\w+ \w+) )?up\b|\bgot (?:it|that|this|the \w+) wrong\b|\ba wrong thing\b"
    r"|\bi meant\b",
    re.IGNORECASE,
)
# One of these stands in what that finds in whole words: to look for words takes a tenth of the time.
_OWNED_UP = frozenset(
    """correction wrong mistaken confused told wrote typed said put gave mistake error slip typo misspoke mixed meant
    """.split()
)


def owns_up(text: str, words: Collection[str]) -> bool:
    """See `base.ChangeSigns`."""
    return not _OWNED_UP.isdisjoint(words) and _OWNING_UP.search(text) is not None


# What "we" do is each of ours.
_ONES_OWN = re.compile(r"\b(?:i|me|my|mine|myself)\b", re.IGNORECASE)
_NO_GROUP = (
    "the|our|my|this|that|last|next|end|meantime|general|future|case|fact|total|short|least|most|first|work|home|night"
    "|noon|once|all|spring|summer|autumn|winter|morning|afternoon|evening|moment|beginning|response|return"
)
_TEAM = "team|squad|crew|group|department|dept|side|shop|branch|office|store|site|class|lab|ward"
# "In the data team we use Flare", "over in payments we moved it".
_GROUP = re.compile(
    rf"\b(?:in|at|on|over in|over at|over on) (?:the |our )?(?:(?P<team>\w+) (?:{_TEAM})\b"
    rf"|(?<!on )(?!(?:{_NO_GROUP}|{_MONTH})\b)(?P<alone>[a-z]+),? (?:we|our)\b)",
    re.IGNORECASE,
)

SIGNS = ChangeSigns(sign, values, _FAINT, owns_up, _ONES_OWN, _GROUP, announced_time, once_begun, step_time)
