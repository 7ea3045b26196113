"""What a key is for, and the kinds and tags of memories that it never sees: nothing, for the keys that there are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0054_bulk_jobs")]

    operations = [
        migrations.AddField(
            "apikey", "purpose", models.CharField(blank=True, db_default="", default="", max_length=200)
        ),
        migrations.AddField("apikey", "hidden_kinds", models.JSONField(blank=True, default=list)),
        migrations.AddField("apikey", "hidden_tags", models.JSONField(blank=True, default=list)),
    ]
