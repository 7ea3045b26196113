"""A long text is cut into passages, each found and quoted by itself: `cut`. Pure, and the same for the same text.

A passage has a number of its own among the vectors: `keys_of`, `memory_of`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

# Characters. A text of up to MOST is one passage, and is not cut. Longer ones are: what is told in one sentence of a
# page is lost in a mean of the page's words, and a small block has room for a passage, in one quote.
LEAST = 250
MOST = 550

# Passages of one memory: their places are the low bits of their keys. What a text has beyond them is found by words.
PLACE_BITS = 11
MOST_PLACES = 1 << PLACE_BITS

FENCE = re.compile(r"^[ \t]{0,8}(?:```|~~~)", re.MULTILINE)
# A line that announces what follows: "## Results", "**Results**", "Results:".
HEADING = re.compile(r"[ \t]*(?:#{1,6} .*|\*\*[^*\n]{1,100}\*\*:?|[^\n]{1,100}[:：])[ \t]*\Z")
SECTION = re.compile(r"\n[ \t\r]{0,8}\n(?=\s{0,8}(?:#{1,6} |\*\*))")
# What stands above a block of code says what the code is.
PARAGRAPH = re.compile(r"\n[ \t\r]{0,8}\n(?!\s{0,8}(?:```|~~~))")
LINE = re.compile(r"\n")
SENTENCE = re.compile(r"(?<=[.!?…؟۔।։።])[\"'”’)\]*]{0,3}\s+|(?<=[。！？｡])")
SPACE = re.compile(r"\s+")


class Span(NamedTuple):
    """[start, end) in characters of a text."""

    start: int
    end: int


def is_long(text: str) -> bool:
    """Whether a text has passages."""
    return len(text) > MOST


def cut(text: str) -> list[Span]:
    """The passages of a long text, in order and without gaps; none of a text that is not long.

    A passage ends where the text pauses the most: between sections, else paragraphs, lines, sentences, words. It does
    not end behind a heading; a blank line inside a block of code is a line like the others.
    """
    if not is_long(text):
        return []
    fences = [match.start() for match in FENCE.finditer(text)]
    spans: list[Span] = []
    start = 0
    while start < len(text) and len(spans) < MOST_PLACES:
        left = len(text) - start
        # The last but one leaves enough for the last.
        end = len(text) if left <= MOST else _end(text, start, min(start + MOST, len(text) - LEAST // 2), fences)
        spans.append(Span(start, end))
        start = end
    return spans


def _end(text: str, start: int, last: int, fences: list[int]) -> int:
    """Where the passage that begins at `start` ends, at `last` the latest."""
    for pause in (SECTION, PARAGRAPH, LINE, SENTENCE, SPACE):
        ends = [match.end() for match in pause.finditer(text, start + LEAST, last)]
        for end in reversed(ends):
            if pause in (SECTION, PARAGRAPH) and bisect_left(fences, end) % 2 == 1:
                continue  # inside code
            if pause is SPACE or not _announces(text, start, end):
                return end
    return last


def _announces(text: str, start: int, end: int) -> bool:
    """Whether the last line of text[start:end] is a heading."""
    said = text[max(start, end - 200) : end].rstrip()
    return HEADING.match(said, said.rfind("\n") + 1) is not None


def keys_of(memory: int, count: int) -> Iterator[int]:
    """The keys of a memory's passages, in their order: negative, where a memory's own vector has its rowid."""
    return (-(memory << PLACE_BITS | place) for place in range(count))


def memory_of(key: int) -> int:
    """The rowid of the memory that the vector `key` belongs to, its own or a passage's."""
    return key if key > 0 else -key >> PLACE_BITS
