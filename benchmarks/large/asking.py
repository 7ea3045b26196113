"""The arms, a whole search and a whole context in a namespace of talk (`talk.py`): what each takes."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from django.db import connection

from benchmarks.speed import data
from benchmarks.speed.clock import quantile, timed
from memory import embedding
from memory.search import ARM_DEPTH, Scope
from memory.search.backends import backend
from memory.search.query import terms
from memory.services import namespaces
from memory.services.handing import context, retrieval

from . import filling, talk

SESSION = "s1"  # whose own turns a block leaves out


def rows(count: int) -> Iterator[str]:
    """The rows of a table: each way with `count` questions, whose words nobody has asked for yet, and once more."""
    namespace = namespaces.existing(talk.NAMESPACE)
    asked = questions(count)
    vectors = list(embedding.embed(asked))
    here, scope = backend(), Scope(namespace)
    ways: dict[str, Callable[[int], object]] = {
        "text arm": lambda place: here.text_arm(scope, terms(asked[place]), ARM_DEPTH),
        "vector arm": lambda place: here.vector_arm(scope, filling.TABLE, vectors[place], ARM_DEPTH),
        "search": lambda place: retrieval.search(namespace, asked[place], record=False),
        "context": lambda place: context.build(namespace, asked[place], session_id=SESSION, record=False),
    }
    gc.collect()
    gc.freeze()  # as a web process does behind its start
    for name, way in ways.items():
        here.forget()
        for times in ("first", "again"):
            yield f"| {name}, {times} | {_asked(way, count)} |"
    gc.unfreeze()


def questions(count: int) -> list[str]:
    """Questions about facts; each second one names somebody whom many facts are linked with."""
    facts = [(rowid, content) for rowid, _, content in data.sample("fact", count)]
    return [
        one.text.replace("what about", f"what about {talk.NAMES[place % len(talk.NAMES)]} and")
        if place % 2
        else one.text
        for place, one in enumerate(data.questions(data.language(), facts))
    ]


def _asked(way: Callable[[int], object], count: int) -> str:
    """p50 and p95 in milliseconds: on the clock, of the service's processor, and of the server's."""
    worked = _server()
    server: list[float] = []

    def ask(place: int) -> None:
        before = worked()
        way(place)
        server.append(worked() - before)

    times = timed([partial(ask, place) for place in range(count)])
    return " | ".join(
        " · ".join(f"{1e3 * quantile(part, share):.1f}" for share in (0.5, 0.95))
        for part in (times.seconds, times.processor, server)
    )


def _server() -> Callable[[], float]:
    """Tells the seconds that the server's process for this connection has worked; 0 of one on another machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        told = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    return lambda: int(told.read_text().split()[0]) / 1e9 if told.exists() else 0.0
