"""What an erasure leaves of entities: those that nothing speaks of any more go, with their history and that of what was
merged into them. The others lose their summaries, and the names that nothing but the erased told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db.models import Q

from ..models import (
    Entity,
    EntityAlias,
    EntityProposal,
    ErasedWhat,
    Event,
    EventKind,
    Memory,
    MemoryEntity,
    Namespace,
    name_key,
)
from ..models.entities import folded
from . import history, linking, notes
from .erasure_plans import Plan
from .sql import parts

NAMES = ("canonical_name", "alias", "aliases", "added")  # what tells a name in an event of an entity


def settle(namespace: Namespace, touched: Collection[int], texts: Sequence[str], planned: Plan) -> None:
    """Call it in the transaction that deleted the memories, which spoke of the entities `touched` (rowids) and said
    `texts`."""
    whole = planned.what == ErasedWhat.NAMESPACE
    spoken_of = Q(pk__in=touched)
    rows = Entity.objects.within(namespace).filter(
        spoken_of | Q(created_at__lte=planned.asked_at) if whole else spoken_of
    )
    linking.recount(set(rows.values_list("pk", flat=True)))
    gone = rows.filter(mention_count=0)
    uids = list(gone.values_list("uid", flat=True))
    _delete_proposals(namespace, uids, whole=whole)
    notes.forget_views("entity", uids)
    gone.delete()
    kin = _kin(namespace, uids)
    _forget_history(namespace, uids)
    said = None if whole else " ".join(map(folded, texts))
    for entity in {*rows.defer("embedding"), *kin}:
        _forget_names(namespace, entity, said)
    rows.update(summary="", summary_upto=None, embedding=None)


def _delete_proposals(namespace: Namespace, gone: Sequence[str], *, whole: bool) -> None:
    """Their reasons hold names."""
    proposed = EntityProposal.objects.within(namespace)
    (proposed if whole else proposed.filter(Q(entity__in=gone) | Q(into__in=gone))).delete()


def _kin(namespace: Namespace, gone: Sequence[str]) -> list[Entity]:
    """The entities that `gone` were split off from, or were one with for a while: their history tells the same
    names."""
    found: set[str] = set()
    fresh = set(gone)
    while fresh:
        told: set[str] = set()
        for part in parts(sorted(fresh)):
            parted = Q(kind__in=[EventKind.SPLIT, EventKind.UNMERGED], after__entity__in=part)
            merged = Q(kind=EventKind.MERGED, before__entity__uid__in=part)
            told |= set(Event.objects.within(namespace).filter(parted | merged).values_list("subject", flat=True))
        fresh = told - found
        found |= fresh
    live = Entity.objects.within(namespace).defer("embedding")
    return [entity for part in parts(sorted(found)) for entity in live.filter(uid__in=part)]


def _forget_history(namespace: Namespace, gone: Sequence[str]) -> None:
    """The events of entities that are gone, and those in which others tell the names that they split off to them."""
    history.forget(namespace, [*gone, *_absorbed(namespace, gone)])
    for part in parts(gone):
        told = Event.objects.within(namespace).filter(kind=EventKind.SPLIT, after__entity__in=part)
        history.forget_events(namespace, told)


def _absorbed(namespace: Namespace, subjects: Sequence[str]) -> set[str]:
    """The entities that became one with `subjects`, step by step, and do not live again."""
    found: set[str] = set()
    fresh = set(subjects)
    while fresh:
        told = [event for event in _told_of(namespace, sorted(fresh)) if event.kind == EventKind.MERGED]
        fresh = {event.before["entity"]["uid"] for event in told} - found - set(subjects)
        for part in parts(sorted(fresh)):
            fresh -= set(Entity.objects.within(namespace).filter(uid__in=part).values_list("uid", flat=True))
        found |= fresh
    return found


def _told_of(namespace: Namespace, subjects: Sequence[str]) -> list[Event]:
    return [event for part in parts(subjects) for event in Event.objects.within(namespace).filter(subject__in=part)]


def _forget_names(namespace: Namespace, entity: Entity, said: str | None) -> None:
    """Of an entity that memories still speak of those names go that none of these says, and that `said` has (None: all)
    or a merge brought whose memories are all gone. Events that tell such a name go with it: an undo would bring it
    back. It stays called as it is."""
    told = _told_of(namespace, [entity.uid, *_absorbed(namespace, [entity.uid])])
    aliases = list(EntityAlias.objects.filter(entity=entity))
    if not told and not aliases:
        return
    linked = set(MemoryEntity.objects.filter(entity=entity).values_list("memory_id", flat=True))
    merges = [event for event in told if event.kind == EventKind.MERGED]
    empty = {event.pk for event in merges if _all_gone(event.before["memories"])}
    names = {alias.alias_key for alias in aliases}.union(*(_names(event) for event in told))
    brought = set[str]().union(*(_names(event) for event in told if event.pk in empty))
    wanted = {key for key in names if said is None or key in said or key in brought} - {entity.name_key, ""}
    lost = wanted - _still_said(linked, wanted)
    EntityAlias.objects.filter(entity=entity, alias_key__in=lost).delete()
    gone = {event.pk for event in told if not lost.isdisjoint(_names(event))} | empty
    history.forget_events(namespace, Event.objects.within(namespace).filter(pk__in=gone))
    for event in merges:
        if event.pk not in gone and event.before["entity"].pop("summary", ""):  # merges of old kept it
            event.save(update_fields=["before"])


def _all_gone(memories: Sequence[int]) -> bool:
    """Whether there were any, and none is left."""
    return bool(memories) and not any(Memory.everything.filter(pk__in=part).exists() for part in parts(memories))


def _names(event: Event) -> set[str]:
    """The keys of all names that an event of an entity tells."""
    return {name_key(name) for told in (event.before, event.after) for name in _told(told)}


def _told(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _told(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key in NAMES or key == "entity" and isinstance(one, dict):
                yield from _told(one)


def _still_said(memories: Collection[int], names: Collection[str]) -> set[str]:
    """Those of `names` that one of `memories` says."""
    found: set[str] = set()
    for part in parts(sorted(memories)) if names else ():
        for text in Memory.everything.filter(pk__in=part).values_list("content", flat=True):
            plain = folded(text)
            found |= {key for key in names if key in plain}
    return found
