"""The kind of an entity that is known already, by all that is told of it since: what was taken for a person when it was
named first may be a town, as two facts tell later."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable

from ...models import Entity, EntityType, Event, EventKind, Memory, MemoryEntity
from ..actors import Actor
from ..errors import StateConflict
from . import entities

logger = logging.getLogger(__name__)

# (what facts tell, a name, its kind as it is known) -> its kind by what they tell
KindTold = Callable[[Iterable[str], str, str], str]
FACTS = 50  # the newest that tell of one entity; chosen
_GUESSED = (EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION, EntityType.OTHER)


def retype(memories: Collection[Memory], kind_told: KindTold, *, actor: Actor) -> int:
    """Revise the kinds of those whom these memories speak of; answers how many are of another kind now.

    A kind that anybody has revised before stays, and so does one whose name is taken in the other kind: the two are
    proposed as one already.
    """
    by_namespace = {memory.namespace_id: memory.namespace for memory in memories}
    named = MemoryEntity.objects.filter(memory__in=[memory.pk for memory in memories]).values("entity_id")
    revised = 0
    for namespace in by_namespace.values():
        guessed = Entity.objects.within(namespace).filter(pk__in=named, type__in=_GUESSED, protected=False)
        for entity in guessed.filter(mention_count__gt=1):
            kind = kind_told(_told_of(entity), entity.canonical_name, entity.type)
            if kind != entity.type and not _was_revised(entity):
                revised += _become(entity, kind, actor)
    return revised


def _told_of(entity: Entity) -> list[str]:
    about = MemoryEntity.objects.filter(entity=entity).values("memory_id")
    facts = Memory.objects.within(entity.namespace_id).active().facts().filter(pk__in=about)
    return list(facts.order_by("-rowid").values_list("content", flat=True)[:FACTS])


def _was_revised(entity: Entity) -> bool:
    renamed = Event.objects.within(entity.namespace_id).filter(kind=EventKind.RENAMED, subject=entity.uid)
    return renamed.exists()


def _become(entity: Entity, kind: str, actor: Actor) -> bool:
    try:
        entities.rename(entity.namespace, entity.uid, entity.canonical_name, actor=actor, kind=kind)
    except StateConflict as error:
        logger.info("the kind of an entity stays: %s", error)
        return False
    return True
