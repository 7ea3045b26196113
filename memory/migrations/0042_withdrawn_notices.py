"""Who was handed what is erased is told that it was withdrawn."""

import django.db.models.deletion
import django.db.models.manager
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0049_off_the_record")]

    operations = [
        migrations.CreateModel(
            name="WithdrawnNotice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session_id", models.CharField(max_length=200)),
                ("marks", models.CharField(blank=True, default="", max_length=200)),
                ("handed_at", models.DateTimeField()),
                ("at", models.DateTimeField()),
                ("told_at", models.DateTimeField(blank=True, null=True)),
                ("told_prompt", models.CharField(blank=True, default="", max_length=64)),
                (
                    "namespace",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="memory.namespace",
                    ),
                ),
            ],
            options={
                "db_table": "withdrawn_notices",
                "default_manager_name": "everything",
                "indexes": [
                    models.Index(fields=["namespace", "session_id", "told_at"], name="withdrawn_notices_session")
                ],
            },
            managers=[("everything", django.db.models.manager.Manager())],
        ),
    ]
