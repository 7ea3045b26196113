"""An index of the active facts by origin: the desk's list is filtered by it, and walked over all facts."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("memory", "0067_subjects_of_tokens")]

    operations = [
        migrations.AddIndex(
            "memory",
            models.Index(
                fields=["namespace", "origin", "rowid"],
                condition=Q(kind="fact", valid_until__isnull=True),
                name="memories_origin",
            ),
        ),
    ]
