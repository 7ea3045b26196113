"""The places that a fact had taken of others, when it comes back, or goes again.

While it was retired, those could hold again. Where it was said last it takes its places again; where that is not sure,
a person is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from ..models import (
    Change,
    ChangeKind,
    Conflict,
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


def take_again(fact: Memory, actor: Actor, now: datetime) -> None:
    """`fact` was retired and is active again: what it had superseded, and holds since, gives way or waits beside it."""
    if fact.superseded:
        return
    change: Change | None = None
    for row in list(_taken_before(fact)):
        old, person = row.old, actor.origin == Origin.CURATOR
        if _was_said_last(fact, row) and (person or not trust.needs_person(fact, old)):
            change = change or history.begin(fact.namespace_id, ChangeKind.HOLD_AGAIN, actor, at=now, comment=CAME_BACK)
            lineage.supersede(fact, old, change, kind=SupersessionKind(row.kind), now=now, reason=CAME_BACK)
        else:
            _ask(fact, old, actor)


def give_back(fact: Memory, actor: Actor, *, since: Change) -> None:
    """`since`, which had brought `fact` back, is undone: those hold again whose places it took again then."""
    again = Supersession.objects.standing().filter(new=fact, change__kind=ChangeKind.HOLD_AGAIN, change__gt=since.pk)
    olds = set(again.values_list("old", flat=True))
    displaced = [one for one in lineage.displaced_by([fact.pk]) if one.fact.pk in olds and one.fact.active]
    if displaced:
        lineage.let_stand(displaced, history.begin(fact.namespace_id, ChangeKind.HOLD_AGAIN, actor))


def _taken_before(fact: Memory) -> Iterator[Supersession]:
    """The rows by which those lost their place to `fact`, or to what gave way to it, that hold again because what took
    it went. What a person gave a place back is none of them."""
    seen, fresh = {fact.pk}, [fact.pk]
    while fresh:
        rows = Supersession.objects.filter(new__in=fresh).exclude(way=SupersessionWay.INHERITED)
        last = {(row.old_id, row.new_id): row for row in rows.select_related("old", "ended_in").order_by("pk")}
        fresh = []
        for row in last.values():
            if row.old_id in seen or row.ended_in and row.ended_in.kind != ChangeKind.HOLD_AGAIN:
                continue
            seen.add(row.old_id)
            fresh.append(row.old_id)
            if row.old.active and not row.old.superseded:
                yield row


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
