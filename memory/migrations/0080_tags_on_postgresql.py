"""A search by a tag on PostgreSQL finds the memories that have it by an index; it read each memory of the namespace."""

from django.db import migrations

from memoryproj.postgresql.migrations import RunPostgreSQL


class Migration(migrations.Migration):
    dependencies = [("memory", "0062_trials")]
    operations = [
        RunPostgreSQL(
            ["CREATE INDEX memories_tags ON memories USING gin (tags jsonb_path_ops)"], ["DROP INDEX memories_tags"]
        ),
    ]
