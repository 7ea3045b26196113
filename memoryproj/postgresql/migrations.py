"""Operations for migrations that write what PostgreSQL alone has: functions, GIN, extensions."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from . import partitions


class RunPostgreSQL(migrations.RunSQL):
    """`RunSQL` that does nothing on another database."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)


class CreateModelNamingMemories(migrations.CreateModel):
    """`CreateModel` of a table that names memories. Where these are divided, triggers hold it to them."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        naming = []
        if schema_editor.connection.vendor == "postgresql":
            with schema_editor.connection.cursor() as cursor:
                if partitions.parts(cursor):
                    fields = to_state.apps.get_model(app_label, self.name)._meta.local_fields
                    naming = [one for one in fields if _names_memories(one)]
        for field in naming:
            field.db_constraint = False
        super().database_forwards(app_label, schema_editor, from_state, to_state)
        for field in naming:
            field.db_constraint = True
            with schema_editor.connection.cursor() as cursor:
                partitions.refer(cursor, field.model._meta.db_table, field.column)


def _names_memories(field: Any) -> bool:
    return bool(field.is_relation) and field.related_model._meta.db_table == partitions.MEMORIES
