"""The text arm by the words that each memory holds (`memories_words`), and their care. Triggers keep them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection

from ...scope import Scope
from ..base import Worded
from ..picking import by_weight
from . import postings
from .rows import permitted

_WORDS = """
SELECT unnest(memory_words(memory_place(namespace_id, kind, valid_until), kind, event_time, source_role, content))
    AS word, rowid AS memory_id
FROM memories
"""


class FullText:
    budget = postings.BUDGET

    def text_arm(self, scope: Scope, words: Sequence[str], limit: int, budget: int | None = None) -> Worded:
        if not words or not scope.namespace.pk:
            return Worded([], {}, 0)
        found = postings.read_postings(scope, words, self.budget if budget is None else budget)
        return Worded(_best(scope, found, limit), found.frequencies, found.total)

    at_once = 1 << 40  # bytes; whatever there is: a writer waits for no other writer's words

    @contextmanager
    def many_at_once(self, cursor: Any) -> Iterator[None]:
        """The trigger takes all rows of a statement at once: there is nothing to put off."""
        yield

    def any_unindexed(self) -> bool:
        return False

    def index_waiting(self) -> int:
        return 0

    def full_text_flaw(self) -> str:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT count(DISTINCT memory_id) FROM ({_WORDS}) AS wanted "
                "FULL JOIN memories_words AS kept USING (word, memory_id) "
                "WHERE wanted.word IS NULL OR kept.word IS NULL"
            )
            wrong = int(cursor.fetchone()[0])
        return f"memories_words: the words of {wrong} memories are not those of their texts" if wrong else ""

    def rebuild_full_text(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM memories_words")
            cursor.execute(f"INSERT INTO memories_words (word, memory_id) {_WORDS}")


def _best(scope: Scope, found: postings.Postings, limit: int) -> list[tuple[int, float]]:
    """(rowid, summed weight of the words it holds) of the best memories among `found`."""
    lists = [(found.weight(word), rowids) for word, rowids in found.lists.items() if len(rowids)]
    if not lists:
        return []
    rowids, scores = by_weight(lists)
    chosen = permitted(scope, rowids, limit) if scope.narrowed else slice(limit)
    return list(zip(rowids[chosen].tolist(), scores[chosen].tolist(), strict=True))
