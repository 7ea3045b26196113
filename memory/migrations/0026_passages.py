"""Long texts get passages: a table, and a full-text index that holds their whole text.

The index held the first 16,384 characters. FTS5 takes a posting out only by the text that was put in, so the postings
of longer texts are taken out by the old views and put in by the new ones, in one transaction with the change of views.
"""

import django.db.models.deletion
import django.db.models.manager
from django.db import migrations, models

from memoryproj.sqlite.migrations import RunSQLiteSQL

# octet_length reads a row's header alone: most texts are passed over without being read.
LONGER = "SELECT rowid FROM memories WHERE octet_length(content) > 16384 AND length(content) > 16384"
BEGINNING = "substr(content, 1, 16384)"
INDEXES = {"memories_fts": ("memories_search", "IS NULL"), "memories_past_fts": ("memories_past_search", "IS NOT NULL")}


VIEW = """
CREATE VIEW {view} AS
SELECT rowid,
       'n' || namespace_id || ' ' || substr(kind, 1, 1) || namespace_id AS scope,
       CASE kind
           WHEN 'episode' THEN '[' || substr(event_time, 1, 10) || '] ' || source_role || ': ' || {text}
           ELSE {text}
       END AS content
FROM memories
WHERE valid_until {retired}
"""
TAKEN_OUT = """
INSERT INTO {table} ({table}, rowid, scope, content)
SELECT 'delete', rowid, scope, content FROM {view}
WHERE rowid IN ({longer}) AND rowid IN (SELECT id FROM {table}_docsize)
"""
PUT_IN = """
INSERT INTO {table} (rowid, scope, content) SELECT rowid, scope, content FROM {view} WHERE rowid IN ({longer})
"""


def holding(text):
    """The statements after which the index holds `text` of each memory."""
    return [
        statement.format(table=table, view=view, retired=retired, text=text, longer=LONGER)
        for table, (view, retired) in INDEXES.items()
        for statement in (TAKEN_OUT, "DROP VIEW {view}", VIEW, PUT_IN)
    ]


class Migration(migrations.Migration):
    dependencies = [("memory", "0025_trust")]
    operations = [
        RunSQLiteSQL(holding("content"), holding(BEGINNING)),
        migrations.CreateModel(
            name="Passage",
            fields=[
                ("vector_key", models.BigAutoField(primary_key=True, serialize=False)),
                ("start", models.PositiveIntegerField()),
                ("end", models.PositiveIntegerField()),
                ("embedding", models.BinaryField(blank=True, null=True)),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="passages", to="memory.memory"
                    ),
                ),
            ],
            options={
                "db_table": "passages",
                "default_manager_name": "everything",
                "indexes": [
                    models.Index(
                        condition=models.Q(embedding__isnull=True), fields=["vector_key"], name="passages_unembedded"
                    )
                ],
            },
            managers=[("everything", django.db.models.manager.Manager())],
        ),
    ]
