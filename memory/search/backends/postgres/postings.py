"""The index of words read within a budget: which memories hold a word, and how many do.

A posting is one memory that holds a word. The lists are each scope's own: what another namespace holds is not read. The
index gives the newest of a list first, and tells nothing of its length: that of a long one is estimated, and believed
for ten minutes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryproj.postgresql import replica, wall

from ....models import Kind
from ... import rarity
from ...scope import Scope
from ..estimates import Estimates

# Postings a query reads; of the rarest word always as many. As on SQLite, where it was measured.
BUDGET = 15_000
# Chosen, not measured. More than on SQLite: to read a longer list is a statement of its own.
PROBE = 2_000  # a word with fewer postings is read whole at once, the others' number is estimated

Rowids = NDArray[np.int64]


@dataclass(frozen=True)
class Postings:
    """`lists` are rowids by word, the rarest word first; the newest alone where a single word is more than the budget.
    `frequencies` is in how many of the scope's `total` memories each word stands: exact below PROBE, else estimated."""

    lists: dict[str, Rowids]
    frequencies: dict[str, int]
    total: int

    def weight(self, word: str) -> float:
        return rarity.of_word(self.frequencies[word], self.total)


def places(scope: Scope) -> list[str]:
    """What stands before a word that the scope's memories hold (migration 0033)."""
    kinds = [scope.kind] if scope.kind else list(Kind.values)
    letters = [kind[0] for kind in kinds]
    if scope.past:
        letters += [letter.upper() for letter in letters]
    return [f"{scope.namespace.pk}{letter}:" for letter in letters]


def read_postings(scope: Scope, wanted: Sequence[str], budget: int) -> Postings:
    """The postings of the rarest of `wanted`, as many as `budget` pays for."""
    where, most = places(scope), max(budget, PROBE)
    words = list(dict.fromkeys(wanted))
    numbers = {word: number for word in ["", *words] if (number := _estimates.known((*where, word))) is not None}
    # Of those whose number is known what is paid for if the others are hardly anywhere, which is mostly so.
    asked = {word: PROBE for word in ["", *words] if word not in numbers}
    asked |= dict.fromkeys(_paid({word: numbers[word] for word in words if word in numbers}, budget), most)
    lists: dict[str, Rowids] = {}
    # The role inside the wall may not read the words. What is found is keys alone: the rows are read inside.
    with wall.lifted(), replica.connection().cursor() as cursor:
        while asked:
            for word, found in _newest(cursor, where, asked).items():
                numbers[word] = found.number if found.number < PROBE else _estimates.keep((*where, word), found.number)
                if found.whole or asked[word] == most:
                    lists[word] = found.rowids
            paid = _paid({word: numbers[word] for word in words}, budget)
            asked = {word: most for word in paid if word not in lists}
    total = max(numbers.values())
    return Postings({word: lists[word] for word in paid}, {word: numbers[word] for word in words}, total)


def _paid(numbers: Mapping[str, int], budget: int) -> list[str]:
    """The words that the budget pays for, the rarest first; that one in any case."""
    rarest, spent = sorted(numbers, key=numbers.__getitem__), 0
    for place, word in enumerate(rarest):
        if spent and spent + numbers[word] > budget:
            return rarest[:place]
        spent += numbers[word]
    return rarest


# Numbers of long lists by (places…, word); of a scope's memories, each of which holds "", too.
_estimates = Estimates()
forget = _estimates.forget

# Of each word asked for, in each place, its newest postings and the oldest one.
_NEWEST = """
SELECT asked.word, array_send(newest.rowids),
    (SELECT min(memory_id) FROM memories_words WHERE memories_words.word = key)
FROM unnest(%(words)s::text[], %(most)s::int[]) AS asked (word, most)
CROSS JOIN unnest(%(places)s::text[]) AS place
CROSS JOIN LATERAL memory_word(place || memory_stem(asked.word)) AS key
CROSS JOIN LATERAL (SELECT array(
    SELECT memory_id FROM memories_words WHERE memories_words.word = key ORDER BY memory_id DESC LIMIT asked.most
) AS rowids) AS newest
"""
_SENT = np.dtype([("size", ">i4"), ("rowid", ">i8")])  # an element of an array of bigint on its way
_SENT_HEAD = 20  # bytes before the first element; an empty array ends before


class _List(NamedTuple):
    """The newest postings of a word, and how many it has in all: an estimate, unless the list is whole."""

    rowids: Rowids
    number: int
    whole: bool


def _newest(cursor: Any, where: Sequence[str], asked: Mapping[str, int]) -> dict[str, _List]:
    """The list of each word in `asked`, with as many of its newest postings as that says."""
    cursor.execute(_NEWEST, {"words": [*asked], "most": [*asked.values()], "places": list(where)})
    found: dict[str, _List] = {}
    for word, sent, first in cursor.fetchall():
        rowids = np.frombuffer(sent, _SENT, offset=min(_SENT_HEAD, len(sent)))["rowid"].astype(np.int64)
        number, most = len(rowids), asked[word]
        if number == most:
            # The rest is taken to be as dense as what was read.
            last, least = int(rowids[0]), int(rowids[-1])
            number = round(most * (last - first + 1) / (last - least + 1))
        found[word] = _joined(found.get(word), _List(rowids, number, len(rowids) < most), most)
    return found


def _joined(one: _List | None, other: _List, most: int) -> _List:
    """The lists of two places."""
    if one is None:
        return other
    rowids = np.concatenate([one.rowids, other.rowids])
    newest = rowids if len(rowids) <= most else np.sort(rowids)[-most:]
    return _List(newest, one.number + other.number, one.whole and other.whole and len(rowids) <= most)
