"""`python -m benchmarks.large --database-url URL [--memories 25000,100000]`: URL names an empty PostgreSQL database,
which is filled. Each row is a filter: recall of the ten nearest against an exact comparison, and milliseconds.
With `--talk` the namespace holds turns and facts, and each row is an arm, a search or a context."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from memoryproj import throwaway

LIMIT = 50  # what the ranking asks of the arm
NEAREST = 10
QUESTIONS = 60
SUBJECTS = "benchmarks.large.talk.Subjects"  # named before the settings are read


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large", description=__doc__)
    parser.add_argument("--database-url", required=True)
    parser.add_argument("--memories", default="25000,100000")
    parser.add_argument("--talk", action="store_true")
    asked = parser.parse_args()
    if asked.talk:
        os.environ["MEMORY_EMBEDDER"] = SUBJECTS
    with TemporaryDirectory(prefix="memory-large-") as folder:
        throwaway.prepare(folder, asked.database_url)
        for memories in map(int, asked.memories.split(",")):
            (measure_talk if asked.talk else measure)(memories)


def measure_talk(memories: int) -> None:
    from . import asking, talk

    _fill(talk.fill, memories)
    sys.stdout.write("| | ms p50 · p95 | processor of the service | of the server |\n|---|---|---|---|\n")
    for row in asking.rows(QUESTIONS):
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()


def _fill(fill: Callable[[int], Iterator[int]], memories: int) -> None:
    from . import filling

    started = time.perf_counter()
    with filling.index_built_last():
        for done in fill(memories):
            sys.stderr.write(f"\r{done} memories ")
    sys.stdout.write(f"\n{memories} memories, filled in {time.perf_counter() - started:.0f} s\n\n")


def measure(memories: int) -> None:
    from . import filling

    say = sys.stdout.write
    _fill(filling.fill, memories)
    say("| filter | let through | found, at least | recall@10 | of half precision | p50 ms | p95 ms | exact p50 ms |\n")
    say("|---|---|---|---|---|---|---|---|\n")
    for tag in ("", *filling.TAGS):
        say(f"{_row(tag, memories)}\n")
    say("\n| question's rarest word | p50 ms | p95 ms |\n|---|---|---|\n")
    for name, words in _questions().items():
        times = _timed(_text_search(words))
        say(f"| {name} | {np.percentile(times, 50):.1f} | {np.percentile(times, 95):.1f} |\n")
    sys.stdout.flush()


def _row(tag: str, memories: int) -> str:
    """One row of the table of vectors."""
    from memory.search.backends.postgres import vectors
    from memory.search.scope import Filters, Scope
    from memory.services import namespaces

    from . import filling

    scope = Scope(namespaces.for_reading(filling.NAMESPACE), "fact", Filters(tags=(tag,) if tag else ()))
    arm = vectors.Vectors()
    asked = filling.vectors(QUESTIONS, seed=-1 % 2**32)
    least, recalls, halves, times, exact_times = LIMIT, [], [], [], []
    for vector in asked:
        began = time.perf_counter()
        found = arm.vector_arm(scope, filling.TABLE, vector, LIMIT).hits
        times.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        exact = _exact(scope, vector)
        exact_times.append(1000 * (time.perf_counter() - began))
        nearest = {memory for memory, _ in exact[:NEAREST]}
        least = min(least, len(found))
        recalls.append(len(nearest & {memory for memory, _ in found[:NEAREST]}) / len(nearest))
        halves.append(len(nearest & set(_halved(scope, vector))) / len(nearest))
    let_through = memories // filling.TAGS.get(tag, 1)
    return (
        f"| {tag or 'none'} | {let_through} | {least} | {np.mean(recalls):.3f} | {np.mean(halves):.3f} | "
        f"{np.percentile(times, 50):.1f} | {np.percentile(times, 95):.1f} | {np.percentile(exact_times, 50):.1f} |"
    )


def _exact(scope: Any, vector: Any) -> list[tuple[int, float]]:
    """What the arm finds where it compares each vector."""
    from memory.search.backends.postgres import vectors

    from . import filling

    looked_at = 10**9 if scope.filters.tags else LIMIT * 8
    found, _ = vectors._nearest(scope, filling.TABLE, vector, LIMIT, looked_at, by_index=False)
    return [(memory, cosine) for memory, _, cosine in found]


def _halved(scope: Any, vector: Any) -> list[int]:
    """The nearest by half precision, each compared: what the index's own precision loses, apart from the graph."""
    from django.db import connection

    from . import filling

    where, params = scope.where
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT stored.memory_id FROM "{filling.TABLE}" AS stored '  # noqa: S608
            f"JOIN memories ON memories.rowid = stored.memory_id WHERE {where} "
            "ORDER BY (stored.embedding::halfvec(256) <#> %s::halfvec(256)) + 0, stored.memory_id LIMIT %s",
            [*params, str(vector.tolist()), NEAREST],
        )
        return [row[0] for row in cursor.fetchall()]


def _questions() -> dict[str, list[list[str]]]:
    """Questions of ten words, by how common their rarest word is."""
    from benchmarks.speed.data import language

    words = language().words
    random = np.random.default_rng(5)

    def pick(first: int, last: int) -> list[list[str]]:
        return [[words[int(n)] for n in random.integers(first, last, 10)] for _ in range(QUESTIONS)]

    return {"among the commonest 40": pick(0, 40), "common": pick(100, 1000), "rare": pick(5000, 60000)}


def _text_search(questions: list[list[str]]) -> list[Callable[[], Any]]:
    from memory.search.backends.postgres.full_text import FullText
    from memory.search.scope import Filters, Scope
    from memory.services import namespaces

    from . import filling

    scope, arm = Scope(namespaces.for_reading(filling.NAMESPACE), "fact", Filters()), FullText()
    return [lambda words=words: arm.text_arm(scope, words, LIMIT) for words in questions]  # type: ignore[misc]


def _timed(calls: list[Callable[[], Any]]) -> list[float]:
    """Milliseconds of each."""
    found = []
    for call in calls:
        began = time.perf_counter()
        call()
        found.append(1000 * (time.perf_counter() - began))
    return found


if __name__ == "__main__":
    main()
