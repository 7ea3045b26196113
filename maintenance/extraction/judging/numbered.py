"""Whether a number in what two sentences are about tells one thing from its like: phase 1 and phase 2.

Pure, and without a parser.
"""

from __future__ import annotations

import re

from memory.language.en.numbered import TELLING_VERBS
from memory.language.en.vocabulary import MONTH_NAMES

from ..grammar.lexicon import word_set
from .shapes import DAYS, DAYS_AND_MONTHS, is_number_word

_ABOUT = re.compile(
    r"^(?:the |we |i )?(?P<about>.+?)"
    rf" (?:is|are|was|were|has|have|had|will|can|does|did|{TELLING_VERBS})\b",
    re.I,
)
# "Flat 1", "zone 2"; "May 2026" and "about 30" are none.
_ONE_OF_ITS_LIKE = (
    rf" (?:the )?(?!(?:about|around|at|only|nearly|over|under|the|{'|'.join(MONTH_NAMES)})\b)[a-z]+ #?\d+(?:\.\d+)*\b"
)
_FOR_WHICH = re.compile(rf"\b(?:for|of){_ONE_OF_ITS_LIKE}", re.I)
_WHERE_OR_WHEN = re.compile(rf"\b(?:in|on){_ONE_OF_ITS_LIKE}|\b(?:for|in) (?:19|20)\d\d\b", re.I)
_FIGURE = re.compile(r"\d[\d.,:]*")
_JOINTS = word_set("of for in on at from to with by until")


def are_two_things(new: str, old: str) -> bool:
    """Whether the two are about two things that a number or a day tells apart: "the rent for flat 1", "… for flat 2". A
    count does not: of "12 guests" there may be 14 now."""
    pair = _about(new), _about(old)
    return any(_is_name(words, at) for at in _differing(*pair) for words in pair)


def tells_of_two(new: str, old: str) -> bool:
    """Whether two sentences that tell figures speak of two things, by what they are about or by what is told: "is 900
    for flat 1". A room, a firm or a year alone is a value: "is in room 4", "works for Studio 54"."""
    in_names = [[word for word in _about(text) if _is_number(word)] for text in (new, old)]
    if in_names[0] != in_names[1]:
        return True
    if _found(_FOR_WHICH, new) != _found(_FOR_WHICH, old):
        return all(_FIGURE.search(_FOR_WHICH.sub("", text)) for text in (new, old))
    figures = [_FIGURE.findall(_WHERE_OR_WHEN.sub("", text)) for text in (new, old)]
    return _found(_WHERE_OR_WHEN, new) != _found(_WHERE_OR_WHEN, old) and figures[0] != figures[1]


def tells_what_is_left(new: str, old: str) -> bool:
    """Whether the newer one counts what is left of what the older one tells for a time: 12 of the 28 days of holiday a
    year. What is left of 24 participants is how many there are."""
    return all(pattern.search(text) for pattern, text in ((_LEFT_OVER, new), (_RATE, old))) and not _RATE.search(new)


_LEFT_OVER = re.compile(r"\d (?:[\w'-]{1,30} ){0,5}(?:left|remaining|unused|to go)\b", re.I)
_RATE = re.compile(r"\d (?:[\w'-]{1,30} ){0,5}(?:an?|per|each|every) (?:day|week|month|quarter|term|year)\b", re.I)


def _found(pattern: re.Pattern[str], text: str) -> list[str]:
    return [found.lower() for found in pattern.findall(text)]


def _about(text: str) -> list[str]:
    found = _ABOUT.match(text)
    return re.findall(r"[^\s,#]+", found["about"].lower()) if found else []


def _differing(new: list[str], old: list[str]) -> list[int]:
    """Where two rows of words that are the same but for their numbers differ."""
    if len(new) != len(old):
        return []
    at = [place for place, (mine, theirs) in enumerate(zip(new, old, strict=True)) if mine != theirs]
    return at if all(_is_number(row[place]) for place in at for row in (new, old)) else []


def _is_number(word: str) -> bool:
    return is_number_word(word) or re.fullmatch(r"[a-z]?\d[\w.-]*", word) is not None


def _is_name(words: list[str], at: int) -> bool:
    """Whether the number names a thing: it stands behind a noun, or it is a year or a day."""
    if words[at] in DAYS or re.fullmatch(r"(?:19|20)\d\d", words[at]):
        return True
    behind = words[at + 1 : at + 2]
    return at > 0 and (not behind or behind[0] in _JOINTS or behind[0] in DAYS_AND_MONTHS)
