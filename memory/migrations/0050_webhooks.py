"""Addresses that are told of changes, and what could not be told."""

import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0042_withdrawn_notices")]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.CharField(editable=False, max_length=40, unique=True)),
                ("url", models.CharField(max_length=500)),
                ("secret", models.CharField(editable=False, max_length=100)),
                ("kinds", models.JSONField(blank=True, default=list)),
                ("is_paused", models.BooleanField(default=False)),
                ("told", models.BigIntegerField(default=0, editable=False)),
                ("attempts", models.PositiveIntegerField(default=0, editable=False)),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("lease", models.PositiveBigIntegerField(default=0, editable=False)),
                ("last_error", models.TextField(blank=True, default="", editable=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "namespace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memory.namespace"
                    ),
                ),
            ],
            options={"db_table": "webhooks", "default_manager_name": "everything"},
            managers=[("everything", django.db.models.manager.Manager())],
        ),
        migrations.CreateModel(
            name="DeadLetter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.BigIntegerField()),
                ("kind", models.CharField(max_length=30)),
                ("subject", models.CharField(max_length=40)),
                ("error", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dead_letters",
                        to="memory.webhook",
                    ),
                ),
            ],
            options={
                "db_table": "dead_letters",
                "constraints": [models.UniqueConstraint(fields=["webhook", "seq"], name="dead_letters_once")],
            },
        ),
        migrations.AddIndex("event", models.Index(fields=["namespace", "seq"], name="events_order")),
    ]
