"""What was not screened yet waits in quarantine, and is found there without a walk over all memories."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0080_tags_on_postgresql")]

    operations = [
        migrations.AlterField(
            "memory", "quarantine",
            models.CharField(
                blank=True, editable=False, max_length=20, null=True,
                choices=[
                    ("instruction", "It gives the assistant orders"),
                    ("exfiltration", "It would carry data away"),
                    ("role", "It poses as a part of the prompt"),
                    ("invisible", "It hides characters that nobody sees"),
                    ("unscreened", "It was not screened yet"),
                ],
            ),
        ),
        migrations.AddIndex(
            "memory",
            models.Index(
                fields=["quarantine", "namespace", "rowid"],
                condition=models.Q(quarantine__isnull=False),
                name="memories_quarantine",
            ),
        ),
    ]  # fmt: skip
