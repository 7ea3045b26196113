"""An entity's mention count is the number of its links. Until now each look at a memory counted its names again."""

from django.db import migrations, models

from memoryproj.sqlite.migrations import RunSQLiteSQL

RECOUNT = """
UPDATE entities SET mention_count = counted.links
FROM (
    SELECT entities.rowid AS entity, COUNT(memory_entities.memory_id) AS links
    FROM entities LEFT JOIN memory_entities ON memory_entities.entity_id = entities.rowid
    GROUP BY entities.rowid
) AS counted
WHERE counted.entity = entities.rowid AND entities.mention_count <> counted.links
"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0008_time_and_lineage")]

    operations = [
        migrations.AlterField("entity", "mention_count", models.PositiveIntegerField(default=0)),
        # Stores that are older than this migration are all SQLite's.
        RunSQLiteSQL(RECOUNT, migrations.RunSQL.noop),
    ]
