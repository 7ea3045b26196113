"""The vector index, as the rest of the product sees it: which table is live, and whether its vectors are of the model
in use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection

from memoryproj.postgresql import replica

from .. import embedding
from ..models import ALL, Memory, Metadata, Passage
from ..passages import is_long
from .backends import backend

# The row of metadata that names a table beside the live one, "<table>|<model>": the one that a move to that model
# builds; with no model the one that it has replaced.
NEXT_TABLE = "vector_table_next"


@dataclass(frozen=True)
class LiveIndex:
    """`model` is empty until the first vector is stored."""

    table: str
    model: str
    dimensions: int

    @classmethod
    def read(cls) -> LiveIndex:
        # It is read for each search: the ORM would take three times as long.
        with replica.connection().cursor() as cursor:
            cursor.execute(
                "SELECT key, value FROM memory_metadata "
                "WHERE key IN ('vector_table', 'embedding_model', 'embedding_dimensions')"
            )
            values = dict(cursor.fetchall())
        return cls(
            values.get("vector_table", ""),
            values.get("embedding_model", ""),
            int(values.get("embedding_dimensions", "0")),
        )

    def problem(self) -> str:
        """Why the vector arm is off, in a sentence; empty when it works."""
        if not embedding.enabled():
            return "no embedder is configured (MEMORY_EMBEDDER)"
        if not self.table:
            return f"there is no vector table: run {settings.MEMORY_COMMAND} migrate"
        try:
            configured, dimensions = embedding.model_name(), embedding.dimensions()
        except embedding.EmbeddingUnavailable as error:
            return f"embedder unavailable: {error.reason}"
        if dimensions != self.dimensions:
            return (
                f"the index holds {self.dimensions} dimensions, the embedder gives {dimensions}: "
                f"run {settings.MEMORY_COMMAND} reembed"
            )
        if self.model and configured != self.model:
            return (
                f"the index holds vectors of {self.model}, the embedder is {configured}: "
                f"run {settings.MEMORY_COMMAND} reembed"
            )
        return ""


def tables() -> list[str]:
    """The live table, and the one beside it of a move to another model that has not ended."""
    noted = Metadata.read(NEXT_TABLE).partition("|")[0]
    every = dict.fromkeys([LiveIndex.read().table, noted])
    return [table for table in every if table and backend().vector_table_exists(table)]


def add(index: LiveIndex, memories: Sequence[Memory]) -> None:
    """Index the stored vectors that speak the index's model, of memories and their passages, among the active or the
    retired; others wait for `reembed`."""
    own = {
        memory.pk: (memory.pk, memory.namespace_id, memory.kind, not memory.active, bytes(memory.embedding))
        for memory in memories
        if memory.embedding is not None and memory.embedding_model == index.model
    }
    long = [memory.pk for memory in memories if memory.pk in own and is_long(memory.content)]
    parts = Passage.objects.across(ALL).filter(memory__in=long).exclude(embedding__isnull=True).exclude(embedding=b"")
    rows = parts.values_list("vector_key", "memory_id", "embedding") if long else ()
    backend().put_vectors(
        index.table,
        [*own.values(), *((key, *own[memory][1:4], bytes(vector or b"")) for key, memory, vector in rows)],
    )


def write(memories: Iterable[Memory]) -> None:
    """Keep what was embedded, or why it could not be, in the base rows. In SQL by hand: with Django's `save`
    half of the time would go there."""
    rows: list[tuple[Any, ...]] = [(m.embedding, m.embedding_model, m.embedding_error, m.pk) for m in memories]
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE memories SET embedding = %s, embedding_model = %s, embedding_error = %s WHERE rowid = %s", rows
        )


def write_passages(vectors: Mapping[int, bytes]) -> None:
    """Keep what was embedded of passages, by their keys."""
    with connection.cursor() as cursor:
        rows = [(vector, key) for key, vector in vectors.items()]
        cursor.executemany("UPDATE passages SET embedding = %s WHERE vector_key = %s", rows)


def retire(index: LiveIndex, rowids: Collection[int]) -> None:
    """Move the vectors of memories whose `valid_until` was just set to the retired ones'."""
    if index.table:
        add(index, list(Memory.objects.across(ALL).filter(pk__in=rowids).retired()))
