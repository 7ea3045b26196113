"""Which sessions are owed a correction of what they were told."""

import django.db.models.deletion
import django.db.models.manager
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0020_lasting_facts"),
    ]

    operations = [
        migrations.CreateModel(
            name="CorrectionDue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session_id", models.CharField(max_length=200)),
                ("kind", models.CharField(choices=[("wrong", "Wrong"), ("withdrawn", "Withdrawn")], max_length=10)),
                ("at", models.DateTimeField()),
                ("told_at", models.DateTimeField(blank=True, null=True)),
                ("told_prompt", models.CharField(blank=True, default="", max_length=64)),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="corrections_due", to="memory.memory"
                    ),
                ),
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
                "db_table": "corrections_due",
                "default_manager_name": "everything",
                "indexes": [
                    models.Index(fields=["namespace", "session_id", "told_at"], name="corrections_due_session")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("told_at__isnull", True)),
                        fields=("memory", "session_id"),
                        name="corrections_due_once",
                    )
                ],
            },
            managers=[
                ("everything", django.db.models.manager.Manager()),
            ],
        ),
    ]
