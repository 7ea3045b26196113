"""Whether a text holds an answer: all of the answer's content words, dates met whatever way they are written. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from memory.language import ENGLISH
from memory.language.dates import DateSpan
from memory.language.words import folded_words

# Of a date, how much of its ISO form a granularity vouches for: "2023-05-07", "2023-05", "2023".
_VOUCHED = {"day": 10, "week": 10, "hour": 10, "month": 7, "season": 4, "year": 4}
_GLUED = re.compile(r"(\d)(?=[A-Z][a-z]{2})")  # "3June, 2022", as LoCoMo writes some


def wanted(answer: str) -> frozenset[str]:
    """The content words that a text must hold to hold `answer`: each stem, and each date at the size it is told in."""
    return _content(answer, whole=False)


def held(text: str) -> frozenset[str]:
    """The content words that `text` holds. A day stands for its month and its year too."""
    return _content(text, whole=True)


def stands_in(answer: Collection[str], text: Collection[str]) -> bool:
    """Whether all content words of an answer (`wanted`) are among those of a text (`held`)."""
    return all(word in text for word in answer)


@lru_cache(maxsize=50_000)
def _content(text: str, whole: bool) -> frozenset[str]:
    text = _GLUED.sub(r"\1 ", text)
    found: set[str] = set()
    rest, end = [], 0
    for span in ENGLISH.resolve_dates(text):
        date = _date(span)
        if not date:
            continue
        found.add(date)
        if whole:
            found.update({date[:7], date[:4], *_in_words(span)})
        rest.append(text[end : span.start])
        end = span.end
    rest.append(text[end:])
    words = folded_words(" ".join(rest))
    found.update(ENGLISH.stem(word) for word in words if word not in ENGLISH.stop_words)
    return frozenset(found)


def _in_words(span: DateSpan) -> list[str]:
    """Month, day and weekday: "24 April" has no year, and "the Friday before 23 January" no day of its own."""
    if span.value is None or span.granularity in {"season", "year"}:
        return []
    month, weekday = (ENGLISH.stem(span.value.strftime(name).lower()) for name in ("%B", "%A"))
    return [month] if span.granularity == "month" else [month, weekday, str(span.value.day)]


def _date(span: DateSpan) -> str:
    return "" if span.value is None else span.value.date().isoformat()[: _VOUCHED[span.granularity]]
