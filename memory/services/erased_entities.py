"""What an erasure leaves of entities: those that nothing speaks of any more go, with their history and that of what was
merged into them. The others lose their summaries, and the names that nothing but the erased told."""

from __future__ import annotations

import re
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
    chosen = set(touched)
    if whole:
        before = Entity.objects.within(namespace).filter(created_at__lte=planned.asked_at)
        chosen.update(before.values_list("pk", flat=True))
    linking.recount(chosen)
    rows = [Entity.objects.within(namespace).filter(pk__in=part) for part in parts(sorted(chosen))]
    uids = [uid for part in rows for uid in part.filter(mention_count=0).values_list("uid", flat=True)]
    _delete_proposals(namespace, uids, whole=whole)
    notes.forget_views("entity", uids)
    for part in rows:
        part.filter(mention_count=0).delete()
    kin = _kin(namespace, uids)
    _forget_history(namespace, uids)
    said = None if whole else " ".join(map(folded, texts))
    erased = frozenset(planned.rows)
    for entity in {*(entity for part in rows for entity in part.defer("embedding")), *kin}:
        _forget_names(namespace, entity, said, erased)
    for part in rows:
        part.update(summary="", summary_upto=None, embedding=None)


def _delete_proposals(namespace: Namespace, gone: Sequence[str], *, whole: bool) -> None:
    """Their reasons hold names."""
    proposed = EntityProposal.objects.within(namespace)
    if whole:
        proposed.delete()
        return
    for part in parts(gone, width=2):
        proposed.filter(Q(entity__in=part) | Q(into__in=part)).delete()


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


def _forget_names(namespace: Namespace, entity: Entity, said: str | None, erased: frozenset[int]) -> None:
    """Of an entity that memories still speak of those names go that none of these says, and that `said` has (None: all)
    or a merge brought whose memories are all gone, the last with the `erased` ones. Events that tell such a name go
    with it: an undo would bring it back. It stays called as it is."""
    told = _told_of(namespace, [entity.uid, *_absorbed(namespace, [entity.uid])])
    aliases = list(EntityAlias.objects.filter(entity=entity))
    if not told and not aliases:
        return
    linked = set(MemoryEntity.objects.filter(entity=entity).values_list("memory_id", flat=True))
    merges = [event for event in told if event.kind == EventKind.MERGED]
    empty = {event.pk for event in merges if _all_gone(namespace, event.before["memories"], erased)}
    names = {alias.alias_key for alias in aliases}.union(*(_names(event) for event in told))
    brought = set[str]().union(*(_names(event) for event in told if event.pk in empty))
    wanted = {key for key in names if said is None or key in brought or _says(said, key)} - {entity.name_key, ""}
    lost = wanted - _still_said(linked, wanted)
    EntityAlias.objects.filter(entity=entity, alias_key__in=lost).delete()
    gone = {event.pk for event in told if not lost.isdisjoint(_names(event))} | empty
    history.forget_events(namespace, Event.objects.within(namespace).filter(pk__in=gone))
    for event in merges:
        if event.pk not in gone and event.before["entity"].pop("summary", ""):  # merges of old kept it
            event.save(update_fields=["before"])


def _all_gone(namespace: Namespace, memories: Sequence[int], erased: frozenset[int]) -> bool:
    """Whether some of these were erased, and none is left. Of a merge that an earlier release imported they are the
    numbers of another store, which say nothing here."""
    rows = Memory.everything.filter(namespace=namespace)
    return not erased.isdisjoint(memories) and not any(rows.filter(pk__in=part).exists() for part in parts(memories))


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
    left = set(names)
    for part in parts(sorted(memories)):
        if not left:
            break
        for text in Memory.everything.filter(pk__in=part).values_list("content", flat=True):
            plain = folded(text)
            left -= {key for key in left if _says(plain, key)}
    return set(names) - left


def _says(text: str, key: str) -> bool:
    """Whether a folded text has this name as a word, as `linking` finds it: "problem" does not say "rob"."""
    return key in text and re.search(rf"(?<!\w){re.escape(key)}(?!\w)", text) is not None
