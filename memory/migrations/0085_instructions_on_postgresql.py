"""The index of standing instructions on PostgreSQL, with those that hold until an announced day as well."""

from django.db import migrations

from memoryproj.postgresql.migrations import RunPostgreSQL

_DROP = "DROP INDEX memories_instructions_now"
_INDEX = (
    "CREATE INDEX memories_instructions_now ON memories (namespace_id, rowid)"
    """ WHERE kind = 'fact' AND tags @> '["instruction"]' AND valid_until IS NULL"""
)


class Migration(migrations.Migration):
    dependencies = [("memory", "0084_postings_on_postgresql")]

    operations = [RunPostgreSQL([_DROP, _INDEX], [_DROP, f"{_INDEX} AND invalid_at IS NULL"])]
