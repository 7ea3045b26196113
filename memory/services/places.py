"""The places that a fact had taken of others, when it comes back, or goes again.

While it was retired, those could hold again. Where it was said last it takes its places again; where that is not sure,
a person is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from typing import Any

from ..models import (
    Change,
    ChangeKind,
    Conflict,
    ConflictDecision,
    ConflictKind,
    Event,
    EventKind,
    Memory,
    Origin,
    Supersession,
    SupersessionKind,
    SupersessionWay,
)
from . import history, lineage, trust
from .actors import Actor

CAME_BACK = "came back"
Place = tuple[Memory, Memory, Supersession]  # who took it, of whom, and the row that told so last


def take_again(fact: Memory, actor: Actor, now: datetime) -> None:
    """`fact` was retired and is active again. What had superseded it, and holds since, takes its place again; else what
    it had superseded, and holds since, gives way. Where that is not sure, both wait beside each other."""
    change: Change | None = None
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
    displaced = [one for one in lineage.displaced_by([fact.pk]) if one.fact.pk in olds and one.fact.active]
    if displaced:
        lineage.let_stand(displaced, history.begin(fact.namespace_id, ChangeKind.HOLD_AGAIN, actor))


def _places_below(fact: Memory) -> Iterator[Place]:
    """Where it stood below those that took its place, or to which what took it gave way, and that hold."""
    if fact.superseded:
        return
    seen, waiting = {fact.pk}, [(row, row) for row in _rows(old=fact)]
    while waiting:
        first, row = waiting.pop()
        if row.new_id in seen:
            continue
        seen.add(row.new_id)
        waiting += [(first, above) for above in _rows(old=row.new)]
        if row.new.active and not row.new.superseded and not fact.superseded:
            yield row.new, fact, first


def _places_of(fact: Memory) -> Iterator[Place]:
    """Those that it took, or what gave way to it, of others that hold again."""
    seen, fresh = {fact.pk}, [fact.pk]
    while fresh and not fact.superseded:
        rows = [row for row in _rows(new__in=fresh) if row.old_id not in seen]
        fresh = [row.old_id for row in rows]
        seen.update(fresh)
        for row in {row.old_id: row for row in reversed(rows)}.values():
            if row.old.active and not row.old.superseded:
                yield fact, row.old, row


def _rows(**of: Any) -> list[Supersession]:
    """The last of each two, where it stands, or ended because what took the place went. What a person gave a place back
    is none of them."""
    rows = Supersession.objects.filter(**of).exclude(way=SupersessionWay.INHERITED)
    last = {(row.old_id, row.new_id): row for row in rows.select_related("old", "new", "ended_in").order_by("pk")}
    return [row for row in last.values() if row.ended_in is None or row.ended_in.kind == ChangeKind.HOLD_AGAIN]


def _both_hold(winner: Memory, loser: Memory, row: Supersession) -> bool:
    """Whether it was decided so since the loser holds again."""
    rows = Conflict.objects.within(winner.namespace_id).filter(decision=ConflictDecision.BOTH)
    pair = [winner, loser]
    return rows.filter(new_fact__in=pair, old_fact__in=pair, decided_in__gt=row.ended_in_id or 0).exists()


def _was_said_last(fact: Memory, row: Supersession) -> bool:
    """Whether the fact whose place `row` tells of was surely not said later. A statement without a turn is seen in the
    event that made it hold again alone, and of a namespace that keeps events for a while that one may be gone."""
    stood = Event.objects.within(fact.namespace_id).filter(change=row.ended_in_id, subject=row.old.uid)
    told = stood.filter(kind=EventKind.HOLDS_AGAIN).last()
    if told is None:
        return False
    if "event_time" not in told.after and row.kind == SupersessionKind.REFINED:
        return True  # what tells more holds, whichever was said last
    said = [lineage.said_at(row.old), *([row.old.event_time] if "event_time" in told.after else [])]
    return max(said) <= lineage.said_at(fact)


def _ask(fact: Memory, old: Memory, actor: Actor) -> None:
    conflict, fresh = Conflict.objects.get_or_create_pair(
        fact.namespace, fact, old, kind=ConflictKind.UPDATE, reason=CAME_BACK, found_by=actor.name
    )
    if not fresh and conflict.decision:
        conflict.open_again(history.begin(fact.namespace_id, ChangeKind.HOLD_AGAIN, actor, comment=CAME_BACK))
