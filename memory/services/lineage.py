"""Which fact took whose place: a fact supersedes or replaces another, and what was superseded holds again when that is
undone. A row of the lineage is never overwritten: the change that ends it is noted in it, and what holds from then on
is a new row."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from ..models import (
    Change,
    CorrectionKind,
    EventKind,
    Memory,
    MemorySource,
    Supersession,
    SupersessionKind,
    SupersessionWay,
)
from . import corrections, history, validity
from .errors import StateConflict

SUPERSEDED_CONFIDENCE = 0.3  # the specification's, of `resolve_conflict`
LONGEST_CHAIN = 100  # of facts that took each other's place: a bound, in case one leads back to itself


def supersede(
    winner: Memory, loser: Memory, change: Change, *, kind: SupersessionKind, now: datetime, reason: str = ""
) -> None:
    """`winner` holds instead of `loser`, which stays active with little confidence."""
    before_winner, before_loser = history.snapshot(winner), history.snapshot(loser)
    standing = Supersession.objects.standing()
    # The two may have changed places; and what is decided once more is said last.
    if standing.filter(old__in=[winner, loser], new__in=[winner, loser]).update(ended_in=change):
        corrections.forget([winner.pk])
    Supersession.objects.create(
        old=loser, new=winner, kind=kind, way=SupersessionWay.DECIDED, said_at=said_at(winner), by=change.actor,
        change=change,
    )  # fmt: skip
    if kind == SupersessionKind.WRONG:
        corrections.owe([loser.pk], CorrectionKind.WRONG)
    loser.base_confidence = min(loser.base_confidence, SUPERSEDED_CONFIDENCE)
    loser.confidence = min(loser.confidence, SUPERSEDED_CONFIDENCE)
    loser.base_set_at = now
    loser.invalid_at = max(winner.event_time, loser.event_time)
    loser.save(update_fields=["base_confidence", "confidence", "base_set_at", "invalid_at"])
    validity.follow(loser, now)
    told = (
        (winner, before_winner, EventKind.SUPERSEDES),
        (loser, before_loser, EventKind.SUPERSEDED),
    )
    for memory, before, event in told:
        history.append(change, memory.uid, event, before=before, after=history.snapshot(memory), reason=reason)


def replace(old: Memory, new: Memory, change: Change, kind: SupersessionKind) -> None:
    """A correction: `new` stands where `old` stood, also before what `old` had superseded."""
    inherited = Supersession.objects.standing().filter(new=old)
    rows = [
        Supersession(
            old_id=row.old_id, new=new, kind=row.kind, way=SupersessionWay.INHERITED, said_at=row.said_at, by=row.by,
            change=change,
        )
        for row in inherited
    ]  # fmt: skip
    rows.append(
        Supersession(
            old=old, new=new, kind=kind, way=SupersessionWay.CORRECTED, said_at=said_at(new), by=change.actor,
            change=change,
        )
    )  # fmt: skip
    Supersession.objects.bulk_create(rows)
    if kind == SupersessionKind.WRONG:
        corrections.owe([old.pk], CorrectionKind.WRONG)


def stand_again(fact: Memory, change: Change) -> None:
    """Nothing stands in the place of `fact` any more."""
    Supersession.objects.standing().filter(old=fact).update(ended_in=change)
    corrections.forget([fact.pk])


def holder(fact: Memory) -> Memory | None:
    """The active fact that holds now in the place of `fact`: the last of the chain of those that took it."""
    seen = {fact.pk}
    newest = list(_successors(fact))
    for _ in range(LONGEST_CHAIN):
        if not newest:
            return None
        memory = newest.pop()
        if memory.pk in seen:
            continue
        seen.add(memory.pk)
        if memory.active and not memory.superseded:
            return memory
        newest += _successors(memory)
    return None


def correction_of(fact: Memory) -> Memory | None:
    """The fact whose text replaced that of `fact`, if one did."""
    rows = Supersession.objects.standing().filter(old=fact, way=SupersessionWay.CORRECTED)
    last = rows.select_related("new").last()
    return None if last is None else last.new


def is_refined(fact: Memory) -> bool:
    """Whether `fact` is true still, and what took its place tells the same and more."""
    last = Supersession.objects.standing().filter(old=fact).last()
    return last is not None and last.kind == SupersessionKind.REFINED


def replaced_at(fact: Memory) -> datetime | None:
    """For when what took the place of `fact` is known to hold; its own end where that is gone."""
    last = Supersession.objects.standing().filter(old=fact).select_related("new").last()
    return said_at(holder(fact) or last.new) if last is not None else fact.invalid_at


def _successors(fact: Memory) -> list[Memory]:
    rows = Supersession.objects.standing().filter(old=fact).select_related("new")
    return [row.new for row in rows]


def take_back(change: Change, undoing: Change) -> None:
    """What `change` wrote ends in `undoing`; what it had ended is written again.

    Raises StateConflict where a later change ended what `change` wrote.
    """
    for made in change.supersessions.all():
        # After a later change and its undoing, the same is told by another row.
        if not Supersession.objects.standing().filter(old=made.old_id, new=made.new_id).update(ended_in=undoing):
            raise StateConflict("this was changed again since; undo the later change first")
    for ended in change.ended_supersessions.order_by("pk"):
        # In a migrated store, a correction that was undone may still be told as inherited.
        Supersession.objects.standing().filter(old=ended.old_id, new=ended.new_id).update(ended_in=undoing)
        Supersession.objects.create(
            old_id=ended.old_id, new_id=ended.new_id, kind=ended.kind, way=ended.way, said_at=ended.said_at,
            by=ended.by, change=undoing,
        )  # fmt: skip
        if ended.kind == SupersessionKind.WRONG:
            corrections.owe([ended.old_id], CorrectionKind.WRONG)


def said_at(fact: Memory) -> datetime:
    """When a fact was last said, which is for when it is known to hold; what it tells of may lie before or ahead.

    Of a fact without turns it is when it was stored, or the past that its event time names: who stores a statement
    of long ago dates it so.
    """
    last: datetime | None = MemorySource.objects.filter(memory=fact).aggregate(last=Max("source__event_time"))["last"]
    return last or min(fact.event_time, fact.created_at)
