"""Search on SQLite: full text by FTS5, vectors by sqlite-vec, both tables of the same file."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models import CharField, JSONField, TextField
from django.db.models.signals import post_migrate

from ..telling import Telling
from . import postings
from .care import Care
from .full_text import FullText
from .lookups import Contains, ContainsItem, EndsWith, HasItem, StartsWith
from .planner import tell_planner
from .rows import Rows
from .standing import Standing
from .vectors import Vectors


class SQLiteBackend(FullText, Vectors, Rows, Standing, Telling, Care):
    """`SearchBackend` on SQLite; its docstrings say what each method does. It has no state of its own."""

    def install(self, app: AppConfig) -> None:
        for lookup in (HasItem, ContainsItem):
            JSONField.register_lookup(lookup)
        for as_written in (Contains, StartsWith, EndsWith):
            CharField.register_lookup(as_written)
            TextField.register_lookup(as_written)
        post_migrate.connect(tell_planner, sender=app)

    def forget(self) -> None:
        postings.forget()
