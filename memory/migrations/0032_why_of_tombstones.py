"""A tombstone says why: what a person rejected may come back when that is undone, what was erased may not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0031_what_namespaces_take_up")]

    operations = [
        migrations.AddField(
            "tombstone",
            "why",
            models.CharField(choices=[("erased", "Erased"), ("rejected", "Rejected")], default="erased", max_length=10),
        )
    ]
