"""The vector arm by pgvector, and the vector table's care.

A small part of the table (one namespace, one kind, present or past) is compared row by row: exact, and as quick as an
index. A large one is searched by the HNSW index, in rounds (`iterative_scan`) until enough of what the filters let
through was found; where the rounds end before, all of the part is compared. Where the filters let few memories through,
the index would look at nearly all before it had found them: these few are compared, however large the part is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from django.conf import settings
from django.db import ProgrammingError, connection

from memoryproj.postgresql import partitions, replica, wall

from ....passages import Span, memory_of
from ...scope import Scope
from ..base import Near, StoredVector, Vector
from ..estimates import Estimates

EXACT = 20_000  # vectors of a part up to which each one is compared; docs/postgresql.md has the times of both ways
INDEXED_DIMENSIONS = 4_000  # what HNSW takes of half precision; pgvector's limit
FEW = 2_000  # memories that filters let through up to which these alone are compared; docs/postgresql.md has the times
OFTEN_ENOUGH = 8  # times the limit: how many of the nearest are looked at before a filter's rows are all read; chosen
PART = 1_000  # rows read at once

# In front of a search by the index, in the same message, which is a transaction: it costs no journey to the server.
_BY_INDEX = "SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.ef_search = {round}; "
ROUND = 200  # vectors that the index looks at in one round; docs/postgresql.md has the times
ROUND_AMONG_OTHERS = 400  # where the kind or filters leave some out: a second round costs more than a larger first one
# Of the part's vectors the nearest.
_NEAREST = """
WITH near AS MATERIALIZED (
    SELECT stored.key, stored.memory_id, -(stored.embedding <#> %s::vector) AS cosine
    FROM "{table}" AS stored {join}
    WHERE stored.namespace_id = %s {part} {among}
    ORDER BY {order}
    LIMIT %s
),"""
# All vectors of what the filters let through; none where that is more than a number, which is counted no further.
_OF_FEW = """
WITH few AS MATERIALIZED (SELECT memories.rowid FROM memories WHERE {where} LIMIT %s),
near AS MATERIALIZED (
    SELECT stored.key, stored.memory_id, -(stored.embedding <#> %s::vector) AS cosine
    FROM few JOIN "{table}" AS stored ON stored.memory_id = few.rowid
    WHERE (SELECT count(*) FROM few) <= %s
),"""
# Of each memory its nearest vector alone: a long text must not take all places. The first column says how many were
# looked at, also where nothing was found.
_BEST = """
best AS (SELECT DISTINCT ON (memory_id) memory_id, key, cosine FROM near ORDER BY memory_id, cosine DESC, key DESC),
found AS (
    SELECT best.memory_id, best.key, best.cosine FROM best {only}
    ORDER BY best.cosine DESC, best.memory_id LIMIT %s
)
SELECT looked.number, found.memory_id, found.key, found.cosine
FROM (SELECT count(*) AS number FROM {looked_at}) AS looked LEFT JOIN found ON true
ORDER BY found.cosine DESC, found.memory_id
"""


class Vectors:
    def vector_arm(self, scope: Scope, table: str, vector: Vector, limit: int) -> Near:
        if not scope.namespace.pk:
            return Near([], {})
        # What fails inside a transaction would make all that follows fail: the table is not read to learn that.
        if replica.connection().in_atomic_block and not self.vector_table_exists(table):
            raise ProgrammingError(f"there is no table {table}")
        found = _of_few(scope, table, vector, limit) if _may_let_few_through(scope) else None
        if found is None:
            found = _of_many(scope, table, vector, limit)
        hits = [(memory, cosine) for memory, _, cosine in found]
        return Near(hits, {memory: key for memory, key, _ in found if key < 0})

    def spans(self, keys: Iterable[int]) -> dict[int, Span]:
        with replica.connection().cursor() as cursor:
            cursor.execute(
                'SELECT vector_key, start, "end" FROM passages WHERE vector_key = ANY(%s::bigint[])', [list(keys)]
            )
            return {key: Span(start, end) for key, start, end in cursor.fetchall()}

    def create_vector_table(self, name: str, dimensions: int) -> None:
        size = int(dimensions)
        with connection.cursor() as cursor:
            cursor.execute(
                f'CREATE TABLE "{name}" (key bigint PRIMARY KEY, memory_id bigint NOT NULL, '
                "namespace_id bigint NOT NULL, kind text NOT NULL, retired boolean NOT NULL, "
                f"embedding vector({size}) NOT NULL)"
            )
            cursor.execute(f'CREATE INDEX "{name}_memory" ON "{name}" (memory_id)')
            cursor.execute(f'CREATE INDEX "{name}_part" ON "{name}" (namespace_id, kind, retired)')
            if size <= INDEXED_DIMENSIONS:
                cursor.execute(
                    f'CREATE INDEX "{name}_hnsw" ON "{name}" USING hnsw ((embedding::halfvec({size})) halfvec_ip_ops)'
                )
            if parts := partitions.parts(cursor):
                partitions.divide(cursor, name, parts)
            if settings.MEMORY_DATABASE_WALL:
                wall.cover_new_vectors(cursor, settings.MEMORY_DATABASE_WALL, name)

    def drop_vector_table(self, name: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP TABLE IF EXISTS "{name}"')

    def vector_table_exists(self, name: str) -> bool:
        with replica.connection().cursor() as cursor:
            cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [f'"{name}"'])
            return bool(cursor.fetchone()[0])

    def put_vectors(self, table: str, rows: Iterable[StoredVector]) -> None:
        rows = list(rows)
        self.remove_vectors(table, [row[0] for row in rows])
        with connection.cursor() as cursor:
            cursor.executemany(
                f'INSERT INTO "{table}" (key, memory_id, namespace_id, kind, retired, embedding) '
                "VALUES (%s, %s, %s, %s, %s, %s)",
                [
                    (key, memory_of(key), owner, kind, retired, _text(vector))
                    for key, owner, kind, retired, vector in rows
                ],
            )

    def remove_vectors(self, table: str, rowids: Iterable[int]) -> None:
        keys = list(rowids)
        with connection.cursor() as cursor:
            cursor.execute(
                f'DELETE FROM "{table}" WHERE memory_id = ANY(%s::bigint[]) OR key = ANY(%s::bigint[])',
                [[key for key in keys if key > 0], [key for key in keys if key < 0]],
            )

    def every_vector(self, table: str) -> Iterable[StoredVector]:
        after = -(1 << 63)
        while True:
            with connection.cursor() as cursor:
                cursor.execute(
                    f'SELECT key, namespace_id, kind, retired, vector_send(embedding) FROM "{table}" '
                    "WHERE key > %s ORDER BY key LIMIT %s",
                    [after, PART],
                )
                rows = cursor.fetchall()
            if not rows:
                return
            after = rows[-1][0]
            for key, owner, kind, retired, sent in rows:
                # Four bytes of head, then the numbers in the network's order.
                yield key, owner, kind, retired, np.frombuffer(sent[4:], ">f4").astype(np.float32).tobytes()

    def surplus_vectors(self, table: str) -> list[int]:
        return _column(
            f'SELECT v.key FROM "{table}" v LEFT JOIN memories m ON m.rowid = v.key '
            "LEFT JOIN passages p ON p.vector_key = v.key AND length(p.embedding) > 0 "
            "WHERE m.rowid IS NULL AND p.vector_key IS NULL"
        )

    def misplaced_vectors(self, table: str) -> list[int]:
        return _column(
            f'SELECT DISTINCT m.rowid FROM "{table}" v JOIN memories m ON m.rowid = v.memory_id '
            "WHERE v.kind <> m.kind OR v.namespace_id <> m.namespace_id "
            "OR v.retired <> (m.valid_until IS NOT NULL)"
        )

    def missing_vectors(self, table: str, model: str) -> list[int]:
        return _column(
            f'SELECT m.rowid FROM memories m LEFT JOIN "{table}" v ON v.key = m.rowid '
            "WHERE m.embedding IS NOT NULL AND m.embedding_model = %s AND v.key IS NULL "
            f'UNION SELECT p.memory_id FROM passages p LEFT JOIN "{table}" v ON v.key = p.vector_key '
            "JOIN memories m ON m.rowid = p.memory_id "
            "WHERE length(p.embedding) > 0 AND m.embedding IS NOT NULL AND m.embedding_model = %s AND v.key IS NULL",
            [model, model],
        )


def _may_let_few_through(scope: Scope) -> bool:
    """Whether it pays to count."""
    return scope.namespace.memories > FEW and _lets_some_through(scope)


def _lets_some_through(scope: Scope) -> bool:
    """Whether filters act. A block's search leaves one session out each time: all others are let through."""
    return replace(scope, filters=replace(scope.filters, exclude_session_id=None)).narrowed


def _of_few(scope: Scope, table: str, vector: Vector, limit: int) -> list[tuple[int, int, float]] | None:
    """[(memory, key, cosine)] of the nearest, each that is let through compared; None where they are more than FEW."""
    where, params = scope.where
    statement = (_OF_FEW + _BEST).format(where=where, table=table, only="", looked_at="few")
    text = _text(vector.astype(np.float32).tobytes())
    with replica.connection().cursor() as cursor:
        cursor.execute(statement, [*params, FEW + 1, text, FEW, limit])
        found, let_through = _read(cursor)
    return found if let_through <= FEW else None


def _of_many(scope: Scope, table: str, vector: Vector, limit: int) -> list[tuple[int, int, float]]:
    """The same, by whatever way suits the size of the part."""
    by_index = _is_large(scope, table) and vector.size <= INDEXED_DIMENSIONS
    # Beside the index the filters act on what was looked at; the index looks at nothing else than they let through.
    looked_at = (OFTEN_ENOUGH if scope.narrowed and not by_index else 2) * limit
    while True:
        found, seen = _nearest(scope, table, vector, limit, looked_at, by_index=by_index)
        if len(found) >= limit or seen < looked_at and not by_index:
            return found
        if by_index:
            by_index = False  # the rounds ended before enough was found
        else:
            looked_at *= OFTEN_ENOUGH


def _nearest(
    scope: Scope, table: str, vector: Vector, limit: int, looked_at: int, *, by_index: bool
) -> tuple[list[tuple[int, int, float]], int]:
    """([(memory, key, cosine)] of the nearest, how many vectors of the part were looked at)."""
    where, params = scope.where
    size = vector.size
    # The index looks on until the filters have let enough through; without it they act on the nearest.
    inside, outside = by_index and scope.narrowed, not by_index and scope.narrowed
    exact, halved = "stored.embedding <#> %s::vector", f"stored.embedding::halfvec({size}) <#> %s::halfvec({size})"
    statement = (by_index * _BY_INDEX + _NEAREST + _BEST).format(
        round=ROUND_AMONG_OTHERS if scope.kind or _lets_some_through(scope) else ROUND,
        looked_at="near",
        table=table,
        join="JOIN memories ON memories.rowid = stored.memory_id" if inside else "",
        part=_part(scope),
        among=f"AND {where}" if inside else "",
        order=halved if by_index else f"{exact}, stored.memory_id",
        only=f"JOIN memories ON memories.rowid = best.memory_id WHERE {where}" if outside else "",
    )
    text = _text(vector.astype(np.float32).tobytes())
    asked = [
        text, scope.namespace.pk, *([scope.kind] if scope.kind else []), *(params if inside else []), text, looked_at,
        *(params if outside else []), limit,
    ]  # fmt: skip
    with replica.connection().cursor() as cursor:
        cursor.execute(statement, asked)
        for _ in range(_BY_INDEX.count(";") if by_index else 0):
            cursor.nextset()  # the answers of what stands in front
        return _read(cursor)


def _read(cursor: Any) -> tuple[list[tuple[int, int, float]], int]:
    rows = cursor.fetchall()
    return [(memory, key, float(cosine)) for _, memory, key, cosine in rows if memory is not None], rows[0][0]


def _part(scope: Scope) -> str:
    """Which rows of a namespace's a scope is about."""
    return ("AND stored.kind = %s " if scope.kind else "") + ("" if scope.past else "AND NOT stored.retired")


def _is_large(scope: Scope, table: str) -> bool:
    """Whether the scope's part of the table is more than is compared row by row."""
    if scope.namespace.memories <= EXACT:
        return False
    part = table, scope.namespace.pk, scope.kind, scope.past
    if (known := _sizes.known(part)) is not None:
        return known > EXACT
    with replica.connection().cursor() as cursor:
        cursor.execute(
            f'SELECT count(*) FROM (SELECT 1 FROM "{table}" AS stored WHERE stored.namespace_id = %s {_part(scope)} '
            f"LIMIT {EXACT + 1}) AS part",
            [scope.namespace.pk, *([scope.kind] if scope.kind else [])],
        )
        return _sizes.keep(part, int(cursor.fetchone()[0])) > EXACT


# Of parts up to one more than EXACT, which take milliseconds to count. A part that grew past it meanwhile is compared
# row by row for some minutes more.
_sizes = Estimates()
forget = _sizes.forget


def _text(vector: bytes) -> str:
    """float32 bytes as pgvector reads them."""
    return f"[{','.join(map(repr, np.frombuffer(vector, np.float32).tolist()))}]"


def _column(sql: str, params: list[Any] | None = None) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params or [])
        return [int(row[0]) for row in cursor.fetchall()]
