"""A large namespace in an empty database: sentences with the word frequencies of real talk, and vectors in clusters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from benchmarks.speed.data import DIMENSIONS, START, texts
from memory.models import Kind, Memory, Namespace
from memory.models.memories import new_uid
from memory.search.backends import backend
from memory.services import namespaces

NAMESPACE = "large/one"
TABLE = "vec_memories"
CENTRES = 500  # texts have subjects; without them all vectors would be equally far, and no index could tell them apart
SPREAD = 0.6  # of a vector around its subject, as a share of the subject's length
PART = 5_000
# Each so many-eth memory has the tag.
TAGS = {"tenth": 10, "hundredth": 100, "thousandth": 1_000, "ten-thousandth": 10_000}
BUILD_MEMORY = "2GB"  # for an index that is built over rows that are there; past it the build goes by the disk

Matrix = NDArray[np.float32]


@cache
def centres() -> NDArray[np.float64]:
    """The CENTRES subjects."""
    found: NDArray[np.float64] = np.random.default_rng(1).standard_normal((CENTRES, DIMENSIONS))
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found


def vectors(count: int, seed: int) -> Matrix:
    """Unit vectors around CENTRES subjects."""
    random = np.random.default_rng(seed)
    noise = random.standard_normal((count, DIMENSIONS)) * SPREAD / np.sqrt(DIMENSIONS)
    found = centres()[random.integers(0, CENTRES, count)] + noise
    unit: Matrix = (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)
    return unit


def fill(count: int) -> Iterator[int]:
    """Bring the namespace to `count` facts with vectors; answers how many there are, part by part."""
    namespace = namespaces.ensure(NAMESPACE)
    done = Memory.objects.within(namespace).count()
    while done < count:
        part = min(PART, count - done)
        rows = [
            Memory(
                uid=new_uid(Kind.FACT), namespace=namespace, kind="fact", content=text,
                session_id=f"s{(done + n) // 50}",
                event_time=START + timedelta(minutes=done + n),
                tags=[tag for tag, each in TAGS.items() if (done + n) % each == 0],
            )
            for n, text in enumerate(texts(part, seed=done + 3))
        ]  # fmt: skip
        Memory.objects.bulk_create(rows)
        backend().put_vectors(
            TABLE,
            [
                (row.pk, namespace.pk, "fact", False, vector.tobytes())
                for row, vector in zip(rows, vectors(part, seed=done + 11), strict=True)
            ],
        )
        done += part
        yield done
    counted(namespace, count)


def counted(namespace: Namespace, count: int) -> None:
    """Let the namespace and the planner know how many there are."""
    Namespace.objects.filter(pk=namespace.pk).update(memories=count)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.get_autocommit() else "ANALYZE")


@contextmanager
def index_built_last() -> Iterator[None]:
    """What is put inside is put without the HNSW index, which is built over all of it at the end: row by row it takes
    many times as long."""
    name = f"{TABLE}_hnsw"
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [name])
        (definition,) = cursor.fetchone()
        cursor.execute(f'DROP INDEX "{name}"')
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"SET maintenance_work_mem = '{BUILD_MEMORY}'")
        cursor.execute(definition)
        cursor.execute("RESET maintenance_work_mem")
