"""The arms of the search on SQLite: full text by FTS5, vectors by sqlite-vec. And the vector table's own care.

Filters act inside each arm, before its limit: a fact behind a thousand nearer episodes must still be found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
from django.db import DatabaseError, connection
from numpy.typing import NDArray

from . import postings
from .scope import Scope

OFTEN_ENOUGH = 8  # times the limit: how many of the nearest are looked at before a filter's rows are all read
Vector = NDArray[np.float32]


def text_arm(scope: Scope, wanted: list[str], limit: int) -> list[tuple[int, float]]:
    """(rowid, score; higher is better) of the rows that hold one of the terms `wanted`, best first."""
    if not wanted or not scope.namespace.pk:
        return []
    return best(scope, postings.read(scope, wanted), limit)


def best(scope: Scope, found: postings.Postings, limit: int) -> list[tuple[int, float]]:
    """(rowid, summed weight of the words it holds) of the best memories among `found`, the newer first among equals.

    How often a word stands in a text and how long the text is do not count: with stop words cut that ranks talk better
    than BM25 (recall at 10 on LoCoMo .66 against .62), and the whole text is looked at later, by the ranking.
    """
    lists = [(found.weight(word), rowids) for word, rowids in found.lists.items() if len(rowids)]
    if not lists:
        return []
    rowids, place = np.unique(np.concatenate([rowids for _, rowids in lists]), return_inverse=True)
    scores = np.bincount(place, np.repeat([weight for weight, _ in lists], [len(rowids) for _, rowids in lists]))
    order = np.lexsort((-rowids, -scores))
    permitted = _permitted(scope, rowids[order], limit) if found.mixed or scope.narrowed else slice(limit)
    chosen = order[permitted]
    return list(zip(rowids[chosen].tolist(), scores[chosen].tolist(), strict=True))


def _permitted(scope: Scope, ranked: NDArray[np.int64], limit: int) -> list[int]:
    """The places of the first `limit` of `ranked` that the scope lets through. Most searches look at one part of it."""
    where, params = scope.where
    places: list[int] = []
    start, size = 0, 2 * limit
    with connection.cursor() as cursor:
        while len(places) < limit and start < len(ranked):
            part = ranked[start : start + size].tolist()
            cursor.execute(
                "SELECT memories.rowid FROM json_each(%s) AS hit CROSS JOIN memories ON memories.rowid = hit.value "
                f"WHERE {where}",
                [json.dumps(part), *params],
            )
            allowed = {rowid for (rowid,) in cursor.fetchall()}
            places += [place for place, rowid in enumerate(part, start) if rowid in allowed]
            start, size = start + size, 4 * size
    return places[:limit]


def vector_arm(scope: Scope, table: str, vector: Vector, limit: int) -> list[tuple[int, float]]:
    """(rowid, cosine) of the nearest rows, nearest first. `vector` and what is stored have length 1."""
    if not scope.namespace.pk:
        return []
    rowids, cosines = _compared(scope, table, vector)
    if not scope.narrowed:
        chosen = _nearest(rowids, cosines, limit)
    else:
        first = _nearest(rowids, cosines, OFTEN_ENOUGH * limit)
        chosen = first[_permitted(scope, rowids[first], limit)]
        if len(chosen) < limit and len(first) < len(rowids):
            allowed = np.isin(rowids, _every_candidate(scope))
            rowids, cosines = rowids[allowed], cosines[allowed]
            chosen = _nearest(rowids, cosines, limit)
    return list(zip(rowids[chosen].tolist(), cosines[chosen].tolist(), strict=True))


def _compared(scope: Scope, table: str, vector: Vector) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The rowids of the scope's namespace and kind, and each one's cosine with `vector`.

    Read from the chunks in which vec0 keeps its vectors (their layout is part of its file format), not by its `MATCH`:
    that compares one number at a time and grows with k, and takes twice as long for the same answer.
    """
    sql = (
        f'SELECT chunk.validity, chunk.rowids, stored.vectors FROM "{table}_chunks" AS chunk '
        f'CROSS JOIN "{table}_vector_chunks00" AS stored ON stored._rowid_ = chunk.chunk_id '
        "WHERE chunk.partition00 = %s" + (" AND chunk.partition01 = %s" if scope.kind else "")
    )
    vector = vector.astype(np.float32)
    validity, rowids, cosines = [], [], [np.empty(0, np.float32)]
    with connection.wrap_database_errors, connection.cursor() as wrapped:
        cursor = wrapped.cursor  # Django's own reads a hundred rows at a time, which here are megabytes
        cursor.execute(sql, [scope.namespace.pk, *([scope.kind] if scope.kind else [])])
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


