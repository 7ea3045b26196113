"""What SQLite's planner believes of the tables' sizes: written by hand, so that each plan is the same on every store.

Without statistics SQLite takes a namespace for ten rows. It then walks all of a namespace to find the few whose rowid
it was given, or one session's turns: a million memories read for ten. `ANALYZE` would measure instead, and a plan would
change with the day's data. Numbers of a large store cost a small one nothing.
"""

from __future__ import annotations

from typing import Any

from django.db import connections

# Index: rows in all, then rows that agree in its first column, its first two, …
BELIEVED = {
    "memories_kind": "1000000 100000 20000 1",
    "memories_newest": "1000000 100000 1",
    "memories_session": "1000000 100000 100 1",
    "memories_external_id": "1000000 100000 100 1",
    "memories_event_time": "1000000 100000 2",
    "memories_instructions": "1000 10 1",
    "memories_origin": "200000 20000 4000 1",
    "memories_unembedded": "1000 1",
    "memories_unenriched": "1000 1",
    "memories_quarantine": "10000 2000 50 1",
}
TABLE = "memories"


def tell_planner(using: str = "default", **signal: Any) -> None:
    """Write the statistics where they are not as believed. A table remade by a migration has lost them, so this runs
    after each migrate. Connections read them when they open."""
    connection = connections[using]
    if connection.vendor != "sqlite" or TABLE not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        if not _written(cursor):
            cursor.execute("ANALYZE memory_metadata")  # makes SQLite's table of statistics
            cursor.execute("DELETE FROM sqlite_stat1 WHERE tbl IN (%s, 'memory_metadata')", [TABLE])
            cursor.executemany(
                "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (%s, %s, %s)",
                [[TABLE, index, numbers] for index, numbers in BELIEVED.items()],
            )
            cursor.execute("ANALYZE sqlite_schema")  # reads it anew


def _written(cursor: Any) -> bool:
    cursor.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'")
    if cursor.fetchone() is None:
        return False
    cursor.execute("SELECT idx, stat FROM sqlite_stat1 WHERE tbl = %s", [TABLE])
    return dict(cursor.fetchall()) == BELIEVED
