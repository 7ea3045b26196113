"""What SQLite itself can tell of a store's soundness, and the statements that mend links past the ORM's cascades."""

from __future__ import annotations

from django.db import connection

FULL_TEXT_TRIGGERS = frozenset(
    {"memories_fts_insert", "memories_fts_update_before", "memories_fts_update_after", "memories_fts_delete"}
)
# Rows that point at nothing and say nothing by themselves, by table.
CUT_DANGLING = {
    "memory_entities": (
        "DELETE FROM memory_entities WHERE memory_id NOT IN (SELECT rowid FROM memories) "
        "OR entity_id NOT IN (SELECT rowid FROM entities)"
    ),
    "memory_sources": (
        "DELETE FROM memory_sources WHERE memory_id NOT IN (SELECT rowid FROM memories) "
        "OR source_id NOT IN (SELECT rowid FROM memories)"
    ),
    "entity_aliases": "DELETE FROM entity_aliases WHERE entity_id NOT IN (SELECT rowid FROM entities)",
    "recalls": "DELETE FROM recalls WHERE memory_id NOT IN (SELECT rowid FROM memories)",
}
_CUT_CROSSING = (
    "DELETE FROM memory_entities WHERE (SELECT namespace_id FROM memories WHERE rowid = memory_id) "
    "<> (SELECT namespace_id FROM entities WHERE rowid = entity_id)",
    "DELETE FROM memory_sources WHERE (SELECT namespace_id FROM memories WHERE rowid = memory_id) "
    "<> (SELECT namespace_id FROM memories WHERE rowid = source_id)",
)


def damaged_pages() -> list[str]:
    """What SQLite finds wrong with the file; empty for a sound one."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check")
        said = [str(row[0]) for row in cursor.fetchall()]
    return [] if said == ["ok"] else said


def missing_triggers() -> list[str]:
    """The triggers of the full-text index that are not there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        return sorted(FULL_TEXT_TRIGGERS - {row[0] for row in cursor.fetchall()})


def dangling() -> list[str]:
    """The table of each row whose foreign key points at nothing."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_key_check")
        return [str(row[0]) for row in cursor.fetchall()]


def cut_dangling() -> None:
    _run(*CUT_DANGLING.values())


def cut_crossing() -> None:
    """Remove the links between two namespaces."""
    _run(*_CUT_CROSSING)


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
