"""From a prompt to what the arms can look for. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from ..dates import DateSpan, resolve_dates
from .english import ASKS, ASSISTANT_ADDRESSED, FIRST_PERSON, STOP_WORDS

MAX_QUERY_BYTES = 8 << 10
MAX_TERMS = 48
MAX_NAME_WORDS = 6
MAX_NAME_POSITIONS = 100  # words of a prompt in which names are looked for
MAX_DATED_CHARACTERS = 1_000  # of a prompt, in which periods are looked for
_WORD = re.compile(r"[^\W_]+")

Period = tuple[datetime, datetime]
"""[start, end)."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query, read once. `words` are those that count; `embedded` is what the vector arm embeds; `speaker` or `role`
    says whose turns it is about, if anybody's; `asks` is what it wants: "time", "number", "name"."""

    words: tuple[str, ...]
    embedded: str
    speaker: str | None
    role: str | None
    periods: tuple[Period, ...]
    asks: frozenset[str]


def read(query: str, speakers: Collection[str] = (), reference: datetime | None = None) -> Question:
    """Read a query: its words, whose turns it asks for, when, and what to embed.

    `speakers` are those that the query may name; `reference` is the moment from which "last summer" is counted.
    A speaker's name says whose turn is meant, and nothing about the subject: in a talk of two, every text carries one
    of the names, and a mean of word vectors is then mostly that name (R@10 of the vector arm .22 with it, .59 without).
    """
    asked = set(words(query))
    spoken = {name: set(words(name)) for name in speakers}
    named = [name for name, parts in spoken.items() if parts and parts <= asked]
    role = None
    if not named:
        role = "assistant" if ASSISTANT_ADDRESSED.search(query) else "user" if FIRST_PERSON.search(query) else None
    names_of = set().union(*(spoken[name] for name in named))
    bare = " ".join(word for word in _WORD.findall(query) if not names_of.issuperset(words(word)))
    return Question(
        words=tuple(terms(query)),
        embedded=bare if bare and named else query,
        speaker=named[0] if len(named) == 1 else None,
        role=role,
        periods=tuple(periods(query[:MAX_DATED_CHARACTERS], reference)),
        asks=frozenset(kind for kind, pattern in ASKS.items() if pattern.search(query)),
    )


def cut(text: str) -> str:
    """The first 8 KiB of a query, as UTF-8; longer prompts are cut, not refused."""
    return text.encode("utf-8", "ignore")[:MAX_QUERY_BYTES].decode("utf-8", "ignore")


def words(text: str) -> list[str]:
    """The words of `text`, folded, in order."""
    return _WORD.findall(fold(text))


def fold(text: str) -> str:
    """`text` in lower case and without accents, as the full-text index has it."""
    if not text.isascii():
        text = "".join(map(_without_accent, unicodedata.normalize("NFC", text)))
    return text.lower()


@lru_cache(maxsize=4_000)
def _without_accent(letter: str) -> str:
    """FTS5 takes one accent off a Latin letter, and no more: "é" is "e", but "ế", "й", "한" and "ﬁ" are themselves."""
    parts = unicodedata.normalize("NFD", letter)
    return parts[0] if len(parts) == 2 and parts[0].isascii() else letter


def terms(text: str) -> list[str]:
    """The distinct words worth looking for, in order: without stop words, unless nothing else is there."""
    distinct = list(dict.fromkeys(words(text)))
    telling = [word for word in distinct if word not in STOP_WORDS]
    return (telling or distinct)[:MAX_TERMS]


def match_expression(scope: str, wanted: list[str]) -> str:
    """An FTS5 query: one of `wanted`, each quoted, among the rows whose scope column holds `scope`."""
    quoted = " OR ".join('"' + term.replace('"', '""') + '"' for term in wanted)
    return f"scope : {scope} AND content : ({quoted})"


def names(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, run) of every run of up to six words in `text`, longest first: what an entity's name could be.

    Runs keep the characters between their words, so that "o'neil", "user@example.com" and "c-3po" can match.
    """
    text = unicodedata.normalize("NFC", text)
    spans = _spans(text)[:MAX_NAME_POSITIONS]
    for length in range(min(MAX_NAME_WORDS, len(spans)), 0, -1):
        for first in range(len(spans) - length + 1):
            start, end = spans[first][0], spans[first + length - 1][1]
            yield start, end, text[start:end]


def _spans(text: str) -> list[tuple[int, int]]:
    """(start, end) of each word. The marks behind a letter belong to it: vowel signs, accents that stand alone."""
    spans: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        while end < len(text) and unicodedata.category(text[end]).startswith("M"):
            end += 1
        if spans and spans[-1][1] == start:
            start = spans.pop()[0]
        spans.append((start, end))
    return spans


def periods(query: str, reference: datetime | None) -> Iterator[Period]:
    """The times that a query names. "In June" asked in May may mean the last as well as the next: both are answered."""
    for span in resolve_dates(query, reference):
        period = period_of(span)
        if period is None:
            continue
        yield period
        yearless = span.granularity in {"month", "season"} and not _SAYS_WHICH.search(span.text)
        if reference is not None and yearless and period[0] > reference:
            yield period[0] - timedelta(days=365), period[1] - timedelta(days=365)


_SAYS_WHICH = re.compile(r"\d|next|coming|following|months?$", re.IGNORECASE)
_LENGTHS = {"hour": timedelta(days=1), "day": timedelta(days=1), "week": timedelta(days=7)}
_MONTHS = {"month": 1, "season": 3, "year": 12}


def period_of(span: DateSpan) -> Period | None:
    """The stretch of time that a date covers; an hour counts as its day. None where it cannot be told."""
    start = span.value
    if start is None:
        return None
    if start.tzinfo is None:
        start = start.replace(tzinfo=UTC)
    try:
        if span.granularity in _LENGTHS:
            start = start.replace(hour=0, minute=0)
            return start, start + _LENGTHS[span.granularity]
        year, month = divmod(start.year * 12 + start.month - 1 + _MONTHS[span.granularity], 12)
        return start, start.replace(year=year, month=month + 1, day=1)
    except (OverflowError, ValueError):  # the last year that a datetime knows
        return None
