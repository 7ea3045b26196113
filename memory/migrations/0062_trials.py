"""Settings that a person tried on a throwaway copy, for a day."""

import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0061_facts_by_origin"),
    ]

    operations = [
        migrations.AlterField(
            model_name="operation",
            name="kind",
            field=models.CharField(
                choices=[
                    ("enrich", "Enrich"),
                    ("consolidate", "Consolidate"),
                    ("consolidate_session", "Consolidate Session"),
                    ("decay", "Decay"),
                    ("reflect", "Reflect"),
                    ("reembed", "Reembed"),
                    ("backup", "Backup"),
                    ("erase", "Erase"),
                    ("check", "Check"),
                    ("bulk", "Bulk"),
                    ("trial", "Trial"),
                ],
                max_length=30,
            ),
        ),
        migrations.CreateModel(
            name="Trial",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.CharField(editable=False, max_length=40, unique=True)),
                ("before", models.JSONField(default=dict)),
                ("tried", models.JSONField(default=dict)),
                ("questions", models.JSONField(default=list)),
                ("learn", models.PositiveIntegerField(default=0)),
                ("found", models.JSONField(blank=True, null=True)),
                ("by", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "namespace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memory.namespace"
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="memory.operation",
                    ),
                ),
            ],
            options={
                "db_table": "trials",
                "default_manager_name": "everything",
                "indexes": [models.Index(fields=["created_at"], name="trials_age")],
            },
            managers=[
                ("everything", django.db.models.manager.Manager()),
            ],
        ),
    ]
