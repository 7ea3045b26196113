"""Who may look into which namespace, the curators' groups, and an index that finds what belongs to one operation."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.db import migrations, models

import memory.models.namespaces
from memory.admin import roles


def seed_groups(apps, schema_editor):
    # Permissions come into being after all migrations have run; groups need them now.
    for label in ("memory", "django_celery_beat"):
        config = apps.get_app_config(label)
        config.models_module = True
        create_permissions(config, apps=apps, verbosity=0)
        config.models_module = None
    roles.seed(apps.get_model("auth", "Group"), apps.get_model("auth", "Permission"))


def remove_groups(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=list(roles.GROUPS)).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0003_vectors"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["operation"], name="events_operation"),
        ),
        migrations.CreateModel(
            name="NamespaceGrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "pattern",
                    models.CharField(
                        help_text="A namespace, a prefix such as acme/*, or * for all.",
                        max_length=202,
                        validators=[memory.models.namespaces.validate_namespace_pattern],
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="namespace_grants",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "namespace_grants",
                "constraints": [models.UniqueConstraint(fields=("user", "pattern"), name="namespace_grants_once")],
            },
        ),
        migrations.RunPython(seed_groups, remove_groups),
    ]
