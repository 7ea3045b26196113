"""What of somebody's health is over, told in short of what is known: "the baby's here", "my son was retested, all
clear", and of several things one: "I'm not allergic to sesame any more" beside "allergic to peanuts and sesame".

The first two say by themselves neither whose nor what. The last leaves open what of the list holds; told with it, the
list can end, and nothing of it is lost. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory.language.en.foods import singulars

from ..grammar.alignment import key
from ..plain.ailing import SOMEBODY
from ..plain.relieved import RESULT
from ..types import Told

_WHO = rf"(?P<who>i|{SOMEBODY})"
_THING = r"[a-z][\w'-]{1,20}(?: [a-z][\w'-]{1,20})?"
_BABY = re.compile(
    r"^(?P<whose>our|my|the)(?: new)? (?:baby(?:'s| is)? (?:finally )?here"
    r"|(?:baby|little one)(?:'s| is| was| has)? (?:finally )?"
    r"(?:arrived|born|been born))"
    r"(?: at last| safely| safe and sound| today| yesterday| last night| this morning)?"
    r"(?:,.{0,40}\b(?:girl|boy|twins|well|healthy|fine|perfect|called|named|\d+ ?(?:lb|kg|pounds?))\b.{0,20})?[.!]*$",
    re.I,
)
_PREGNANT = re.compile(
    r"^(?P<who>(?:[^,;\s]{1,30} ){1,4}?)is (?:\w+ weeks )?(?:pregnant\b|expecting (?:a|their|her|another) )"
)
_PARTNERS = re.compile(r"^(?:The user|[^\s']+)'s (?:wife|partner|girlfriend|fiancée?)(?: [A-Z]\w+)?$")
_CLEARED = re.compile(
    rf"^(?:(?:i |we )?(?:took|had|got) )?{_WHO}(?:'ve|'s| have| has)? (?:just |now )?"
    rf"(?:(?:got|was|been|to be|to get) )?(?:re-?)?tested(?: again)?{RESULT}[.!]*$",
    re.I,
)
_ALLERGY_OVER = re.compile(
    rf"^{_WHO}(?:'ve|'s| have| has)? (?:finally |now )?(?:outgrown|outgrew|grown out of|grew out of) "
    r"(?:the|his|her|my) (?:allergy|intolerance)[.!]*$",
    re.I,
)
_AILING = re.compile(
    rf"^(?P<who>[^,;]{{2,60}}?) (?:is (?:\w+ly )?(?:allergic to (?P<what>{_THING})|(?P<to>{_THING})[ -]intolerant)"
    rf"|has an? (?:severe |mild )?(?P<has>{_THING}) (?:allergy|intolerance))\.?$",
    re.I,
)
_PARTS = (
    r"(?:back|knee|hip|leg|foot|ankle|shoulder|neck|wrist|hand|arm|elbow|ear|eye|tooth|toe|finger|thumb|jaw|throat|paw)"
)
# "Better now" may be bad still.
_PART_IS_FINE = re.compile(
    rf"^(?:my|(?P<of>{SOMEBODY})'s) (?P<part>{_PARTS})(?:'s| is| has)? "
    r"(?:(?:all |completely |totally )?(?:fine|ok|okay|all right|alright|healed|good as new|back to normal) "
    r"(?:again|now|at last)"
    r"|(?:finally|all|completely|fully) (?:fine|healed|better|back to normal)(?: again| now)?)[.!]*$",
    re.I,
)
_BAD_PART = re.compile(
    r"^(?P<who>[^,;]{2,60}?) has (?P<what>an? (?:bad|sore|dodgy|stiff|broken|sprained|injured|painful|swollen|twisted) "
    rf"(?P<part>{_PARTS}))\.?$"
)
_ONE_IS_OVER = (
    re.compile(rf"^{_WHO} ?(?:'m|am|'s|is) no longer allergic to (?P<thing>{_THING}?)(?: now)?[.!]*$", re.I),
    re.compile(
        rf"^{_WHO} ?(?:(?:'m|am|'s|is) not|isn't) allergic to (?P<thing>{_THING}?) (?:any ?more|after all)[.!]*$", re.I
    ),
    re.compile(
        rf"^{_WHO}(?:'ve|'s| have| has)? (?:now |finally )?(?:outgrown|outgrew|grown out of|grew out of|got over) "
        rf"(?:the|my|his|her) (?P<thing>{_THING}) (?:allergy|intolerance)[.!]*$",
        re.I,
    ),
    re.compile(
        rf"^{_WHO} (?:can (?:now |finally )?(?:eat|have) (?P<thing>{_THING}?) again"
        rf"|tested negative for (?P<tested>{_THING}?)(?: allergy)?)[.!]*$",
        re.I,
    ),
    re.compile(
        rf"^{_WHO}(?:'ve|'s| have| has)? (?:now |just )?(?:stopped|finished|quit)(?: taking)? (?:the |my |his |her )?"
        rf"(?P<thing>{_THING}?)(?: now| for good)?[.!]*$",
        re.I,
    ),
)
_LIST = re.compile(
    r"^(?P<who>[^,;]{2,60}?) (?P<told>(?:is (?:\w+ly )?allergic to|takes)) (?P<things>(?:[a-z][\w' -]{1,30}, ){0,4}"
    r"[a-z][\w' -]{1,30},? (?:and|or) [a-z][\w' -]{1,30})\.?$",
    re.I,
)
_BETWEEN = re.compile(r",? (?:and|or) |, ")
_CLAUSE = re.compile(r"(?<=[.!?])\s+|\n|[,;:]\s+|\s[-–—]\s|\s(?:and|so)\s")


def wanted(said: str, subjects: Sequence[str]) -> list[Told]:
    """The properties under which the facts are found that such talk is about."""
    lines = [line for line in re.split(r"(?<=[.!?])\s+|\n", said) if line]
    names: list[str] = []
    if any(map(_BABY.match, lines)):
        names.append("pregnant")
    if re.search(r"\b(?:allerg\w+|intoleran\w+|tested|outgr\w+|out of|again)\b", said, re.I):
        names += ["allergic", "allergy", "intolerant", "intolerance"]
    if re.search(r"\b(?:stopped|finished|quit)\b", said, re.I):
        names.append("take")
    names += [fine["part"].lower() for line in lines if (fine := _PART_IS_FINE.match(line.replace("’", "'")))]
    return [Told(subject, key(name)) for subject in subjects for name in names]


def whole(sentence: str, said: str, mine: str, facts: Sequence[str]) -> list[str]:
    """The sentence as those that tell what it is of; empty where it is none of these, or more than one is known."""
    if (baby := _BABY.match(sentence)) is not None:
        return _born(baby["whose"].lower(), mine, facts)
    if (over := _CLEARED.match(sentence) or _ALLERGY_OVER.match(sentence)) is not None:
        known = list(dict.fromkeys(_allergies(over["who"], mine, facts)))
        named = len(known) == 1 and re.search(rf"\b(?:allerg|intoleran|{re.escape(known[0])}\b)", said, re.I)
        return [f"{_opened(over['who'])} tested negative for {known[0]}."] if named else []
    if (fine := _PART_IS_FINE.match(sentence.replace("’", "'"))) is not None:
        return _no_longer_bad(fine, mine, facts)
    over = next(filter(None, (pattern.match(sentence) for pattern in _ONE_IS_OVER)), None)
    rest = _rest(over, mine, facts) if over is not None else ""
    return [sentence, rest] if rest else []


def rest_holds(new: str, old: str, talk: str) -> bool:
    """Whether the new fact tells of the older one's list all but what the talk says is over."""
    now, before = _LIST.match(new) or _ONE.match(new), _LIST.match(old)
    if now is None or before is None or (now["who"], now["told"]) != (before["who"], before["told"]):
        return False
    left, had = _things(now), _things(before)
    if not set(left) < set(had):
        return False
    over = _over_of(_spoken(now["who"], "The user"), talk)
    return all(not over.isdisjoint(singulars(thing)) for thing in had if thing not in left)


