"""What the store knows of the people and things that a piece of talk names. A model that reads the talk is shown it, so
that it uses the names that are known and sees what is new."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ...models import Durability, Entity, EntityType, Memory, MemoryEntity, MemorySource, Namespace
from ...search import Scope
from ...search.backends import backend
from ...search.entities import entities_in
from ..memories import properties

# What a model is shown beside a chunk of 30 turns. Chosen, not measured.
PEOPLE = 40
FACTS = 25
_KINDS = (EntityType.PERSON, EntityType.PROJECT, EntityType.ORGANIZATION, EntityType.LOCATION)


@dataclass(frozen=True)
class Acquaintance:
    """`entities` with their aliases fetched, those that are named first, then the most spoken of; `facts` that hold,
    oldest first."""

    entities: list[Entity]
    facts: list[Memory]


def acquainted_with(namespace: Namespace, text: str) -> Acquaintance:
    """Whom `text` names and who is spoken of most, and the newest facts about those whom it names, with the lasting
    ones."""
    named = entities_in(Scope(namespace), text)
    known = Entity.objects.within(namespace).filter(type__in=_KINDS).prefetch_related("aliases")
    often = known.exclude(pk__in=[entity.pk for entity in named]).order_by("-mention_count", "rowid")[:PEOPLE]
    named = list(known.filter(pk__in=[entity.pk for entity in named]))
    facts = Memory.objects.within(namespace).active().facts().holding()
    about = MemoryEntity.objects.filter(entity__in=named).values("memory_id")
    newest = [
        *facts.filter(pk__in=about).order_by("-rowid")[:FACTS],
        *facts.filter(durability=Durability.LASTING).order_by("-rowid")[:FACTS],
    ]
    told = {fact.pk: fact for fact in newest[: 2 * FACTS]}
    return Acquaintance([*named, *often][:PEOPLE], [told[pk] for pk in sorted(told)][-FACTS:])


def people_in(namespace: Namespace, text: str) -> list[Entity]:
    """The people, pets among them, whom `text` names and the memory knows."""
    return [one for one in entities_in(Scope(namespace), text) if one.type == EntityType.PERSON]


def telling(namespace: Namespace, told: Collection[properties.Property]) -> list[str]:
    """What the facts say that tell one of these properties and hold, oldest first."""
    ids = properties.sharing(namespace, told)
    holding = Memory.objects.within(namespace).facts().holding().filter(pk__in=ids)
    return list(holding.order_by("rowid").values_list("content", flat=True))


def said_of(fact: Memory) -> list[str]:
    """The turns that a fact was drawn from, oldest first."""
    links = MemorySource.objects.filter(memory=fact, source__role="user").order_by("source__rowid")
    return list(links.values_list("source__content", flat=True))


def instructing(namespace: Namespace) -> list[str]:
    """What the newest instructions say that are standing, oldest first."""
    return [fact.content for fact in reversed(backend().instructions(Scope(namespace), FACTS))]
