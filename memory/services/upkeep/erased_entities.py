"""What an erasure leaves of entities: those that nothing speaks of any more go, with their history and that of what was
merged into them. The others lose their summaries, and the names that nothing but the erased told."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from ...models import (
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
from ...models.entities import folded
from .. import history
from ..curating import notes
from ..graph import linking
from ..sql import parts
from .erasure_plans import Plan

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
    left = {*(entity for part in rows for entity in part.defer("embedding")), *kin}
    _forget_names(namespace, left, said, frozenset(planned.rows))
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
    history.forget(namespace, list({*gone, *_Histories(namespace, gone).told}))
    for part in parts(gone):
        told = Event.objects.within(namespace).filter(kind=EventKind.SPLIT, after__entity__in=part)
        history.forget_events(namespace, told)


class _Histories:
    """`told`: the events of `subjects`, and of the entities that became one with these, step by step, and do not live
    again; by subject."""

    def __init__(self, namespace: Namespace, subjects: Collection[str]) -> None:
        self.told: dict[str, list[Event]] = {}
        self.absorbed: dict[str, set[str]] = {}  # in one step
        fresh = set(subjects)
        while fresh:
            self.told |= {subject: [] for subject in fresh}
            for part in parts(sorted(fresh)):
                for event in Event.objects.within(namespace).filter(subject__in=part).order_by("seq"):
                    self.told[event.subject].append(event)
            step = {
                subject: {event.before["entity"]["uid"] for event in self.told[subject] if _is_merge(event)}
                for subject in fresh
            }
            met = set[str]().union(*step.values())
            alive: set[str] = set()
            for part in parts(sorted(met)):
                alive.update(Entity.objects.within(namespace).filter(uid__in=part).values_list("uid", flat=True))
            self.absorbed |= {subject: uids - alive for subject, uids in step.items()}
            fresh = met - alive - self.told.keys()

    def of(self, subject: str) -> list[Event]:
        """The events of this one, and of what became one with it."""
        seen, waiting = {subject}, [subject]
        while waiting:
            fresh = self.absorbed[waiting.pop()] - seen
            seen |= fresh
            waiting += fresh
        return [event for one in sorted(seen) for event in self.told[one]]


def _is_merge(event: Event) -> bool:
    return event.kind == EventKind.MERGED


def _forget_names(namespace: Namespace, entities: Collection[Entity], said: str | None, erased: frozenset[int]) -> None:
    """Of entities that memories still speak of those names go that none of these says, and that `said` has (None: all)
    or a merge brought whose memories are all gone, the last with the `erased` ones. Events that tell such a name go
    with it: an undo would bring it back. They stay called as they are."""
    histories = _Histories(namespace, {entity.uid for entity in entities})
    told = {entity.pk: histories.of(entity.uid) for entity in entities}
    merges = {event.pk: event for events in told.values() for event in events if _is_merge(event)}
    empty = _empty(namespace, merges.values(), erased)
    aliases: dict[int, list[EntityAlias]] = {pk: [] for pk in told}
    for part in parts(sorted(told)):
        for alias in EntityAlias.objects.filter(entity__in=part):
            aliases[alias.entity_id].append(alias)
    wanted: dict[int, set[str]] = {}
    for entity in entities:
        events = told[entity.pk]
        names = {alias.alias_key for alias in aliases[entity.pk]}.union(*map(_names, events))
        brought = set[str]().union(*(_names(event) for event in events if event.pk in empty))
        asked = {key for key in names if said is None or key in brought or _says(said, key)} - {entity.name_key, ""}
        wanted[entity.pk] = asked
    lost = _unsaid(wanted)
    rows = [alias.pk for pk, keys in lost.items() for alias in aliases[pk] if alias.alias_key in keys]
    for part in parts(rows):
        EntityAlias.objects.filter(pk__in=part).delete()
    gone = empty | {event.pk for pk, keys in lost.items() for event in told[pk] if not keys.isdisjoint(_names(event))}
    for part in parts(sorted(gone)):
        history.forget_events(namespace, Event.objects.within(namespace).filter(pk__in=part))
    kept = [event for pk, event in merges.items() if pk not in gone]
    retold = [event for event in kept if event.before["entity"].pop("summary", "")]  # merges of old kept it
    Event.objects.within(namespace).bulk_update(retold, ["before"])


def _empty(namespace: Namespace, merges: Collection[Event], erased: frozenset[int]) -> set[int]:
    """Those of `merges` of whose memories some were erased, and none is left. Of a merge that an earlier release
    imported these are the numbers of another store, which say nothing here."""
    touched = [event for event in merges if not erased.isdisjoint(event.before["memories"])]
    left: set[int] = set()
    for part in parts(sorted({pk for event in touched for pk in event.before["memories"]})):
        left.update(Memory.everything.filter(namespace=namespace, pk__in=part).values_list("pk", flat=True))
    return {event.pk for event in touched if left.isdisjoint(event.before["memories"])}


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


def _unsaid(wanted: Mapping[int, set[str]]) -> dict[int, set[str]]:
    """{an entity's rowid: names}: those of its names that none of the memories that speak of it says."""
    left = {pk: set(keys) for pk, keys in wanted.items() if keys}
    speaking: dict[int, list[int]] = {}
    for part in parts(sorted(left)):
        links = MemoryEntity.objects.filter(entity__in=part).values_list("memory_id", "entity_id")
        for memory, entity in links:
            speaking.setdefault(memory, []).append(entity)
    for part in parts(sorted(speaking)):
        asked = [memory for memory in part if any(left[entity] for entity in speaking[memory])]
        for memory, text in Memory.everything.filter(pk__in=asked).values_list("pk", "content"):
            plain = folded(text)
            for entity in speaking[memory]:
                left[entity] -= {key for key in left[entity] if _says(plain, key)}
    return left


def _says(text: str, key: str) -> bool:
    """Whether a folded text has this name as a word, as `linking` finds it: "problem" does not say "rob"."""
    return key in text and re.search(rf"(?<!\w){re.escape(key)}(?!\w)", text) is not None
