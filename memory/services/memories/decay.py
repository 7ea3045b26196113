"""The nightly decay: write today's confidence, retire what fell below the threshold. Set-wise, in bounded batches.

Decay is a pure function of base, rate and the last time a fact mattered (`Memory.confidence_at`); what is written is
only its value of today, so running it n times is running it once.

The statements run on SQLite and PostgreSQL alike; the arithmetic of days is the backend's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from ...models import (
    Change,
    ChangeKind,
    Durability,
    Event,
    EventKind,
    Kind,
    Memory,
    Namespace,
    Review,
    ReviewReason,
    ReviewStatus,
)
from ...models.memories import MemoryQuerySet
from ...search.backends import backend
from ...search.vectors import LiveIndex
from ...search.vectors import retire as retire_vectors
from .. import history, reviews, validity
from ..actors import Actor
from ..writing import writing

BATCH_ROWIDS = 5_000  # rows of one UPDATE: a few tens of milliseconds, so that no writer waits long
RETIRE_BATCH = 500  # facts of one transaction: each takes its posting, its vector and an event along
WINDOW = timedelta(days=30)  # over which the share that decay may retire by itself is counted
# Seconds between two batches. Who waits for the lock asks for it each millisecond, and must find it free once.
PAUSE = 0.003
ACTOR = "decay"

# The moments from the latest of which confidence falls.
_ORIGINS = ("memories.created_at", "memories.last_accessed", "memories.base_set_at")
_DECAYING = "kind = 'fact' AND valid_until IS NULL AND decay_rate > 0"
# What decay retires by itself. A lasting fact that has faded is put before a curator instead.
_RETIRING = f"{_DECAYING} AND (durability IS NULL OR durability <> 'lasting')"
_LOW = "m.decay_rate > 0 AND m.confidence < %s"
_STAYS = "m.durability IS NULL OR m.durability <> 'passing'"
_ASKS = "m.durability IS NULL OR m.durability = 'ordinary'"
_GOES = "m.durability IS NULL OR m.durability <> 'lasting'"


@dataclass
class DecayResult:
    """What a run did. `stopped` names the namespaces where too much would have been retired at once, `faded` counts
    the lasting facts that newly wait for a curator."""

    updated: int = 0
    retired: int = 0
    faded: int = 0
    stopped: list[str] = field(default_factory=list)


def run(
    namespace: Namespace | None = None,
    *,
    now: datetime | None = None,
    threshold: float | None = None,
    force: bool = False,
    on_progress: Callable[[float], object] = lambda share: None,
) -> DecayResult:
    """Decay every fact of one namespace, or of all. `force` lifts the safety stop: a curator agreed.

    Passing facts are meant to go: they neither count for the stop nor wait for its answer.
    """
    moment = now or timezone.now()
    bound = settings.MEMORY_DECAY_THRESHOLD if threshold is None else threshold
    result = DecayResult()
    first, last = _rowid_range()
    span = max(last - first + 1, 1)
    for start in range(first, last + 1, BATCH_ROWIDS):
        result.updated += _write_confidence(start, start + BATCH_ROWIDS, moment, namespace)
        on_progress(0.8 * (start - first) / span)
        time.sleep(PAUSE)
    result.faded = _ask_about_lasting(bound, namespace)
    allowed: list[tuple[int, bool]] = []
    for namespace_id, name, falling, total in _falling(bound, namespace):
        gone = 0 if force or not falling else _retired_lately(namespace_id, moment)
        going = falling + gone
        share = going / (total + gone) if total + gone else 0.0
        too_much = going > settings.MEMORY_DECAY_SAFE_COUNT and share > settings.MEMORY_DECAY_MAX_SHARE
        if not force and falling and too_much:
            result.stopped.append(name)
            lately = f", after {gone} within {WINDOW.days} days," if gone else ""
            reviews.open_review(
                Namespace.objects.get(pk=namespace_id), None, ReviewReason.DECAY_STOPPED,
                f"decay would retire {falling} of {total} facts{lately} ({share:.0%} together); "
                "accept to let it, reject to keep them",
            )  # fmt: skip
            allowed.append((namespace_id, True))
        else:
            allowed.append((namespace_id, False))
    for namespace_id, passing_alone in allowed:
        change = cache(partial(history.begin, namespace_id, ChangeKind.DECAY, Actor.system(ACTOR)))
        while retired := _retire_some(namespace_id, bound, moment, change, passing_alone):
            result.retired += retired
            time.sleep(PAUSE)
    on_progress(1.0)
    return result


def _retired_lately(namespace_id: int, moment: datetime) -> int:
    """How many facts that are not passing decay has retired within WINDOW: a fact a night is as much as all in one.

    What a curator agreed to counts no more: the window begins anew with that decision.
    """
    agreed = (
        Review.objects.within(namespace_id)
        .filter(reason=ReviewReason.DECAY_STOPPED, status=ReviewStatus.ACCEPTED, decided_in__at__lte=moment)
        .order_by("-decided_in__at").values_list("decided_in__at", flat=True).first()
    )  # fmt: skip
    since = max(moment - WINDOW, agreed) if agreed else moment - WINDOW
    decayed = Event.objects.filter(namespace_id=namespace_id, kind=EventKind.DECAYED)
    retired = (
        Memory.objects.within(namespace_id)
        .facts()
        .filter(valid_until__gt=since, valid_until__lte=moment, uid__in=decayed.values("subject"))
    )
    return retired.exclude(durability=Durability.PASSING).count()


def _rowid_range() -> tuple[int, int]:
    with connection.cursor() as cursor:
        # Apart, each is one step to an end of the table; together they are a walk over it.
        cursor.execute(
            "SELECT coalesce((SELECT min(rowid) FROM memories), 1), coalesce((SELECT max(rowid) FROM memories), 0)"
        )
        low, high = cursor.fetchone()
    return int(low), int(high)


def _confidence() -> str:
    """SQL of the confidence at the moment that is its parameter."""
    return backend().faded("base_confidence", f"decay_rate * {backend().days_since(*_ORIGINS)}")


def _days_left() -> str:
    """SQL of the days until the threshold is reached: ln(base / threshold) / rate after the moment from which it falls.
    Its parameters: the threshold, the threshold, now."""
    return (
        "CASE WHEN memories.base_confidence <= %s THEN 0.0 "
        f"ELSE ln(memories.base_confidence / %s) / memories.decay_rate - {backend().days_since(*_ORIGINS)} END"
    )


def _write_confidence(start: int, stop: int, moment: datetime, namespace: Namespace | None) -> int:
    where, params = _of(namespace)
    now = connection.ops.adapt_datetimefield_value(moment)
    confidence = _confidence()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE memories SET confidence = {confidence} WHERE rowid >= %s AND rowid < %s AND {_DECAYING} {where} "
            f"AND abs(confidence - {confidence}) > 1e-9",
            [now, start, stop, *params, now],
        )
        return int(cursor.rowcount)


def _falling(bound: float, namespace: Namespace | None) -> list[tuple[int, str, int, int]]:
    """Where there are any to retire: (namespace id, name, ordinary facts below the threshold, active facts that are not
    passing)."""
    where, params = _of(namespace)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT m.namespace_id, n.name, sum(CASE WHEN {_LOW} AND ({_ASKS}) THEN 1 ELSE 0 END), "
            f"sum(CASE WHEN {_STAYS} THEN 1 ELSE 0 END) "
            "FROM memories m JOIN namespaces n ON n.id = m.namespace_id "
            f"WHERE m.kind = 'fact' AND m.valid_until IS NULL {where} "
            "GROUP BY m.namespace_id, n.name "
            f"HAVING sum(CASE WHEN {_LOW} AND ({_GOES}) THEN 1 ELSE 0 END) > 0",
            [bound, *params, bound],
        )
        return [(int(a), str(b), int(c), int(d)) for a, b, c, d in cursor.fetchall()]


def _of(namespace: Namespace | None) -> tuple[str, list[Any]]:
    return ("AND namespace_id = %s", [namespace.pk]) if namespace is not None else ("", [])


def _low(namespace_id: int, bound: float) -> MemoryQuerySet:
    """The facts of a namespace that decay would retire now."""
    low = Memory.objects.within(namespace_id).facts().active().filter(decay_rate__gt=0, confidence__lt=bound)
    return low.exclude(durability=Durability.LASTING)


def _ask_about_lasting(bound: float, namespace: Namespace | None) -> int:
    """Put the lasting facts below the threshold before the curators, each once while its review is open."""
    waiting = Review.everything.filter(subject=OuterRef("pk"), reason=ReviewReason.FADED, status=ReviewStatus.OPEN)
    faded = Memory.everything.filter(
        ~Exists(waiting), kind=Kind.FACT, valid_until__isnull=True, durability=Durability.LASTING, decay_rate__gt=0,
        confidence__lt=bound,
    ).select_related("namespace").defer("embedding").order_by("rowid")  # fmt: skip
    if namespace is not None:
        faded = faded.filter(namespace=namespace)
    asked = 0
    while batch := list(faded[:RETIRE_BATCH]):
        with transaction.atomic():
            for memory in batch:
                days = (timezone.now() - memory.decay_origin()).days
                reviews.open_review(
                    memory.namespace, memory, ReviewReason.FADED,
                    f"not asked for in {days} days; accept to keep it, reject to retire it",
                )  # fmt: skip
        asked += len(batch)
        time.sleep(PAUSE)
    return asked


def _retire_some(
    namespace_id: int, bound: float, moment: datetime, change: Callable[[], Change], passing_alone: bool
) -> int:
    """Retire up to one batch: posting (by trigger) and vector go among the retired; links, sources and history stay.

    `change` begins the run's change in this namespace when there is something to retire.
    """
    with writing(namespace_id):
        low = _low(namespace_id, bound)
        falling = list(
            (low.filter(durability=Durability.PASSING) if passing_alone else low).order_by("rowid")[:RETIRE_BATCH]
        )
        if not falling:
            return 0
        rowids = [memory.pk for memory in falling]
        Memory.objects.within(namespace_id).filter(pk__in=rowids).update(valid_until=moment)
        validity.forget(rowids, moment)
        retire_vectors(LiveIndex.read(), rowids)
        told = change()
        Event.objects.bulk_create(
            [
                Event(
                    namespace_id=namespace_id, subject=memory.uid, kind=EventKind.DECAYED, actor=told.actor,
                    origin=told.origin, change=told,
                    before={"valid_until": None}, after={"valid_until": history.plain(moment)},
                )
                for memory in falling
            ]
        )  # fmt: skip
    return len(falling)


def spare(namespace: Namespace, *, actor: Actor, threshold: float | None = None) -> int:
    """Let the facts that decay would retire now begin anew from their base: a curator wants to keep them."""
    bound = settings.MEMORY_DECAY_THRESHOLD if threshold is None else threshold
    with writing(namespace):
        spared = _low(namespace.pk, bound).update(base_set_at=timezone.now(), confidence=F("base_confidence"))
        history.record(namespace.pk, "decay", EventKind.SPARED, actor, after={"facts": spared})
    return spared


def forecasts(
    namespaces: Sequence[int | None] | None, days: Sequence[float], *, threshold: float | None = None
) -> list[int]:
    """How many active facts decay will have retired each of `days` from now, if nobody recalls them; over all
    namespaces for None. One walk."""
    bound = settings.MEMORY_DECAY_THRESHOLD if threshold is None else threshold
    where, params = "", []
    if namespaces is not None:
        where = f"AND namespace_id IN ({', '.join(['%s'] * len(namespaces))})"
        params = list(namespaces)
    sums = ", ".join(["coalesce(sum(CASE WHEN days_left < %s THEN 1 ELSE 0 END), 0)"] * len(days))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {sums} FROM "
            f"(SELECT {_days_left()} AS days_left FROM memories WHERE {_RETIRING} {where}) AS fading",
            [*days, bound, bound, connection.ops.adapt_datetimefield_value(timezone.now()), *params],
        )
        return [int(count) for count in cursor.fetchone()]


def falling_within(memories: QuerySet[Memory], days: float) -> QuerySet[Memory]:
    """Those of `memories` that decay will have retired `days` from now, if nobody recalls them."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    bound = settings.MEMORY_DECAY_THRESHOLD
    retiring = memories.filter(kind=Kind.FACT, valid_until__isnull=True, decay_rate__gt=0)
    return retiring.exclude(durability=Durability.LASTING).extra(  # noqa: S610
        where=[f"{_days_left()} < %s"], params=[bound, bound, now, days]
    )
