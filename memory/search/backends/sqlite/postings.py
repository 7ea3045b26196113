"""The full-text index read within a budget: which memories hold a word, and how many do.

A posting is one memory that holds a word. Reading one takes an eighth of a microsecond, or a whole one where a word's
list is intersected with a scope's. A prompt's commonest words have the longest lists and say the least, so the rarest
words' lists are read first, until the budget is spent; in a small scope that is never, and all are read.

FTS5's own bm25() has no part in this. For each query it counts every word's postings in the whole store, other tenants'
included: at a million memories that takes longer than the search, and it lets one tenant's talk steer another's ranks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ... import rarity
from ...scope import Scope
from ..estimates import Estimates

# Postings a query reads; of the rarest word always as many. At a million memories the facts' text arm stays near 10 ms
# (p95) with it, and finds 95 % of what it finds without (docs/performance/large.md).
BUDGET = 15_000
# Chosen, not measured: a query of ten words then probes a third of its budget.
PROBE = 500  # a word with fewer postings is read whole at once, the others' number is estimated
# A namespace that is a large part of a large store is not looked up in the index's scope column: it is cheaper to read
# the words' lists as they are, and to look at the rows of the best (`Postings.mixed`).
# No figure of where both cost the same is kept.
LARGE = 50_000
LARGE_SHARE = 0.25

Rowids = NDArray[np.int64]


@dataclass(frozen=True)
class Postings:
    """`lists` are rowids by word, the rarest word first; the newest alone where a single word is more than the budget.
    Where `mixed`, they hold other scopes' memories too. `frequencies` is in how many of the scope's `total` memories
    each word stands: exact below PROBE, else estimated.
    """

    lists: dict[str, Rowids]
    frequencies: dict[str, int]
    total: int
    mixed: bool

    def weight(self, word: str) -> float:
        return rarity.of_word(self.frequencies[word], self.total)


class Place(NamedTuple):
    """Where words are looked for: a full-text table, and the word of its scope column that stands for a namespace, or
    for one kind in it; everywhere in the table where it is empty."""

    table: str
    token: str


PRESENT = "memories_fts"  # the active memories
PAST = "memories_past_fts"  # the retired ones


def joined(found: Postings, more: Postings) -> Postings:
    """What two tables hold of one scope, which share no memory."""
    return Postings(
        {
            word: np.concatenate([each.lists[word] for each in (found, more) if word in each.lists])
            for word in {**found.lists, **more.lists}
        },
        {word: number + more.frequencies[word] for word, number in found.frequencies.items()},
        found.total + more.total,
        found.mixed or more.mixed,
    )


def read_postings(scope: Scope, wanted: Sequence[str], budget: int, table: str = PRESENT) -> Postings:
    """The postings of the rarest of `wanted` in one table, as many as `budget` pays for."""
    namespace = Place(table, f"n{scope.namespace.pk}")
    place = Place(table, f"{scope.kind[0]}{scope.namespace.pk}") if scope.kind else namespace
    with connection.wrap_database_errors, connection.cursor() as wrapped:
        cursor = wrapped.cursor
        total = _size(cursor, place)
        everything = _size(cursor, namespace) if scope.kind else total
        mixed = everything >= LARGE and everything >= LARGE_SHARE * newest(cursor)
        where = Place(table, "") if mixed else place
        lists: dict[str, Rowids] = {}
        numbers: dict[str, int] = {}
        for word in dict.fromkeys(wanted):
            numbers[word], found = _probe(cursor, where, word)
            if found is not None:
                lists[word] = found
        rarest = sorted(numbers, key=numbers.__getitem__)
        spent = 0
        for word in rarest:
            if spent and spent + numbers[word] > budget:
                break
            if word not in lists:
                lists[word] = _fetch(cursor, where, word, f"ORDER BY rowid DESC LIMIT {max(budget, PROBE)}")
            spent += len(lists[word])
    share = total / max(everything, 1) if mixed else 1.0
    return Postings(
        {word: lists[word] for word in rarest if word in lists},
        {word: min(total, math.ceil(number * share)) for word, number in numbers.items()},
        total,
        mixed,
    )


# Of words by (place, word), and of large scopes by (place, "").
_estimates = Estimates()
forget = _estimates.forget


def _size(cursor: Any, place: Place) -> int:
    """How many memories the index has of a scope."""
    if (known := _estimates.known((place, ""))) is not None:
        return known
    cursor.execute(f"SELECT count(*) FROM {place.table} WHERE {place.table} MATCH %s", [f"scope : {place.token}"])
    number = int(cursor.fetchone()[0])
    return _estimates.keep((place, ""), number) if number >= LARGE else number


def newest(cursor: Any) -> int:
    """The highest rowid that a memory has."""
    cursor.execute("SELECT max(rowid) FROM memories")
    return int(cursor.fetchone()[0] or 0)


def _probe(cursor: Any, place: Place, word: str) -> tuple[int, Rowids | None]:
    """A word's number of postings, and the postings where they are few."""
    if (known := _estimates.known((place, word))) is not None:
        return known, None
    found = _fetch(cursor, place, word, f"LIMIT {PROBE}")
    if len(found) < PROBE:
        return len(found), found
    # The rest is taken to be as dense as what was read.
    first, last = int(found[0]), int(found[-1])
    dense = PROBE / (last - first + 1)
    return _estimates.keep((place, word), max(PROBE, round(dense * (newest(cursor) - first + 1)))), None


def _fetch(cursor: Any, place: Place, word: str, rest: str) -> Rowids:
    quoted = '"' + word.replace('"', '""') + '"'
    expression = f"scope : {place.token} AND content : {quoted}" if place.token else f"content : {quoted}"
    # One text of numbers: a row for each would take three times as long.
    cursor.execute(
        f"SELECT group_concat(rowid) FROM (SELECT rowid FROM {place.table} WHERE {place.table} MATCH %s {rest})",
        [expression],
    )
    return np.fromstring(cursor.fetchone()[0] or "", dtype=np.int64, sep=",")
