from django.db import migrations


def index(apps, schema_editor):
    """Vector tables made before this had no index on their partitions."""
    if schema_editor.connection.vendor != "sqlite":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING vec0%' "
            "AND NOT EXISTS (SELECT 1 FROM sqlite_schema AS made WHERE made.name = sqlite_schema.name || '_partitions')"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f'CREATE INDEX "{name}_partitions" ON "{name}_chunks" (partition00, partition01)')


class Migration(migrations.Migration):
    dependencies = [("memory", "0005_entity_summaries")]

    operations = [migrations.RunPython(index, migrations.RunPython.noop)]