def _over_of(who: str, talk: str) -> set[str]:
    """What the talk says is over of one person, whom it calls so; of another it says nothing here."""
    over: set[str] = set()
    for clause in _CLAUSE.split(talk.replace("’", "'")):
        told = next(filter(None, (pattern.match(clause.strip()) for pattern in _ONE_IS_OVER)), None)
        if told is not None and _mine(told["who"]) == who.lower():
            over.update(singulars(_thing(told)))
    return over


def _thing(over: re.Match[str]) -> str:
    return next(thing for name, thing in over.groupdict().items() if thing and name != "who").lower()


_ONE = re.compile(
    rf"^(?P<who>[^,;]{{2,60}}?) (?P<told>(?:is (?:\w+ly )?allergic to|takes)) (?P<things>{_THING})\.?$", re.I
)


def _things(told: re.Match[str]) -> list[str]:
    return [one.lower() for one in _BETWEEN.split(told["things"])]


def _born(whose: str, mine: str, facts: Sequence[str]) -> list[str]:
    known = dict.fromkeys(found["who"].strip() for fact in facts if (found := _PREGNANT.match(fact)))
    own = [who for who in known if re.fullmatch(mine, who) or _PARTNERS.match(who)]
    of = own if whose != "the" else [*known]
    return [f"{_spoken(of[0], mine)} gave birth."] if len(of) == 1 else []


def _allergies(who: str, mine: str, facts: Sequence[str]) -> Iterator[str]:
    for fact in facts:
        found = _AILING.match(fact)
        if found is not None and _spoken(found["who"], mine).lower() == _mine(who):
            yield (found["what"] or found["to"] or found["has"]).lower()


def _no_longer_bad(fine: re.Match[str], mine: str, facts: Sequence[str]) -> list[str]:
    """What was told of the same part of the same body, and is so no longer: "My dad no longer has a bad knee"."""
    who = _opened(fine["of"] or "I")
    for fact in reversed(facts):
        bad = _BAD_PART.match(fact)
        same = bad is not None and bad["part"].lower() == fine["part"].lower()
        if bad is not None and same and _spoken(bad["who"], mine).lower() == _mine(who):
            return [f"{who} no longer {'have' if who == 'I' else 'has'} {bad['what']}."]
    return []


def _rest(over: re.Match[str], mine: str, facts: Sequence[str]) -> str:
    """What of a list that is known of them still holds, as the speaker would say it."""
    gone = {*singulars(_thing(over))}
    for fact in reversed(facts):
        listed = _LIST.match(fact)
        if listed is None or _spoken(listed["who"], mine).lower() != _mine(over["who"]):
            continue
        things = _BETWEEN.split(listed["things"])
        rest = [one for one in things if gone.isdisjoint(singulars(one.lower()))]
        if 0 < len(rest) < len(things):
            who = _opened(over["who"])
            told = listed["told"].replace("is ", "am ").replace("takes", "take") if who == "I" else listed["told"]
            return f"{who} {told} {' and '.join(filter(None, (', '.join(rest[:-1]), rest[-1])))}."
    return ""


def _spoken(who: str, mine: str) -> str:
    """As the speaker would call them."""
    return "I" if re.fullmatch(mine, who) else re.sub(rf"^{mine}'s ", "My ", who)


def _mine(who: str) -> str:
    return re.sub(r"^our ", "my ", who.lower())


def _opened(who: str) -> str:
    return who[0].upper() + who[1:]
