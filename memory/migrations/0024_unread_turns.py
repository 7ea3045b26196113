"""What a session waits for is a field, and a turn that nothing could read is a row of its own."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

# The words in which release 0.1 said it.
SAID = "the turns are in a language that "


def tell_what_they_wait_for(apps, schema_editor):
    sessions = apps.get_model("memory", "Session")._default_manager.using(schema_editor.connection.alias)
    sessions.filter(status="pending", last_error__startswith=SAID).update(waiting_for="language")


class Migration(migrations.Migration):
    dependencies = [("memory", "0023_decisions_of_a_person")]

    operations = [
        migrations.CreateModel(
            name="UnreadTurn",
            fields=[
                (
                    "memory",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="unread",
                        serialize=False, to="memory.memory",
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={"db_table": "unread_turns"},
        ),
        migrations.AddField(
            model_name="session",
            name="waiting_for",
            field=models.CharField(
                blank=True, choices=[("language", "Language"), ("provider", "Provider"), ("budget", "Budget")],
                default="", max_length=10,
            ),
        ),
        migrations.RunPython(tell_what_they_wait_for, migrations.RunPython.noop),
    ]  # fmt: skip
