"""The vector arm by sqlite-vec, and the vector table's care.

A namespace's retired memories lie under its negative id: a search about now reads its chunks by the same statement as
if there were none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ...scope import Scope
from ..base import StoredVector, Vector
from .rows import every_candidate, permitted

OFTEN_ENOUGH = 8  # times the limit: how many of the nearest are looked at before a filter's rows are all read


class Vectors:
    def vector_arm(self, scope: Scope, table: str, vector: Vector, limit: int) -> list[tuple[int, float]]:
        if not scope.namespace.pk:
            return []
        rowids, cosines = _compared(scope, table, vector)
        if not scope.narrowed:
            chosen = _nearest(rowids, cosines, limit)
        else:
            first = _nearest(rowids, cosines, OFTEN_ENOUGH * limit)
            chosen = first[permitted(scope, rowids[first], limit)]
            if len(chosen) < limit and len(first) < len(rowids):
                allowed = np.isin(rowids, every_candidate(scope))
                rowids, cosines = rowids[allowed], cosines[allowed]
                chosen = _nearest(rowids, cosines, limit)
        return list(zip(rowids[chosen].tolist(), cosines[chosen].tolist(), strict=True))

    def create_vector_table(self, name: str, dimensions: int) -> None:
        with connection.cursor() as cursor:
            create_vector_table(cursor, name, dimensions)

    def drop_vector_table(self, name: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP TABLE IF EXISTS "{name}"')

    def vector_table_exists(self, name: str) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = %s", [name])
            return cursor.fetchone() is not None

    def put_vectors(self, table: str, rows: Iterable[StoredVector]) -> None:
        """vec0 knows no upsert, so an old row goes first."""
        rows = list(rows)
        self.remove_vectors(table, [row[0] for row in rows])
        with connection.cursor() as cursor:
            cursor.executemany(
                f'INSERT INTO "{table}" (rowid, namespace_id, kind, embedding) VALUES (%s, %s, %s, %s)',
                [(rowid, -owner if retired else owner, kind, vector) for rowid, owner, kind, retired, vector in rows],
            )

    def remove_vectors(self, table: str, rowids: Iterable[int]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(f'DELETE FROM "{table}" WHERE rowid = %s', [[rowid] for rowid in rowids])

    def every_vector(self, table: str) -> Iterable[StoredVector]:
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT rowid, namespace_id, kind, embedding FROM "{table}"')
            while rows := cursor.fetchmany(1000):
                yield from (
                    (int(rowid), abs(owner), str(kind), owner < 0, bytes(vector)) for rowid, owner, kind, vector in rows
                )

    def surplus_vectors(self, table: str) -> list[int]:
        return _column(
            f'SELECT v.rowid FROM "{table}_rowids" v LEFT JOIN memories m ON m.rowid = v.rowid WHERE m.rowid IS NULL'
        )

    def misplaced_vectors(self, table: str) -> list[int]:
        return _column(
            f'SELECT v.rowid FROM "{table}_rowids" v JOIN "{table}_chunks" c ON c.chunk_id = v.chunk_id '
            "JOIN memories m ON m.rowid = v.rowid WHERE c.partition01 <> m.kind "
            "OR c.partition00 <> CASE WHEN m.valid_until IS NULL THEN m.namespace_id ELSE -m.namespace_id END"
        )

    def missing_vectors(self, table: str, model: str) -> list[int]:
        return _column(
            f'SELECT m.rowid FROM memories m LEFT JOIN "{table}_rowids" v ON v.rowid = m.rowid '
            "WHERE m.embedding IS NOT NULL AND m.embedding_model = %s AND v.rowid IS NULL",
            [model],
        )


def _compared(scope: Scope, table: str, vector: Vector) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The rowids of the scope's namespace and kind (of the past: also the retired ones), and each one's cosine with
    `vector`.

    Read from the chunks in which vec0 keeps its vectors (their layout is part of its file format), not by its `MATCH`:
    that compares one number at a time and grows with k, and takes twice as long for the same answer.
    """
    sql = (
        f'SELECT chunk.validity, chunk.rowids, stored.vectors FROM "{table}_chunks" AS chunk '
        f'CROSS JOIN "{table}_vector_chunks00" AS stored ON stored._rowid_ = chunk.chunk_id '
        f"WHERE chunk.partition00 {'IN (%s, -%s)' if scope.past else '= %s'}"
        + (" AND chunk.partition01 = %s" if scope.kind else "")
    )
    owner = [scope.namespace.pk] * (2 if scope.past else 1)
    vector = vector.astype(np.float32)
    validity, rowids, cosines = [], [], [np.empty(0, np.float32)]
    with connection.wrap_database_errors, connection.cursor() as wrapped:
        cursor = wrapped.cursor  # Django's own reads a hundred rows at a time, which here are megabytes
        cursor.execute(sql, [*owner, *([scope.kind] if scope.kind else [])])
        for valid, held, vectors in cursor:
            validity.append(valid)
            rowids.append(held)
            cosines.append(np.frombuffer(vectors, np.float32).reshape(-1, vector.size) @ vector)
    valid = np.unpackbits(np.frombuffer(b"".join(validity), np.uint8), bitorder="little").astype(bool)
    return np.frombuffer(b"".join(rowids), np.int64)[valid], np.concatenate(cosines)[valid]


def _nearest(rowids: NDArray[np.int64], cosines: NDArray[np.float32], limit: int) -> NDArray[np.int64]:
    """The places of the `limit` greatest cosines, the greatest first, the older row first among equals."""
    if limit < len(cosines):
        least = np.partition(cosines, len(cosines) - limit)[len(cosines) - limit]
        among = np.flatnonzero(cosines >= least)
    else:
        among = np.arange(len(cosines))
    return among[np.lexsort((rowids[among], -cosines[among]))][:limit]


def create_vector_table(cursor: Any, name: str, dimensions: int) -> None:
    """A vec0 table for unit vectors of `dimensions` floats, partitioned so that filters act inside the search.

    Each partition value allocates whole chunks, so they are small: namespaces are many.
    """
    cursor.execute(
        f'CREATE VIRTUAL TABLE "{name}" USING vec0('
        "namespace_id integer partition key, kind text partition key, "
        f"embedding float[{int(dimensions)}], chunk_size=128)"
    )
    # vec0 makes no index on the partitions, and uses this one: without it each search walks over all chunks.
    cursor.execute(f'CREATE INDEX "{name}_partitions" ON "{name}_chunks" (partition00, partition01)')


def _column(sql: str, params: list[Any] | None = None) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params or [])
        return [int(row[0]) for row in cursor.fetchall()]
