"""Facts from before that are tagged as lasting are it: they fade ten times slower from now on.

Each batch is a transaction of its own and leaves what is done alone, so that a migration that was killed goes on.
"""

from django.db import migrations
from django.db.models import F, Max

BATCH = 5_000
LASTING, OCCASION = {"health", "relation", "instruction"}, {"event", "plan"}
SLOWER = 0.1


def fill(apps, schema_editor):
    memories = apps.get_model("memory", "Memory")._base_manager
    last = memories.aggregate(last=Max("rowid"))["last"] or 0
    for start in range(0, last + 1, BATCH):
        facts = memories.filter(
            rowid__gte=start, rowid__lt=start + BATCH, kind="fact", valid_until__isnull=True, durability__isnull=True
        )
        lasting = [
            rowid
            for rowid, tags in facts.values_list("rowid", "tags")
            if LASTING & set(tags) and not OCCASION & set(tags)
        ]
        # One statement, so that no fact is slowed down twice.
        memories.filter(rowid__in=lasting, durability__isnull=True).update(
            durability="lasting", decay_rate=F("decay_rate") * SLOWER
        )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("memory", "0019_durability")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
