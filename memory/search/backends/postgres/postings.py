"""The index of words read within a budget: which memories hold a word, and how many do.

A posting is one memory that holds a word. The lists are each scope's own: what another namespace holds is not read. The
index cannot give the newest of a list first, nor a part of it; a list that is long is read once, and its length is
believed for ten minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memoryproj.postgresql import replica, wall

from ....models import Kind
from ... import rarity
from ...scope import Scope
from ..estimates import Estimates

# Postings a query reads; of the rarest word always as many. As on SQLite, where it was measured.
BUDGET = 15_000
# Chosen, not measured. More than on SQLite: counting a longer list is a statement of its own.
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
    where = places(scope)
    # The role inside the wall may not read the words. What is found is keys alone: the rows are read inside.
    with wall.lifted(), replica.connection().cursor() as cursor:
        words = list(dict.fromkeys(wanted))
        lists, numbers = _probe(cursor, where, ["", *words])
        total = numbers.pop("")
        lists.pop("", None)
        rarest = sorted(numbers, key=numbers.__getitem__)
        spent = 0
        for word in rarest:
            if spent and spent + numbers[word] > budget:
                break
            if word not in lists:
                lists[word] = _newest(cursor, where, word, max(budget, PROBE))
                if len(lists[word]) < max(budget, PROBE):
                    numbers[word] = _keep(where, word, len(lists[word]))
            spent += len(lists[word])
    total = max(total, *numbers.values(), 0)
    return Postings({word: lists[word] for word in rarest if word in lists}, numbers, total)


# Numbers of long lists by (places, word), and sizes of large scopes by (places, "").
_estimates = Estimates()
forget = _estimates.forget

# Of each word asked for, up to %s postings: in the order of the table, which is that of the rows or nearly.
_PROBE = """
SELECT asked.word, found.rowids
FROM unnest(%s::text[]) AS asked (word)
CROSS JOIN LATERAL (
    SELECT array_agg(memory_id) AS rowids FROM (
        SELECT memory_id FROM memories_words
        WHERE lexemes && (SELECT array_agg(place || memory_stem(asked.word)) FROM unnest(%s::text[]) AS place)
        LIMIT %s
    ) AS part
) AS found
"""
_COUNT = """
SELECT count(*) FROM memories_words
WHERE lexemes && (SELECT array_agg(place || memory_stem(%s)) FROM unnest(%s::text[]) AS place)
"""
_NEWEST = """
SELECT array_agg(memory_id) FROM (
    SELECT memory_id FROM memories_words
    WHERE lexemes && (SELECT array_agg(place || memory_stem(%s)) FROM unnest(%s::text[]) AS place)
    ORDER BY memory_id DESC LIMIT %s
) AS part
"""


def _probe(cursor: Any, where: Sequence[str], words: Sequence[str]) -> tuple[dict[str, Rowids], dict[str, int]]:
    """({word: its postings, where they are few}, {word: how many})."""
    numbers = {word: number for word in words if (number := _estimates.known((tuple(where), word))) is not None}
    lists: dict[str, Rowids] = {}
    if asked := [word for word in words if word not in numbers]:
        cursor.execute(_PROBE, [asked, list(where), PROBE])
        for word, rowids in cursor.fetchall():
            found = np.array(rowids or [], dtype=np.int64)
            if len(found) < PROBE:
                lists[word], numbers[word] = found, len(found)
                continue
            cursor.execute(_COUNT, [word, list(where)])
            numbers[word] = _keep(where, word, int(cursor.fetchone()[0]))
    return lists, numbers


def _newest(cursor: Any, where: Sequence[str], word: str, limit: int) -> Rowids:
    cursor.execute(_NEWEST, [word, list(where), limit])
    return np.array(cursor.fetchone()[0] or [], dtype=np.int64)


def _keep(where: Sequence[str], word: str, number: int) -> int:
    return number if number < PROBE else _estimates.keep((tuple(where), word), number)
