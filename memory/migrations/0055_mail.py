"""Contradictions by mail: who wants them, and the links that decide."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

USER = settings.AUTH_USER_MODEL
CASCADE = django.db.models.deletion.CASCADE


def key():
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("memory", "0040_indexes_that_are_used"), migrations.swappable_dependency(USER)]

    operations = [
        migrations.CreateModel(
            name="MailDigest",
            fields=[
                ("id", key()),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("error", models.TextField(blank=True, default="")),
                ("user", models.OneToOneField(on_delete=CASCADE, related_name="mail_digest", to=USER)),
            ],
            options={"db_table": "mail_digests"},
        ),
        migrations.CreateModel(
            name="MailedDecision",
            fields=[
                ("id", key()),
                ("version", models.CharField(max_length=64)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("conflict", models.ForeignKey(on_delete=CASCADE, related_name="+", to="memory.conflict")),
                (
                    "grant",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=CASCADE, related_name="+", to="memory.namespacegrant"
                    ),
                ),
                ("user", models.ForeignKey(on_delete=CASCADE, related_name="+", to=USER)),
            ],
            options={
                "db_table": "mailed_decisions",
                "constraints": [
                    models.UniqueConstraint(fields=["user", "conflict", "version"], name="mailed_decisions_once")
                ],
            },
        ),
    ]
