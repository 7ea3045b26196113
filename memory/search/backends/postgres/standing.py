"""Beside a block's ranking, on PostgreSQL: what holds no longer, and what was asked of the assistant for good."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from memoryproj.postgresql import replica

from ....models import Memory, by_hand
from ...scope import Scope
from ..base import Replacement
from ..replacements import tellable

MOST_STEPS = 8  # from a fact to the one that holds now, over those in between; a longer chain is a mistake


class Standing:
    def replaced(self, scope: Scope, rowids: Iterable[int]) -> list[Replacement]:
        with replica.connection().cursor() as cursor:
            now, home = timezone.now(), scope.namespace.pk
            cursor.execute(_REPLACED, [list(rowids), home, now, MOST_STEPS, home, home, now])
            rows = cursor.fetchall()
        return tellable(scope, rows)

    def instructions(self, scope: Scope, limit: int) -> list[Memory]:
        excluded = scope.filters.exclude_session_id
        there, params = scope.there
        home = scope.namespace.pk or 0
        # One that held then may be retired by now.
        standing = "" if scope.past else "AND valid_until IS NULL AND (invalid_at IS NULL OR invalid_at > %s)"
        outside = "AND (session_id IS NULL OR session_id <> %s)" if excluded else ""
        with replica.connection().cursor() as cursor:
            cursor.execute(
                f"""
                SELECT {by_hand.columns(Memory, ("embedding",))} FROM memories
                WHERE namespace_id = %s AND kind = 'fact' AND tags @> '["instruction"]'
                    {standing} AND {there} {outside}
                    AND (origin = 'curator' OR origin = 'derived' AND NOT EXISTS (
                        SELECT 1 FROM memory_sources
                        JOIN memories AS turn ON turn.rowid = memory_sources.source_id
                        WHERE memory_sources.memory_id = memories.rowid AND turn.namespace_id = %s
                            AND (turn.role <> 'user' OR turn.origin = 'import')
                    ))
                ORDER BY rowid DESC LIMIT %s
                """,
                [
                    home,
                    *([] if scope.past else [timezone.now()]),
                    *params,
                    *([excluded] if excluded else []),
                    home,
                    limit,
                ],
            )
            return by_hand.made(Memory, cursor.fetchall(), ("embedding",))


_REPLACED = """
WITH RECURSIVE
looked (rowid) AS (SELECT unnest(%s::bigint[])),
stated (shown, fact) AS (
    SELECT rowid, rowid FROM looked
    UNION
    SELECT memory_sources.source_id, memory_sources.memory_id
    FROM looked JOIN memory_sources ON memory_sources.source_id = looked.rowid
),
chain (shown, was, now, step, changed) AS (
    SELECT stated.shown, supersessions.old_id, supersessions.new_id, 1, supersessions.kind <> 'refined'
    FROM stated JOIN supersessions ON supersessions.old_id = stated.fact
    WHERE supersessions.ended_in_id IS NULL
    UNION
    SELECT chain.shown, chain.was, supersessions.new_id, chain.step + 1,
        chain.changed OR supersessions.kind <> 'refined'
    FROM chain
    JOIN memories AS between_them ON between_them.rowid = chain.now AND between_them.namespace_id = %s
        AND between_them.invalid_at <= %s
    JOIN supersessions ON supersessions.old_id = chain.now
    WHERE supersessions.ended_in_id IS NULL AND chain.step < %s
),
pairs (shown, was, now) AS (
    SELECT shown, was, now FROM chain WHERE changed
    UNION
    SELECT supersessions.old_id, supersessions.old_id, supersessions.new_id
    FROM looked JOIN supersessions ON supersessions.new_id = looked.rowid
    WHERE supersessions.ended_in_id IS NULL AND supersessions.kind <> 'refined'
)
SELECT pairs.shown, older.content, newer.rowid, newer.content,
    floor(extract(epoch FROM newer.event_time))::bigint, newer.session_id, newer.event_offset,
    coalesce(floor(extract(epoch FROM older.invalid_at))::bigint, 0), pairs.was
FROM pairs
JOIN memories AS older ON older.rowid = pairs.was
JOIN memories AS newer ON newer.rowid = pairs.now
WHERE newer.namespace_id = %s AND older.namespace_id = %s AND newer.valid_until IS NULL
    AND (newer.invalid_at IS NULL OR newer.invalid_at > %s)
    AND older.quarantine IS NULL
ORDER BY pairs.was DESC
"""
