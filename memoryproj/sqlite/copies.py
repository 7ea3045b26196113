"""A copy of the store's file before its schema changes: the way back from a migration."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from .driver import Database

KEPT = 3
FOLDER = "copies"


def copy_store(connection: BaseDatabaseWrapper, schema: str) -> Path:
    """Copy the store beside its file, as `copies/<name>-<schema>-<moment>.db`, and keep the last three copies.

    SQLite's own backup: whole pages of one moment, rowids as they are, also while others write. Raises OSError or
    Django's database errors where there is no room; nothing is left of the copy then.
    """
    store = Path(str(connection.settings_dict["NAME"]))
    folder = store.parent / FOLDER
    folder.mkdir(exist_ok=True)
    target = folder / f"{store.stem}-{schema}-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}.db"
    unfinished = target.with_suffix(".part")
    connection.ensure_connection()
    with connection.wrap_database_errors:
        copy = Database.connect(str(unfinished))
        try:
            connection.connection.backup(copy)
        except BaseException:
            copy.close()
            unfinished.unlink(missing_ok=True)
            raise
        copy.close()
    unfinished.rename(target)
    older = sorted(folder.glob(f"{store.stem}-*.db"), key=lambda path: path.stat().st_mtime_ns)
    for path in older[:-KEPT]:
        path.unlink()
    return target
