"""Would an index of vectors in the process pay? A matrix in memory, compared whole, beside vec0 over the same vectors.

`beside_vec0` wants one thread for numpy, as vec0 has: the caller says so in the environment, before numpy loads.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.search.backends.sqlite.vectors import create_vector_table

from . import raw
from .apart import memory_of
from .clock import timed

DIMENSIONS = 256
NEAREST = 50
QUESTIONS = 40
CHUNK = 10_000

Matrix = NDArray[np.float32]


def beside_vec0(folder: str, vectors: int) -> dict[str, float]:
    """{"matrix", "vec0": p50 in ms; "recall" at NEAREST of the matrix against vec0; "memory": MiB, and "load": seconds
    to read the vectors into it}."""
    connection = raw.connect(Path(folder) / f"nearest-{vectors}.db", "OFF")
    create_vector_table(connection, "vec_memories", DIMENSIONS)
    for first in range(0, vectors, CHUNK):
        part = _unit(first, min(CHUNK, vectors - first))
        connection.execute("BEGIN")
        connection.executemany(raw.INDEXED, [(first + i + 1, 1, "fact", row.tobytes()) for i, row in enumerate(part)])
        connection.execute("COMMIT")
    before, start = memory_of()["own"], time.perf_counter()
    rowids, matrix = _loaded(connection, vectors)
    load, memory = time.perf_counter() - start, memory_of()["own"] - before
    questions = _unit(-1, QUESTIONS)
    found: dict[str, list[set[int]]] = {"matrix": [], "vec0": []}

    def by_matrix(question: Matrix) -> None:
        cosines = matrix @ question
        found["matrix"].append(set(rowids[np.argpartition(-cosines, NEAREST)[:NEAREST]].tolist()))

    def by_vec0(question: Matrix) -> None:
        rows = connection.execute(
            "SELECT rowid FROM vec_memories WHERE embedding MATCH ? AND k = ? AND namespace_id = 1 AND kind = 'fact'",
            [question.tobytes(), NEAREST],
        )
        found["vec0"].append({rowid for (rowid,) in rows.fetchall()})

    times = {
        name: timed([partial(way, question) for question in questions])
        for name, way in (("matrix", by_matrix), ("vec0", by_vec0))
    }
    shared = [len(a & b) / NEAREST for a, b in zip(found["matrix"], found["vec0"], strict=True)]
    return {
        "matrix": times["matrix"].p50, "vec0": times["vec0"].p50, "recall": sum(shared) / len(shared),
        "memory": memory, "load": load,
    }  # fmt: skip


def _unit(seed: int, count: int) -> Matrix:
    found = np.random.default_rng(seed + 2).standard_normal((count, DIMENSIONS), dtype=np.float32)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found


def _loaded(connection: object, vectors: int) -> tuple[NDArray[np.int64], Matrix]:
    rowids = np.empty(vectors, dtype=np.int64)
    matrix = np.empty((vectors, DIMENSIONS), dtype=np.float32)
    rows = connection.execute("SELECT rowid, embedding FROM vec_memories")  # type: ignore[attr-defined]
    for place, (rowid, vector) in enumerate(rows):
        rowids[place] = rowid
        matrix[place] = np.frombuffer(vector, dtype=np.float32)
    return rowids, matrix
