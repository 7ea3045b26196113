"""Beside a block's ranking, on SQLite: what holds no longer, and what was asked of the assistant for good."""

from __future__ import annotations

import json
from collections.abc import Iterable

from django.db import connection
from django.utils import timezone

from ....models import Memory, by_hand
from ...scope import Scope
from ..base import Replacement
from ..replacements import tellable

MOST_STEPS = 8  # from a fact to the one that holds now, over those in between; a longer chain is a mistake


class Standing:
    def replaced(self, scope: Scope, rowids: Iterable[int]) -> list[Replacement]:
        with connection.cursor() as cursor:
            now = int(timezone.now().timestamp())
            cursor.execute(_REPLACED, [json.dumps(list(rowids)), now, MOST_STEPS, scope.namespace.pk, now])
            rows = cursor.fetchall()
        return tellable(scope, rows)

    def instructions(self, scope: Scope, limit: int) -> list[Memory]:
        excluded = scope.filters.exclude_session_id
        there, params = scope.there
        # The conditions are written as the partial index has them, else SQLite cannot use it and walks all facts.
        walk, standing = (
            "INDEXED BY memories_instructions",
            "AND valid_until IS NULL AND (invalid_at IS NULL OR unixepoch(invalid_at) > %s)",
        )
        if scope.past:  # one that held then may be retired by now
            walk = standing = ""
        outside = "AND (session_id IS NULL OR session_id <> %s)" if excluded else ""
        with connection.cursor() as cursor:
            cursor.execute(
                f"""
                SELECT {by_hand.columns(Memory, ("embedding",))} FROM memories {walk}
                WHERE namespace_id = %s AND kind = 'fact' AND tags LIKE '%%"instruction"%%' ESCAPE '\\'
                    {standing} AND {there} {outside}
                    AND (origin = 'curator' OR origin = 'derived' AND NOT EXISTS (
                        SELECT 1 FROM memory_sources
                        CROSS JOIN memories AS turn ON turn.rowid = memory_sources.source_id
                        WHERE memory_sources.memory_id = memories.rowid
                            AND (turn.role <> 'user' OR turn.origin = 'import')
                    ))
                ORDER BY rowid DESC LIMIT %s
                """,
                [
                    scope.namespace.pk or 0,
                    *([] if scope.past else [int(timezone.now().timestamp())]),
                    *params,
                    *([excluded] if excluded else []),
                    limit,
                ],
            )
            return by_hand.made(Memory, cursor.fetchall(), ("embedding",))


_REPLACED = """
WITH RECURSIVE
looked (rowid) AS (SELECT value FROM json_each(%s)),
stated (shown, fact) AS (
    SELECT rowid, rowid FROM looked
    UNION
    SELECT memory_sources.source_id, memory_sources.memory_id
    FROM looked CROSS JOIN memory_sources ON memory_sources.source_id = looked.rowid
),
chain (shown, was, now, step, changed) AS (
    SELECT stated.shown, supersessions.old_id, supersessions.new_id, 1, supersessions.kind <> 'refined'
    FROM stated CROSS JOIN supersessions ON supersessions.old_id = stated.fact
    WHERE supersessions.ended_in_id IS NULL
    UNION
    SELECT chain.shown, chain.was, supersessions.new_id, chain.step + 1,
        chain.changed OR supersessions.kind <> 'refined'
    FROM chain
    CROSS JOIN memories AS between_them ON between_them.rowid = chain.now AND unixepoch(between_them.invalid_at) <= %s
    CROSS JOIN supersessions ON supersessions.old_id = chain.now
    WHERE supersessions.ended_in_id IS NULL AND chain.step < %s
),
pairs (shown, was, now) AS (
    SELECT shown, was, now FROM chain WHERE changed
    UNION
    SELECT supersessions.old_id, supersessions.old_id, supersessions.new_id
    FROM looked CROSS JOIN supersessions ON supersessions.new_id = looked.rowid
    WHERE supersessions.ended_in_id IS NULL AND supersessions.kind <> 'refined'
)
SELECT pairs.shown, older.content, newer.rowid, newer.content, unixepoch(newer.event_time), newer.session_id,
    newer.event_offset, coalesce(unixepoch(older.invalid_at), 0), pairs.was
FROM pairs
CROSS JOIN memories AS older ON older.rowid = pairs.was
CROSS JOIN memories AS newer ON newer.rowid = pairs.now
WHERE newer.namespace_id = %s AND newer.valid_until IS NULL
    AND (newer.invalid_at IS NULL OR unixepoch(newer.invalid_at) > %s) AND older.quarantine IS NULL
ORDER BY pairs.was DESC
"""
