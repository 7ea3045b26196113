"""The ledger: each context block that was handed out, and the memories in it."""

import django.db.models.deletion
import django.db.models.manager
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0016_fact_properties"),
    ]

    operations = [
        migrations.CreateModel(
            name="HandedContext",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.CharField(editable=False, max_length=40, unique=True)),
                ("session_id", models.CharField(blank=True, default="", max_length=200)),
                ("prompt_hash", models.CharField(max_length=64)),
                ("prompt", models.TextField(blank=True, default="")),
                ("block", models.TextField()),
                ("tokens", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
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
                "db_table": "contexts",
                "default_manager_name": "everything",
            },
            managers=[
                ("everything", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HandedItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("mark", models.CharField(blank=True, default="", max_length=8)),
                ("version", models.CharField(max_length=64)),
                (
                    "context",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="memory.handedcontext",
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="handed", to="memory.memory"
                    ),
                ),
            ],
            options={
                "db_table": "context_items",
            },
        ),
        migrations.AddIndex(
            model_name="handedcontext",
            index=models.Index(fields=["at"], name="contexts_at"),
        ),
        migrations.AddConstraint(
            model_name="handeditem",
            constraint=models.UniqueConstraint(fields=("context", "place"), name="context_items_place"),
        ),
    ]
