"""Whose an item of the inbox is, until when, and a comment; and the views of it that people keep."""

import django.db.models.deletion
import django.db.models.manager
from django.conf import settings
from django.db import migrations, models


def _of(model):
    return models.OneToOneField(
        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="inbox_note", to=model
    )


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0036_full_text_waits"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="InboxNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("assigned_to", models.CharField(blank=True, default="", max_length=150)),
                ("due", models.DateField(blank=True, null=True)),
                ("comment", models.TextField(blank=True, default="")),
                ("version", models.PositiveIntegerField(default=1)),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("conflict", _of("memory.conflict")),
                (
                    "namespace",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+",
                        to="memory.namespace",
                    ),
                ),
                ("proposal", _of("memory.entityproposal")),
                ("review", _of("memory.review")),
                ("session", _of("memory.session")),
            ],
            options={
                "db_table": "inbox_notes",
                "default_manager_name": "everything",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(review__isnull=False, conflict=None, proposal=None, session=None)
                        | models.Q(review=None, conflict__isnull=False, proposal=None, session=None)
                        | models.Q(review=None, conflict=None, proposal__isnull=False, session=None)
                        | models.Q(review=None, conflict=None, proposal=None, session__isnull=False),
                        name="inbox_notes_of_one",
                    )
                ],
            },
            managers=[("everything", django.db.models.manager.Manager())],
        ),
        migrations.CreateModel(
            name="InboxView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("address", models.CharField(max_length=2000)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="inbox_views",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "inbox_views",
                "constraints": [models.UniqueConstraint(fields=["user", "name"], name="inbox_views_name")],
            },
        ),
    ]  # fmt: skip
