from django.db import migrations

from maintenance.timetable import seed


def plant(apps, schema_editor):
    """The timetable has a new row, the mail of contradictions; those that are there stay as they are."""
    seed(
        apps.get_model("django_celery_beat", "CrontabSchedule"),
        apps.get_model("django_celery_beat", "IntervalSchedule"),
        apps.get_model("django_celery_beat", "PeriodicTask"),
    )


class Migration(migrations.Migration):
    dependencies = [("maintenance", "0002_backup")]
    operations = [migrations.RunPython(plant, migrations.RunPython.noop)]
