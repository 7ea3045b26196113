"""Indexes in the order of the lists that are paged through, and one for the work that waits."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0006_partitions")]

    operations = [
        # SQLite did not take it: it cannot tell that one status is among two.
        migrations.RemoveIndex("operation", "operations_unfinished"),
        migrations.AddIndex("operation", models.Index(fields=["status", "id"], name="operations_status")),
        migrations.AddIndex("memory", models.Index(fields=["namespace", "rowid"], name="memories_newest")),
        migrations.AddIndex("entity", models.Index(fields=["namespace", "rowid"], name="entities_newest")),
        migrations.AddIndex("session", models.Index(fields=["namespace", "id"], name="sessions_newest")),
    ]
