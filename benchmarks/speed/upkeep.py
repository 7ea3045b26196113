"""What workers do: the embedding backlog, the nightly decay, consolidation, enrichment."""

from __future__ import annotations

import resource
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import connections

from maintenance import consolidation, enrichment
from memory.models import Namespace
from memory.ner import extract
from memory.services import decay, embeddings, sessions
from memory.services.episodes import NewMessage, ingest_turns

from . import data, raw
from .ingest import ACTOR


def drain(folder: Path, memories: int) -> float:
    """Memories a second from the backlog into the index, the embedder's time included."""
    path = data.store(folder, "drain")
    data.fill(path, memories, 1, vectors=False)
    data.use(path)
    embeddings.drain()  # loads the embedder
    start, done = time.perf_counter(), 0
    while count := embeddings.drain():
        done += count
    return done / (time.perf_counter() - start)


def decayed(folder: Path, facts: int) -> dict[str, float]:
    """A nightly run over `facts`, with another writer beside it: seconds, MiB more, the writer's longest wait in ms."""
    path = data.store(folder, "decay")
    data.fill(path, facts, 1, vectors=False, facts_only=True)
    data.use(path)
    waits: list[float] = []
    finished = threading.Event()

    def write_meanwhile() -> None:
        connection = raw.connect(path, "FULL")
        while not finished.wait(0.02):
            start = time.perf_counter()
            connection.execute("UPDATE namespaces SET created_at = created_at")
            waits.append(time.perf_counter() - start)
        connection.close()

    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT 1")
    before = _peak()
    writer = threading.Thread(target=write_meanwhile)
    writer.start()
    start = time.perf_counter()
    try:
        decay.run(now=data.START + timedelta(days=360))
    finally:
        taken = time.perf_counter() - start
        finished.set()
        writer.join()
    return {"seconds": taken, "memory": _peak() - before, "wait": max(waits, default=0.0) * 1e3}


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


TALK = (
    "My sister Ana lives in Lisbon.", "I am allergic to hazelnuts.", "What should I cook tonight?",
    "I prefer window seats on trains.", "We are moving to Porto in May.", "Thanks, that was helpful!",
    "I started learning the cello last week.", "My manager is called Priya.", "It rained all day.",
    "I do not eat meat any more.",
)  # fmt: skip


def consolidated(folder: Path, count: int, turns: int = 30) -> tuple[float, float]:
    """(Seconds a session of `turns` turns with the offline rules, memories a second through the enrichment.)"""
    path = data.store(folder, "consolidation")
    data.make(path)
    data.use(path)
    now = datetime.now(UTC)
    for session in range(count):
        batch = [
            NewMessage("user", f"{TALK[turn % len(TALK)]}", event_time=now + timedelta(seconds=turn))
            for turn in range(turns)
        ]
        ingest_turns("bench/talk", f"s{session}", batch, ACTOR)
    namespace = Namespace.objects.get(name="bench/talk")
    for session in range(count):
        sessions.complete(namespace, f"s{session}")
    extract("Ann lives in Lisbon.", "local")  # loads the model of names
    start = time.perf_counter()
    done = len(consolidation.consolidate_pending())
    a_session = (time.perf_counter() - start) / max(1, done)
    start = time.perf_counter()
    enriched = enrichment.enrich_pending(seconds=20).memories
    return a_session, enriched / (time.perf_counter() - start)
