"""A search by an attribute on PostgreSQL finds the memories that have it by an index; it read each memory of the
namespace. Memories without attributes have no entry."""

from django.db import migrations

from memoryproj.postgresql.migrations import RunPostgreSQL


class Migration(migrations.Migration):
    dependencies = [("memory", "0081_unscreened")]
    operations = [
        RunPostgreSQL(
            ["CREATE INDEX memories_attributes ON memories USING gin (attributes jsonb_path_ops)"],
            ["DROP INDEX memories_attributes"],
        ),
    ]
