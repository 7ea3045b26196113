"""The places that facts took of others: those hold again when the one that took them goes, and give way again when it
comes back and was said last. Where that is not sure, a person is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from ...models import (
    ALL,
    Change,
    ChangeKind,
    Conflict,
    ConflictDecision,
    ConflictKind,
    Event,
    EventKind,
    Kind,
    Memory,
    Origin,
    Supersession,
    SupersessionKind,
    SupersessionWay,
    Validity,
)
from .. import history, trust, validity
from ..actors import Actor
from ..handing import corrections
from ..sql import parts
from . import lineage

CAME_BACK = "came back"
Place = tuple[Memory, Memory, Supersession]  # who took it, of whom, and the row that told so last


# --- What took the place goes -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Displaced:
    """A fact whose place was taken, in `rows`, by facts that go; `holder` is the nearest one that stays of those that
    took its place, or that of what took it."""

    fact: Memory
    rows: Sequence[Supersession]
    holder: Memory | None


def displaced_by(going: Collection[int]) -> list[Displaced]:
    """The facts that are not among `going` (rowids), and whose place one of these took, or a text that one of these
    replaced. Ask it before they go."""
    going = set(going)
    gone = going | _replaced_by(going)
    found: dict[Memory, list[Supersession]] = {}
    for part in parts(sorted(gone)):
        rows = Supersession.objects.standing().filter(new__in=part).exclude(way=SupersessionWay.INHERITED)
        for row in rows.select_related("old"):
            if row.old_id not in going:
                found.setdefault(row.old, []).append(row)
    return [Displaced(fact, rows, _next(fact, gone)) for fact, rows in found.items()]


def displaced_by_plan(fact: Memory, at: datetime | None = None) -> list[Displaced]:
    """The facts that are to give way to `fact` on a day that is still ahead, now or `at` a time. Ask it before it
    goes."""
    if fact.kind != Kind.FACT or validity.begins_at(fact) <= (at or timezone.now()):
        return []
    return displaced_by([fact.pk])


def let_stand(displaced: Sequence[Displaced], change: Change) -> None:
    """What took the place of these went: they stand as they stood before, or give way to who took their place, too.
    What a correction retired stays retired."""
    for one in displaced:
        fact, before = one.fact, history.snapshot(one.fact)
        rows = Supersession.objects.standing().filter(old=fact)
        if not rows.filter(pk__in=[row.pk for row in one.rows]).update(ended_in=change):
            before["invalid_at"] = None  # the rows were erased, and this is when the erased was said
        corrections.forget([fact.pk])
        fact.invalid_at = None
        told = Event.objects.within(fact.namespace_id).about(fact.uid).filter(kind=EventKind.SUPERSEDED)
        if rows.exclude(way=SupersessionWay.INHERITED).exists():
            told = told.filter(change__in=[row.change_id for row in one.rows])
            lineage.regain(fact, told, change.at, most=lineage.SUPERSEDED_CONFIDENCE)
            validity.tell_again(fact, change.at)
            continue
        lineage.regain(fact, told, change.at)
        if one.holder is not None and fact.active:
            lineage.supersede(one.holder, fact, change, kind=SupersessionKind.OUTDATED, now=change.at)
            continue
        rows.update(ended_in=change)  # what a correction inherited of them
        validity.follow(fact, change.at)
        if fact.active:
            history.append(change, fact.uid, EventKind.HOLDS_AGAIN, before=before, after=history.snapshot(fact))


def settle(facts: Collection[int], change: Change) -> None:
    """Places of these (rowids) were given back by `change`: those whose place nothing takes any more stand again, as
    what had taken it may be erased."""
    taken = Supersession.objects.standing().filter(old=OuterRef("pk")).exclude(way=SupersessionWay.INHERITED)
    free = Memory.objects.across(ALL).filter(~Exists(taken), pk__in=facts, invalid_at__isnull=False)
    let_stand([Displaced(fact, [], _next(fact, ())) for fact in free.filter(valid_until__isnull=True)], change)


def hand_over(gone: Sequence[Memory], kept: Memory, change: Change) -> None:
    """These were merged into `kept` and are retired: it stands where they stood, and holds where one of them did in its
    place."""
    if kept.superseded and lineage.holder(kept) is None and not all(fact.superseded for fact in gone):
        taken = Supersession.objects.standing().filter(old=kept).exclude(way=SupersessionWay.INHERITED)
        let_stand([Displaced(kept, list(taken), None)], change)
    lineage.hand_over(gone, kept, change)


def _replaced_by(facts: Collection[int]) -> set[int]:
    """The texts that corrections replaced by one of these facts (rowids)."""
    found: set[int] = set()
    fresh = set(facts)
    while fresh:
        replaced: set[int] = set()
        for part in parts(sorted(fresh)):
            rows = Supersession.objects.standing().filter(new__in=part, way=SupersessionWay.CORRECTED)
            replaced.update(rows.values_list("old", flat=True))
        fresh = replaced - found
        found |= fresh
    return found


def _next(fact: Memory, going: Collection[int]) -> Memory | None:
    """The nearest that holds in the place of `fact`, or gave way itself, when `going` went. The nearest, and not the
    last: it holds again when that goes, and `fact` does not, then."""
    for above, path in _above(fact):
        ended = [row for row in path if row.ended_in is not None]
        if above.active and above.pk not in going and all(_was_said_last(above, row) for row in ended):
            return above
    return None


# --- What took the place comes back ---------------------------------------------------------------------------------


def take_again(fact: Memory, actor: Actor, now: datetime) -> None:
    """`fact` was retired and is active again. What had superseded it, and holds since, takes its place again; else what
    it had superseded, and holds since, gives way. Where that is not sure, both wait beside each other. Where nothing
    holds any more in its place, it does."""
    change: Change | None = None
    if fact.superseded and lineage.holder(fact) is None:
        change = history.begin(fact.namespace_id, ChangeKind.HOLD_AGAIN, actor, at=now, comment=CAME_BACK)
        taken = Supersession.objects.standing().filter(old=fact).exclude(way=SupersessionWay.INHERITED)
        let_stand([Displaced(fact, list(taken), None)], change)
    for winner, loser, row in chain(_places_below(fact), _places_of(fact)):
        if _both_hold(winner, loser, row):
            continue
        person = actor.origin == Origin.CURATOR
        if _was_said_last(winner, row) and (person or not trust.needs_person(winner, loser)):
            change = change or history.begin(fact.namespace_id, ChangeKind.HOLD_AGAIN, actor, at=now, comment=CAME_BACK)
            lineage.supersede(winner, loser, change, kind=SupersessionKind(row.kind), now=now, reason=CAME_BACK)
        else:
            _ask(winner, loser, actor)


def give_back(fact: Memory, actor: Actor, *, since: Change) -> None:
    """`since`, which had brought `fact` back, is undone: those hold again whose places it took again then."""
    again = Supersession.objects.standing().filter(new=fact, change__kind=ChangeKind.HOLD_AGAIN, change__gt=since.pk)
    olds = set(again.values_list("old", flat=True))
    displaced = [one for one in displaced_by([fact.pk]) if one.fact.pk in olds and one.fact.active]
    if displaced:
        let_stand(displaced, history.begin(fact.namespace_id, ChangeKind.HOLD_AGAIN, actor))


def _places_below(fact: Memory) -> Iterator[Place]:
    """Where it stood below those that took its place, or to which what took it gave way, and that hold."""
    if not fact.superseded:
        for above, path in _above(fact):
            if above.active and not above.superseded and not fact.superseded:
                yield above, fact, path[0]


def _places_of(fact: Memory) -> Iterator[Place]:
    """Those that it took, or what gave way to it, of others that hold again."""
    seen, fresh = {fact.pk}, [fact.pk]
    while fresh and not fact.gave_way:
        rows = [row for row in _rows(new__in=fresh) if row.old_id not in seen]
        fresh = [row.old_id for row in rows]
        seen.update(fresh)
        for row in {row.old_id: row for row in reversed(rows)}.values():
            # What holds until an announced day may end before it.
            if row.ended_in is not None and row.old.active and not row.old.gave_way:
                yield fact, row.old, row


def _above(fact: Memory) -> Iterator[tuple[Memory, list[Supersession]]]:
    """Those that took its place, or the place of what took it, the nearest first, each with the rows in between."""
    seen = {fact.pk}
    waiting = deque([row] for row in _rows(old=fact))
    while waiting:
        path = waiting.popleft()
        above = path[-1].new
        if above.pk not in seen:
            seen.add(above.pk)
            yield above, path
            waiting += [[*path, row] for row in _rows(old=above)]


def _rows(**of: Any) -> list[Supersession]:
    """The last of each two, where it stands, or ended because what took the place went. What a person gave a place back
    is none of them."""
    rows = Supersession.objects.filter(**of).exclude(way=SupersessionWay.INHERITED)
    last = {(row.old_id, row.new_id): row for row in rows.select_related("old", "new", "ended_in").order_by("pk")}
    return [row for row in last.values() if row.ended_in is None or _went(row.new, row.ended_in)]


def _went(fact: Memory, change: Change) -> bool:
    """Whether `change` ended the places of `fact` because it went; a merge does so of what it retires."""
    return (
        change.kind == ChangeKind.HOLD_AGAIN or change.events.filter(kind=EventKind.RETIRED, subject=fact.uid).exists()
    )


def _both_hold(winner: Memory, loser: Memory, row: Supersession) -> bool:
    """Whether it was decided so since the loser holds again."""
    rows = Conflict.objects.within(winner.namespace_id).filter(decision=ConflictDecision.BOTH)
    pair = [winner, loser]
    return rows.filter(new_fact__in=pair, old_fact__in=pair, decided_in__gt=row.ended_in_id or 0).exists()


def _was_said_last(fact: Memory, row: Supersession) -> bool:
    """Whether the fact whose place `row` tells of was surely not said later. A statement without a turn is seen in the
    events since it held again alone, and of a namespace that keeps events for a while these may be gone."""
    old, ended = row.old, row.ended_in
    assert ended is not None
    stood = Validity.objects.filter(memory=old, valid_to__isnull=True, known_from__gte=ended.at).order_by("known_from")
    since = stood.first()
    if since is None:
        return True  # it gave way to others all the time
    events = list(
        Event.objects.within(old.namespace_id).about(old.uid).filter(change__gte=ended).select_related("change")
    )
    if not events or events[0].change.at > since.known_from:
        return False
    restated = any("event_time" in event.after for event in events)
    if not restated and row.kind == SupersessionKind.REFINED:
        return True  # what tells more holds, whichever was said last
    said = [lineage.said_at(old), *([old.event_time] if restated else [])]
    return max(said) <= lineage.said_at(fact)


def _ask(fact: Memory, old: Memory, actor: Actor) -> None:
    conflict, fresh = Conflict.objects.get_or_create_pair(
        fact.namespace, fact, old, kind=ConflictKind.UPDATE, reason=CAME_BACK, found_by=actor.name
    )
    if not fresh and conflict.decision:
        conflict.open_again(history.begin(fact.namespace_id, ChangeKind.HOLD_AGAIN, actor, comment=CAME_BACK))
