"""A store of which pages are damaged: which tables they belong to, and a new file without those that can be rebuilt.

The virtual tables (full text, vectors) and all indexes are drawn from the base tables. Where the damage lies in them
alone, nothing is lost: the base tables are copied into a new file, and what is drawn from them is made there anew.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from .backups import connect, set_aside
from .driver import Database

WHOLE_FILE = "the file"
_TREE = re.compile(r"\bTree (\d+)\b")
_INDEX = re.compile(r"\bindex ([A-Za-z_]\w*)")


class Lost(Exception):
    """Base rows cannot be read: only a backup has them."""


def damaged(connection: Any) -> dict[str, str]:
    """{table or index: what SQLite says of it} of the parts that are damaged; `the file` where no part can be told."""
    try:
        schema = connection.execute("SELECT type, name, rootpage FROM sqlite_schema").fetchall()
    except Database.DatabaseError as error:
        return {WHOLE_FILE: str(error)}
    roots = {int(root): str(name) for _, name, root in schema if root}
    found: dict[str, str] = {}
    for kind, table, _ in schema:
        if kind != "table":
            continue
        try:
            # One by one: where a virtual table cannot be read at all, a check of everything ends with that error.
            said = [str(row[0]) for row in connection.execute(f'PRAGMA integrity_check("{table}")')]
        except Database.DatabaseError as error:
            said = [str(error)]
        for line in said if said != ["ok"] else ():
            found.setdefault(_part(line, roots, str(table)), line.splitlines()[-1])
    return found


def _part(line: str, roots: dict[int, str], table: str) -> str:
    """Whose damage `line` of the check of `table` tells: the table's own, or one of its indexes'."""
    if match := _TREE.search(line):
        return roots.get(int(match[1]), table)
    return match[1] if (match := _INDEX.search(line)) else table


def salvage(store: Path) -> Path:
    """Copy the base tables into a new file and put it in the store's place, with its virtual tables empty. Answers
    where the damaged store lies now.

    Nobody else may have the store open. Raises Lost where base rows cannot be read, and backups.InUse; the store stays
    as it was then.
    """
    copy, fresh = store.with_name(f"{store.stem}.salvage"), store.with_name(f"{store.stem}.salvaged")
    try:
        with closing(connect(store)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copyfile(store, copy)
        with closing(connect(copy)) as connection:
            drawn = _forget_what_is_drawn(connection)
            connection.execute(f"VACUUM INTO '{str(fresh).replace(chr(39), chr(39) * 2)}'")
        with closing(connect(fresh)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            for sql in drawn:
                connection.execute(sql)
            connection.commit()
            if left := damaged(connection):
                raise Lost(f"{', '.join(sorted(left))} cannot be read")
        fresh.chmod(0o600)
        aside = set_aside(store)
        fresh.replace(store)
    except Database.DatabaseError as error:
        raise Lost(str(error)) from error
    finally:
        for path in _leftovers(copy, fresh):
            path.unlink(missing_ok=True)
    return aside or store


def _forget_what_is_drawn(connection: Any) -> list[str]:
    """Take the indexes, the virtual tables and their parts out of the schema, reading none of their pages.

    Answers the statements that make them again.
    """
    connection.isolation_level = None
    tables = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall())
    virtual = [name for name, sql in tables.items() if str(sql).startswith("CREATE VIRTUAL TABLE")]
    # Not every module tells SQLite which tables are its parts; all name them so.
    parts = [name for name in tables if any(name.startswith(f"{one}_") for one in virtual)]
    connection.execute("PRAGMA writable_schema = ON")
    for name in {*virtual, *parts}:
        connection.execute("DELETE FROM sqlite_schema WHERE tbl_name = ?", (name,))
    # A table of few columns may be read by way of an index that holds them all, and that one may be damaged.
    indexes = [
        str(sql)
        for (sql,) in connection.execute(
            "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
        ).fetchall()
    ]
    connection.execute("DELETE FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    connection.execute("PRAGMA writable_schema = RESET")
    return [*indexes, *(str(tables[name]) for name in virtual)]


def _leftovers(*stems: Path) -> Iterable[Path]:
    return [Path(f"{stem}{tail}") for stem in stems for tail in ("", "-wal", "-shm", "-journal")]
