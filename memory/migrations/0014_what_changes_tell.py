"""Drop the strings and columns that `changes` tells: an event's operation, who decided and when."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0013_fill_time_and_lineage"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="event",
            name="events_operation",
        ),
        migrations.RemoveField(
            model_name="conflict",
            name="decided_at",
        ),
        migrations.RemoveField(
            model_name="conflict",
            name="decided_by",
        ),
        migrations.RemoveField(
            model_name="event",
            name="operation",
        ),
        migrations.RemoveField(
            model_name="review",
            name="decided_at",
        ),
        migrations.RemoveField(
            model_name="review",
            name="decided_by",
        ),
        migrations.AlterField(
            model_name="conflict",
            name="decided_in",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decided_%(class)ss",
                to="memory.change",
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="change",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="events", to="memory.change"
            ),
        ),
        migrations.AlterField(
            model_name="review",
            name="decided_in",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decided_%(class)ss",
                to="memory.change",
            ),
        ),
    ]
