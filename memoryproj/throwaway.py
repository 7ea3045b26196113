"""A store that is thrown away: for the demo, the benchmarks and the torture. It wakes no worker of a real one.

A process that has not read the settings yet calls `prepare`; one that runs on a store already uses `store` or `at`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def environment(folder: str | Path, database_url: str = "") -> dict[str, str]:
    """The variables of a process whose store is a new one in `folder`, or an empty PostgreSQL database."""
    return {
        "DJANGO_SETTINGS_MODULE": "memoryproj.settings",
        "DATABASE_URL": database_url,
        "MEMORY_DATA_DIR": str(folder),
        "MEMORY_SECRET_KEY": "of a store that is thrown away, and of no other",
        "MEMORY_BACKGROUND_THREAD": "0",
        "MEMORY_BROKER_URL": "memory://",
        "MEMORY_SQLITE_SYNCHRONOUS": "NORMAL",
        "MEMORY_RATE_LIMIT": "0",
        "MEMORY_LOG_LEVEL": os.environ.get("MEMORY_LOG_LEVEL", "WARNING"),
    }


def prepare(folder: str | Path, database_url: str = "") -> None:
    """Set Django up over a new store in `folder`, or an empty PostgreSQL database. Nothing may have read the settings
    before."""
    os.environ |= environment(folder, database_url)
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def point_at(path: Path) -> Path:
    """Let the next query of this process open the store at `path`. Answers where the store was until now."""
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.db import connections

    connection = connections["default"]
    if connection.vendor != "sqlite":
        raise ImproperlyConfigured("This works on a SQLite file that is thrown away: leave DATABASE_URL out.")
    connection.close()
    before = Path(connection.settings_dict["NAME"])
    connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = path
    return before


@contextmanager
def at(path: Path) -> Iterator[None]:
    """Inside, this process works on the store at `path` and wakes no worker."""
    from django.conf import settings

    before = point_at(path)
    threaded, settings.MEMORY_BACKGROUND_THREAD = settings.MEMORY_BACKGROUND_THREAD, False
    try:
        yield
    finally:
        settings.MEMORY_BACKGROUND_THREAD = threaded
        point_at(before)


@contextmanager
def store(like: Path | None = None) -> Iterator[Path]:
    """A store of its own, gone afterwards: empty, or a copy of the one at `like`, on which no other process works."""
    from django.core.management import call_command
    from django.db import connections

    folder = Path(tempfile.mkdtemp(prefix="memory-throwaway-"))
    path = folder / "memory.db"
    if like is not None:
        connections.close_all()  # the last connection that closes empties the WAL into the file
        shutil.copy(like, path)
    try:
        with at(path):
            if like is None:
                call_command("migrate", verbosity=0)
            yield path
    finally:
        shutil.rmtree(folder, ignore_errors=True)
