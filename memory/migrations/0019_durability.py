from django.db import migrations, models

KINDS = [("lasting", "Lasting"), ("ordinary", "Ordinary"), ("passing", "Passing")]
REASONS = [
    ("conflict", "It contradicts another fact"),
    ("unsupported", "Its source does not say so"),
    ("sensitive", "It touches a sensitive subject"),
    ("new_person", "It names a person for the first time"),
    ("low_confidence", "The extractor was not sure of it"),
    ("imported", "It was imported"),
    ("restated", "It was said again after a person had replaced it"),
    ("faded", "It is lasting, and nobody has asked for it in a long time"),
    ("decay_stopped", "Decay would retire too much at once"),
]


class Migration(migrations.Migration):
    dependencies = [("memory", "0018_kinds_of_runs")]

    operations = [
        migrations.AddField(
            "memory",
            "durability",
            models.CharField(max_length=10, choices=KINDS, null=True, blank=True, editable=False),
        ),
        migrations.AlterField("review", "reason", models.CharField(max_length=40, choices=REASONS)),
    ]
