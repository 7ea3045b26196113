"""What was erased for good, and what may not come back."""

import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0027_passages_laid_down"),
    ]

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.CharField(editable=False, max_length=40, unique=True)),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("memory", "Memory"),
                            ("session", "Session"),
                            ("entity", "what speaks of an entity"),
                            ("namespace", "a whole namespace"),
                        ],
                        max_length=10,
                    ),
                ),
                ("target", models.CharField(max_length=200)),
                ("actor", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("counts", models.JSONField(default=dict)),
                ("sought", models.PositiveIntegerField(null=True)),
                ("remaining", models.PositiveIntegerField(null=True)),
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
                "db_table": "erasures",
                "default_manager_name": "everything",
                "indexes": [models.Index(fields=["namespace", "at"], name="erasures_at")],
            },
            managers=[
                ("everything", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Tombstone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("statement", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
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
                "db_table": "tombstones",
                "default_manager_name": "everything",
                "constraints": [models.UniqueConstraint(fields=("namespace", "statement"), name="tombstones_once")],
            },
            managers=[
                ("everything", django.db.models.manager.Manager()),
            ],
        ),
    ]
