"""The numbers that SQLite gives to rows of tables that count by themselves."""

from __future__ import annotations

from typing import Any


def last_given(cursor: Any, table: str, column: str) -> int:
    """The highest number that a row has had, also one that is gone; 0 where none had one."""
    cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
    found = cursor.fetchone()
    return int(found[0]) if found else 0


def go_on_behind(cursor: Any, table: str, column: str, number: int) -> None:
    cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
    cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])
