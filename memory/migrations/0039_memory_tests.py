"""Questions that the memory must answer so, and not so; and the run that asks them."""

import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0038_questions")]

    operations = [
        migrations.AlterField(
            "operation",
            "kind",
            models.CharField(
                choices=[
                    ("enrich", "Enrich"), ("consolidate", "Consolidate"),
                    ("consolidate_session", "Consolidate Session"), ("decay", "Decay"), ("reflect", "Reflect"),
                    ("reembed", "Reembed"), ("backup", "Backup"), ("erase", "Erase"), ("check", "Check"),
                ],
                max_length=30,
            ),
        ),
        migrations.CreateModel(
            name="MemoryTest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.CharField(editable=False, max_length=40, unique=True)),
                ("question", models.TextField()),
                ("must", models.JSONField(blank=True, default=list)),
                ("must_not", models.JSONField(blank=True, default=list)),
                ("by", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("passed", models.BooleanField(blank=True, null=True)),
                ("ran_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.TextField(blank=True, default="")),
                ("before", models.TextField(blank=True, default="")),
                (
                    "about",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE,
                        related_name="memory_tests", to="memory.memory",
                    ),
                ),
                (
                    "namespace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="memory.namespace"
                    ),
                ),
            ],
            options={"db_table": "memory_tests", "default_manager_name": "everything"},
            managers=[("everything", django.db.models.manager.Manager())],
        ),
    ]  # fmt: skip
