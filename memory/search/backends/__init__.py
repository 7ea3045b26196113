"""Where search meets the database: `backend` is the one for the database in use. A backend is one folder."""

from __future__ import annotations

from functools import cache

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils.module_loading import import_string

from .base import SearchBackend

# Django's name of a database → the class that searches there.
BACKENDS = {
    "sqlite": "memory.search.backends.sqlite.SQLiteBackend",
    "postgresql": "memory.search.backends.postgres.PostgresBackend",
}


def backend() -> SearchBackend:
    """The search backend of the default database. Raises ImproperlyConfigured where there is none for it."""
    return _made(connection.vendor)


@cache
def _made(vendor: str) -> SearchBackend:
    if vendor not in BACKENDS:
        raise ImproperlyConfigured(
            f"There is no search backend for {vendor}: DATABASES['default'] must be one of {', '.join(BACKENDS)}."
        )
    made: SearchBackend = import_string(BACKENDS[vendor])()
    return made
