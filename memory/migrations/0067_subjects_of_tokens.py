"""Whose access tokens bear a key's rights: nobody's, for the keys that there are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0051_webhooks_due")]

    operations = [
        migrations.AddField(
            "apikey", "subject", models.CharField(blank=True, db_default="", default="", max_length=255)
        ),
        migrations.AddConstraint(
            "apikey",
            models.UniqueConstraint(
                condition=~models.Q(subject="") & models.Q(revoked_at=None),
                fields=("subject",),
                name="api_keys_subject",
                violation_error_message="Another key has this subject.",
            ),
        ),
    ]
