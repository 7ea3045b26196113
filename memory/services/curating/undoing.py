"""Taking changes back: a change of memories, with the conflict and the reviews that it decided.

An undo is a change that names the one that it takes back. To undo an undo is to do the change again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, cast

from django.db import transaction
from django.db.models import Exists, Field, OuterRef, Q, QuerySet
from django.utils import timezone

from ... import background
from ...models import (
    UNDONE_WHOLE,
    Change,
    ChangeKind,
    Conflict,
    ConflictDecision,
    ConflictStatus,
    CorrectionKind,
    EntityProposal,
    Event,
    EventKind,
    Kind,
    Memory,
    MemorySource,
    Namespace,
    Origin,
    ProposalStatus,
    Review,
    ReviewDecision,
    ReviewStatus,
    SessionDecision,
    Supersession,
)
from ...search.vectors import LiveIndex
from ...search.vectors import add as add_vectors
from ...search.vectors import retire as retire_vectors
from .. import history, reviews, validity
from ..actors import Actor
from ..errors import NotFound, StateConflict
from ..finding import existing
from ..graph import proposals
from ..handing import corrections
from ..memories import conflicts, facts, lineage, places, tombstones
from ..sql import parts
from ..talk import sessions
from ..talk.episodes import EMBED_TASK
from ..writing import writing

CHANGED_SINCE = "this was changed again since; undo the later change first"
_CHANGED = [EventKind.EDITED, EventKind.CONFIRMED]
TAKEN_BACK = "this was taken back already"
DECIDED_ANEW = "this was decided anew meanwhile: look at the decision that stands"


def undo(namespace: Namespace, seq: int, *, actor: Actor) -> Memory:
    """Take one event of a memory back, with the rest of its change where that makes sense as a whole alone: a
    correction is undone whole, and a conflict whose decision that was is open again.

    What was undone can be undone in turn. Raises NotFound for an unknown event, StateConflict where it was taken back
    already, or the fields were changed again since.
    """
    event = existing(Event.objects.within(namespace).filter(seq=seq).select_related("change"), f"event {seq}")
    told = [event]
    if _undone_whole(event.change):
        told = list(event.change.events.order_by("-seq"))
    touched = _take_back(namespace, event.change, told, actor)
    return touched[event.subject]


def undo_change(namespace: Namespace, change: Change, *, actor: Actor) -> list[Memory]:
    """Take back everything that one change did, such as a bulk action, or nothing of it; what was taken back already
    stays so. Raises StateConflict where nothing is left, or something was changed again since."""
    told = list(Event.objects.within(namespace).filter(change=change).order_by("-seq"))
    return list(_take_back(namespace, change, told, actor).values())


def undo_some(namespace: Namespace, change: Change, told: Sequence[Event], *, actor: Actor) -> tuple[int, int]:
    """Take some events of a large change back, newest first; those that were taken back already stay so. Of a merge all
    go with them, or none. Answers how many are, and how many cannot be, because they were changed again since."""
    already = taken_back(namespace, told)
    left = [event for event in told if event.seq not in already]
    is_whole = _undone_whole(change)
    if left and is_whole:
        left = list(change.events.order_by("-seq"))
    parts_tried = [left] if left else []
    refused = 0
    while parts_tried:
        part = parts_tried.pop()
        try:
            with transaction.atomic():
                _take_back(namespace, change, part, actor)
        except (StateConflict, NotFound):
            if is_whole:
                refused = len(told)
            elif len(part) == 1:
                refused += 1
            else:
                parts_tried += [part[len(part) // 2 :], part[: len(part) // 2]]
    return len(told) - refused, refused


def taken_back(namespace: Namespace, told: Collection[Event]) -> set[int]:
    """The numbers of those of `told` that hold no more, because they were taken back. What was done again since holds;
    so does that a memory was written which was restored."""
    of_memory = {event.subject for event in told}
    found: set[int] = set()
    for part in parts(sorted(of_memory)):
        undone = Event.objects.within(namespace).filter(kind=EventKind.UNDONE, subject__in=part)
        for seq, event in undone.order_by("-seq").values_list("seq", "after__event"):
            if seq not in found:  # an undo that was undone itself takes nothing back
                found.add(event)
        there = Memory.objects.within(namespace).active().filter(uid__in=part)
        restored = set(there.values_list("uid", flat=True)) if found else set()
        found -= {event.seq for event in told if event.kind == EventKind.REMEMBERED and event.subject in restored}
    return found & {event.seq for event in told}


def later_changes(namespace: Namespace, change: Change) -> int:
    """How many changes that hold were made since to the facts that `change` wrote. Undone whole, it takes these facts
    away with them."""
    if not _undone_whole(change):
        return 0
    written = list(change.events.filter(kind=EventKind.REMEMBERED).values_list("subject", flat=True))
    later = Event.objects.within(namespace).filter(subject__in=written, kind__in=_CHANGED).exclude(change=change)
    gone = taken_back(namespace, list(later))
    return len({event.change_id for event in later if event.seq not in gone})


def reopen_conflict(namespace: Namespace, conflict_id: int, *, actor: Actor, decided_in: int | None = None) -> Conflict:
    """Take a decision back: both facts stand as they stood before it, and the review that it closed waits again.

    `decided_in` is the change whose decision is meant; None is whichever stands. Raises StateConflict where another one
    stands, or none.
    """
    with writing(namespace):
        change = conflicts.get_conflict(namespace, conflict_id).decision_change
        if change is None:
            raise StateConflict("this conflict is open")
        if decided_in not in {None, change.pk}:
            raise StateConflict(DECIDED_ANEW)
        undo_change(namespace, change, actor=actor)
    return conflicts.get_conflict(namespace, conflict_id)


def last_decision(namespaces: QuerySet[Namespace], *, actor: Actor) -> Change | None:
    """The newest change by which `actor` decided there what waited for a person, and whose decision stands.

    That decay may run, or a session be tried again, is left out: the run is under way, and nothing takes it back.
    """
    reviews_decided = Review.everything.filter(decided_in=OuterRef("pk")).exclude(status=ReviewStatus.OPEN)
    of_facts = reviews_decided.exclude(subject=None, status=ReviewStatus.ACCEPTED)
    conflicts_decided = Conflict.everything.filter(decided_in=OuterRef("pk")).exclude(status=ConflictStatus.OPEN)
    pairs_decided = EntityProposal.everything.filter(decided_in=OuterRef("pk")).exclude(status=ProposalStatus.OPEN)
    taken_back = Change.everything.filter(undoes=OuterRef("pk"), kind=ChangeKind.UNDO)
    given_up = Q(kind=ChangeKind.SESSION, decision=SessionDecision.LEAVE) & ~Exists(taken_back)
    own = Change.objects.across(namespaces).filter(actor=actor.name, origin=actor.origin)
    # What takes these two back reads their events, which a namespace may keep for a while only.
    told = Exists(Event.everything.filter(change=OuterRef("pk")))
    stands = Exists(of_facts) | Exists(conflicts_decided) | told & (Exists(pairs_decided) | given_up)
    return own.filter(stands).select_related("namespace").order_by("-pk").first()


def take_back_own(namespaces: QuerySet[Namespace], change_id: int, *, actor: Actor) -> Change:
    """Take back the decision `change_id`, and answer the change that does. It must be `actor`'s `last_decision`.

    Asked for again, a decision that `actor` took back already stays so. Raises StateConflict for any other.
    """
    with transaction.atomic():
        own = Change.objects.across(namespaces).filter(actor=actor.name, origin=actor.origin)
        taken = own.filter(undoes=change_id, kind=ChangeKind.UNDO).first()
        if taken is not None:
            return taken
        last = last_decision(namespaces, actor=actor)
        if last is None or last.pk != change_id:
            raise StateConflict("this is not your last decision any more")
        if last.kind == ChangeKind.SESSION:
            sessions.take_back_skip(last.namespace, last, actor=actor)
        elif last.kind == ChangeKind.ENTITY:
            proposals.take_back(last.namespace, last, actor=actor)
        else:
            undo_change(last.namespace, last, actor=actor)
        return own.get(undoes=change_id, kind=ChangeKind.UNDO)


def _take_back(namespace: Namespace, change: Change, told: Sequence[Event], actor: Actor) -> dict[str, Memory]:
    """Undo `told` of `change`; answers the memories by their ids."""
    now = timezone.now()
    again = change.undoes if change.kind == ChangeKind.UNDO else None
    with writing(namespace):
        already = taken_back(namespace, told)
        told = [event for event in told if event.seq not in already]
        if already and not told:
            raise StateConflict(TAKEN_BACK)
        undoing = history.begin(
            namespace.pk, ChangeKind.UNDO if again is None else ChangeKind.REDO, actor, at=now, undoes=change,
            decision="" if again is None else again.decision,
        )  # fmt: skip
        memories = {event.subject: facts.any_memory(namespace, event.subject) for event in told}
        before = {uid: history.snapshot(memory) for uid, memory in memories.items()}
        active = {uid for uid, memory in memories.items() if memory.active}
        holding = {uid for uid in active if not memories[uid].superseded}
        given_back = lineage.take_back(change, undoing) if _undone_whole(change) else set()
        first = {event.subject: event.seq for event in told}
        for event in told:
            memory = memories[event.subject]
            _put_back(memory, event, now)
            if memory.kind == Kind.FACT and event.seq == first[event.subject]:
                validity.tell_again(memory, now)  # of what took its place then, some may be erased
            after = {**history.snapshot(memory), "event": event.seq}
            history.append(undoing, memory.uid, EventKind.UNDONE, before=before[memory.uid], after=after)
            before[memory.uid] = history.snapshot(memory)
        for uid, memory in memories.items():
            _settle_indexes(memory, uid in active, now)
            _settle_corrections(memory, uid in active, actor)
        for uid, memory in memories.items():
            _settle_places(memory, uid in active, actor, undoing)
        places.settle(given_back - {memory.pk for memory in memories.values()}, undoing)
        if _origin(change).kind != ChangeKind.HOLD_AGAIN:
            _check_holders([memory for memory in memories.values() if memory.superseded], holding)
        if again is None:
            _open_again(change, undoing)
        else:
            _decide_again(again, undoing)
    background.wake(EMBED_TASK)
    return memories


def _undone_whole(change: Change) -> bool:
    """Whether its events make sense together alone; those of a merge do, also as a bulk action."""
    return change.kind in UNDONE_WHOLE or change.events.filter(kind=EventKind.MERGED).exists()


def _origin(change: Change) -> Change:
    """What was done first of what `change` takes back, or does again."""
    while change.kind in {ChangeKind.UNDO, ChangeKind.REDO} and change.undoes is not None:
        change = change.undoes
    return change


def _check_holders(superseded: Sequence[Memory], holding: Collection[str]) -> None:
    """Raises StateConflict where one of these was `holding` before, and what would hold in its place is retired."""
    for memory in superseded:
        if memory.active and memory.uid in holding and lineage.holder(memory) is None:
            last = Supersession.objects.standing().filter(old=memory).select_related("new").last()
            gone = "what took its place" if last is None else last.new.uid
            raise StateConflict(f"{memory.uid} would not hold, and {gone} is retired: restore that first")


def _put_back(memory: Memory, event: Event, now: datetime) -> None:
    """Give `memory` the values that it had before `event`, unless they were changed since."""
    if event.kind == EventKind.REMEMBERED:
        if not memory.active and _corrected_last(memory):
            raise StateConflict("this was corrected again since; undo the later correction first")
        memory.valid_until = memory.valid_until or now
    else:
        present = history.snapshot(memory)
        for name in (name for name in event.after if name in history.KEPT):
            # The confidence of the day is decay's and the recalls': that it moved is nobody's later change.
            if name != "confidence" and _own(name, present[name]) != _own(name, event.after[name]):
                raise StateConflict(CHANGED_SINCE)
            if name == "attributes":
                kept = {key: value for key, value in memory.attributes.items() if key in history.UNTOLD_ATTRIBUTES}
                memory.attributes = {**_own(name, event.before[name]), **kept}
            else:
                setattr(memory, name, _field(name).to_python(event.before[name]))
    if event.kind == EventKind.DECAYED:
        # As with a restore: from its old value it would fall again the next night.
        memory.confidence, memory.base_set_at = memory.base_confidence, now
    first, again = _first_of(event)
    if first is not None and first.kind == EventKind.MERGED:
        sources = first.after["sources"]
        if again:
            stored = Memory.objects.within(memory.namespace_id).filter(pk__in=sources)
            links = [MemorySource(memory=memory, source=one) for one in stored]
            MemorySource.objects.bulk_create(links, ignore_conflicts=True)
        else:
            memory.source_links.filter(source_id__in=sources).delete()
    memory.save()


def _first_of(event: Event) -> tuple[Event | None, bool]:
    """What was told first of what `event` takes back or does again, if that is told still; and whether to undo `event`
    is to do that again."""
    again, first = False, event
    while first.kind == EventKind.UNDONE:
        found = Event.objects.within(event.namespace_id).filter(seq=first.after.get("event")).first()
        if found is None:
            return None, again
        again, first = not again, found
    return first, again


def _own(name: str, value: Any) -> Any:
    """A field's value without what `supersessions` holds, which is taken back by its rows."""
    if name != "attributes":
        return value
    return {key: item for key, item in value.items() if key not in history.LINEAGE_ATTRIBUTES}


