"""A turn's external ids and a fact's are spaces of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0011_past_filled")]

    operations = [
        migrations.RemoveConstraint(model_name="memory", name="memories_external_id"),
        migrations.AddConstraint(
            model_name="memory",
            constraint=models.UniqueConstraint(
                condition=models.Q(external_id__isnull=False),
                fields=("namespace", "session_id", "external_id", "kind"),
                name="memories_external_id",
            ),
        ),
    ]
