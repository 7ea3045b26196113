"""Recalls: a fact that was shown still matters. It counts once in a session; once a day where no session is given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from ... import background
from ...models import Kind, Memory
from ..sql import marks


class Shown(NamedTuple):
    """The facts (rowids) that one answer showed."""

    rowids: list[int]
    session_id: str | None
    via: str
    at: datetime


def record(memories: Iterable[Memory], *, session_id: str | None, via: str) -> None:
    """Note, after the response is sent, that these facts were shown. Other kinds do not decay and are not noted."""
    rowids = [memory.pk for memory in memories if memory.kind == Kind.FACT]
    if rowids:
        background.gather(record_all, Shown(rowids, session_id, via, timezone.now()))


def record_all(shown: Sequence[Shown]) -> None:
    """Write the recalls of several answers in one transaction."""
    with transaction.atomic():
        for one in shown:
            record_now(one.rowids, session_id=one.session_id, via=one.via, at=one.at)


def record_now(rowids: list[int], *, session_id: str | None, via: str, at: datetime | None = None) -> int:
    """Write the recalls of `rowids`; answers how many counted. A recall restores confidence to its base.

    Two statements by hand: it follows every context block, and through the ORM it would cost as much as a search.
    """
    if not rowids:
        return 0
    moment = at or timezone.now()
    occasion = f"s:{session_id}" if session_id else f"d:{moment.date().isoformat()}"
    now = connection.ops.adapt_datetimefield_value(moment)
    facts = f"kind = 'fact' AND valid_until IS NULL AND rowid IN ({marks(rowids)})"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"""
            INSERT INTO recalls (memory_id, occasion, session_id, day, via, at)
            SELECT rowid, %s, %s, %s, %s, %s FROM memories WHERE {facts}
            ON CONFLICT (memory_id, occasion) DO NOTHING
            RETURNING memory_id
            """,
            [occasion, session_id or "", moment.date().isoformat(), via, now, *rowids],
        )
        fresh = [row[0] for row in cursor.fetchall()]
        counted = f"CASE WHEN rowid IN ({marks(fresh)}) THEN 1 ELSE 0 END" if fresh else "0"
        cursor.execute(
            "UPDATE memories SET last_accessed = %s, confidence = base_confidence, "
            f"access_count = access_count + {counted} WHERE {facts}",
            [now, *fresh, *rowids],
        )
    return len(fresh)
