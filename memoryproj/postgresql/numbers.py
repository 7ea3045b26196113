"""The numbers that PostgreSQL gives to rows of tables that count by themselves."""

from __future__ import annotations

from typing import Any


def last_given(cursor: Any, table: str, column: str) -> int:
    """The highest number that a row has had, also one that is gone; 0 where none had one."""
    cursor.execute("SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)", [f'"{table}"', column])
    return int(cursor.fetchone()[0] or 0)


def go_on_behind(cursor: Any, table: str, column: str, number: int) -> None:
    cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [f'"{table}"', column, number])
