"""Backups of the whole store as operators see them: made by the schedule or by hand, listed, verified."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from memoryproj.sqlite import backups
from memoryproj.sqlite.backups import Backup, Unsound, Why
from memoryproj.sqlite.driver import Database

from ...models import Operation
from ...search.backends import backend
from .. import operations, standing
from ..errors import NotFound
from . import erasure_log


class BackupFailed(Exception):
    """No backup was made; `str()` says why, for people."""


def store() -> Path:
    """The file that is backed up. Raises BackupFailed where the database is a server."""
    if connection.vendor != "sqlite":
        raise BackupFailed(f"{connection.display_name} has its own tools for backups")
    return Path(str(connection.settings_dict["NAME"]))


def folder() -> Path:
    return Path(settings.MEMORY_BACKUP_DIR) if settings.MEMORY_BACKUP_DIR else store().parent / backups.FOLDER


def make(why: Why, alive: Callable[[], object] = lambda: None) -> Backup:
    """Make a verified backup, and remove those that the settings keep no longer. Raises BackupFailed.

    `alive` is called again and again meanwhile.
    """
    path = store()
    try:
        made = backups.make(path, folder(), why, reserve=settings.MEMORY_FREE_BYTES, alive=alive)
        erasure_log.copy_to(folder())
        backups.rotate(folder(), path.stem, daily=settings.MEMORY_BACKUP_DAILY, weekly=settings.MEMORY_BACKUP_WEEKLY)
    except OSError as error:
        raise BackupFailed(str(error)) from error
    except (Unsound, Database.Error) as error:
        if parts := backend().damage():  # the copy is as the store is; else the backups' disk is to blame
            standing.examined(f"{', '.join(sorted(parts))} damaged")
        raise BackupFailed(f"the store cannot be copied whole ({error}); older backups stay") from error
    return made


def run(operation: Operation) -> None:
    """Make the backup that `operation` asks for, and record how it went."""
    why = Why.HAND if operation.slot is None else Why.SCHEDULE
    try:
        made = make(why, lambda: operations.alive(operation))
    except BackupFailed as error:
        operations.fail(operation, str(error))
    else:
        operations.finish(operation, counts(made))


def counts(made: Backup) -> dict[str, Any]:
    """What a run's record tells of its backup."""
    return {"rows": made.rows, "bytes": made.bytes, "seconds": round(made.seconds, 1)}


def listing() -> list[Backup]:
    """Newest first."""
    return backups.listing(folder(), store().stem)


def unreadable() -> list[Path]:
    """The backups whose manifests cannot be read; none where the database is a server."""
    return backups.unreadable(folder(), store().stem) if connection.vendor == "sqlite" else []


def newest() -> Backup | None:
    """The newest verified backup; None where there is none, or the database is a server."""
    return next(iter(listing()), None) if connection.vendor == "sqlite" else None


def age() -> timedelta | None:
    """How old the newest backup is; None where there is none."""
    found = newest()
    return timezone.now() - found.taken_at if found else None


def called(name: str) -> Backup:
    """The backup of that file name or path, or the newest for "latest". Raises NotFound, and Unsound where its manifest
    cannot be read: an older one in its place would be a loss that nobody saw."""
    if not name:
        raise NotFound('name one that `backup --list` shows, or "latest"')
    every = listing()
    for path in unreadable():
        newer = not every or path.name > every[0].path.name  # names tell the moment
        if name in {path.name, str(path)} or (name == "latest" and newer):
            raise Unsound(f"the manifest of {path.name} cannot be read; `backup --list` shows the others")
    for one in every:
        if name in {"latest", one.path.name, str(one.path)}:
            return one
    raise NotFound(f"no backup {name} in {folder()}")
