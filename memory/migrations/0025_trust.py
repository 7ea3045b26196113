"""How far each memory's words are trusted, and which are in quarantine."""

from django.db import migrations, models

from memoryproj.sqlite.migrations import RunSQLiteSQL

# What came in before counts as who said it does now. A fact has the lowest trust of its sources.
FILL = """
UPDATE memories SET trust = CASE
    WHEN origin = 'curator' THEN 50
    WHEN origin = 'import' THEN 10
    WHEN kind = 'episode' THEN CASE role WHEN 'user' THEN 40 WHEN 'system' THEN 40 WHEN 'assistant' THEN 30 ELSE 20 END
    WHEN origin = 'user' THEN 40
    WHEN origin = 'tool' THEN 20
    ELSE 30
END;
UPDATE memories SET trust = (
    SELECT min(turn.trust) FROM memory_sources JOIN memories AS turn ON turn.rowid = memory_sources.source_id
    WHERE memory_sources.memory_id = memories.rowid
)
WHERE kind = 'fact' AND origin = 'derived'
    AND EXISTS (SELECT 1 FROM memory_sources WHERE memory_sources.memory_id = memories.rowid);
UPDATE memories SET trust = (
    SELECT min(fact.trust) FROM memory_sources JOIN memories AS fact ON fact.rowid = memory_sources.source_id
    WHERE memory_sources.memory_id = memories.rowid
)
WHERE kind = 'reflection' AND origin = 'derived'
    AND EXISTS (SELECT 1 FROM memory_sources WHERE memory_sources.memory_id = memories.rowid);
"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0024_unread_turns")]

    operations = [
        migrations.AddField(
            "memory", "trust",
            models.PositiveSmallIntegerField(
                blank=True, editable=False, null=True,
                choices=[(10, "imported"), (20, "a tool"), (30, "an agent"), (40, "the user"), (50, "a curator")],
            ),
        ),
        migrations.AddField(
            "memory", "quarantine",
            models.CharField(
                blank=True, editable=False, max_length=20, null=True,
                choices=[
                    ("instruction", "It gives the assistant orders"),
                    ("exfiltration", "It would carry data away"),
                    ("role", "It poses as a part of the prompt"),
                    ("invisible", "It hides characters that nobody sees"),
                ],
            ),
        ),
        migrations.AlterField(
            "review",
            "reason",
            field=models.CharField(
                choices=[
                    ("conflict", "It contradicts another fact"),
                    ("unsupported", "Its source does not say so"),
                    ("sensitive", "It touches a sensitive subject"),
                    ("new_person", "It names a person for the first time"),
                    ("low_confidence", "The extractor was not sure of it"),
                    ("imported", "It was imported"),
                    ("restated", "It was said again after a person had replaced it"),
                    ("quarantined", "It reads like an order to the assistant, and is kept from every model"),
                    ("confirmation", "An agent asks to keep what no person said"),
                    ("faded", "It is lasting, and nobody has asked for it in a long time"),
                    ("decay_stopped", "Decay would retire too much at once"),
                ],
                max_length=40,
            ),
        ),
        # Stores that are older than this migration are all SQLite's.
        RunSQLiteSQL(FILL, migrations.RunSQL.noop),
    ]  # fmt: skip
