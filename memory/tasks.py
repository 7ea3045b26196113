"""Celery tasks of the memory itself (`embed`, the rest `maintenance`): translate and call. A lost message costs a
minute."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from . import background
from .embedding import EmbeddingUnavailable
from .models import IdempotencyKey, Namespace, Operation, OperationKind
from .services import embeddings, operations, quotas, schedule, webhooks
from .services.curating import bulk, mailing
from .services.errors import StateConflict
from .services.learning import late_screening
from .services.quarantine import SCREEN_TASK
from .services.trying import memory_tests
from .services.upkeep import backups, erasures, retention

logger = logging.getLogger(__name__)

RUN = "memory.tasks.run_operations"
BACKUP = "memory.tasks.execute_backup"
SCREENING_SECONDS = 2.0  # of one run; chosen
DELIVERING_SECONDS = 60.0  # then the next sweep has begun turns anew
BATCHES_A_RUN = 100  # then a new message, so that one run does not hold the worker for ever


@shared_task(name="memory.tasks.embed_pending")
def embed_pending() -> int:
    """Embed what waits, in batches of 64."""
    done = 0
    deadline = time.monotonic() + background.TASK_SECONDS
    try:
        for _ in range(BATCHES_A_RUN):
            count = embeddings.drain()
            done += count
            if not count:
                return done
            if time.monotonic() >= deadline:
                break
    except (EmbeddingUnavailable, StateConflict) as error:
        logger.warning("embedding waits: %s", error)
        return done
    background.wake("memory.tasks.embed_pending")
    return done


@shared_task(name=SCREEN_TASK)
def screen_waiting() -> int:
    """Screen what no call had time for, a slice at a time: vectors are made in between."""
    screened = late_screening.screen_waiting(SCREENING_SECONDS)
    if late_screening.any_waiting():
        background.wake(SCREEN_TASK)
    return screened


@shared_task(name=RUN)
def run_operations() -> int:
    """Run the backups, erasures, memory tests, bulk actions and re-embeddings that were asked for."""
    return operations.run_all(RUN, _run)


@shared_task(name=BACKUP)
def execute_backup() -> None:
    operations.request_slot(OperationKind.BACKUP, schedule.current_slot(BACKUP))
    run_operations()


def _run(operation: Operation) -> None:
    if operation.kind == OperationKind.BACKUP:
        backups.run(operation)
    elif operation.kind == OperationKind.ERASE:
        erasures.run(operation)
    elif operation.kind == OperationKind.CHECK:
        memory_tests.carry_out(operation)
    elif operation.kind == OperationKind.BULK:
        bulk.carry_out(operation)
    else:
        _reembed(operation)


def _reembed(operation: Operation) -> None:
    def say(done: int, total: int) -> None:
        operations.progress(operation, done / max(total, 1), {"done": done, "total": total})

    operations.finish(operation, {"embedded": embeddings.reembed(say)})


@shared_task(name="memory.tasks.mail_digests")
def mail_digests() -> int:
    """Mail what contradicts each other to the curators who asked for it."""
    return mailing.send_digests()


@shared_task(name="memory.tasks.purge")
def purge() -> int:
    """Forget the answers kept for retried requests after a day, and what each namespace keeps no longer."""
    answers = IdempotencyKey.objects.filter(created_at__lt=timezone.now() - timedelta(hours=24)).delete()[0]
    gone = sum(sum(retention.purge(namespace).values()) for namespace in Namespace.objects.order_by("pk").iterator())
    quotas.recount()
    return answers + gone + bulk.purge()


@shared_task(name=webhooks.DELIVER_TASK)
def deliver_webhooks(until: float | None = None) -> int:
    """Tell the webhooks what changed, a turn at a time: vectors are made in between, and backups. `until` is when (by
    time.time) the turns end that a sweep began, so that those of all sweeps do not add up."""
    if until is None:
        until = time.time() + DELIVERING_SECONDS
    taken = webhooks.deliver()
    if time.time() < until and webhooks.any_due():
        background.wake(webhooks.DELIVER_TASK, until)
    return taken
