"""The text arm by FTS5, and the full-text index's care. Triggers keep the index.

Two tables: the active memories', and the retired ones' beside it, so that a search about now neither reads nor counts
what was retired.

To index a text takes a hundred times as long as to store it, and other writers wait for the transaction. So of one call
the first part is indexed at once, and the rest is put on a list (`memories_unindexed`) that the worker goes through.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

from django.db import DatabaseError, connection, transaction

from ...scope import Scope
from ..base import Worded
from ..picking import by_weight
from . import postings
from .rows import permitted

AT_ONCE = 128 << 10  # bytes of text that one transaction indexes (docs/adr/0051)
MOST_AT_ONCE = 100  # rows of the list that are looked at for the next part
VIEWS = {postings.PRESENT: "memories_search", postings.PAST: "memories_past_search"}


class FullText:
    budget = postings.BUDGET

    def text_arm(self, scope: Scope, words: Sequence[str], limit: int, budget: int | None = None) -> Worded:
        if not words or not scope.namespace.pk:
            return Worded([], {}, 0)
        budget = self.budget if budget is None else budget
        found = postings.read_postings(scope, words, budget)
        if scope.past:
            found = postings.joined(found, postings.read_postings(scope, words, budget, postings.PAST))
        return Worded(_best(scope, found, limit), found.frequencies, found.total)

    at_once = AT_ONCE

    @contextmanager
    def many_at_once(self, cursor: Any) -> Iterator[None]:
        """One statement at the end is four times as fast for many rows as a trigger for each. The row that puts the
        insert triggers off is gone before the commit."""
        last = postings.newest(cursor)
        cursor.execute("INSERT INTO memory_metadata (key, value) VALUES ('fts_defer', '1')")
        yield
        cursor.execute(
            "INSERT INTO memories_unindexed (memory_id) SELECT rowid FROM ("
            "SELECT rowid, octet_length(content) AS size, sum(octet_length(content)) OVER (ORDER BY rowid) AS upto "
            "FROM memories WHERE rowid > %s) WHERE upto > %s AND upto > size",
            [last, self.at_once],
        )
        _index(cursor, "rowid > %s", [last])
        cursor.execute("DELETE FROM memory_metadata WHERE key = 'fts_defer'")

    def any_unindexed(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT min(memory_id) FROM memories_unindexed")
            return cursor.fetchone()[0] is not None

    def index_waiting(self) -> int:
        if not self.any_unindexed():
            return 0
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT memory_id, octet_length(content) FROM memories_unindexed JOIN memories ON rowid = memory_id "
                "ORDER BY memory_id LIMIT %s",
                [MOST_AT_ONCE],
            )
            sizes = dict(cursor.fetchall())
            upto = accumulate(sizes.values())
            taken = [rowid for rowid, size in zip(sizes, upto, strict=True) if size <= self.at_once] or [*sizes][:1]
            among, rows = "IN (SELECT value FROM json_each(%s))", [json.dumps(taken)]
            cursor.execute(f"DELETE FROM memories_unindexed WHERE memory_id {among}", rows)
            _index(cursor, f"rowid {among}", rows)
        return len(taken)

    def full_text_flaw(self) -> str:
        with connection.cursor() as cursor:
            for table in (postings.PRESENT, postings.PAST):
                try:
                    cursor.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
                except DatabaseError as error:
                    return f"{table}: {error}"
        return ""

    def rebuild_full_text(self) -> None:
        with connection.cursor() as cursor:
            for table in (postings.PRESENT, postings.PAST):
                cursor.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")


def _index(cursor: Any, condition: str, params: Sequence[object]) -> None:
    for table, view in VIEWS.items():
        cursor.execute(
            f"INSERT INTO {table} (rowid, scope, content) SELECT rowid, scope, content FROM {view} WHERE {condition}",
            params,
        )


def _best(scope: Scope, found: postings.Postings, limit: int) -> list[tuple[int, float]]:
    """(rowid, summed weight of the words it holds) of the best memories among `found`."""
    lists = [(found.weight(word), rowids) for word, rowids in found.lists.items() if len(rowids)]
    if not lists:
        return []
    rowids, scores = by_weight(lists)
    chosen = permitted(scope, rowids, limit) if found.mixed or scope.narrowed else slice(limit)
    return list(zip(rowids[chosen].tolist(), scores[chosen].tolist(), strict=True))
