from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0033_full_text_on_postgresql"),
    ]

    operations = [
        migrations.AlterField(
            model_name="supersession",
            name="kind",
            field=models.CharField(
                choices=[("outdated", "Outdated"), ("wrong", "Wrong"), ("refined", "Refined")], max_length=10
            ),
        ),
    ]
