"""Reading the store as it is at one moment, while others write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

BEGIN = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}


@contextmanager
def one_moment() -> Iterator[None]:
    """All reads inside see the store as it is at the first of them. Unlike `atomic()`, which begins IMMEDIATE on SQLite
    and looks anew at each statement elsewhere, this takes no writer's lock. Inside a transaction, that one is the
    moment."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
