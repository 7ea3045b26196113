"""An index of exactly the facts that are standing instructions: each context block asks for the latest."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("memory", "0014_what_changes_tell")]

    operations = [
        migrations.AddIndex(
            "memory",
            models.Index(
                fields=["namespace", "rowid"],
                condition=Q(kind="fact", tags__icontains='"instruction"', valid_until__isnull=True),
                name="memories_instructions",
            ),
        ),
    ]
