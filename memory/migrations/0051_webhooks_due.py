"""The sweep finds the webhooks that are due by an index. `events_order` serves what `events_at` did: nothing asks for
events by their time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0050_webhooks")]

    operations = [
        migrations.AddIndex(
            "webhook",
            models.Index(fields=["next_try_at"], condition=models.Q(is_paused=False), name="webhooks_due"),
        ),
        migrations.RemoveIndex("event", "events_at"),
    ]
