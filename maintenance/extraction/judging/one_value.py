"""Another value of one thing, said with a sign of change, where the parses of the two sentences do not line up.

"We downgraded to the Silver plan" beside "pays for the Gold plan", "we relocated; the office is on Quay Street" beside
"the user's office is on Mill Lane". The verbs or the owners differ, so no rule of `shifts` fits. What tells is that the
talk has a sign of change, that the newer sentence names the thing that the older one is about and nothing that the
older one lacks, and that each gives that thing as many values of one kind: names, days, or figures.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum

from memory.language import ENGLISH
from memory.language.base import ValueKind, ValueName
from memory.language.en.change_words import DISLIKING, GATHERING, LIKING, ONE_AT_A_TIME, RELATIONS, SECOND_ONES
from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAYS
from memory.language.porter import stem
from memory.language.words import folded_words

from ..grammar.alignment import BESIDES, are_two_of_a_kind, complements, is_one_of_many, key, keys, who
from ..grammar.lexicon import KIN, PEOPLE, PETS, word_set
from ..grammar.readings import Reading, Statement
from ..types import Verdict
from . import table

_ANOTHER_VALUE = Verdict("updates", "another value, said with a sign of change")
_ANOTHER_PERSON = Verdict("updates", "somebody else does it, said with a sign of change")
# Why it is so, or since when, is not of what is so: "down to 70 since the diet". Nor is the day of the change.
_ASIDE = re.compile(
    r",? (?:because|since|due to|thanks to|as of)\b.*$"
    rf"|\b(?:on |in |from )?(?:\d{{1,2}} )?(?:{'|'.join(MONTH_NAMES)})(?: \d{{4}})?\b"
)
_MORE = re.compile(r"\b(?:more|second|third|extra|additional|other|both|either|sometimes|each|every)\b", re.I)
_NUMBERED = re.compile(
    r"\b(?!to |is |at |than |of |for |by |in |on |about |over |under )[a-z]{3,} #?\d+\b(?![:,%]|\.\d)"
)
_FAREWELL = re.compile(r"\b(?:[Gg]ood)?[Bb]ye(?: bye)?,? [A-Z]")
_OWNED = re.compile(r"(The user|[A-Z][\w-]*)['’]s ")
_FRESH = re.compile(r"\b(?:new|different)\b", re.I)
# What is always so, "closes at 10", is no sign of a change.
_TIMETABLE = re.compile(r"\b(?:closes?|shuts?|stops?|ends?|leaves?) (?:at|by|from|between|early|late)\b", re.I)
# Each tells one property, with its own figure: what it costs does not change when it closes.
_PROPERTIES = {
    verb: line
    for line in (
        "open", "close shut", "start begin", "end finish stop", "leave depart", "arrive land", "cost charge", "weigh",
        "last", "measure", "seat", "lend", "hold", "contain", "sell", "take", "need require", "earn",
    )
    for verb in line.split()
}  # fmt: skip
# Of these somebody knows or has many at a time.
_MANY = (PEOPLE | PETS) - ONE_AT_A_TIME - RELATIONS
# Said of anything, with a change and without one.
_SLIGHT = keys(word_set("user go goes went come get make do use have be keep put finish usual usually different"))


# "Went with Northstar in the end" and "at the end of the year" have no end in common.
_SAID_OF_ANYTHING = re.compile(
    r"\bin the (?:end|meantime|long run|first place)\b|\b(?:the )?(?:end|beginning|start|middle) of\b"
)


class _Kind(StrEnum):
    NAME = "name"
    DAY = "day"
    FIGURE = "figure"


# Of what kind a value is, as far as one may take another's place.
_KINDS = {
    ValueName.NAME: _Kind.NAME,
    ValueName.WEEKDAY: _Kind.DAY,
    ValueName.NUMBER: _Kind.FIGURE,
    ValueName.CLOCK: _Kind.FIGURE,  # "20.04" is an hour and a version
    ValueName.CODE: _Kind.FIGURE,
}


def judge(new: Reading, old: Reading, talk: str) -> Verdict | None:
    """That the newer sentence gives a thing of the older one another value; None where in doubt."""
    before = old.statements[0] if old.statements else None
    if before is None or not _is_one_that_holds(old) or any(one.is_negated for one in new.statements):
        return None
    if _names_other_kin(new, before) or _FOR_TODAY.search(talk):
        return None
    if (
        not (_sign(_TIMETABLE.sub("", talk)) == "telling" or _FRESH.search(talk) or _FAREWELL.search(talk))
        or BESIDES.search(talk)
        or _MORE.search(new.text)
    ):
        return None
    return _anothers_now(new, old, talk) or _another_value(new, old, before, talk)


@table.ANOTHER_PERSON.decides
def _anothers_now(new: Reading, old: Reading, talk: str) -> Verdict | None:
    return _ANOTHER_PERSON if _is_anothers_now(new, old, talk) else None


@table.ANOTHER_VALUE.decides
def _another_value(new: Reading, old: Reading, before: Statement, talk: str) -> Verdict | None:
    if len({owner[1] for one in (new, old) if (owner := _OWNED.match(one.text))}) > 1:
        return None  # the user's new number is not Ola's
    text, before_text = (_ASIDE.sub("", one.text) for one in (new, old))
    values = _differing(text, before_text, talk)
    if values is None or _NUMBERED.search(text) or (before_text != old.text and _Kind.NAME in _values(before_text)):
        return None  # ticket 303 is not ticket 302, and what has a date has its like at another one
    if _tells_another_property(new, before) or any(are_two_of_a_kind(one, before) for one in new.statements):
        return None
    given, had = values
    if {word.lemma for word in before.words if word.role == "with"} & had:
        return None  # with whom or what it is done: of these there are many
    if had & set(before.subject) and _MANY & set(before.subject):
        return None  # one colleague is not the other
    if keys(SECOND_ONES & set(before.subject)) - keys(folded_words(text)):
        return None  # "my phone" is not the work phone
    named, known = _named(text, given), _named(before_text, had)
    if before.subject[-1:] and before.subject[-1] in PEOPLE and not who(before) <= keys((*named, *before.subject[:1])):
        return None  # a supervisor is not the account manager
    things = (who(before) | keys(word.lemma for word in before.words)) - keys(had)
    # Whose it is, or who says it, is not the thing: much is told of Maya.
    common = (word for word in named if word in text and word.removesuffix("s") not in _MANY)
    is_anchored = not things.isdisjoint(keys(common))
    return _ANOTHER_VALUE if is_anchored and keys(named) <= keys(known) else None


def _names_other_kin(new: Reading, old: Statement) -> bool:
    """Whether somebody's kin or animals are in one of the two alone, and the other names its owner too: the user's rent
    is not their brother's. "The cello teacher" may be their daughter's."""
    owners = [
        {key(word) for one in of for word in (*one.subject, *one.complements)} & _OWNERS
        for of in (new.statements, [old])
    ]
    return all(owners) and owners[0] & _KIN != owners[1] & _KIN


_KIN = keys(KIN | PETS)
_OWNERS = _KIN | keys({"user"})
# "Today we had the standup at 11 instead": it is at the usual hour tomorrow. "Today we moved it" is a change.
_FOR_TODAY = re.compile(
    r"\b(?:[Tt]oday|[Yy]esterday|[Tt]his (?:week|morning|afternoon)) (?:only )?(?:I|we|they|it|he|she)"
    r" (?:had|did|met|held|ran|started|began|finished|was|were|used|took|ate|drank|paid|came|went to)\b"
    r"|\bjust (?:for )?today\b"
)


def _tells_another_property(new: Reading, old: Statement) -> bool:
    """ "Closes at 10" beside "costs 32 a month". What something costs may also be told as "is 32 a month"."""
    mine = {_PROPERTIES[one.verb] for one in new.statements if one.verb in _PROPERTIES and not one.is_passive}
    theirs = _PROPERTIES.get(old.verb, _PROPERTIES["cost"])
    return bool(mine) and theirs not in mine


def _is_anothers_now(new: Reading, old: Reading, talk: str) -> bool:
    """ "Nele can't, Carla babysits for us now" beside "the user's babysitter is Nele": of whom the talk names one as
    before, and the other does the same."""
    named = keys(folded_words(talk))
    for mine in new.statements:
        for theirs in old.statements:
            both = mine.is_name and theirs.is_name and who(mine) != who(theirs) and who(theirs) <= named
            if both and "user" not in (*mine.subject, *theirs.subject) and _is_the_same_work(mine, theirs):
                return True
    return False


def _is_the_same_work(new: Statement, old: Statement) -> bool:
    """Whether what one does is a part of what the other does, or is: who leads a project is its lead."""
    what, before = complements(new) - keys(["user"]), complements(old) - keys(["user"])
    if new.verb == old.verb != "be":
        return bool(what) and what <= before
    verb = new.verb
    roles = keys((verb, f"{verb}er", f"{verb}or", f"{verb}{verb[-1]}er", f"{verb.removesuffix('e')}er"))
    return old.verb == "be" and bool(roles & before) and what <= before


def _is_one_that_holds(old: Reading) -> bool:
    """Whether it tells one thing, in the present."""
    first = old.statements[0]
    doing = GATHERING | LIKING | DISLIKING
    one_clause = all(one.verb == first.verb for one in old.statements)
    return one_clause and not (first.is_past or first.is_negated or first.verb in doing or is_one_of_many(first))


def _sign(text: str) -> str | None:
    said = folded_words(text)
    return ENGLISH.changes.sign(text, said, frozenset(map(stem, said)))


def _named(text: str, values: Collection[str]) -> frozenset[str]:
    """What a sentence names besides its values and the words that tell a change."""
    told = _SAID_OF_ANYTHING.sub("", text)
    left = (word for word in folded_words(told) if word not in values and not word.isdigit())
    return frozenset(w for w in left if not (key(w) in _SLIGHT or w in ENGLISH.stop_words or _sign(w)))


def _differing(new: str, old: str, talk: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """The words of the values that each sentence has for itself; None unless they are as many, of one kind and unit."""
    found = []
    mine, theirs = _values(new), _values(old)
    if _units(new) and _units(old) and not _units(new) & _units(old):
        return None
    for kind in mine.keys() & theirs.keys():
        fresh, gone = mine[kind] - theirs[kind], theirs[kind] - mine[kind]
        if len(fresh) != len(gone) or (kind == _Kind.NAME and len(fresh) > 1):
            return None  # another contact at another firm
        if fresh:
            found.append((kind, _words_of(new, fresh), _words_of(old, gone)))
    names = [gone for kind, _, gone in found if kind == _Kind.NAME]
    left = any(gone <= frozenset(folded_words(talk)) for gone in names)  # "so bye Nationwide"
    if not found or (len(found) > 1 and names and not left):
        return None  # another name and another day are another occasion
    return frozenset().union(*(given for _, given, _ in found)), frozenset().union(*(had for _, _, had in found))


def _values(text: str) -> dict[_Kind, set[str]]:
    found: dict[_Kind, set[str]] = {}
    for kind, values in ENGLISH.changes.values(text, folded_words(text)).items():
        if kind.name in _KINDS:
            found.setdefault(_KINDS[kind.name], set()).update(values)
    # "On Thursdays" is written like a name.
    named = {name for name in found.get(_Kind.NAME, ()) if name.removesuffix("s") not in WEEKDAYS}
    return {**found, _Kind.NAME: named} if named else {kind: of for kind, of in found.items() if kind != _Kind.NAME}


def _units(text: str) -> frozenset[str]:
    kinds: Collection[ValueKind] = ENGLISH.changes.values(text, folded_words(text))
    return frozenset(kind.unit for kind in kinds if kind.name == ValueName.COUNT)


def _words_of(text: str, values: Collection[str]) -> frozenset[str]:
    """The words of the sentence that a value is written of: "Quay Street" is one value."""
    said = ((word, word.removesuffix("s")) for word in folded_words(text))
    return frozenset(word for word, stem in said if len(stem) > 1 and any(stem in value for value in values))
