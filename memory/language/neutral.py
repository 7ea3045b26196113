"""Any language that this program does not know: what holds in all of them, and no guess beyond."""

from __future__ import annotations

import re
from datetime import datetime

from .base import NEVER, Differences, Language, QuestionCues, ReviewWords
from .dates import NUMERIC_RULES, DateSpan, read_dates

_JOINT = re.compile(r"\s{0,2},?\s{0,2}")


def resolve_dates(text: str, reference: datetime | None = None) -> list[DateSpan]:
    """Dates in figures that read alike everywhere: 2023-05-07, 7.5.2023, 15:00. See `base.DateReader`."""
    return read_dates(text, reference, NUMERIC_RULES, _JOINT)


def _same(word: str) -> str:
    return word


def _tells_nothing(kind: str, text: str) -> bool:
    return False


NEUTRAL = Language(
    code="",
    stop_words=frozenset(),
    stem=_same,
    # Unicode's commonest full stops, and the Arabic, Devanagari, Armenian and Ethiopic ones.
    sentence_marks=tuple(".!?…。！？．｡؟۔।॥։።፧"),
    sentence_gap=re.compile(r"(?<=[.!?…．؟۔।॥։።፧])\s+|(?<=[。！？｡])\s*"),
    question_marks=("?", "？", "؟", "፧", "\u037e"),
    opening_words=frozenset(),
    resolve_dates=resolve_dates,
    differences=Differences(),
    cues=QuestionCues({}, _tells_nothing, NEVER, NEVER, NEVER),
    review=ReviewWords(NEVER, frozenset()),
)
