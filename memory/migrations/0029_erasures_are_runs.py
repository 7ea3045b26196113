from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0028_erasures"),
    ]

    operations = [
        migrations.AddField(
            model_name='erasure',
            name='operation',
            field=models.CharField(blank=True, default='', max_length=40),
        ),
        migrations.AddField(
            model_name='operation',
            name='asked',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AlterField(
            model_name='operation',
            name='kind',
            field=models.CharField(
                choices=[
                    ("enrich", "Enrich"), ("consolidate", "Consolidate"),
                    ("consolidate_session", "Consolidate Session"), ("decay", "Decay"), ("reflect", "Reflect"),
                    ("reembed", "Reembed"), ("backup", "Backup"), ("erase", "Erase"),
                ],
                max_length=30,
            ),
        ),
    ]  # fmt: skip
