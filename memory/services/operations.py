"""The run table: what ran, when, how long, how much it changed, what failed; and what waits to run."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from .. import background
from ..models import Namespace, Operation, OperationKind, OperationStatus
from .errors import InvalidInput
from .finding import existing
from .namespaces import check_written

logger = logging.getLogger(__name__)

# Which task does which kind of work; by name, because this app imports neither of those that have them.
RUN_TASKS: dict[str, str] = {
    OperationKind.ENRICH: "maintenance.tasks.run_operations",
    OperationKind.CONSOLIDATE: "maintenance.tasks.run_operations",
    OperationKind.CONSOLIDATE_SESSION: "maintenance.tasks.run_operations",
    OperationKind.DECAY: "maintenance.tasks.run_upkeep",
    OperationKind.REFLECT: "reflection.tasks.run_operations",
    OperationKind.REEMBED: "memory.tasks.run_operations",
    OperationKind.BACKUP: "memory.tasks.run_operations",
    OperationKind.ERASE: "memory.tasks.run_operations",
    OperationKind.CHECK: "memory.tasks.run_operations",
    OperationKind.BULK: "memory.tasks.run_operations",
    OperationKind.TRIAL: "maintenance.tasks.run_operations",  # it may ask a language model
}
COMMAND_LINE = "command line"
RETRY_AFTER = timedelta(hours=3)
RETRY_FOR = timedelta(days=6)
HEARTBEAT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=2)
START_GRACE = timedelta(minutes=5)  # for the other task of the same minute to make its row
STALE_AFTER = timedelta(minutes=15)  # a running operation that has not been heard of for so long died with its worker


def request(
    kind: str, *, namespace: Namespace | None = None, subject: str = "", asked: dict[str, Any] | None = None,
    requested_by: str,
) -> Operation:  # fmt: skip
    """Queue one piece of work and answer its record. The row is the truth; the wake-up only hurries it. Raises NotFound
    for a namespace that nothing was written to."""
    if kind not in RUN_TASKS:
        raise InvalidInput(f"unknown operation {kind!r}", "kind")
    operation = _record(kind, namespace, subject=subject, asked=asked or {}, requested_by=requested_by)
    background.wake(RUN_TASKS[kind])
    return operation


def request_again(failed: Operation, *, requested_by: str) -> Operation | None:
    """Queue a failed piece of work once more; its record stays as it is. None where the same is queued already, or
    runs: a second click asks for nothing more."""
    with transaction.atomic():
        Operation.objects.select_for_update().get(pk=failed.pk)  # two clicks at once take turns
        same = Operation.objects.filter(kind=failed.kind, namespace=failed.namespace, subject=failed.subject)
        if any(one.unfinished and one.asked == failed.asked for one in same.filter(pk__gt=failed.pk)):
            return None
        return request(
            failed.kind, namespace=failed.namespace, subject=failed.subject, asked=failed.asked,
            requested_by=requested_by,
        )  # fmt: skip


def _record(kind: str, namespace: Namespace | None, **fields: Any) -> Operation:
    # A row without a namespace is a run over the whole store, which every namespace sees.
    if namespace is not None:
        check_written(namespace)
    return Operation.objects.create(kind=kind, namespace=namespace, **fields)


def request_slot(kind: str, slot: str) -> Operation | None:
    """Queue a scheduled run once: two clocks that ring for one slot make one row. None when the slot is taken."""
    try:
        with transaction.atomic():
            operation = Operation.objects.create(kind=kind, slot=slot, requested_by="schedule")
    except IntegrityError:
        return None
    background.wake(RUN_TASKS[kind])
    return operation


def get_operation(namespace: Namespace, uid: str) -> Operation:
    """An operation of this namespace, or one over the whole store. Raises NotFound."""
    return existing(visible_to(namespace).filter(uid=uid), f"operation {uid}")


def visible_to(namespace: Namespace) -> QuerySet[Operation]:
    """This namespace's operations and those over the whole store, as a queryset."""
    return Operation.objects.filter(Q(namespace=namespace.pk) | Q(namespace=None))


def unfinished(task: str) -> QuerySet[Operation]:
    """Pending operations that `task` runs, and running ones whose worker died; as a queryset, oldest first."""
    kinds = [kind for kind, runner in RUN_TASKS.items() if runner == task]
    return Operation.objects.filter(_waiting(), kind__in=kinds).order_by("pk")


def wake_waiting() -> None:
    """Wake the runners of whatever waits: a lost message costs no more than the time to the next sweep."""
    # By way of what is unfinished, which has an index of its own: a distinct list would be read from that of all runs.
    for kind in Operation.objects.filter(_waiting()).values_list("kind", flat=True).distinct():
        background.wake(RUN_TASKS[kind])


def _waiting() -> Q:
    stale = timezone.now() - STALE_AFTER
    return Q(status=OperationStatus.PENDING) | Q(status=OperationStatus.RUNNING, heartbeat_at__lt=stale)


