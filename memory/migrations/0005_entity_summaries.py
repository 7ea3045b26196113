from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0004_desk")]

    operations = [
        migrations.AddField("entity", "summary_upto", models.BigIntegerField(editable=False, null=True)),
    ]