def _every_candidate(scope: Scope) -> NDArray[np.int64]:
    where, params = scope.where
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT group_concat(rowid) FROM memories WHERE {where}", params)
        return np.fromstring(cursor.fetchone()[0] or "", dtype=np.int64, sep=",")


# --- The vector table -------------------------------------------------------------------------------------------


def create_vector_table(cursor: Any, name: str, dimensions: int) -> None:
    """A vec0 table for unit vectors of `dimensions` floats, partitioned so that filters act inside the search.

    Each partition value allocates whole chunks, so they are small: namespaces are many.
    """
    cursor.execute(
        f'CREATE VIRTUAL TABLE "{name}" USING vec0('
        "namespace_id integer partition key, kind text partition key, "
        f"embedding float[{int(dimensions)}], chunk_size=128)"
    )
    index_partitions(cursor, name)


def index_partitions(cursor: Any, name: str) -> None:
    """Find a partition's chunks without a walk over all chunks. vec0 makes no such index, and uses it."""
    cursor.execute(f'CREATE INDEX "{name}_partitions" ON "{name}_chunks" (partition00, partition01)')


def drop_vector_table(cursor: Any, name: str) -> None:
    cursor.execute(f'DROP TABLE IF EXISTS "{name}"')


def vector_table_exists(name: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = %s", [name])
        return cursor.fetchone() is not None


def put_vectors(table: str, rows: Iterable[tuple[int, int, str, bytes]]) -> None:
    """Store (rowid, namespace id, kind, float32 bytes). vec0 knows no upsert, so an old row goes first."""
    rows = list(rows)
    with connection.cursor() as cursor:
        cursor.executemany(f'DELETE FROM "{table}" WHERE rowid = %s', [[row[0]] for row in rows])
        cursor.executemany(
            f'INSERT INTO "{table}" (rowid, namespace_id, kind, embedding) VALUES (%s, %s, %s, %s)', rows
        )


def remove_vectors(table: str, rowids: Iterable[int]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(f'DELETE FROM "{table}" WHERE rowid = %s', [[rowid] for rowid in rowids])


def count_vectors(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT count(*) FROM "{table}_rowids"')
        return int(cursor.fetchone()[0])


def surplus_vectors(table: str) -> list[int]:
    """Rowids in the vector table that no active memory has."""
    return _column(
        f'SELECT v.rowid FROM "{table}_rowids" v LEFT JOIN memories m ON m.rowid = v.rowid AND m.valid_until IS NULL '
        "WHERE m.rowid IS NULL"
    )


def missing_vectors(table: str, model: str) -> list[int]:
    """Rowids of active memories that have a vector of `model` but no row in the vector table."""
    return _column(
        f'SELECT m.rowid FROM memories m LEFT JOIN "{table}_rowids" v ON v.rowid = m.rowid '
        "WHERE m.valid_until IS NULL AND m.embedding IS NOT NULL AND m.embedding_model = %s AND v.rowid IS NULL",
        [model],
    )


def _column(sql: str, params: list[Any] | None = None) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params or [])
        return [int(row[0]) for row in cursor.fetchall()]


def every_vector(table: str) -> Iterable[tuple[int, int, str, bytes]]:
    """(rowid, namespace id, kind, float32 bytes) of each row of the vector table."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT rowid, namespace_id, kind, embedding FROM "{table}"')
        while rows := cursor.fetchmany(1000):
            yield from ((int(rowid), int(owner), str(kind), bytes(vector)) for rowid, owner, kind, vector in rows)


# --- The full-text index's care ---------------------------------------------------------------------------------


def full_text_flaw() -> str:
    """How the index and the memories disagree, in the database's words; empty when they agree."""
    with connection.cursor() as cursor:
        try:
            cursor.execute("INSERT INTO memories_fts (memories_fts, rank) VALUES ('integrity-check', 1)")
        except DatabaseError as error:
            return str(error)
    return ""


def rebuild_full_text() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO memories_fts (memories_fts) VALUES ('rebuild')")
