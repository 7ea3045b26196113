"""Vectors of memories: which memories wait for one, storing what the embedding model makes of them, and moving the
whole store to another model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import cast

import numpy as np
from django.db import transaction
from django.db.models import Min, Q

from .. import embedding
from ..models import ALL, Entity, Kind, Memory, Metadata
from ..search.backends import backend
from ..search.vectors import NEXT_TABLE, LiveIndex
from ..search.vectors import add as add_vectors
from ..search.vectors import write as write_vectors
from . import passages
from .errors import StateConflict

BATCH = 64  # texts of one transaction; other writers wait for it. Chosen, not measured
BATCH_CHARACTERS = 1 << 20  # of them together, so that a batch of long texts fits into memory


@dataclass(frozen=True)
class EmbeddingStatus:
    """`coverage` is the share (0 to 1) of active memories that have a vector of the live model."""

    model: str
    dimensions: int
    coverage: float
    pending: int
    problem: str


def any_pending() -> bool:
    waiting = Memory.objects.across(ALL).awaiting_embedding()
    return waiting.exists() or passages.any_waiting() or backend().any_unindexed()


def pending_count() -> int:
    return Memory.objects.across(ALL).awaiting_embedding().count()


def oldest_pending() -> datetime | None:
    """Since when the oldest memory has waited for its vector."""
    found = Memory.objects.across(ALL).awaiting_embedding().aggregate(at=Min("created_at"))["at"]
    return cast("datetime | None", found)


def drain(limit: int = BATCH) -> int:
    """Index the texts that wait; then embed up to `limit` waiting memories, of all namespaces, oldest first, and
    passages of long ones. Answers how many of either were dealt with; 0 when nothing waits.

    The model runs outside the transaction; a row that was retired or changed meanwhile is left alone. A text without
    a usable vector keeps the reason and does not wait any longer. Raises EmbeddingUnavailable, and StateConflict
    while the index holds another model's vectors.
    """
    if indexed := backend().index_waiting():
        return indexed
    waiting = _of_bearable_length(Memory.objects.across(ALL).awaiting_embedding().order_by("rowid")[:limit])
    if not waiting and not passages.any_waiting():
        return 0
    index = LiveIndex.read()
    if problem := index.problem():
        raise StateConflict(problem)
    if not waiting:
        return passages.embed_waiting(index)
    vectors = embedding.embed_each(_texts(waiting))
    with transaction.atomic():
        if LiveIndex.read().table != index.table:
            # A move to another model ended while the model ran: the old table goes, and a vector of the old model would
            # keep the row out of the new one for good. The next call begins anew.
            return len(waiting)
        model = embedding.model_name()
        if not index.model:
            Metadata.write("embedding_model", model)
            index = LiveIndex.read()
        _store(waiting, vectors, model)
        add_vectors(index, [memory for memory in waiting if memory.embedding is not None])
    return len(waiting)


def _of_bearable_length(memories: Iterable[Memory]) -> list[Memory]:
    """The first of `memories`, until they are too long to be cut in one short transaction."""
    taken: list[Memory] = []
    characters = 0
    for memory in memories:
        characters += len(memory.content)
        if taken and characters > BATCH_CHARACTERS:
            break
        taken.append(memory)
    return taken


def _texts(memories: Iterable[Memory]) -> list[str]:
    return [
        embedding.embedded_text(memory.kind == Kind.EPISODE, memory.source_role, memory.content) for memory in memories
    ]


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
    passages.lay_down(changed)


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
    Killed and started again, it goes on: rows that carry the new model are done. Of two at once the one that began
    last goes on, and the other raises StateConflict, as it does when another of the same model was through first.
    """
    model, dimensions = embedding.model_name(), embedding.dimensions()
    live = LiveIndex.read()
    table = _new_table(model, dimensions, live)
    mine = f"{table}|{model}"
    target = LiveIndex(table, model, dimensions)
    # What is retired keeps its place in the index: searches about the past look for it.
    indexed = Memory.objects.across(ALL).filter(Q(valid_until__isnull=True) | Q(embedding__isnull=False))
    total = indexed.count()
    done = 0
    last = 0
    while batch := list(indexed.filter(pk__gt=last).order_by("rowid")[:BATCH]):
        last = batch[-1].pk
        stale = [m for m in batch if m.embedding_model != model or m.embedding is None]
        vectors = embedding.embed_each(_texts(stale))
        with transaction.atomic():
            _hold(mine)
            _store(stale, vectors, model)
            add_vectors(target, batch)
        while passages.embed_waiting(target, hold=partial(_hold, mine)):
            pass
        done += len(stale)
        on_progress(min(last, total), total)
    with transaction.atomic():
        _hold(mine)
        # While this ran, memories were added, retired and restored in the live table alone. The new one catches up.
        backend().remove_vectors(table, backend().surplus_vectors(table))
        astray = [*backend().missing_vectors(table, model), *backend().misplaced_vectors(table)]
        for start in range(0, len(astray), 500):
            add_vectors(target, list(indexed.filter(pk__in=astray[start : start + 500])))
        # The old model's vectors that are left (of texts the new one cannot embed) are of no use. An entity gets its
        # own with its next summary.
        left = Memory.objects.across(ALL).filter(embedding__isnull=False).exclude(embedding_model=model)
        passages.drop(left.values_list("pk", flat=True))
        left.update(embedding=None, embedding_model="")
        Entity.objects.across(ALL).filter(embedding__isnull=False).update(embedding=None)
        Metadata.write("vector_table", table)
        Metadata.write("embedding_model", model)
        Metadata.write("embedding_dimensions", str(dimensions))
        # Should the process die before it has dropped the old table, the next move finds its name here, and drops it.
        replaced = f"{live.table}|"
        Metadata.write(NEXT_TABLE, replaced)
    if live.table and live.table != table:
        backend().drop_vector_table(live.table)
    Metadata.objects.filter(key=NEXT_TABLE, value=replaced).delete()
    on_progress(total, total)
    return done


def _hold(noted: str) -> None:
    """Keep other moves of the index waiting until this transaction ends. Raises StateConflict where one began, or
    ended, since this one noted its table."""
    if not Metadata.objects.select_for_update().filter(key=NEXT_TABLE, value=noted).exists():
        raise StateConflict("Another move of the index to a model began or ended meanwhile. This one has stopped.")


def _new_table(model: str, dimensions: int, live: LiveIndex) -> str:
    """The table that is built for this model: the one that an earlier run began, or a new one."""
    noted = Metadata.read(NEXT_TABLE)
    name, _, noted_model = noted.partition("|")
    if name and noted_model == model and backend().vector_table_exists(name):
        return name
    with transaction.atomic():
        number = 2
        while backend().vector_table_exists(f"vec_memories_{number}"):
            number += 1
        fresh = f"vec_memories_{number}"
        # First, as each move holds the note before it writes: in another order two of them would wait for each other.
        Metadata.write(NEXT_TABLE, f"{fresh}|{model}")
        # Afterwards: its name stays free, so that a process which builds it still writes nothing into the new one.
        if name and name != live.table:
            backend().drop_vector_table(name)
        backend().create_vector_table(fresh, dimensions)
    return fresh
