from django.db import migrations

from reflection.timetable import CRONTABS, seed


def plant(apps, schema_editor):
    seed(apps.get_model("django_celery_beat", "CrontabSchedule"), apps.get_model("django_celery_beat", "PeriodicTask"))


def clear(apps, schema_editor):
    names = [row[0] for row in CRONTABS]
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name__in=names).delete()


class Migration(migrations.Migration):
    dependencies = [("memory", "0003_vectors"), ("django_celery_beat", "0019_alter_periodictasks_options")]
    operations = [migrations.RunPython(plant, clear)]
