"""The memories' rows as search reads them on SQLite: what a scope lets through, and a candidate's neighbourhood.

Rowids come and go as one JSON text: a bound variable for each would make another statement for each number of them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ....models import Entity, Memory, by_hand
from ...scope import Scope
from ..base import Row
from ..picking import first_permitted

# Both ways to a name in one statement: it is asked for each search.
_NAMED = """
SELECT name_key, {columns} FROM entities
WHERE namespace_id = %s AND name_key IN (SELECT value FROM json_each(%s))
UNION ALL
SELECT entity_aliases.alias_key, {columns}
FROM entity_aliases JOIN entities ON entities.rowid = entity_aliases.entity_id
WHERE entity_aliases.namespace_id = %s AND alias_key IN (SELECT value FROM json_each(%s))
"""


class Rows:
    def named_entities(self, scope: Scope, keys: Collection[str]) -> list[tuple[str, Entity]]:
        with connection.cursor() as cursor:
            cursor.execute(
                _NAMED.format(columns=by_hand.columns(Entity)), [scope.namespace.pk, json.dumps(list(keys))] * 2
            )
            rows = cursor.fetchall()
        return list(zip((row[0] for row in rows), by_hand.made(Entity, (row[1:] for row in rows)), strict=True))

    def speaking_of(self, scope: Scope, entity: Entity, limit: int) -> list[int]:
        where, params = scope.where
        with connection.cursor() as cursor:
            cursor.execute(
                f"""
                SELECT memories.rowid
                FROM memory_entities CROSS JOIN memories ON memories.rowid = memory_entities.memory_id
                WHERE memory_entities.entity_id = %s AND {where}
                ORDER BY memory_entities.memory_id DESC LIMIT %s
                """,
                [entity.pk, *params, limit],
            )
            return [rowid for (rowid,) in cursor.fetchall()]

    def speakers(self, scope: Scope, rowids: Iterable[int]) -> set[str]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT DISTINCT source_role FROM memories WHERE rowid IN (SELECT value FROM json_each(%s))",
                [_array(rowids)],
            )
            return {name for (name,) in cursor.fetchall() if name}

    def sources(self, scope: Scope, rowids: Iterable[int], limit: int) -> dict[int, tuple[int, ...]]:
        there, params = scope.there
        with connection.cursor() as cursor:
            cursor.execute(
                f"""
                SELECT memory_sources.memory_id, memory_sources.source_id
                FROM json_each(%s) AS hit
                CROSS JOIN memory_sources ON memory_sources.memory_id = hit.value
                CROSS JOIN memories ON memories.rowid = memory_sources.source_id
                WHERE memories.kind = 'episode' AND {there}
                ORDER BY memory_sources.source_id DESC
                """,
                [_array(rowids), *params],
            )
            found: dict[int, tuple[int, ...]] = {}
            for fact, source in cursor.fetchall():
                if len(known := found.get(fact, ())) < limit:
                    found[fact] = (*known, source)
            return found

    def windows(self, scope: Scope, turns: Iterable[int], reach: int) -> list[tuple[str, list[int]]]:
        """Each turn's neighbours are read from the session's index. Left to itself, SQLite walks back over all turns of
        the namespace until it meets the session's."""
        there, params = scope.there
        side = [scope.namespace.pk, *params, reach]
        with connection.cursor() as cursor:
            cursor.execute(
                f"""
                SELECT hit.rowid, hit.session_id,
                    (SELECT group_concat(rowid) FROM (
                        SELECT rowid FROM memories INDEXED BY memories_session
                        WHERE namespace_id = %s AND session_id = hit.session_id AND rowid < hit.rowid
                            AND kind = 'episode' AND {there}
                        ORDER BY rowid DESC LIMIT %s)),
                    (SELECT group_concat(rowid) FROM (
                        SELECT rowid FROM memories INDEXED BY memories_session
                        WHERE namespace_id = %s AND session_id = hit.session_id AND rowid > hit.rowid
                            AND kind = 'episode' AND {there}
                        ORDER BY rowid LIMIT %s))
                FROM memories AS hit
                WHERE hit.rowid IN (SELECT value FROM json_each(%s))
                    AND hit.kind = 'episode' AND hit.session_id IS NOT NULL
                """,
                [*side, *side, _array(turns)],
            )
            return [
                (session, [*_rowids(before)[::-1], rowid, *_rowids(after)])
                for rowid, session, before, after in cursor.fetchall()
            ]

    def rows(
        self, scope: Scope, rowids: Iterable[int], whole: Collection[int], characters: tuple[int, int]
    ) -> list[Row]:
        there, params = scope.there
        where, filtered_by = scope.where
        with connection.cursor() as cursor:
            cursor.execute(
                f"""
                SELECT memories.rowid, memories.id, kind,
                    substr(content, 1, CASE WHEN memories.rowid IN (SELECT value FROM json_each(%s))
                        THEN %s ELSE %s END),
                    source_role, role, session_id, unixepoch(event_time), event_offset, confidence,
                    invalid_at IS NOT NULL AND unixepoch(invalid_at) <= %s, CASE kind WHEN 'fact' THEN (
                        SELECT json_group_array(old_id) FROM supersessions
                        WHERE new_id = memories.rowid AND ended_in_id IS NULL) END,
                    embedding, embedding_model, ({where})
                FROM json_each(%s) AS hit CROSS JOIN memories ON memories.rowid = hit.value
                WHERE namespace_id = %s AND {there}
                """,
                [
                    _array(whole),
                    *characters,
                    int(scope.moment.timestamp()),
                    *filtered_by,
                    _array(rowids),
                    scope.namespace.pk,
                    *params,
                ],
            )
            rows: list[Row] = cursor.fetchall()
            return rows

    def memories(self, scope: Scope, order: Sequence[int]) -> list[Memory]:
        if not order:
            return []
        where, params = scope.where
        but = ("embedding",)
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {by_hand.columns(Memory, but)} FROM json_each(%s) AS hit "
                f"CROSS JOIN memories ON memories.rowid = hit.value WHERE {where}",
                [_array(order), *params],
            )
            rows = {memory.pk: memory for memory in by_hand.made(Memory, cursor.fetchall(), but)}
        return [rows[rowid] for rowid in order if rowid in rows]

    def days_since(self, *moments: str) -> str:
        """The texts of times sort as times do."""
        first, *others = moments
        latest = ", ".join([first, *(f"coalesce({moment}, {first})" for moment in others)])
        return f"max(julianday(%s) - julianday(max({latest})), 0.0)"

    def faded(self, base: str, exponent: str) -> str:
        return f"{base} * exp(-{exponent})"


def permitted(scope: Scope, ranked: NDArray[np.int64], limit: int) -> list[int]:
    """The places of the first `limit` of `ranked` that the scope lets through."""
    where, params = scope.where
    with connection.cursor() as cursor:

        def among(part: list[int]) -> set[int]:
            cursor.execute(
                "SELECT memories.rowid FROM json_each(%s) AS hit CROSS JOIN memories ON memories.rowid = hit.value "
                f"WHERE {where}",
                [_array(part), *params],
            )
            return {rowid for (rowid,) in cursor.fetchall()}

        return first_permitted(ranked, limit, among)


def every_candidate(scope: Scope) -> NDArray[np.int64]:
    """The rowids of all that the scope lets through, in any order."""
    where, params = scope.where
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT group_concat(rowid) FROM memories WHERE {where}", params)
        return np.fromstring(cursor.fetchone()[0] or "", dtype=np.int64, sep=",")


def _array(rowids: Iterable[int]) -> str:
    return json.dumps(list(rowids))


def _rowids(text: str | None) -> list[int]:
    return [int(number) for number in text.split(",")] if text else []
