"""What was retired before there was an index of the past is put there: in batches, and again from the start if killed.

A batch is one transaction, and what is there already is passed over.
"""

from django.db import migrations, transaction

BATCH = 2_000  # rows a transaction

POSTINGS = """
INSERT INTO memories_past_fts (rowid, scope, content)
SELECT rowid, scope, content FROM memories_past_search
WHERE rowid BETWEEN %s AND %s AND rowid NOT IN (SELECT id FROM memories_past_fts_docsize)
"""
# A namespace's retired memories lie under its negative id.
VECTORS = """
INSERT INTO "{table}" (rowid, namespace_id, kind, embedding)
SELECT rowid, -namespace_id, kind, embedding FROM memories
WHERE rowid BETWEEN %s AND %s AND valid_until IS NOT NULL AND embedding IS NOT NULL AND embedding_model = %s
    AND length(embedding) = %s AND rowid NOT IN (SELECT rowid FROM "{table}_rowids")
"""


def fill(apps, schema_editor):
    if schema_editor.connection.vendor != "sqlite":
        return
    known = dict(apps.get_model("memory", "Metadata").objects.values_list("key", "value"))
    table, model = known.get("vector_table", ""), known.get("embedding_model", "")
    size = 4 * int(known.get("embedding_dimensions", "0"))
    retired = apps.get_model("memory", "Memory")._default_manager.filter(valid_until__isnull=False).order_by("rowid")
    last = 0
    while rowids := list(retired.filter(rowid__gt=last).values_list("rowid", flat=True)[:BATCH]):
        first, last = rowids[0], rowids[-1]
        with transaction.atomic(), schema_editor.connection.cursor() as cursor:
            cursor.execute(POSTINGS, [first, last])
            if table and model:
                cursor.execute(VECTORS.format(table=table), [first, last, model, size])


def clear(apps, schema_editor):
    if schema_editor.connection.vendor != "sqlite":
        return
    table = apps.get_model("memory", "Metadata").objects.filter(key="vector_table").values_list("value", flat=True)
    with schema_editor.connection.cursor() as cursor:
        for name in table:
            cursor.execute(f'DELETE FROM "{name}" WHERE namespace_id < 0')  # noqa: S608  our own table's name


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("memory", "0010_past_index")]
    operations = [migrations.RunPython(fill, clear)]