def run_all(task: str, run: Callable[[Operation], None]) -> int:
    """Claim and run each operation of `task` that waits now, once; answers how many. What is put back waits on. What is
    left after TASK_SECONDS is for a new message.

    An error ends that operation, visibly, and not the others.
    """
    seen: set[int] = set()
    deadline = time.monotonic() + background.TASK_SECONDS
    while (operation := _claim_next(task, seen)) is not None:
        seen.add(operation.pk)
        try:
            run(operation)
        except Exception as error:
            logger.exception("%s failed", operation)
            fail(operation, f"{type(error).__name__}: {error}")
        if time.monotonic() >= deadline:
            background.wake(task)
            break
    return len(seen)


def _claim_next(task: str, seen: set[int]) -> Operation | None:
    for operation in unfinished(task).exclude(pk__in=seen)[:10]:
        now = timezone.now()
        if Operation.objects.filter(_waiting(), pk=operation.pk).update(
            status=OperationStatus.RUNNING, started_at=now, heartbeat_at=now
        ):
            operation.refresh_from_db()
            return operation
    return None


def start(kind: str, *, namespace: Namespace | None = None, subject: str = "", requested_by: str = "") -> Operation:
    """Record work that begins at once, such as a command's. Raises NotFound, as `request` does."""
    now = timezone.now()
    return _record(
        kind, namespace, subject=subject, requested_by=requested_by,
        status=OperationStatus.RUNNING, started_at=now, heartbeat_at=now,
    )  # fmt: skip


@contextmanager
def by_hand(kind: str, namespace: Namespace | None = None) -> Iterator[Operation]:
    """Record what a command does: like other runs, it shows while it lasts, and how it ended. `finish` it inside."""
    operation = start(kind, namespace=namespace, requested_by=COMMAND_LINE)
    try:
        yield operation
    except BaseException as error:  # Ctrl-C too: a record that says "running" for ever tells nothing
        fail(operation, f"{type(error).__name__}: {error}")
        raise


def progress(
    operation: Operation, done: float, counts: dict[str, Any] | None = None, cost: dict[str, Any] | None = None
) -> None:
    """Say how far it is (0 to 1), that it is alive, and what it has cost: a killed worker's tokens are spent too."""
    operation.progress, operation.heartbeat_at = min(max(done, 0.0), 1.0), timezone.now()
    if counts is not None:
        operation.counts = counts
    if cost is not None:
        operation.cost = cost
    operation.save(update_fields=["progress", "heartbeat_at", "counts", "cost"])


def alive(operation: Operation) -> None:
    """Say that a long piece of work goes on; a row is written once a minute at most."""
    if operation.heartbeat_at is None or timezone.now() - operation.heartbeat_at > HEARTBEAT:
        progress(operation, operation.progress)


def finish(operation: Operation, counts: dict[str, Any], cost: dict[str, Any] | None = None) -> Operation:
    operation.status, operation.progress, operation.finished_at = OperationStatus.SUCCEEDED, 1.0, timezone.now()
    operation.counts, operation.cost, operation.error = counts, cost or {}, ""
    operation.save()
    return operation


def fail(
    operation: Operation, error: str, counts: dict[str, Any] | None = None, cost: dict[str, Any] | None = None
) -> Operation:
    operation.status, operation.finished_at, operation.error = OperationStatus.FAILED, timezone.now(), error[:2000]
    if counts is not None:
        operation.counts = counts
    if cost is not None:
        operation.cost = cost
    operation.save()
    return operation


def retry_failed(kind: str) -> int:
    """Put the schedule's last run of `kind` back if it failed, hours after it did, until the week is over.

    The row stays the same: one slot, one record. Answers how many were put back (0 or 1).
    """
    now = timezone.now()
    last = Operation.objects.filter(kind=kind, slot__isnull=False).order_by("-slot").first()
    if last is None or now - last.created_at > RETRY_FOR:
        return 0
    return Operation.objects.filter(
        pk=last.pk, status=OperationStatus.FAILED, finished_at__lt=now - RETRY_AFTER
    ).update(status=OperationStatus.PENDING, finished_at=None)


def run_that_was_quicker(operation: Operation) -> Operation | None:
    """The latest other run over the same subject that read something of it after `operation` was asked for."""
    runs = Operation.objects.filter(
        namespace=operation.namespace_id, kind=operation.kind, subject=operation.subject,
        status=OperationStatus.SUCCEEDED, finished_at__gte=operation.created_at, counts__chunks__gte=1,
    )  # fmt: skip
    return runs.exclude(pk=operation.pk).order_by("-finished_at").first()


def must_wait_for(kind: str, operation: Operation) -> bool:
    """Whether the scheduled run of `kind` in the night of `operation`'s slot is still to come or under way.

    Waits at most two hours after the slot: a broken consolidation must not silence the week.
    """
    if operation.slot is None or timezone.now() - operation.created_at > LONGEST_WAIT:
        return False
    night = Operation.objects.filter(kind=kind, slot__startswith=operation.slot[:10])
    if not night.exists():
        return timezone.now() - operation.created_at < START_GRACE
    return night.filter(status__in=[OperationStatus.PENDING, OperationStatus.RUNNING]).exists()


def put_back(operation: Operation, reason: str) -> None:
    """Let it wait: what it depends on is not done yet."""
    operation.status, operation.error = OperationStatus.PENDING, reason[:2000]
    operation.save(update_fields=["status", "error"])


def newest_first() -> QuerySet[Operation]:
    """All operations, newest first, as a queryset."""
    return Operation.objects.order_by("-pk")
