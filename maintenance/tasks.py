"""Celery tasks (queue `llm`; the sweep on `embed`, decay on `maintenance`): translate and call. What waits is a row,
never only a message."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from celery import shared_task
from django.conf import settings

from memory import background
from memory.models import Ending, Namespace, Operation, OperationKind, SessionOutcome, SessionStatus
from memory.services import budgets, embeddings, operations, schedule, webhooks
from memory.services.graph import enrichment as naming
from memory.services.graph import proposals
from memory.services.graph.enrichment import ENRICH_FACTS_TASK
from memory.services.learning import late_screening
from memory.services.memories import decay
from memory.services.parcels import sending
from memory.services.quarantine import SCREEN_TASK
from memory.services.talk import sessions
from memory.services.talk.episodes import EMBED_TASK
from memory.services.trying import trials

from . import consolidation, enrichment, summaries

CONSOLIDATE = "maintenance.tasks.consolidate_pending"
RUN = "maintenance.tasks.run_operations"
UPKEEP = "maintenance.tasks.run_upkeep"
ENRICHMENT = "maintenance.tasks.execute_entity_enrichment"
CONSOLIDATION = "maintenance.tasks.execute_consolidation"
DECAY = "maintenance.tasks.execute_decay"
SWEEP = "maintenance.tasks.sweep"
# Then a new message: a pool process that has grown is replaced between two tasks (CELERY_WORKER_MAX_MEMORY_PER_CHILD).
SESSIONS_A_RUN = 100
NAMING_SECONDS = 2.0  # of one turn; chosen, as for the screening


@shared_task(name=ENRICHMENT)
def execute_entity_enrichment() -> None:
    operations.request_slot(OperationKind.ENRICH, schedule.current_slot(ENRICHMENT))
    run_operations()


@shared_task(name=ENRICH_FACTS_TASK, bind=True)
def enrich_facts(self: Any) -> int:
    """Find who and what the facts speak of that were remembered just now, a turn at a time: sessions that wait for the
    same worker are learnt from in between. Of many messages one has a turn for all that were published before it."""
    if background.is_overtaken(self):
        # Asked all the same: two machines' clocks may differ.
        done, goes_on = 0, naming.any_remembered_lately()
    else:
        done = enrichment.enrich_remembered(NAMING_SECONDS)
        goes_on = bool(done) and naming.any_remembered_lately()
    if goes_on:
        background.wake(ENRICH_FACTS_TASK)
    return done


@shared_task(name=CONSOLIDATION)
def execute_consolidation() -> None:
    operations.request_slot(OperationKind.CONSOLIDATE, schedule.current_slot(CONSOLIDATION))
    run_operations()


@shared_task(name=DECAY)
def execute_decay() -> None:
    operations.request_slot(OperationKind.DECAY, schedule.current_slot(DECAY))
    run_upkeep()


@shared_task(name=CONSOLIDATE)
def consolidate_pending() -> int:
    """Consolidate the sessions that were completed."""
    deadline = time.monotonic() + background.TASK_SECONDS
    done = len(consolidation.consolidate_pending(most=SESSIONS_A_RUN, deadline=deadline))
    if done == SESSIONS_A_RUN or time.monotonic() >= deadline:
        background.wake(CONSOLIDATE)
    return done


@shared_task(name=SWEEP)
def sweep() -> None:
    """Each minute: complete idle sessions, wake whoever has pending work, whatever became of its message, and clear up
    after trials and exports."""
    sessions.complete_idle()
    if sessions.any_claimable():
        background.wake(CONSOLIDATE)
    if embeddings.any_pending():
        background.wake(EMBED_TASK)
    if late_screening.any_waiting():
        background.wake(SCREEN_TASK)
    if webhooks.any_due():
        background.wake(webhooks.DELIVER_TASK)
    operations.retry_failed(OperationKind.REFLECT)
    operations.retry_failed(OperationKind.BACKUP)
    operations.wake_waiting()
    trials.purge()
    sending.clear_up()
    background.flush()


@shared_task(name=RUN)
def run_operations() -> int:
    """Run what was asked for over the API, by a person or by the schedule."""
    return operations.run_all(RUN, run)


@shared_task(name=UPKEEP)
def run_upkeep() -> int:
    """Run what needs no model, so that it never waits behind one."""
    return operations.run_all(UPKEEP, run)


def run(operation: Operation) -> None:
    """Do the work that `operation` records."""
    {
        OperationKind.ENRICH: _enrich,
        OperationKind.CONSOLIDATE: _consolidate,
        OperationKind.CONSOLIDATE_SESSION: _consolidate_session,
        OperationKind.DECAY: _decay,
        OperationKind.TRIAL: trials.carry_out,
    }[OperationKind(operation.kind)](operation)


def _enrich(operation: Operation) -> None:
    enrich(operation, settings.MEMORY_ENRICH_SECONDS, lambda done: operations.progress(operation, 0.5, done.counts()))


def enrich(
    operation: Operation, seconds: float, on_progress: Callable[[enrichment.Enriched], None]
) -> enrichment.Enriched:
    """Enrich, write the summaries that are due, and record how it went."""
    started = time.monotonic()
    done = enrichment.enrich_pending(operation.namespace, seconds=seconds, on_progress=on_progress)
    told = summaries.summarise_due(
        operation.namespace,
        deadline=started + seconds,
        on_progress=lambda: operations.alive(operation),
    )
    done.summaries = told.written
    proposals.refresh_all(operation.namespace, lambda: operations.alive(operation))
    done.note = "; ".join(dict.fromkeys(note for note in (done.note, told.note) if note))
    by_namespace = {name: done.tokens.get(name, 0) + told.tokens.get(name, 0) for name in done.tokens | told.tokens}
    cost = budgets.cost(done.tokens_in + told.tokens_in, done.tokens_out + told.tokens_out, by_namespace)
    if Ending.FAILED in {done.ending, told.ending}:
        operations.fail(operation, done.note, done.counts(), cost)
    else:
        operations.finish(operation, done.counts(), cost)
    return done


def _consolidate(operation: Operation) -> None:
    """Complete what is open (the spec's nightly run does), then consolidate all that waits."""
    completed = sessions.complete_all(operation.namespace)
    runs = consolidation.consolidate_pending(
        operation.namespace,
        lambda session, one: operations.progress(operation, 0.5),
        lambda: operations.alive(operation),
    )
    operations.finish(operation, consolidation.outcome(completed, runs))


def _consolidate_session(operation: Operation) -> None:
    namespace: Namespace | None = operation.namespace
    if namespace is None:
        operations.fail(operation, "no namespace")
        return
    lease = sessions.claim_next(namespace, operation.subject)
    if lease is not None:
        consolidation.consolidate(lease, operation)
        return
    session = sessions.get_session(namespace, operation.subject)
    if session.status == SessionStatus.RUNNING:
        operations.put_back(operation, "another worker is at this session")
    elif session.status in {SessionStatus.PENDING, SessionStatus.FAILED}:
        outcome = SessionOutcome.WAITS if session.status == SessionStatus.PENDING else SessionOutcome.FAILED
        operations.fail(operation, session.last_error, {"outcome": outcome, "episodes": 0, "saved": 0})
    else:
        _finish_after_another(operation)


def _finish_after_another(operation: Operation) -> None:
    """Nothing waits in the session any more: say which run took it, and what that one learnt."""
    other = operations.run_that_was_quicker(operation)
    if other is None:
        counts = {"outcome": SessionOutcome.NOTHING_NEW, "episodes": 0, "saved": 0}
    else:
        counts = {**other.counts, "outcome": SessionOutcome.ELSEWHERE, "by": other.uid}
    operations.finish(operation, counts)


def _decay(operation: Operation) -> None:
    result = decay.run(
        operation.namespace,
        force=operation.subject == "approved",
        on_progress=lambda share: operations.progress(operation, share),
    )
    operations.finish(operation, asdict(result))
