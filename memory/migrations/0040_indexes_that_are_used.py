"""What waits to be enriched is found by its index, which no query could use; one that none used goes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0048_purposes_of_keys")]

    operations = [
        migrations.RemoveIndex("memory", "memories_recent_facts"),
        migrations.RemoveIndex("memory", "memories_unenriched"),
        migrations.AddIndex(
            "memory",
            models.Index(
                condition=models.Q(("enriched_at__isnull", True), ("valid_until__isnull", True)),
                fields=["rowid"],
                name="memories_unenriched",
            ),
        ),
    ]
