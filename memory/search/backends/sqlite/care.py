"""What SQLite itself can tell of a store's soundness, and the statements that mend links past the ORM's cascades."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core import checks
from django.db import connection

from memoryproj.sqlite import salvage

SAFE_SQLITE = (3, 51, 3)  # earlier ones can corrupt a WAL that two connections reset at once

FULL_TEXT_TRIGGERS = frozenset(
    f"memories_{part}_{when}"
    for part in ("fts", "past")
    for when in ("insert", "update_before", "update_after", "delete")
) | {"memories_unindexed_delete"}
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
    "shown_memories": (
        "DELETE FROM shown_memories WHERE reflection_id NOT IN (SELECT rowid FROM memories) "
        "OR shown_id NOT IN (SELECT rowid FROM memories)"
    ),
    "entity_aliases": "DELETE FROM entity_aliases WHERE entity_id NOT IN (SELECT rowid FROM entities)",
    "recalls": "DELETE FROM recalls WHERE memory_id NOT IN (SELECT rowid FROM memories)",
    "corrections_due": "DELETE FROM corrections_due WHERE memory_id NOT IN (SELECT rowid FROM memories)",
    "memories_unindexed": "DELETE FROM memories_unindexed WHERE memory_id NOT IN (SELECT rowid FROM memories)",
    "passages": "DELETE FROM passages WHERE memory_id NOT IN (SELECT rowid FROM memories)",
    "context_items": (
        "DELETE FROM context_items WHERE memory_id NOT IN (SELECT rowid FROM memories) "
        "OR context_id NOT IN (SELECT id FROM contexts)"
    ),
}
_CUT_CROSSING = (
    "DELETE FROM memory_entities WHERE (SELECT namespace_id FROM memories WHERE rowid = memory_id) "
    "<> (SELECT namespace_id FROM entities WHERE rowid = entity_id)",
    "DELETE FROM memory_sources WHERE (SELECT namespace_id FROM memories WHERE rowid = memory_id) "
    "<> (SELECT namespace_id FROM memories WHERE rowid = source_id)",
    "DELETE FROM shown_memories WHERE (SELECT namespace_id FROM memories WHERE rowid = reflection_id) "
    "<> (SELECT namespace_id FROM memories WHERE rowid = shown_id)",
)


class Care:
    cuttable = frozenset(CUT_DANGLING)

    def damage(self) -> dict[str, str]:
        connection.ensure_connection()
        return salvage.damaged(connection.connection)

    def missing_triggers(self) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            return sorted(FULL_TEXT_TRIGGERS - {row[0] for row in cursor.fetchall()})

    def dangling(self) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA foreign_key_check")
            return [str(row[0]) for row in cursor.fetchall()]

    def cut_dangling(self) -> None:
        _run(*CUT_DANGLING.values())

    def cut_crossing(self) -> None:
        _run(*_CUT_CROSSING)

    def versions(self) -> dict[str, Any]:
        module = connection.Database  # type: ignore[attr-defined]
        with connection.cursor() as cursor:
            cursor.execute("SELECT sqlite_compileoption_used('ENABLE_FTS5'), vec_version()")
            fts5, vec = cursor.fetchone()
        return {
            "driver": module.__name__.split(".")[0],
            "sqlite": module.sqlite_version,
            "fts5": bool(fts5),
            "sqlite_vec": vec,
        }

    def unfit(self) -> list[checks.CheckMessage]:
        found = self.versions()
        said: list[checks.CheckMessage] = [
            checks.Info(
                f"SQLite {found['sqlite']} by {found['driver']}, FTS5 {'yes' if found['fts5'] else 'no'}, "
                f"sqlite-vec {found['sqlite_vec']}.",
                id="memory.I001",
            )
        ]
        if connection.Database.sqlite_version_info < SAFE_SQLITE:  # type: ignore[attr-defined]
            said.append(
                checks.Warning(
                    f"SQLite {found['sqlite']} ({found['driver']}) has a bug that can corrupt a WAL file.",
                    hint="Install the wheel of pysqlite3 that requirements/run.txt names.",
                    id="memory.W001",
                )
            )
        if not found["fts5"]:
            said.append(checks.Error("SQLite was built without FTS5.", hint="Install pysqlite3.", id="memory.E001"))
        return said

    def files(self) -> list[Path]:
        name = str(connection.settings_dict["NAME"])
        return [path for tail in ("", "-wal", "-shm") if (path := Path(f"{name}{tail}")).is_file()]


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
