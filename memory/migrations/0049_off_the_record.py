"""Sessions that are not to be remembered: none of those that there are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0055_mail")]

    operations = [
        migrations.AddField(
            "session", "off_record", models.BooleanField(db_default=False, default=False, editable=False)
        )
    ]
