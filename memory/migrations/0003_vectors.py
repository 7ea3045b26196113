"""The vector table, at the configured dimension, and what the store knows of it."""

from django.conf import settings
from django.db import migrations

from memory.search.backends import backend


def create(apps, schema_editor):
    dimensions = settings.MEMORY_EMBEDDING_DIMENSIONS
    backend().create_vector_table("vec_memories", dimensions)
    metadata = apps.get_model("memory", "Metadata")
    for key, value in {
        "schema": "1",
        "vector_table": "vec_memories",
        "embedding_dimensions": str(dimensions),
        # Taken from the first embedder that writes here.
        "embedding_model": "",
    }.items():
        metadata.objects.update_or_create(key=key, defaults={"value": value})


def drop(apps, schema_editor):
    metadata = apps.get_model("memory", "Metadata")
    for row in metadata.objects.filter(key="vector_table"):
        backend().drop_vector_table(row.value)
    metadata.objects.filter(key__in=["schema", "vector_table", "embedding_dimensions", "embedding_model"]).delete()


class Migration(migrations.Migration):
    dependencies = [("memory", "0002_full_text")]
    operations = [migrations.RunPython(create, drop)]
