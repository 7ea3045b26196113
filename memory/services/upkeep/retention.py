"""What a namespace keeps no longer: old turns, history, recalls, context blocks, records of runs.

Each kind is removed in small transactions, and others write between them. This is no erasure: no bytes are scanned,
nothing is derived again, and a fact that was learnt from a turn stays when the turn goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from ...models import Event, Memory, Namespace, Operation, Session
from ...models.curation import Recall
from .. import quotas
from ..graph import linking
from ..handing import ledger
from ..quotas import Used
from ..writing import writing
from . import erasures

BATCH = 50  # turns of one transaction: each takes rows of a dozen tables along
ROWS = 500  # other rows of one transaction


class Kept(StrEnum):
    """What has a retention of its own."""

    TURNS = "turns"
    EVENTS = "events"
    RECALLS = "recalls"
    CONTEXTS = "contexts"
    RUNS = "runs"


def purge(namespace: Namespace, now: datetime | None = None) -> dict[Kept, int]:
    """Delete what is older than the namespace keeps it; answers how many rows of each went."""
    now, own = now or timezone.now(), namespace.own
    days = {
        Kept.TURNS: own.keep_turns_days, Kept.EVENTS: own.keep_events_days, Kept.RECALLS: own.keep_recalls_days,
        Kept.RUNS: own.keep_runs_days,
    }  # fmt: skip
    gone = {
        kept: PURGES[kept](namespace, now - timedelta(days=number)) if number else 0 for kept, number in days.items()
    }
    return gone | {Kept.CONTEXTS: ledger.purge(namespace, now)}


def _turns(namespace: Namespace, before: datetime) -> int:
    """Turns that consolidation has read. One that still waits, for whatever reason, stays."""
    read = Session.objects.within(namespace).filter(session_id=OuterRef("session_id"), watermark__gte=OuterRef("pk"))
    old = Memory.objects.within(namespace).episodes().filter(Exists(read), created_at__lt=before).order_by("pk")
    gone = 0
    while rows := list(old.only("pk", "uid", "content")[:BATCH]):
        with writing(namespace):
            touched = erasures.remove(namespace, [row.pk for row in rows], [row.uid for row in rows])
            linking.recount(touched)
            size = quotas.size_of(row.content for row in rows)
            quotas.add(namespace, Used(-len(rows), -size), refuses=False)
        gone += len(rows)
    return gone


def _events(namespace: Namespace, before: datetime) -> int:
    return _delete(Event.objects.within(namespace).filter(at__lt=before))


def _recalls(namespace: Namespace, before: datetime) -> int:
    return _delete(Recall.objects.filter(memory__namespace=namespace, at__lt=before))


def _runs(namespace: Namespace, before: datetime) -> int:
    return _delete(Operation.objects.filter(namespace=namespace, finished_at__lt=before))


def _delete(rows: QuerySet) -> int:  # type: ignore[type-arg]
    gone = 0
    while keys := _first(rows):
        with transaction.atomic():
            rows.filter(pk__in=keys).delete()
        gone += len(keys)
    return gone


def _first(rows: QuerySet) -> Sequence[int]:  # type: ignore[type-arg]
    return list(rows.order_by("pk").values_list("pk", flat=True)[:ROWS])


PURGES: dict[Kept, Callable[[Namespace, datetime], int]] = {
    Kept.TURNS: _turns, Kept.EVENTS: _events, Kept.RECALLS: _recalls, Kept.RUNS: _runs,
}  # fmt: skip
