"""The one question that a session was handed, and its answer."""

import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


def _about(model):
    return models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="questions", to=model
    )


class Migration(migrations.Migration):
    dependencies = [("memory", "0037_inbox_notes")]

    operations = [
        migrations.CreateModel(
            name="Question",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.CharField(editable=False, max_length=40, unique=True)),
                ("session_id", models.CharField(max_length=200)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "answer",
                    models.CharField(
                        blank=True, choices=[("yes", "Yes"), ("no", "No"), ("both", "Both"), ("unknown", "Unknown")],
                        default="", max_length=10,
                    ),
                ),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("answered_by", models.CharField(blank=True, default="", max_length=200)),
                ("conflict", _about("memory.conflict")),
                (
                    "namespace",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+",
                        to="memory.namespace",
                    ),
                ),
                ("review", _about("memory.review")),
            ],
            options={
                "db_table": "questions",
                "default_manager_name": "everything",
                "constraints": [
                    models.UniqueConstraint(fields=["namespace", "session_id"], name="questions_one_a_session"),
                    models.CheckConstraint(
                        condition=models.Q(conflict__isnull=False, review=None)
                        | models.Q(conflict=None, review__isnull=False),
                        name="questions_about_one",
                    ),
                ],
            },
            managers=[("everything", django.db.models.manager.Manager())],
        )
    ]  # fmt: skip
