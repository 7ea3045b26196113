"""The long texts that there are already are cut: in batches, each one transaction, and on from where it was killed.

The passages wait for the worker, which embeds them. Until then their memories are found by the whole text's vector and
by words, as before.
"""

from django.db import migrations, transaction

from memory.passages import MOST, cut, keys_of

BATCH = 500  # memories a transaction

# octet_length reads a row's header alone. What has no vector yet is cut when it gets one.
LONG = """
SELECT rowid, content FROM memories
WHERE rowid > %s AND octet_length(content) > %s AND length(content) > %s AND embedding IS NOT NULL
    AND rowid NOT IN (SELECT memory_id FROM passages)
ORDER BY rowid LIMIT %s
"""
LAID = 'INSERT INTO passages (vector_key, memory_id, start, "end") VALUES (%s, %s, %s, %s)'


def lay_down(apps, schema_editor):
    if schema_editor.connection.vendor != "sqlite":
        return
    last = 0
    while True:
        with transaction.atomic(), schema_editor.connection.cursor() as cursor:
            cursor.execute(LONG, [last, MOST, MOST, BATCH])
            batch = cursor.fetchall()
            if not batch:
                return
            last = batch[-1][0]
            rows = []
            for rowid, text in batch:
                spans = cut(text)
                rows += [(key, rowid, *span) for key, span in zip(keys_of(rowid, len(spans)), spans, strict=True)]
            cursor.executemany(LAID, rows)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("memory", "0026_passages")]
    operations = [migrations.RunPython(lay_down, migrations.RunPython.noop)]
