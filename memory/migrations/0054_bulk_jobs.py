"""Bulk actions that a worker carries out."""

import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0039_memory_tests")]

    operations = [
        migrations.AlterField(
            "operation",
            "kind",
            models.CharField(
                choices=[
                    ("enrich", "Enrich"), ("consolidate", "Consolidate"),
                    ("consolidate_session", "Consolidate Session"), ("decay", "Decay"), ("reflect", "Reflect"),
                    ("reembed", "Reembed"), ("backup", "Backup"), ("erase", "Erase"), ("check", "Check"),
                    ("bulk", "Bulk"),
                ],
                max_length=30,
            ),
        ),
        migrations.CreateModel(
            name="BulkJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("batch", models.CharField(max_length=32, unique=True)),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("confirm", "Confirm: confidence 1, no decay"), ("confidence", "Set the confidence"),
                            ("protect", "Protect from decay"), ("unprotect", "Let decay again"), ("tag", "Add a tag"),
                            ("untag", "Remove a tag"), ("retire", "Retire"), ("restore", "Restore"),
                            ("merge", "Merge as duplicates into the first"),
                        ],
                        max_length=12,
                    ),
                ),
                ("value", models.CharField(blank=True, default="", max_length=500)),
                ("by", models.CharField(max_length=200)),
                ("rows", models.TextField()),
                ("reached", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "namespace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="memory.namespace"
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
                        to="memory.operation",
                    ),
                ),
            ],
            options={"db_table": "bulk_jobs", "default_manager_name": "everything"},
            managers=[("everything", django.db.models.manager.Manager())],
        ),
    ]  # fmt: skip
