from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0021_corrections_due"),
    ]

    operations = [
        migrations.AlterField(
            model_name="operation",
            name="kind",
            field=models.CharField(
                choices=[
                    ("enrich", "Enrich"), ("consolidate", "Consolidate"),
                    ("consolidate_session", "Consolidate Session"), ("decay", "Decay"), ("reflect", "Reflect"),
                    ("reembed", "Reembed"), ("backup", "Backup"),
                ],
                max_length=30,
            ),
        ),
    ]  # fmt: skip
