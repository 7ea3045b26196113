"""The vector arm by sqlite-vec, and the vector table's care.

A namespace's retired memories lie under its negative id: a search about now reads its chunks by the same statement as
if there were none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ....passages import MOST_PLACES, PLACE_BITS, Span
from ...scope import Scope
from ..base import Near, StoredVector, Vector
from .rows import every_candidate, permitted

OFTEN_ENOUGH = 8  # times the limit: how many of the nearest are looked at before a filter's rows are all read; chosen


class Vectors:
    def vector_arm(self, scope: Scope, table: str, vector: Vector, limit: int) -> Near:
        if not scope.namespace.pk:
            return Near([], {})
        keys, cosines = _compared(scope, table, vector)
        parts = keys < 0
        cut = bool(parts.any())
        rowids = np.where(parts, -keys >> PLACE_BITS, keys) if cut else keys
        nearest = _nearest_each if cut else _nearest
        if not scope.narrowed:
            chosen = nearest(rowids, cosines, limit)
        else:
            first = nearest(rowids, cosines, OFTEN_ENOUGH * limit)
            chosen = first[permitted(scope, rowids[first], limit)]
            if len(chosen) < limit and len(first) < len(rowids):
                allowed = np.isin(rowids, every_candidate(scope))
                keys, rowids, cosines = keys[allowed], rowids[allowed], cosines[allowed]
                chosen = nearest(rowids, cosines, limit)
        found = rowids[chosen].tolist()
        by_part = zip(found, keys[chosen].tolist(), strict=True) if cut else ()
        hits = list(zip(found, cosines[chosen].tolist(), strict=True))
        return Near(hits, {rowid: key for rowid, key in by_part if key < 0})

    def spans(self, keys: Iterable[int]) -> dict[int, Span]:
        with connection.cursor() as cursor:
            cursor.execute(
                'SELECT vector_key, start, "end" FROM json_each(%s) AS hit '
                "CROSS JOIN passages ON passages.vector_key = hit.value",
                [json.dumps(list(keys))],
            )
            return {key: Span(start, end) for key, start, end in cursor.fetchall()}

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
            # vec0 itself would walk over all rows to find a range of keys.
            cursor.execute(
                f'SELECT stored.rowid FROM json_each(%s) AS hit CROSS JOIN "{table}_rowids" AS stored '
                "ON stored.rowid = hit.value OR hit.value > 0 "
                f"AND stored.rowid BETWEEN -(hit.value << {PLACE_BITS} | {MOST_PLACES - 1}) "
                f"AND -(hit.value << {PLACE_BITS})",
                [json.dumps(list(rowids))],
            )
            cursor.executemany(f'DELETE FROM "{table}" WHERE rowid = %s', cursor.fetchall())

    def every_vector(self, table: str) -> Iterable[StoredVector]:
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT rowid, namespace_id, kind, embedding FROM "{table}"')
            while rows := cursor.fetchmany(1000):
                yield from (
                    (int(rowid), abs(owner), str(kind), owner < 0, bytes(vector)) for rowid, owner, kind, vector in rows
                )

    def surplus_vectors(self, table: str) -> list[int]:
        return _column(
            f'SELECT v.rowid FROM "{table}_rowids" v LEFT JOIN memories m ON m.rowid = v.rowid '
            "LEFT JOIN passages p ON p.vector_key = v.rowid AND length(p.embedding) > 0 "
            "WHERE m.rowid IS NULL AND p.vector_key IS NULL"
        )

    def misplaced_vectors(self, table: str) -> list[int]:
        return _column(
            f'SELECT DISTINCT m.rowid FROM "{table}_rowids" v JOIN "{table}_chunks" c ON c.chunk_id = v.chunk_id '
            f"JOIN memories m ON m.rowid = iif(v.rowid > 0, v.rowid, -v.rowid >> {PLACE_BITS}) "
            "WHERE c.partition01 <> m.kind "
            "OR c.partition00 <> CASE WHEN m.valid_until IS NULL THEN m.namespace_id ELSE -m.namespace_id END"
        )

    def missing_vectors(self, table: str, model: str) -> list[int]:
        return _column(
            f'SELECT m.rowid FROM memories m LEFT JOIN "{table}_rowids" v ON v.rowid = m.rowid '
            "WHERE m.embedding IS NOT NULL AND m.embedding_model = %s AND v.rowid IS NULL "
            f'UNION SELECT p.memory_id FROM passages p LEFT JOIN "{table}_rowids" v ON v.rowid = p.vector_key '
            "JOIN memories m ON m.rowid = p.memory_id "
            "WHERE length(p.embedding) > 0 AND m.embedding IS NOT NULL AND m.embedding_model = %s AND v.rowid IS NULL",
            [model, model],
        )


def _compared(scope: Scope, table: str, vector: Vector) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The keys of the scope's namespace and kind (of the past: also the retired ones), and each one's cosine with
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


def _nearest_each(rowids: NDArray[np.int64], cosines: NDArray[np.float32], limit: int) -> NDArray[np.int64]:
    """The same, of each row its greatest alone: a long text must not take all places by its passages."""
    looked_at = 2 * limit
    while True:
        places = _nearest(rowids, cosines, looked_at)
        _, first = np.unique(rowids[places], return_index=True)
        if len(first) >= limit or looked_at >= len(rowids):
            return places[np.sort(first)][:limit]
        looked_at *= 4


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
