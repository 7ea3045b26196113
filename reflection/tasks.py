"""The weekly task (queue `llm`): waits for the consolidation of its night, then writes what is due."""

from __future__ import annotations

from celery import shared_task

from memory.models import Operation, OperationKind
from memory.services import operations, schedule

from . import weekly

REFLECTION = "reflection.tasks.execute_reflection"
RUN = "reflection.tasks.run_operations"


@shared_task(name=REFLECTION)
def execute_reflection() -> None:
    operations.request_slot(OperationKind.REFLECT, schedule.current_slot(REFLECTION))
    run_operations()


@shared_task(name=RUN)
def run_operations() -> int:
    return operations.run_all(RUN, run)


def run(operation: Operation) -> None:
    """Reflect where it is due. A scheduled run waits until consolidation of its day is over: it reads the new facts."""
    if operation.slot and operations.must_wait_for(OperationKind.CONSOLIDATE, operation):
        operations.put_back(operation, "waits for tonight's consolidation")
        return
    done = weekly.reflect_due(
        operation.namespace,
        on_progress=lambda done: operations.progress(operation, 0.5, done.counts(), done.cost()),
    )
    if done.failed:
        # Due namespaces stay due, and the sweep puts a failed run of the schedule back: it is tried within the week.
        operations.fail(operation, done.reasons(), done.counts(), done.cost())
    else:
        operations.finish(operation, done.counts(), done.cost())
