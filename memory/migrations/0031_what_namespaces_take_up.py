"""How many memories, and how many bytes of text, each namespace holds."""

from django.db import migrations, models


def count(apps, schema_editor):
    connection = schema_editor.connection
    size = "length(CAST(content AS BLOB))" if connection.vendor == "sqlite" else "octet_length(content)"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT namespace_id, count(*), sum({size}) FROM memories GROUP BY namespace_id")  # noqa: S608
        for namespace, memories, text_bytes in cursor.fetchall():
            cursor.execute(
                "UPDATE namespaces SET memories = %s, text_bytes = %s WHERE id = %s", [memories, text_bytes, namespace]
            )


class Migration(migrations.Migration):
    dependencies = [("memory", "0030_entity_proposals")]

    operations = [
        migrations.AddField(
            "namespace", "memories", models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
        ),
        migrations.AddField(
            "namespace", "text_bytes", models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
