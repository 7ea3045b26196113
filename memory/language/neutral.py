"""Any language that this program does not know: what holds in all of them, and no guess beyond."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from .base import ChangeSigns, Differences, Language, NameWords, QuestionCues, ReviewWords, ValueKind
from .dates import NUMERIC_RULES, DateSpan, Direction, read_dates, with_times
from .words import NEVER

_JOINT = re.compile(r"\s{0,2},?\s{0,2}")


def resolve_dates(text: str, reference: datetime | None = None, direction: Direction = "unknown") -> list[DateSpan]:
    """Dates in figures that read alike everywhere: 2023-05-07, 7.5.2023, 15:00. See `dates.DateReader`."""
    return with_times(read_dates(text, reference, direction, NUMERIC_RULES), text, _JOINT)


def _same(word: str) -> str:
    return word


def _as_said(text: str, reference: datetime, offset_minutes: int | None = None) -> str:
    """Dates in figures are whole already."""
    return text


def _tells_nothing(kind: str, text: str) -> bool:
    return False


def _is_no_manner(instruction: str) -> bool:
    return False


def _no_sign(text: str, words: Sequence[str], stems: Collection[str]) -> None:
    """No change is known by its words."""


def _no_values(sentence: str, words: Collection[str]) -> Mapping[ValueKind, frozenset[str]]:
    return {}


NEUTRAL = Language(
    code="",
    stop_words=frozenset(),
    relative_days=frozenset(),
    counting_time=frozenset(),
    stem=_same,
    # Unicode's commonest full stops, and the Arabic, Devanagari, Armenian and Ethiopic ones.
    sentence_marks=tuple(".!?…。！？．｡؟۔।॥։።፧"),
    sentence_gap=re.compile(r"(?<=[.!?…．؟۔।॥։።፧])\s+|(?<=[。！？｡])\s*"),
    question_marks=("?", "？", "؟", "፧", "\u037e"),
    opening_words=frozenset(),
    resolve_dates=resolve_dates,
    annotate_dates=_as_said,
    differences=Differences(),
    cues=QuestionCues({}, _tells_nothing, NEVER, NEVER, NEVER, NEVER, _is_no_manner),
    changes=ChangeSigns(_no_sign, _no_values, frozenset()),
    review=ReviewWords(NEVER, frozenset()),
    lasting=NEVER,
    names=NameWords(),
)
