"""Whether two statements speak of one thing: whose it is, what it is, and which value each gives it.

Words are compared by stems, and by what they name: "the flight to Rome" is in "flies to Rome". The newer statement must
name everybody and everything that the older one is about, and whatever else it names must stand in the older one, but
for the new value. "Ben's sister" is not Ben, and a meeting with Tom is not the one with Karin.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from enum import StrEnum

from memory.language.en.change_words import COLOURS, GENERIC, MINDED, PASTIMES, RELATIONS, SAME_THING
from memory.language.en.vocabulary import WEEKDAYS
from memory.language.porter import stem

from .lexicon import word_set
from .readings import Statement, Word
from .roles import MONTHS_AND_SEASONS, TIMES

_FRESH = word_set("new another other different next old")
_PERIODS = word_set("day week month year hour minute last next ago yesterday today tomorrow time")
_PARTS_OF_DATES = word_set("morning afternoon evening night weekend")
# What is said with one of these holds beside the rest.
BESIDES = re.compile(r"\b(?:too|also|as well|in addition|additionally|besides)\b", re.I)
GOALS = ("to", "until", "till", "into")
PLACES = word_set("in on at by under near inside outside with behind beside from over")


class Sort(StrEnum):
    """What sort of value words are. One takes the place of another of its sort alone."""

    DATE = "date"
    HOUR = "hour"
    NUMBER = "number"
    COLOUR = "colour"
    WORD = "word"


@functools.lru_cache(20_000)
def key(word: str) -> str:
    """The one form of all words that name a thing or its act: "flight" and "flies" are one. `word` is a lemma in lower
    case."""
    return stem(SAME_THING.get(word, word))


def keys(found: Iterable[str]) -> frozenset[str]:
    """The `key` of each word."""
    return frozenset(map(key, found))


def who(statement: Statement) -> frozenset[str]:
    """The keys of whom or what it is about. That it is a new or the next one does not make it another."""
    return keys(set(statement.subject) - {"new", "another", "next", "upcoming"})


def complements(statement: Statement) -> frozenset[str]:
    """The keys of all that the statement says behind its verb."""
    return keys(statement.complements)


def everything(statement: Statement) -> frozenset[str]:
    """The keys of all that a statement names, its verb too; "be" and "have" name nothing."""
    verb = statement.verb.split()[0]
    return keys(statement.subject) | complements(statement) | (frozenset() if verb in ("be", "have") else {key(verb)})


def heads(statement: Statement, *roles: str) -> frozenset[str]:
    """The keys of the words that lead the statement's phrases: in these roles, or in every one."""
    return keys(statement.heads(*roles))


def about(statement: Statement, without: Iterable[Word] = ()) -> frozenset[str]:
    """The keys of what a statement names, but for its verb, the words `without`, and when it came about."""
    left = set(without)
    return who(statement) | {
        key(word.lemma)
        for word in statement.words
        if word not in left and word.role not in ("time", "count", "since") and word.lemma not in _FRESH
    }


def meets(named: frozenset[str], old: Statement, *, besides: Iterable[str] = ()) -> bool:
    """Whether `named`, the keys of the newer one, are what the older one is about, and no more than that. `besides` are
    keys that need not stand in either."""
    of = who(old)
    extra = named - of - everything(old) - frozenset(besides)
    if old.heads("from"):
        extra -= {"from"}
    if not of <= named | frozenset(besides):
        return False
    return all(key(old.verb.split()[0]) in _GENERIC.get(word, ()) or word in _EMPTY for word in extra)


def is_anchored(named: frozenset[str], old: Statement) -> bool:
    """Whether the two share more than somebody's name: a thing that the older one is about, or tells of."""
    of = who(old)
    return len(of) > 1 or not old.is_name or bool((named - of) & everything(old))


def related(new: Statement, old: Statement) -> bool:
    """Whether the older one is about somebody whom the newer names as who they are to each other."""
    mine = who(new)
    return bool(mine) and mine <= who(old) and who(old) - mine <= keys(RELATIONS)


def are_two_of_a_kind(new: Statement, old: Statement) -> bool:
    """Whether each is about a thing of one kind, and its own words tell it from the other's: "the front garden" and
    "the back garden". The new one and the old one may follow each other."""
    if new.subject[-1:] != old.subject[-1:]:
        return False
    mine, theirs = (set(one.subject) - _FRESH - _OF_ITS_DAY for one in (new, old))
    return bool(mine - theirs) and bool(theirs - mine)


_OF_ITS_DAY = word_set("former current present previous upcoming")


def is_of_something_else(new: Statement, old: Statement, left: frozenset[str]) -> bool:
    """Whether both tell where it is so, or both for what, and it is not the same: "switched to the single plan at
    Cinema Box" beside "the family plan at Tunely", the cooker beside the house. `left` are the keys of what was
    switched from."""
    if not new.heads("from", "off"):
        return False
    where, what_for = ("at", "in", "on"), ("obj", "for")
    # The place of a plan, "is on the plan at Tunely", may be read as an object, and that of a locker as what it is.
    scopes = ((where, (*where, "obj", "be")), (what_for, what_for), (("with",), ("with",)))
    pairs = ((_heads_in(new, mine), _heads_in(old, theirs) - left) for mine, theirs in scopes)
    return any(
        mine and theirs and mine.isdisjoint(everything(old) | _ALL) and theirs.isdisjoint(complements(new))
        for mine, theirs in pairs
    )


