"""What sort of value some words are: a name, a number, a date, a place; and the forms that words are compared in.

Pure, and without a parser.
"""

from __future__ import annotations

import re
from enum import StrEnum

from memory.language.en.vocabulary import CARDINALS, LARGE, MONTH_NAMES, SEASONS, WEEKDAY_NAMES

from ..grammar.lexicon import word_set

_NOT_A_NUMBER = word_set("single married here there back home ready not in on at a an the to up off out")
_NUMBER_WORDS = CARDINALS.keys() | LARGE.keys()
DAYS = frozenset(WEEKDAY_NAMES)
_MONTHS = tuple(name.lower() for name in MONTH_NAMES)
DAYS_AND_MONTHS = DAYS.union(_MONTHS)
# "March" and "may" only where they can be nothing else.
_DATE_WORDS = (*sorted((DAYS_AND_MONTHS | {"tomorrow"}) - {"may", "march"}), " march", " may ")
# What is said so holds no longer.
ENDINGS = re.compile(
    r"\b(?:no longer|not (\w+ )?any ?more|stopped|quit|gave up|used to|formerly|has left|left|was "
    r"laid off|lost their)\b",
    re.I,
)


class Shape(StrEnum):
    """What sort of value it is. Only one of the same sort takes its place: a wedding is on 3 June, and in Rome."""

    NAME = "name"
    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    PLACE = "place"
    KIND = "kind"  # "a nurse"
    THING = "thing"  # "the harbour"
    QUALITY = "quality"  # "very patient"
    OTHER = "other"  # "with the auditors", "due on the first"


# "professor van Rijsbergen": a name begins small, too.
_TITLED = re.compile(
    r"^(?:(?i:prof(?:essor)?|doctor|dr|mr|mrs|ms|miss|sir|dame|frau|herr)\.? )?"
    r"(?:(?:van|von|de|der|den|di|da|du|del|la|le|al|el|bin|ibn|ter|ten) ){0,2}(?=[^\W\da-z_])"
)


_MAILBOX = re.compile(r"^[^\s@]{1,64}@[^\s@]{1,64}$")


def shape_of(told: str) -> Shape:
    """The sort of a value, read from its words; `told` begins with the preposition, where there is one."""
    before, _, rest = told.partition(" ")
    before = before.lower()
    lower = told.lower()
    if before in {"with", "due", "for", "by", "from", "about", "of", "near", "not", "too"}:
        return Shape.OTHER
    value = rest if before in {"in", "on", "at"} else told
    if any(word in lower for word in _DATE_WORDS) or has_date(told):
        return Shape.DATE
    first = value.split(" ")[0].lower()
    if before == "at" and (value[:1].isdigit() or first in _NUMBER_WORDS or first in {"noon", "midnight"}):
        return Shape.TIME
    if re.match(r"\d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)|\d{1,2}:\d\d", value):
        return Shape.TIME
    if any(character.isdigit() for character in value) or first in _NUMBER_WORDS:
        return Shape.NUMBER
    value = _TITLED.sub("", value)
    if _MAILBOX.match(value):
        return Shape.NAME
    if value[:1].isupper() or (first == "the" and value[4:5].isupper()):
        return Shape.PLACE if before in {"in", "at"} else Shape.NAME
    if first in {"a", "an"}:
        return Shape.KIND
    return Shape.THING if first == "the" else Shape.QUALITY


def even(content: str) -> str:
    """A sentence with one apostrophe, no "n't", single spaces and no full stop, as all of these rules read it."""
    text = content.replace("’", "'").strip().rstrip(".!")
    text = re.sub(r"\bcannot\b", "can not", re.sub(r"n't\b", " not", text))
    return re.sub(r"\s+", " ", text)


_DATE = re.compile(
    r" (?:on|in|around|at|since|as of|from|until) (?:the (?:week|weekend|morning|evening|night"
    r"|afternoon) (?:before|after|of) )?"
    rf"(?:\d{{1,2}} )?(?:(?:{'|'.join((*_MONTHS, *SEASONS))}) )?"
    r"(?:19|20)\d\d$",
    re.I,
)


def without_date(text: str) -> str:
    """A sentence without the date that it ends with: "in May 2023"."""
    return _DATE.sub("", text)


def has_date(text: str) -> bool:
    """Whether a text names a year."""
    return bool(re.search(r"\b(?:19|20)\d\d\b", text))


def is_age(value: str) -> bool:
    """Whether a value can be an age: "34", "thirty-four"."""
    return value.isdigit() or (value not in _NOT_A_NUMBER and value.split("-")[0] in _NUMBER_WORDS)


def is_number_word(word: str) -> bool:
    """Whether a word is a figure, a number, or a part of a date."""
    return (
        bool(re.fullmatch(r"[$€£]?\d[\d.,:%]*(?:st|nd|rd|th|am|pm|k|kg|km|m|h)?", word))
        or word in _NUMBER_WORDS
        or word in DAYS_AND_MONTHS
    )


def month_of(date: str) -> int:
    """The months since year 0, as far as the words tell."""
    year = re.search(r"\b(?:19|20)\d\d\b", date)
    named = next((number for number, name in enumerate(_MONTHS) if name in date), 0)
    return (int(year.group()) if year else 0) * 12 + named