def _settle_indexes(memory: Memory, was_active: bool, now: datetime) -> None:
    """Vector and times of a memory as it is now; its posting follows by trigger."""
    index = LiveIndex.read()
    if was_active and not memory.active:
        retire_vectors(index, [memory.pk])
    elif memory.active:
        add_vectors(index, [memory])
    validity.follow(memory, now)


def _settle_corrections(memory: Memory, was_active: bool, actor: Actor) -> None:
    """What was told of `memory` and holds again needs no notice; what a person took back so needs one. The one may be
    learnt again, the other not."""
    if memory.active and not was_active:
        tombstones.lift(memory)
    elif was_active and not memory.active and actor.origin == Origin.CURATOR:
        tombstones.reject(memory)
    if memory.active and not memory.superseded:
        corrections.forget([memory.pk])
    elif was_active and not memory.active and not memory.superseded and actor.origin in corrections.PERSONS:
        corrections.owe([memory.pk], CorrectionKind.WITHDRAWN)


def _settle_places(memory: Memory, was_active: bool, actor: Actor, undoing: Change) -> None:
    """What comes back takes its places again; what goes gives those back that it took again since what is undone."""
    if memory.active and not was_active:
        places.take_again(memory, actor, undoing.at)
    elif was_active and not memory.active and undoing.undoes is not None:
        places.give_back(memory, actor, since=undoing.undoes)


