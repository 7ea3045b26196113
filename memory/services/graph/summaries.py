"""An entity's summary: which entities need a new one, and storing a summary with its vector."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np
from django.db.models import Count, F, Q
from django.db.models.functions import Coalesce

from ... import embedding
from ...models import ALL, Entity, EntityType, Kind, Memory, MemoryEntity, Namespace
from ...models.memories import MemoryQuerySet
from ...redaction import mask
from ..writing import writing
from . import entities

logger = logging.getLogger(__name__)

# Chosen, not measured.
NEW_FACTS = 3  # that a summary does not know before it is written again
TOLD = 40  # facts that a summary is made of


def due(namespace: Namespace | None = None, limit: int = 50) -> list[Entity]:
    """Entities with three facts or more that their summary does not know, oldest first. A curator's text is left."""
    found = Entity.objects.within(namespace) if namespace else Entity.objects.across(ALL)
    unknown = Q(
        memory_links__memory__kind=Kind.FACT,
        memory_links__memory__valid_until__isnull=True,
        memory_links__memory__rowid__gt=Coalesce(F("summary_upto"), 0),
    )
    return list(
        found.exclude(type__in=[EntityType.EMAIL, EntityType.URL])
        .exclude(~Q(summary=""), protected=True)
        .filter(mention_count__gte=NEW_FACTS)
        .annotate(unknown=Count("memory_links", filter=unknown))
        .filter(unknown__gte=NEW_FACTS)
        .select_related("namespace")
        .order_by("rowid")[:limit]
    )


def facts_about(entity: Entity) -> list[Memory]:
    """The facts that a summary is made of, surest and newest first; none that is superseded."""
    return list(_facts(entity).holding().order_by("-confidence", "-rowid")[:TOLD])


def write(entity: Entity, text: str, upto: int, facts: Sequence[Memory] = ()) -> bool:
    """Keep `text`, which knows the entity's facts up to the rowid `upto`, with a vector of name and text.

    Answers False, and keeps nothing, where one of the `facts` that it was made of was erased meanwhile, or is told of
    another entity now: the text would bring back what was erased, or outlast it.
    """
    text = mask(text, entity.namespace.own.mask_personal).text
    vector = _vector(f"{entity.canonical_name}: {text}")
    with writing(entity.namespace_id):
        if MemoryEntity.objects.filter(entity=entity, memory__in=facts).count() < len(facts):
            return False
        Entity.objects.within(entity.namespace_id).filter(pk=entity.pk).update(
            summary=text, summary_upto=upto, embedding=vector
        )
    return True


def newest_fact(entity: Entity) -> int:
    """The rowid of the newest active fact that speaks of it, 0 for none: read before the summary is written."""
    return _facts(entity).order_by("-rowid").values_list("pk", flat=True).first() or 0


def _facts(entity: Entity) -> MemoryQuerySet:
    return entities.memories_of(entity.namespace, entity).facts()


def _vector(text: str) -> bytes | None:
    """None where there is no embedder: names alone then propose duplicates."""
    if not embedding.enabled():
        return None
    try:
        return np.asarray(embedding.embed([text])[0], dtype=np.float32).tobytes()
    except embedding.EmbeddingError as error:
        logger.warning("a summary has no vector: %s", error.reason)
        return None
