"""Operations for migrations that write what PostgreSQL alone has: functions, GIN, extensions."""

from __future__ import annotations

from typing import Any

from django.db import migrations


class RunPostgreSQL(migrations.RunSQL):
    """`RunSQL` that does nothing on another database."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