def _open_again(change: Change, undoing: Change) -> None:
    """What `change` decided waits again."""
    rows = Conflict.objects.within(change.namespace_id).filter(decided_in=change).exclude(status=ConflictStatus.OPEN)
    for conflict in rows:
        conflict.open_again(undoing)
    reviews.open_again(change)


def _decide_again(change: Change, anew: Change) -> None:
    """What `change` had decided, and waits since that was undone, is decided so again, now by `anew`."""
    corrected = False
    waiting = Conflict.objects.within(change.namespace_id).filter(decided_in=change, status=ConflictStatus.OPEN)
    for conflict in waiting.select_related("new_fact", "old_fact"):
        conflicts.decided(conflict, conflicts.decision_of(change), anew)
        corrected |= conflict.decision == ConflictDecision.BOTH and not conflict.new_fact.active
    if change.decision in ReviewDecision.values:
        status = reviews.CLOSED_AS[ReviewDecision(change.decision)]
    else:
        status = ReviewStatus.CORRECTED if corrected else ReviewStatus.ACCEPTED
    reviews.close_again(change, anew, status)


def _corrected_last(memory: Memory) -> bool:
    """Whether the last thing that happened to `memory` is that another one took its place."""
    last = Event.objects.within(memory.namespace_id).about(memory.uid).last()
    return last is not None and last.kind == EventKind.CORRECTED


def _field(name: str) -> Field[Any, Any]:
    return cast("Field[Any, Any]", Memory._meta.get_field(name))