def _heads_in(one: Statement, roles: tuple[str, ...]) -> frozenset[str]:
    return keys(word.lemma for word in one.words if word.is_head and word.role in roles and not is_when(word.lemma))


_ALL = keys(("everything", "all"))


def is_one_of_many(statement: Statement) -> bool:
    """Whether it tells an interest, a taste, a skill or a fear: a new one leaves the others. "Is into dinosaurs"."""
    if statement.verb != "be" or {"favourite", "favorite"} & set(statement.subject):
        return False
    is_like = statement.heads("be")
    of_something = any(word.role in _MINDED_BY for word in statement.words)
    return bool(
        PASTIMES & (set(statement.subject[-1:]) | is_like)
        or (MINDED & is_like and of_something)
        or (statement.heads("into") and not is_like)
    )


_MINDED_BY = ("about", "at", "by", "for", "in", "of", "on", "to", "with")


# --- Values -----------------------------------------------------------------------------------------------------


def sorts(found: Iterable[Word]) -> dict[Sort, frozenset[str]]:
    """The values among some words by their sorts; a number beside a month is of its date."""
    listed = list(found)
    by_role: dict[str, list[Word]] = {}
    for word in listed:
        by_role.setdefault(word.role, []).append(word)
    values: dict[Sort, set[str]] = {}
    for role, group in by_role.items():
        dated = any(word.lemma in MONTHS_AND_SEASONS for word in group) or role in ("in", "since")
        hour = role == "at" and not any(not is_number(w.lemma) and w.lemma not in TIMES for w in group)
        for word in group:
            values.setdefault(_sort(word.lemma, dated, hour), set()).add(word.lemma)
    return {sort: frozenset(lemmas) for sort, lemmas in values.items()}


def _sort(lemma: str, dated: bool, hour: bool) -> Sort:
    if lemma in MONTHS_AND_SEASONS or lemma.removesuffix("s") in WEEKDAYS or lemma in ("tomorrow", "today", "weekend"):
        return Sort.DATE
    if is_hour(lemma):
        return Sort.HOUR
    if is_number(lemma):
        return Sort.DATE if dated else Sort.HOUR if hour else Sort.NUMBER
    return Sort.COLOUR if lemma in COLOURS else Sort.WORD


def unit(found: Iterable[Word]) -> frozenset[str]:
    """The keys of what is counted or measured: of the words that stand with a number in one role."""
    listed = list(found)
    roles = {word.role for word in listed if is_number(word.lemma)}
    measured = (word.lemma for word in listed if word.role in roles)
    return keys(lemma for lemma in measured if not (is_number(lemma) or is_hour(lemma)))


def is_number(lemma: str) -> bool:
    """Whether a lemma is a number or an amount of money: "40", "€40"."""
    return lemma[:1].isdigit() or lemma[:1] in "€$£"


def is_hour(lemma: str) -> bool:
    """Whether a lemma is an hour of the day or belongs to one: "9:30", "noon", "pm"."""
    return (lemma[:1].isdigit() and ":" in lemma) or lemma in ("noon", "midnight", "o'clock", "am", "pm")


def is_when(lemma: str) -> bool:
    """Whether a lemma tells when something is: a day, a month, a season or an hour."""
    return lemma in TIMES or is_hour(lemma)


def is_time(lemma: str) -> bool:
    """Whether a word is of the moment of a change: "next month", "Monday"."""
    return lemma in _PERIODS or is_when(lemma)


def often(statement: Statement) -> tuple[str, ...]:
    """How often it is done, each as it is said, in lower case: "twice a day", "every two weeks"."""
    return tuple(found.group().lower() for found in _OFTEN.finditer(statement.text))


_COUNT = r"(?:once|twice|\w+ times)"
_PERIOD = r"(?:day|night|week|month|year|hour|morning|evening|afternoon|weekend)s?"
_OFTEN = re.compile(
    rf"\b(?:{_COUNT}(?: an? | per | each | every )(?:\w+ )?{_PERIOD}|(?:every|each) (?:\w+ )?{_PERIOD}"
    rf"|\w+ {_PERIOD} (?:a|per) {_PERIOD}|(?:daily|weekly|monthly|yearly|hourly|nightly))\b",
    re.I,
)


def weekdays(statement: Statement) -> frozenset[str]:
    """The days of the week that the statement names, each in the singular."""
    return frozenset(word.removesuffix("s") for word in statement.complements if word.removesuffix("s") in WEEKDAYS)


def is_weekly(statement: Statement) -> bool:
    """Whether it tells of a day of every week: "on Mondays"."""
    return _EVERY_WEEK.search(statement.text) is not None


_EVERY_WEEK = re.compile(rf"\bon (?:{'|'.join(WEEKDAYS)})s\b", re.I)


def when_it_was(statement: Statement) -> frozenset[str]:
    """The keys of the date of an ending, "on 3 May 2024". A day of the week or an hour may be of what has ended, and
    does not count."""
    if not statement.complements & MONTHS_AND_SEASONS:
        found = {lemma for lemma in statement.complements if lemma.isdigit() and len(lemma) == 4}
    else:
        found = {
            lemma for lemma in statement.complements if lemma in MONTHS_AND_SEASONS | _PARTS_OF_DATES or lemma.isdigit()
        }
    return keys(found | (statement.complements & _PERIODS))


_GENERIC = {key(noun): keys(verbs) for noun, verbs in GENERIC.items()}
_EMPTY = keys(word_set("half thing stuff date time day start amount number value idea plan mind habit size level"))
