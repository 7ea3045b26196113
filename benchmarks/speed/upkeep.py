"""What workers do: the embedding backlog, the nightly decay, consolidation, enrichment."""

from __future__ import annotations

import resource
import shutil
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from django.db import connections

from maintenance import consolidation, enrichment, extraction
from memory import embedding, ner
from memory.models import Namespace, Operation
from memory.services import embeddings
from memory.services.memories import decay
from memory.services.talk import sessions
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage

from . import data, raw
from .clock import Times, interleaved, metered, timed
from .ingest import ACTOR

BATCH = embeddings.BATCH
TURNS = 30  # a session's, and a chunk's


@dataclass(frozen=True)
class Drained:
    """Embedding batch by batch, `bare` with vectors that are ready; and the backlog before and after."""

    product: Times
    bare: Times
    before: int
    after: int


def drain(folder: Path, rounds: int, calls: int) -> Drained:
    """From the backlog into rows and index, the embedder's time included."""
    path, twin = data.store(folder, "drain"), data.store(folder, "drain-bare")
    batches = (rounds + 1) * calls
    data.fill(path, batches * embeddings.BATCH, 1, vectors=False)
    twin.parent.mkdir()
    shutil.copy(path, twin)
    data.use(path)
    embedding.embed(["loads the model"])
    connection = raw.connect(twin, "FULL")
    waiting = connection.execute("SELECT rowid, namespace_id, kind FROM memories ORDER BY rowid").fetchall()
    random = np.random.default_rng(5).standard_normal((len(waiting), data.DIMENSIONS), dtype=np.float32)
    random /= np.linalg.norm(random, axis=1, keepdims=True)
    ready = [(*row, vector.tobytes()) for row, vector in zip(waiting, random, strict=True)]
    parts = iter(range(0, len(ready), embeddings.BATCH))

    def store() -> None:
        start = next(parts)
        raw.put_vectors(connection, embedding.model_name(), ready[start : start + embeddings.BATCH])

    before = embeddings.pending_count()
    found = interleaved(
        {"product": lambda number: embeddings.drain(), "bare": lambda number: store()}, rounds=rounds, calls=calls
    )
    connection.close()
    return Drained(found["product"], found["bare"], before, embeddings.pending_count())


def decayed(folder: Path, facts: int) -> dict[str, float]:
    """A nightly run over `facts`, with another writer beside it: seconds, MiB more, the writer's longest wait in ms;
    and the seconds of one statement that writes the same rows at once."""
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
    more = _peak() - before
    connection = raw.connect(path, "FULL")
    start = time.perf_counter()
    connection.execute(DECAY, [str(data.START + timedelta(days=361))[:19]])
    bare = time.perf_counter() - start
    connection.close()
    return {"seconds": taken, "memory": more, "wait": max(waits, default=0.0) * 1e3, "bare": bare}


DECAY = """
    UPDATE memories SET confidence = base_confidence * exp(-decay_rate * max(julianday(?) - julianday(created_at), 0.0))
    WHERE kind = 'fact' AND valid_until IS NULL AND decay_rate > 0
"""


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


TALK = (
    "My sister Ana lives in Lisbon.", "I am allergic to hazelnuts.", "What should I cook tonight?",
    "I prefer window seats on trains.", "We are moving to Porto in May.", "Thanks, that was helpful!",
    "I started learning the cello last week.", "My manager is called Priya.", "It rained all day.",
    "I do not eat meat any more.",
)  # fmt: skip


@dataclass(frozen=True)
class Learnt:
    """Seconds a session: in all, of these with the extractor and the judge, and by the bare statements."""

    sessions: Times
    thinking: float
    bare: Times
    saved: int


def consolidated(folder: Path, count: int) -> Learnt:
    """`count` sessions of TURNS turns with the offline rules."""
    path = data.store(folder, "consolidation")
    data.make(path)
    data.use(path)
    now = datetime.now(UTC)
    for session in range(count):
        batch = [
            NewMessage("user", f"{TALK[turn % len(TALK)]}", event_time=now + timedelta(seconds=turn))
            for turn in range(TURNS)
        ]
        ingest_turns("bench/talk", f"s{session}", batch, ACTOR)
    namespace = Namespace.objects.get(name="bench/talk")
    for session in range(count):
        sessions.complete(namespace, f"s{session}")
    ner.extract("Ann lives in Lisbon.", "local")  # loads the model of names
    saved: list[tuple[int, int]] = []
    ends = [time.perf_counter()]

    def done(session: str, run: Operation) -> None:
        ends.append(time.perf_counter())
        saved.append((int(run.counts["saved"]), int(run.counts["duplicates"])))

    with metered((extraction, "extract_facts"), (extraction, "judge"), (ner, "extract")) as meter:
        consolidation.consolidate_pending(namespace, done)
    place = raw.Place(raw.connect(path, "FULL"), "bench/talk", "s0")
    bare = timed([partial(place.learn, new, repeated, TURNS) for new, repeated in saved])
    place.connection.close()
    return Learnt(
        Times([after - before for before, after in pairwise(ends)]), meter.seconds / count, bare, sum(map(sum, saved))
    )


def enriched(seconds: float) -> tuple[float, float]:
    """(Memories a second through the enrichment, the share of the time that the extractors take)."""
    start = time.perf_counter()
    with metered((ner, "extract")) as meter:
        done = enrichment.enrich_pending(seconds=seconds).memories
    taken = time.perf_counter() - start
    return done / taken, meter.seconds / taken
