"""What PostgreSQL can tell of a store's soundness, and the statements that mend links past the ORM's cascades."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import checks
from django.db import connection
from django.db.models import ForeignKey

from memoryproj.postgresql import partitions

from ....models import Memory

LEAST_SERVER = 170_000  # the collation that folds words comes with it
LEAST_PGVECTOR = (0, 8, 0)  # earlier ones end a filtered search with too few

TRIGGERS = frozenset(f"memories_words_{when}" for when in ("insert", "update", "delete", "truncate"))
# Rows that say nothing by themselves once one of their ends is gone: (table, column, what it points at, its key).
ENDS = (
    ("memory_entities", "memory_id", "memories", "rowid"),
    ("memory_entities", "entity_id", "entities", "rowid"),
    ("memory_sources", "memory_id", "memories", "rowid"),
    ("memory_sources", "source_id", "memories", "rowid"),
    ("shown_memories", "reflection_id", "memories", "rowid"),
    ("shown_memories", "shown_id", "memories", "rowid"),
    ("entity_aliases", "entity_id", "entities", "rowid"),
    ("recalls", "memory_id", "memories", "rowid"),
    ("corrections_due", "memory_id", "memories", "rowid"),
    ("passages", "memory_id", "memories", "rowid"),
    ("context_items", "memory_id", "memories", "rowid"),
    ("context_items", "context_id", "contexts", "id"),
)
_FOREIGN_KEYS = """
SELECT conrelid::regclass::text, near.attname, confrelid::regclass::text, far.attname
FROM pg_constraint
JOIN pg_attribute AS near ON near.attrelid = conrelid AND near.attnum = conkey[1]
JOIN pg_attribute AS far ON far.attrelid = confrelid AND far.attnum = confkey[1]
WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0
"""
_CUT_CROSSING = (
    "DELETE FROM memory_entities USING memories, entities WHERE memories.rowid = memory_id "
    "AND entities.rowid = entity_id AND memories.namespace_id <> entities.namespace_id",
    "DELETE FROM memory_sources USING memories, memories AS turns WHERE memories.rowid = memory_id "
    "AND turns.rowid = source_id AND memories.namespace_id <> turns.namespace_id",
    "DELETE FROM shown_memories USING memories, memories AS seen WHERE memories.rowid = reflection_id "
    "AND seen.rowid = shown_id AND memories.namespace_id <> seen.namespace_id",
)


class Care:
    cuttable = frozenset(table for table, *_ in ENDS)

    def damage(self) -> dict[str, str]:
        """What the server met itself: it checks the sum of each page that it reads."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()")
            failures = cursor.fetchone()[0] or 0
        return {"database": f"{failures} pages failed their checksum"} if failures else {}

    def missing_triggers(self) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE tgrelid = 'memories'::regclass AND tgenabled <> 'D'")
            return sorted(TRIGGERS - {row[0] for row in cursor.fetchall()})

    def dangling(self) -> list[str]:
        """The server keeps its foreign keys, and triggers in their place where memories are divided, unless somebody
        switched its triggers off or dropped them."""
        found: list[str] = []
        with connection.cursor() as cursor:
            cursor.execute(_FOREIGN_KEYS)
            held = cursor.fetchall()
            by_triggers = [] if not partitions.parts(cursor) else _naming_memories()
            for table, column, target, key in [*held, *by_triggers]:
                cursor.execute(f"SELECT count(*) {_pointing_nowhere(table, column, target, key)}")
                found += [table] * cursor.fetchone()[0]
        return found

    def cut_dangling(self) -> None:
        _run(*(f"DELETE {_pointing_nowhere(*end)}" for end in ENDS))

    def cut_crossing(self) -> None:
        _run(*_CUT_CROSSING)

    def versions(self) -> dict[str, Any]:
        import psycopg

        with connection.cursor() as cursor:
            # Before the first migration it is only there to be had.
            cursor.execute(
                "SELECT coalesce((SELECT extversion FROM pg_extension WHERE extname = 'vector'), "
                "(SELECT default_version FROM pg_available_extensions WHERE name = 'vector'), '')"
            )
            pgvector = cursor.fetchone()[0]
            cursor.execute("SHOW server_version")
            server = cursor.fetchone()[0]
        return {
            "driver": f"psycopg {psycopg.__version__}",
            "postgresql": server.split()[0],
            "pgvector": pgvector,
        }

    def unfit(self) -> list[checks.CheckMessage]:
        found = self.versions()
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('server_version_num')::int, current_setting('server_encoding')")
            number, encoding = cursor.fetchone()
        said: list[checks.CheckMessage] = [
            checks.Info(
                f"PostgreSQL {found['postgresql']} by {found['driver']}, pgvector {found['pgvector'] or 'missing'}.",
                id="memory.I001",
            )
        ]
        if number < LEAST_SERVER:
            said.append(
                checks.Error(f"PostgreSQL {found['postgresql']} is too old.", hint="Use 17 or newer.", id="memory.E002")
            )
        if encoding != "UTF8":
            said.append(
                checks.Error(
                    f"The database's encoding is {encoding}.", hint="Create it with ENCODING 'UTF8'.", id="memory.E003"
                )
            )
        if tuple(map(int, (found["pgvector"] or "0").split("."))) < LEAST_PGVECTOR:
            said.append(
                checks.Error(
                    f"pgvector is {found['pgvector'] or 'missing'}, and 0.8 or newer is needed.",
                    hint="Install it on the server, then say ALTER EXTENSION vector UPDATE.",
                    id="memory.E004",
                )
            )
        return said

    def files(self) -> list[Path]:
        return []


def _naming_memories() -> list[tuple[str, str, str, str]]:
    """(table, column, memories, their key) of each reference to a memory that a model declares."""
    return [
        (model._meta.db_table, field.column, Memory._meta.db_table, "rowid")
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey) and field.related_model is Memory and model._meta.managed
    ]


def _pointing_nowhere(table: str, column: str, target: str, key: str) -> str:
    return (
        f"FROM {table} WHERE {column} IS NOT NULL "
        f"AND NOT EXISTS (SELECT 1 FROM {target} AS target WHERE target.{key} = {table}.{column})"
    )


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
