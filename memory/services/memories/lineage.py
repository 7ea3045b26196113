"""Which fact took whose place: a fact supersedes or replaces another, and what was superseded holds again when that is
undone. A row of the lineage is never overwritten: the change that ends it is noted in it, and what holds from then on
is a new row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from ...models import (
    Change,
    CorrectionKind,
    Event,
    EventKind,
    Memory,
    MemorySource,
    Supersession,
    SupersessionKind,
    SupersessionWay,
)
from ...models.events import EventQuerySet
from .. import history, validity
from ..errors import StateConflict
from ..handing import corrections

SUPERSEDED_CONFIDENCE = 0.3  # the specification's, of `resolve_conflict`
LONGEST_CHAIN = 100  # of facts that took each other's place: a bound, in case one leads back to itself


def supersede(
    winner: Memory,
    loser: Memory,
    change: Change,
    *,
    kind: SupersessionKind,
    now: datetime,
    reason: str = "",
    since: datetime | None = None,
) -> None:
    """`winner` holds instead of `loser`, which stays active with little confidence; also where `loser` holds in the
    place of `winner`, by whichever facts between. A `winner` that held before holds again `since` then."""
    before_winner, before_loser = history.snapshot(winner), history.snapshot(loser)
    standing = Supersession.objects.standing()
    if winner.superseded:
        _stand_before(winner, loser, change)
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
    said = max(map(said_at, (winner, loser)))
    end = validity.ends_at(loser, winner, said) if since is None else max(since, validity.held_from(loser))
    if kind == SupersessionKind.WRONG:
        end = min(end, said)  # what never was true does not hold until an announced day
    # What gives way on an announced day already does not hold longer where another is announced for a later one.
    loser.invalid_at = min(end, loser.invalid_at) if loser.holds_still and loser.invalid_at else end
    loser.save(update_fields=["base_confidence", "confidence", "base_set_at", "invalid_at"])
    validity.follow(loser, now)
    told = (
        (winner, before_winner, EventKind.SUPERSEDES),
        (loser, before_loser, EventKind.SUPERSEDED),
    )
    for memory, before, event in told:
        history.append(change, memory.uid, event, before=before, after=history.snapshot(memory), reason=reason)


def _stand_before(winner: Memory, loser: Memory, change: Change) -> None:
    """End what lets `loser` hold in the place of `winner`. That holds again where nothing else took its place, and
    gives way to what holds in the place of `loser`, if anything does."""
    standing = Supersession.objects.standing()
    leading = [row.pk for row in _leading(winner, {loser.pk})]
    if not standing.filter(pk__in=leading).update(ended_in=change):
        return
    if standing.filter(old=winner).exclude(way=SupersessionWay.INHERITED).exists():
        return
    if (above := holder(loser)) is not None:
        Supersession.objects.create(
            old=winner, new=above, kind=SupersessionKind.OUTDATED, way=SupersessionWay.DECIDED, said_at=said_at(above),
            by=change.actor, change=change,
        )  # fmt: skip
        validity.tell_again(winner, change.at)
        return
    winner.invalid_at = None
    told = Event.objects.within(winner.namespace_id).about(winner.uid).filter(kind=EventKind.SUPERSEDED)
    regain(winner, told, change.at)
    validity.follow(winner, change.at)
    corrections.forget([winner.pk])


def replace(old: Memory, new: Memory, change: Change, kind: SupersessionKind) -> None:
    """A correction: `new` stands where `old` stood, also before what `old` had superseded."""
    inherited = Supersession.objects.standing().filter(new=old)
    rows = [_once_more(row, change, new=new.pk, way=SupersessionWay.INHERITED) for row in inherited]
    rows.append(
        Supersession(
            old=old, new=new, kind=kind, way=SupersessionWay.CORRECTED, said_at=said_at(new), by=change.actor,
            change=change,
        )
    )  # fmt: skip
    Supersession.objects.bulk_create(rows)
    if kind == SupersessionKind.WRONG:
        corrections.owe([old.pk], CorrectionKind.WRONG)


def move_ends(old: Memory, new: Memory, change: Change) -> None:
    """`new` is the corrected text of `old`, and may be announced for another day: what gave way to `old` on its day
    gives way on that one."""
    began = validity.begins_at(old)
    if began == validity.begins_at(new):
        return
    for row in Supersession.objects.standing().filter(new=new, old__invalid_at=began).select_related("old"):
        if row.old.active:
            _end_at(row.old, validity.ends_at(row.old, new, said_at(new)), change)


def wait_for(new: Memory, facts: Sequence[Memory], plan: Memory, change: Change) -> None:
    """`new` is announced instead of `plan`: what was to give way to that gives way to `new`, or to what else is to take
    its place, whichever is the first."""
    standing = Supersession.objects.standing()
    for fact in facts:
        standing.filter(old=fact, new=plan).update(ended_in=change)
        if not standing.filter(old=fact, new=new).exists():
            Supersession.objects.create(
                old=fact, new=new, kind=SupersessionKind.OUTDATED, way=SupersessionWay.DECIDED, said_at=said_at(new),
                by=change.actor, change=change,
            )  # fmt: skip
        taking = [new, *(row.new for row in standing.filter(old=fact).select_related("new") if row.new.active)]
        _end_at(fact, min(validity.ends_at(fact, one, said_at(one)) for one in taking), change)


def _end_at(fact: Memory, end: datetime, change: Change) -> None:
    before = history.snapshot(fact)
    fact.invalid_at = end
    fact.save(update_fields=["invalid_at"])
    validity.follow(fact, change.at)
    history.append(change, fact.uid, EventKind.EDITED, before=before, after=history.snapshot(fact))


def hand_over(gone: Sequence[Memory], kept: Memory, change: Change) -> None:
    """`kept` stands where these stood, which say the same: before what they had superseded, and, where it is superseded
    itself, behind what had superseded them."""
    standing = Supersession.objects.standing()
    same = {kept.pk, *(one.pk for one in gone)}
    standing.filter(pk__in=[row.pk for row in _leading(kept, same)]).update(ended_in=change)
    if kept.superseded:
        for fact in gone:
            leading = {row.pk for row in _leading(fact, same)}
            for row in standing.filter(old=fact).exclude(pk__in=leading):
                if not standing.filter(old=kept, new=row.new_id).exists():
                    _once_more(row, change, old=kept.pk).save()
        validity.tell_again(kept, change.at)
    for row in standing.filter(new__in=gone).exclude(old=kept).select_related("old"):
        standing.filter(pk=row.pk).update(ended_in=change)
        if not standing.filter(old=row.old, new=kept).exists():
            _once_more(row, change, new=kept.pk).save()
        validity.tell_again(row.old, change.at)


def _once_more(
    row: Supersession,
    change: Change,
    *,
    old: int | None = None,
    new: int | None = None,
    way: SupersessionWay | None = None,
) -> Supersession:
    """What `row` tells, told again by `change`, perhaps of others (rowids)."""
    return Supersession(
        old_id=old or row.old_id, new_id=new or row.new_id, kind=row.kind, way=way or row.way, said_at=row.said_at,
        by=row.by, change=change,
    )  # fmt: skip


def stand_again(fact: Memory, change: Change) -> None:
    """Nothing stands in the place of `fact` any more."""
    Supersession.objects.standing().filter(old=fact).update(ended_in=change)
    corrections.forget([fact.pk])


def holder(fact: Memory) -> Memory | None:
    """The active fact that holds now in the place of `fact`: the last of the chain of those that took it. What is
    announced is it only where nothing holds until then."""
    left = [above for above in _above(fact) if above.active and not above.gave_way]
    if len(left) < 2:
        return left[0] if left else None
    now = timezone.now()
    return next((above for above in left if validity.held_from(above) <= now), left[0])


def _above(fact: Memory) -> Iterator[Memory]:
    """Those that took the place of `fact`, and theirs, the latest first."""
    seen = {fact.pk}
    newest = list(_successors(fact))
    for _ in range(LONGEST_CHAIN):
        if not newest:
            return
        memory = newest.pop()
        if memory.pk not in seen:
            seen.add(memory.pk)
            yield memory
            newest += _successors(memory)


def _leading(fact: Memory, goals: Collection[int]) -> list[Supersession]:
    """The rows by which one of `goals` (rowids) took the place of `fact`, or of what took it."""
    rows = Supersession.objects.standing().filter(old=fact).select_related("new")
    return [row for row in rows if row.new_id in goals or any(above.pk in goals for above in _above(row.new))]


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


def take_back(change: Change, undoing: Change) -> set[int]:
    """What `change` wrote ends in `undoing`; what it had ended is written again. What it wrote and ended itself is
    neither. Answers the facts (rowids) whose places `change` had told of.

    Raises StateConflict where a later change ended what `change` wrote.
    """
    for made in change.supersessions.exclude(ended_in=change):
        # After a later change and its undoing, the same is told by another row.
        if not Supersession.objects.standing().filter(old=made.old_id, new=made.new_id).update(ended_in=undoing):
            raise StateConflict("this was changed again since; undo the later change first")
    for ended in change.ended_supersessions.exclude(change=change).order_by("pk"):
        # In a migrated store, a correction that was undone may still be told as inherited.
        Supersession.objects.standing().filter(old=ended.old_id, new=ended.new_id).update(ended_in=undoing)
        _once_more(ended, undoing).save()
        if ended.kind == SupersessionKind.WRONG:
            corrections.owe([ended.old_id], CorrectionKind.WRONG)
    return set(change.supersessions.values_list("old", flat=True))


def regain(fact: Memory, told: EventQuerySet, now: datetime, most: float = 1.0) -> None:
    """Give `fact` the confidence that it had before what `told` tells of, unless it was changed since, and at `most`
    that. It fades as it would have."""
    for event in told.reverse():
        for name in ("base_confidence", "base_set_at"):
            if name in event.before and history.plain(getattr(fact, name)) == event.after.get(name):
                setattr(fact, name, Memory._meta.get_field(name).to_python(event.before[name]))  # type: ignore[union-attr]
    fact.base_confidence = min(fact.base_confidence, most)
    fact.confidence = min(fact.base_confidence, fact.confidence_at(now))
    fact.save(update_fields=["invalid_at", "base_confidence", "base_set_at", "confidence"])


def said_at(fact: Memory) -> datetime:
    """When a fact was last said, which is for when it is known to hold; what it tells of may lie before or ahead.

    Of a fact without turns it is when it was stored, or the past that its event time names: who stores a statement
    of long ago dates it so.
    """
    last: datetime | None = MemorySource.objects.filter(memory=fact).aggregate(last=Max("source__event_time"))["last"]
    return last or min(fact.event_time, fact.created_at)
