"""Making deleted rows unreadable in the store's files."""

from __future__ import annotations

from pathlib import Path

from django.db import connection

FULL_TEXT = ("memories_fts", "memories_past_fts")


def scrub() -> None:
    """Write the store anew without what was deleted, and cut the WAL. Call it outside any transaction.

    A deleted row stays in free pages, in the full-text index's older segments, and in the WAL. FTS5's `optimize` merges
    the segments, but where there is one alone it leaves it as it is, with words that are only marked as deleted; so the
    index is made anew, which takes about as long as to write the store anew. Raises OperationalError where other
    writers leave no gap.
    """
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete = ON")
        for table in FULL_TEXT:
            cursor.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")  # noqa: S608 - names of our own
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.fetchall()


def store_files() -> list[Path]:
    """The database and what SQLite keeps beside it."""
    name = Path(str(connection.settings_dict["NAME"]))
    return [path for path in (name, Path(f"{name}-wal"), Path(f"{name}-journal")) if path.exists()]
