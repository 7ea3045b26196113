"""The memories' rows as search reads them on PostgreSQL: what a scope lets through, and a candidate's neighbourhood.

Rowids come and go as one array: a bound variable for each would make another statement for each number of them. Each
statement names its namespace, also where the rowids alone would tell: of memories that are divided it reads one part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from memoryproj.postgresql import replica

from ....models import Entity, Memory, by_hand
from ...scope import Scope
from ..base import Row
from ..picking import first_permitted

_NAMED = """
SELECT name_key, {columns} FROM entities
WHERE namespace_id = %s AND name_key = ANY(%s)
UNION ALL
SELECT entity_aliases.alias_key, {columns}
FROM entity_aliases JOIN entities ON entities.rowid = entity_aliases.entity_id
WHERE entity_aliases.namespace_id = %s AND alias_key = ANY(%s)
"""


class Rows:
    def named_entities(self, scope: Scope, keys: Collection[str]) -> list[tuple[str, Entity]]:
        # PostgreSQL takes no NUL, and so no name has one.
        asked = [scope.namespace.pk, [key for key in keys if "\0" not in key]]
        with replica.connection().cursor() as cursor:
            cursor.execute(_NAMED.format(columns=by_hand.columns(Entity)), asked * 2)
            rows = cursor.fetchall()
        return list(zip((row[0] for row in rows), by_hand.made(Entity, (row[1:] for row in rows)), strict=True))

    def speaking_of(self, scope: Scope, entity: Entity, limit: int) -> list[int]:
        where, params = scope.where
        with replica.connection().cursor() as cursor:
            cursor.execute(
                f"""
                SELECT memories.rowid
                FROM memory_entities JOIN memories ON memories.rowid = memory_entities.memory_id
                WHERE memory_entities.entity_id = %s AND {where}
                ORDER BY memory_entities.memory_id DESC LIMIT %s
                """,
                [entity.pk, *params, limit],
            )
            return [rowid for (rowid,) in cursor.fetchall()]

    def speakers(self, scope: Scope, rowids: Iterable[int]) -> set[str]:
        with replica.connection().cursor() as cursor:
            cursor.execute(
                "SELECT DISTINCT source_role FROM memories WHERE rowid = ANY(%s::bigint[]) "
                "AND namespace_id = ANY(%s::bigint[])",
                [list(rowids), [one.namespace.pk for one in scope.each]],
            )
            return {name for (name,) in cursor.fetchall() if name}

    def sources(self, scope: Scope, rowids: Iterable[int], limit: int) -> dict[int, tuple[int, ...]]:
        there, params = scope.there
        with replica.connection().cursor() as cursor:
            cursor.execute(
                f"""
                SELECT memory_sources.memory_id, memory_sources.source_id
                FROM memory_sources JOIN memories ON memories.rowid = memory_sources.source_id
                WHERE memory_sources.memory_id = ANY(%s::bigint[]) AND memories.namespace_id = %s
                    AND memories.kind = 'episode' AND {there}
                ORDER BY memory_sources.source_id DESC
                """,
                [list(rowids), scope.namespace.pk, *params],
            )
            found: dict[int, tuple[int, ...]] = {}
            for fact, source in cursor.fetchall():
                if len(known := found.get(fact, ())) < limit:
                    found[fact] = (*known, source)
            return found

    def windows(self, scope: Scope, turns: Iterable[int], reach: int) -> list[tuple[str, list[int]]]:
        there, params = scope.there
        side = [scope.namespace.pk, *params, reach]
        with replica.connection().cursor() as cursor:
            cursor.execute(
                f"""
                SELECT hit.rowid, hit.session_id,
                    array(SELECT rowid FROM memories
                        WHERE namespace_id = %s AND session_id = hit.session_id AND rowid < hit.rowid
                            AND kind = 'episode' AND {there}
                        ORDER BY rowid DESC LIMIT %s),
                    array(SELECT rowid FROM memories
                        WHERE namespace_id = %s AND session_id = hit.session_id AND rowid > hit.rowid
                            AND kind = 'episode' AND {there}
                        ORDER BY rowid LIMIT %s)
                FROM memories AS hit
                WHERE hit.rowid = ANY(%s::bigint[]) AND hit.namespace_id = %s
                    AND hit.kind = 'episode' AND hit.session_id IS NOT NULL
                """,
                [*side, *side, list(turns), scope.namespace.pk],
            )
            return [(session, [*before[::-1], rowid, *after]) for rowid, session, before, after in cursor.fetchall()]

    def rows(
        self, scope: Scope, rowids: Iterable[int], whole: Collection[int], characters: tuple[int, int]
    ) -> list[Row]:
        there, params = scope.there
        where, filtered_by = scope.where
        with replica.connection().cursor() as cursor:
            cursor.execute(
                f"""
                SELECT memories.rowid, memories.id, kind,
                    left(content, CASE WHEN memories.rowid = ANY(%s::bigint[]) THEN %s ELSE %s END),
                    source_role, role, session_id, floor(extract(epoch FROM event_time))::bigint, event_offset,
                    confidence, invalid_at IS NOT NULL AND invalid_at <= %s, CASE kind WHEN 'fact' THEN (
                        SELECT coalesce(json_agg(old_id)::text, '[]') FROM supersessions
                        WHERE new_id = memories.rowid AND ended_in_id IS NULL) END,
                    embedding, embedding_model, ({where})
                FROM memories
                WHERE memories.rowid = ANY(%s::bigint[]) AND namespace_id = %s AND {there}
                """,
                [
                    list(whole),
                    *characters,
                    scope.moment,
                    *filtered_by,
                    list(rowids),
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
        with replica.connection().cursor() as cursor:
            cursor.execute(
                f"SELECT {by_hand.columns(Memory, but)} FROM memories "
                f"WHERE memories.rowid = ANY(%s::bigint[]) AND {where}",
                [list(order), *params],
            )
            rows = {memory.pk: memory for memory in by_hand.made(Memory, cursor.fetchall(), but)}
        return [rows[rowid] for rowid in order if rowid in rows]

    def days_since(self, *moments: str) -> str:
        """`greatest` passes over what is NULL."""
        since = f"extract(epoch FROM (%s - greatest({', '.join(moments)})))::double precision"
        return f"greatest({since} / 86400.0, 0.0)"

    def faded(self, base: str, exponent: str) -> str:
        """A number too small to be told from 0 is an error here."""
        return f"CASE WHEN {base} < 1e-100 THEN 0.0 ELSE {base} * exp(-least({exponent}, 400.0)) END"


def permitted(scope: Scope, ranked: NDArray[np.int64], limit: int) -> list[int]:
    """The places of the first `limit` of `ranked` that the scope lets through."""
    where, params = scope.where
    with replica.connection().cursor() as cursor:

        def among(part: list[int]) -> set[int]:
            cursor.execute(
                f"SELECT memories.rowid FROM memories WHERE memories.rowid = ANY(%s::bigint[]) AND {where}",
                [part, *params],
            )
            return {rowid for (rowid,) in cursor.fetchall()}

        return first_permitted(ranked, limit, among)
