"""The passages of long texts: what the memory beside them holds, part by part."""

from __future__ import annotations

from typing import Self

from django.db import models

from .memories import Memory
from .scoping import ScopedQuerySet


class PassageQuerySet(ScopedQuerySet["Passage"]):
    scope_path = "memory__namespace"

    def waiting(self) -> Self:
        """Those without a vector yet, the oldest first. The bound, true of every row, leads SQLite to the partial
        index."""
        return self.filter(vector_key__lt=0, embedding__isnull=True).order_by("-vector_key")


class Passage(models.Model):
    """[start, end) in characters of its memory's text, and that part's vector, of its memory's model.

    `vector_key` is its place in the vector index (`passages.keys_of`), negative. `embedding` is NULL until the worker
    has made it; empty where the part means nothing to the embedder.
    """

    vector_key = models.BigAutoField(primary_key=True)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="passages")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    embedding = models.BinaryField(null=True, blank=True)

    objects = PassageQuerySet.as_manager()
    everything = models.Manager["Passage"]()

    class Meta:
        db_table = "passages"
        default_manager_name = "everything"
        indexes = [
            models.Index(fields=["vector_key"], condition=models.Q(embedding__isnull=True), name="passages_unembedded")
        ]

    def __str__(self) -> str:
        return f"{self.memory_id}: {self.start} to {self.end}"
