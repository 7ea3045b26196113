"""Search on PostgreSQL: full text by a GIN index over words, vectors by pgvector."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.db.models import JSONField

from memoryproj.postgresql import wall

from ..telling import Telling
from . import postings, vectors
from .care import Care
from .full_text import FullText
from .lookups import ContainsItem, HasItem
from .rows import Rows
from .standing import Standing
from .vectors import Vectors


class PostgresBackend(FullText, Vectors, Rows, Standing, Telling, Care):
    """`SearchBackend` on PostgreSQL; its docstrings say what each method does. It has no state of its own."""

    def install(self, app: AppConfig) -> None:
        """The planner needs no help: PostgreSQL keeps its statistics up to date itself."""
        for lookup in (HasItem, ContainsItem):
            JSONField.register_lookup(lookup)
        if settings.MEMORY_DATABASE_WALL:
            wall.install(app, settings.MEMORY_DATABASE_WALL)

    def forget(self) -> None:
        postings.forget()
        vectors.forget()
