"""What was shown to who wrote a reflection: an erasure of it takes the reflection along."""

import django.db.models.deletion
from django.db import migrations, models

from memoryproj.postgresql.migrations import CreateModelNamingMemories


class Migration(migrations.Migration):
    dependencies = [("memory", "0082_attributes_on_postgresql")]

    operations = [
        CreateModelNamingMemories(
            name="ShownMemory",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reflection",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="shown_links",
                        to="memory.memory",
                    ),
                ),
                (
                    "shown",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shown_in_links", to="memory.memory"
                    ),
                ),
            ],
            options={
                "db_table": "shown_memories",
                "constraints": [
                    models.UniqueConstraint(fields=("reflection", "shown"), name="shown_memories_once")
                ],
            },
        ),
    ]  # fmt: skip
