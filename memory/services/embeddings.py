"""Vectors: the backlog, the index, and moving to another model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from django.db import transaction
from django.db.models import Q

from .. import embedding
from ..models import ALL, Entity, Memory, Metadata
from ..search.backends import backend
from ..search.vectors import LiveIndex
from ..search.vectors import add as add_vectors
from ..search.vectors import write as write_vectors
from .errors import StateConflict

BATCH = 64


@dataclass(frozen=True)
class EmbeddingStatus:
    """`coverage` is the share (0 to 1) of active memories that have a vector of the live model."""

    model: str
    dimensions: int
    coverage: float
    pending: int
    problem: str


def any_pending() -> bool:
    return Memory.objects.across(ALL).awaiting_embedding().exists()


def pending_count() -> int:
    return Memory.objects.across(ALL).awaiting_embedding().count()


def drain(limit: int = BATCH) -> int:
    """Embed up to `limit` waiting memories, of all namespaces, oldest first. Answers how many were dealt with.

    The model runs outside the transaction; a row that was retired or changed meanwhile is left alone. A text without
    a usable vector keeps the reason and does not wait any longer. Raises EmbeddingUnavailable, and StateConflict
    while the index holds another model's vectors.
    """
    waiting = list(Memory.objects.across(ALL).awaiting_embedding().order_by("rowid")[:limit])
    if not waiting:
        return 0
    index = LiveIndex.read()
    if problem := index.problem():
        raise StateConflict(problem)
    vectors = embedding.embed_each([searchable_text(memory) for memory in waiting])
    with transaction.atomic():
        model = embedding.model_name()
        if not index.model:
            Metadata.write("embedding_model", model)
            index = LiveIndex.read()
        _store(waiting, vectors, model)
        add_vectors(index, [memory for memory in waiting if memory.embedding is not None])
    return len(waiting)


def searchable_text(memory: Memory) -> str:
    """The text of a memory that is embedded. An episode's begins with who spoke, as in the full-text index."""
    if memory.kind == "episode" and memory.source_role:
        return f"{memory.source_role}: {memory.content}"
    return memory.content


def _store(memories: list[Memory], vectors: list[embedding.Vector | embedding.BadVector], model: str) -> None:
    """Write each vector to its row, inside a transaction; rows retired, restored or changed since they were read are
    skipped."""
    rows = Memory.objects.across(ALL).filter(pk__in=[memory.pk for memory in memories])
    current = {rowid: told for rowid, *told in rows.values_list("pk", "content", "valid_until")}
    changed = []
    for memory, vector in zip(memories, vectors, strict=True):
        if current.get(memory.pk) != [memory.content, memory.valid_until]:
            continue
        if isinstance(vector, embedding.BadVector):
            memory.embedding_error = vector.reason[:200]
        else:
            memory.embedding = np.asarray(vector, dtype=np.float32).tobytes()
            memory.embedding_model, memory.embedding_error = model, ""
        changed.append(memory)
    write_vectors(changed)


def status() -> EmbeddingStatus:
    """How the index stands, over all namespaces."""
    index = LiveIndex.read()
    active = Memory.objects.across(ALL).active()
    total = active.count()
    with_vector = active.filter(embedding__isnull=False, embedding_model=index.model).count() if index.model else 0
    return EmbeddingStatus(
        index.model, index.dimensions, with_vector / total if total else 1.0, pending_count(), index.problem()
    )


def reembed(on_progress: Callable[[int, int], None] = lambda done, total: None) -> int:
    """Move the whole index to the configured model; answers how many memories were embedded anew.

    Builds a second table beside the live one and switches by one row of metadata, so that search never mixes models.
    Killed and started again, it goes on: rows that carry the new model are done.
    """
    model, dimensions = embedding.model_name(), embedding.dimensions()
    live = LiveIndex.read()
    table = _new_table(model, dimensions, live)
    target = LiveIndex(table, model, dimensions)
    # What is retired keeps its place in the index: searches about the past look for it.
    indexed = Memory.objects.across(ALL).filter(Q(valid_until__isnull=True) | Q(embedding__isnull=False))
    total = indexed.count()
    done = 0
    last = 0
    while batch := list(indexed.filter(pk__gt=last).order_by("rowid")[:BATCH]):
        last = batch[-1].pk
        stale = [m for m in batch if m.embedding_model != model or m.embedding is None]
        vectors = embedding.embed_each([searchable_text(memory) for memory in stale])
        with transaction.atomic():
            _store(stale, vectors, model)
            add_vectors(target, batch)
        done += len(stale)
        on_progress(min(last, total), total)
    with transaction.atomic():
        # While this ran, memories were added, retired and restored in the live table alone. The new one catches up.
        backend().remove_vectors(table, backend().surplus_vectors(table))
        astray = [*backend().missing_vectors(table, model), *backend().misplaced_vectors(table)]
        for start in range(0, len(astray), 500):
            add_vectors(target, indexed.filter(pk__in=astray[start : start + 500]))
        # The old model's vectors that are left (of texts the new one cannot embed) are of no use. An entity gets its
        # own with its next summary.
        Memory.objects.across(ALL).filter(embedding__isnull=False).exclude(embedding_model=model).update(
            embedding=None, embedding_model=""
        )
        Entity.objects.across(ALL).filter(embedding__isnull=False).update(embedding=None)
        Metadata.write("vector_table", table)
        Metadata.write("embedding_model", model)
        Metadata.write("embedding_dimensions", str(dimensions))
        Metadata.objects.filter(key="vector_table_next").delete()
    if live.table and live.table != table:
        backend().drop_vector_table(live.table)
    on_progress(total, total)
    return done


def _new_table(model: str, dimensions: int, live: LiveIndex) -> str:
    """The table that is built for this model: the one that an earlier run began, or a new one."""
    noted = Metadata.read("vector_table_next")
    name, _, noted_model = noted.partition("|")
    if name and noted_model == model and backend().vector_table_exists(name):
        return name
    with transaction.atomic():
        if name and name != live.table:
            backend().drop_vector_table(name)
        number = 2
        while backend().vector_table_exists(f"vec_memories_{number}"):
            number += 1
        name = f"vec_memories_{number}"
        backend().create_vector_table(name, dimensions)
        Metadata.write("vector_table_next", f"{name}|{model}")
    return name
