"""Taking back what was done to an entity: it gets back exactly what that change took, and gives back what it brought.
Where a later change that holds touches the same, the undo is refused, so that nothing is lost between the two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ...models import (
    Entity,
    EntityAlias,
    EntityProposal,
    Event,
    EventKind,
    Memory,
    MemoryEntity,
    Namespace,
    ProposalStatus,
    name_key,
)
from .. import history
from ..actors import Actor
from ..errors import StateConflict
from ..finding import existing
from ..writing import writing
from . import entities, linking

_CHANGES = frozenset(
    {EventKind.MERGED, EventKind.SPLIT, EventKind.RENAMED, EventKind.ALIAS_ADDED, EventKind.ALIAS_REMOVED}
)
_GONE = "is gone; if it was merged into another entity, undo that first"

Touched = set[tuple[str, Any]]  # the names, memories and fields that a change has to do with, each with its sort


def undo(namespace: Namespace, seq: int, *, actor: Actor) -> Entity:
    """Take back the change of an entity that the event `seq` tells of, in a change that names it. A merged entity lives
    again, but for its summary, which is written anew from the facts that there are by then.

    Answers the entity whose change it was. Raises NotFound, or StateConflict where it cannot be taken back any more.
    """
    with writing(namespace):
        event = existing(Event.objects.within(namespace).filter(seq=seq).select_related("change"), f"event {seq}")
        if event.kind not in _CHANGES:
            raise StateConflict(f"{event.kind} cannot be taken back")
        entity = Entity.objects.within(namespace).filter(uid=event.subject).first()
        if entity is None:
            raise StateConflict(f"what was changed {_GONE}")
        past = _Past(namespace, entity)
        if event.change_id in past.taken_back:
            raise StateConflict("this was taken back already")
        if event.kind == EventKind.MERGED:
            _unmerge(namespace, entity, event, past, actor)
        elif event.kind == EventKind.SPLIT:
            _unsplit(namespace, entity, event, past, actor)
        elif event.kind == EventKind.RENAMED:
            _unrename(namespace, entity, event, past, actor)
        elif event.kind == EventKind.ALIAS_ADDED:
            past.refuse_if_touched_since(event, _touched(event))
            entities.remove_alias(namespace, entity.uid, event.after["alias"], actor=actor, undoes=event.change)
        else:
            _add_again(namespace, entity, event, past, actor)
    return entities.get_entity(namespace, entity.uid)


def holding(namespace: Namespace, entity: Entity) -> set[int]:
    """The numbers of those events of an entity that were not taken back."""
    rows = Event.objects.within(namespace).about(entity.uid).values_list("seq", "change", "change__undoes")
    taken_back = _taken_back([(change, undoes) for _, change, undoes in rows])
    return {seq for seq, change, _ in rows if change not in taken_back}


def _taken_back(changes: list[tuple[int, int | None]]) -> set[int]:
    """Of changes, oldest first and each with the one that it takes back, those that do not hold any more.

    An undo can be undone, and so on: each of these turns the first change over, and only the last one holds itself.
    """
    first: dict[int, int] = {}
    turns: dict[int, list[int]] = {}
    for change, undoes in changes:
        if undoes is not None:
            first[change] = first.get(undoes, undoes)
            turns.setdefault(first[change], []).append(change)
    found = {change for change, undone in turns.items() if len(undone) % 2}
    return found.union(*(undone[:-1] for undone in turns.values()))


class _Past:
    """What happened to an entity: `events`, oldest first, and which changes were `taken_back`."""

    def __init__(self, namespace: Namespace, entity: Entity) -> None:
        self.events = list(Event.objects.within(namespace).about(entity.uid).select_related("change"))
        self.taken_back = _taken_back([(event.change_id, event.change.undoes_id) for event in self.events])

    def changes_since(self, seq: int) -> list[Event]:
        """The later changes that hold. One that was taken back and its undo are as if neither had been."""
        return [
            event for event in self.events
            if event.seq > seq and event.kind in _CHANGES
            and event.change.undoes_id is None and event.change_id not in self.taken_back
        ]  # fmt: skip

    def refuse_if_touched_since(self, event: Event, mine: Touched) -> None:
        for later in self.changes_since(event.seq):
            both = mine & _touched(later)
            if event.kind == later.kind == EventKind.MERGED:
                both = {one for one in both if one[0] != "memory"}  # `_brought_alone` tells whose it is
            if both:
                raise StateConflict(f"{_called(later)} came later and touches the same: undo that first")


def _touched(event: Event) -> Touched:
    before, after = event.before, event.after
    if event.kind == EventKind.MERGED:
        aliases = [alias["alias"] for alias in before["aliases"]]
        return _names([before["entity"]["canonical_name"], *aliases]) | _memories(before["memories"])
    if event.kind == EventKind.SPLIT:
        called = [after["canonical_name"]] if "canonical_name" in after else []  # splits of old did not tell
        return _names([*before["aliases"], *called]) | _memories(before["memories"])
    if event.kind == EventKind.RENAMED:
        names = [told["canonical_name"] for told in (before, after) if "canonical_name" in told]
        return _names(names) | {("field", name) for name in after}
    return _names(told["alias"] for told in (before, after) if "alias" in told)


def _names(names: Iterable[str]) -> Touched:
    return {("name", name_key(name)) for name in names}


def _memories(rowids: Iterable[int]) -> Touched:
    return {("memory", rowid) for rowid in rowids}


def _called(event: Event) -> str:
    if event.kind == EventKind.MERGED:
        return f"the merge of {event.before['entity']['canonical_name']!r}"
    if event.kind == EventKind.SPLIT:
        return "a split"
    if event.kind == EventKind.RENAMED:
        name = event.after.get("canonical_name")
        return f"the renaming to {name!r}" if name else "a change of its type or protection"
    if event.kind == EventKind.ALIAS_ADDED:
        return f"the added name {event.after['alias']!r}"
    return f"the removal of the name {event.before['alias']!r}"


def _unmerge(namespace: Namespace, target: Entity, event: Event, past: _Past, actor: Actor) -> None:
    # The names that it had already are not the merge's.
    past.refuse_if_touched_since(event, _names(event.after["added"]) | _memories(event.before["memories"]))
    kept, aliases = {**event.before["entity"]}, event.before["aliases"]
    if Entity.objects.within(namespace).filter(uid=kept["uid"]).exists():
        raise StateConflict("this was taken back already")
    # With its old key, so that links to its page in the admin lead there again; merges of old did not write it down.
    if Entity.everything.filter(pk=kept.get("rowid", 0)).exists():
        del kept["rowid"]
    target.aliases.filter(alias_key__in=[name_key(alias) for alias in event.after["added"]]).delete()
    _refuse_if_taken(namespace, [kept["canonical_name"], *(alias["alias"] for alias in aliases)], kept["type"])
    source = Entity.objects.create(namespace=namespace, **kept)
    _give_aliases(source, aliases)
    moved = Memory.objects.within(namespace).filter(pk__in=event.before["memories"]).values_list("pk", flat=True)
    MemoryEntity.objects.filter(entity=target, memory_id__in=_brought_alone(event, past)).delete()
    MemoryEntity.objects.bulk_create([MemoryEntity(memory_id=pk, entity_id=source.pk) for pk in sorted(moved)])
    linking.recount([target.pk, source.pk])
    history.record(
        namespace.pk, target.uid, "unmerged", actor, after={"entity": source.uid, "event": event.seq},
        undoes=event.change,
    )  # fmt: skip
    EntityProposal.objects.within(namespace).filter(decided_in=event.change).update(status=ProposalStatus.OPEN)


def _brought_alone(merge: Event, past: _Past) -> set[int]:
    """Of the memories that a merge moved, those that its entity has by this merge alone.

    A later merge of another one that the same memory speaks of noted the memory as `shared`: it was there. It is the
    later merge's too then, and stays until the last of the two is undone.
    """
    merges: Counter[int] = Counter()  # by memory: how many merges that hold moved it
    own: dict[int, bool] = {}  # whether the entity had it before the first of these
    moved: dict[int, set[int]] = {}
    split_off: dict[int, dict[int, tuple[int, bool]]] = {}
    for event in past.events:
        if event.kind == EventKind.MERGED:
            moved[event.change_id] = set(event.before["memories"])
            shared = set(event.before["shared"])
            own |= {memory: memory in shared for memory in moved[event.change_id] if not merges[memory]}
            merges.update(moved[event.change_id])
        elif event.kind == EventKind.UNMERGED:
            merges.subtract(moved.get(event.change.undoes_id or 0, ()))
        elif event.kind == EventKind.SPLIT:
            # What a merge brings while it is split off is another thing; `_unsplit` waits until that is undone.
            split_off[event.change_id] = {
                memory: (merges.pop(memory, 0), own.get(memory, True)) for memory in event.before["memories"]
            }
        elif event.kind == EventKind.UNSPLIT:
            for memory, (count, was_own) in split_off.get(event.change.undoes_id or 0, {}).items():
                merges[memory], own[memory] = count, was_own
    return {memory for memory in merge.before["memories"] if merges[memory] == 1 and not own[memory]}


def _unsplit(namespace: Namespace, entity: Entity, event: Event, past: _Past, actor: Actor) -> None:
    made = Entity.objects.within(namespace).filter(uid=event.after["entity"]).first()
    if made is None:
        raise StateConflict(f"the entity that the split made {_GONE}")
    for later in _Past(namespace, made).changes_since(event.seq):
        raise StateConflict(f"{made.canonical_name} was changed since, by {_called(later)}: undo that first")
    # All that speaks of it: also what was told since.
    moved = set(MemoryEntity.objects.filter(entity=made).values_list("memory_id", flat=True))
    past.refuse_if_touched_since(event, _touched(event) | _memories(moved))
    present = set(MemoryEntity.objects.filter(entity=entity, memory_id__in=moved).values_list("memory_id", flat=True))
    names = event.before["aliases"]
    origins = event.before.get("origins") or [actor.origin] * len(names)  # splits of old did not write them down
    Entity.objects.within(namespace).filter(pk=made.pk).delete()
    _refuse_if_taken(namespace, names, entity.type)
    _give_aliases(entity, [{"alias": name, "origin": origin} for name, origin in zip(names, origins, strict=True)])
    MemoryEntity.objects.bulk_create(
        [MemoryEntity(memory_id=pk, entity_id=entity.pk) for pk in sorted(moved - present)]
    )
    linking.recount([entity.pk])
    history.record(
        namespace.pk, entity.uid, "unsplit", actor, after={"entity": made.uid, "event": event.seq}, undoes=event.change
    )


def _unrename(namespace: Namespace, entity: Entity, event: Event, past: _Past, actor: Actor) -> None:
    past.refuse_if_touched_since(event, _touched(event))
    told = entities.described(entity)
    if any(told[name] != value for name, value in event.after.items()):
        raise StateConflict("it was described otherwise since")
    was = told | {name: value for name, value in event.before.items() if name in told}
    gets = event.before.get("aliases", [])
    if "aliases" not in event.before and name_key(was["canonical_name"]) != entity.name_key:
        # Renamings of old did not tell whether the name was an alias before: it stays one.
        gets = [{"alias": entity.canonical_name, "origin": actor.origin}]
    entities.describe(namespace, entity, was, gets, actor=actor, undoes=event.change)


def _add_again(namespace: Namespace, entity: Entity, event: Event, past: _Past, actor: Actor) -> None:
    past.refuse_if_touched_since(event, _touched(event))
    alias = event.before["alias"]
    if entity.aliases.filter(alias_key=name_key(alias)).exists():
        raise StateConflict(f"{alias!r} is a name of {entity.canonical_name} again")
    entities.add_alias(
        namespace, entity.uid, alias, actor=actor, origin=event.before.get("origin"), undoes=event.change
    )


def _refuse_if_taken(namespace: Namespace, names: list[str], kind: str) -> None:
    spelt = {name_key(name): name for name in names}
    if found := entities.holder(namespace, spelt.keys(), kind):
        taken, other = found
        raise StateConflict(
            f"there is another {spelt[taken]!r} by now: {other.canonical_name}, of type {kind}; "
            "merge or rename that first"
        )


def _give_aliases(entity: Entity, aliases: list[dict[str, Any]]) -> None:
    for alias in aliases:
        EntityAlias.objects.create(entity=entity, **alias)
