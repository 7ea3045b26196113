"""One action on many memories, in one change that is taken back as one.

A page does up to a thousand itself, in pieces (`change_each`). More are a `BulkJob`: `draft` it, show it, `begin` it; a
worker carries it out, piece by piece, and takes it back likewise.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Collection, Sequence
from datetime import timedelta
from functools import cache

from django.db import transaction
from django.utils import timezone

from ... import background
from ...models import (
    BulkAction,
    BulkJob,
    Change,
    ChangeKind,
    Event,
    Kind,
    Memory,
    Namespace,
    Operation,
    OperationKind,
    Origin,
)
from ...redaction import mask
from ...text import BadText, check_characters, new_tag
from .. import history, operations
from ..actors import Actor
from ..errors import InvalidInput, MemoryServiceError, NotFound, StateConflict
from ..memories import facts
from . import undoing
from .notes import words_of, words_that_tell

# Chosen so that a run can be watched and stopped, and that nobody waits long behind it.
PIECE = 50  # memories whose progress is noted at once
SLICE = 20.0  # seconds, after which other work of the same worker gets its turn
MOST = 200_000  # memories of one action, whose ids its row holds
DRAFT_KEPT = timedelta(hours=24)
LONGEST_VALUE = 500  # characters
OF_FACTS = frozenset(
    {BulkAction.CONFIRM, BulkAction.CONFIDENCE, BulkAction.PROTECT, BulkAction.UNPROTECT, BulkAction.MERGE}
)


def concerns(action: BulkAction, memory: Memory) -> bool:
    """Whether `action` would change `memory`."""
    if action == BulkAction.RESTORE:
        return not memory.active
    if not memory.active or (memory.kind != Kind.FACT and action in OF_FACTS):
        return False
    if action in (BulkAction.PROTECT, BulkAction.UNPROTECT):
        return memory.protected != (action == BulkAction.PROTECT)
    return action != BulkAction.UNTAG or bool(memory.tags)


def change_each(
    action: BulkAction, rows: Sequence[Memory], value: str, *, actor: Actor, batch: str
) -> tuple[int, list[str]]:
    """Do `action` to each of `rows` in the change `batch` of its namespace. What that change did already is not done
    again. Answers how many are done, and why others are not."""
    done, refused = 0, []
    part = cache(lambda namespace: history.batch(namespace, batch, actor))
    before = _told(rows, batch)
    if action == BulkAction.MERGE:
        return _merge(rows, actor, batch) if rows and not before else (len(rows), [])
    for memory in rows:
        if memory.uid in before:
            done += 1
            continue
        if not concerns(action, memory):
            if not memory.active:
                refused.append(f"{_named(memory)}: it is retired")
            continue
        if _is_so(action, memory, value):
            continue
        try:
            _change(action, memory, value, actor, part(memory.namespace))
            done += 1
        except MemoryServiceError as error:
            refused.append(f"{_named(memory)}: {error.detail}")
    return done, refused


def _is_so(action: BulkAction, memory: Memory, value: str) -> bool:
    """Whether `memory` has the tag already that it is to get, or has none that it is to lose."""
    has_it = any(value in (tag, tag.strip()) for tag in memory.tags)
    return (action == BulkAction.TAG and value in memory.tags) or (action == BulkAction.UNTAG and not has_it)


def _named(memory: Memory) -> str:
    return str(memory)[:60]


def _told(rows: Sequence[Memory], batch: str) -> set[str]:
    """Those of `rows` that this batch changed already, by their ids."""
    events = Event.objects.across({row.namespace_id for row in rows}).filter(change__batch=batch)
    return set(events.filter(subject__in=[row.uid for row in rows]).values_list("subject", flat=True))


def _merge(rows: Sequence[Memory], who: Actor, batch: str) -> tuple[int, list[str]]:
    kept = rows[0]
    if len({row.pk for row in rows}) < 2:
        return 0, ["one fact alone is merged with nothing: choose two or more that say the same"]
    try:
        with transaction.atomic():
            change = history.batch(kept.namespace, batch, who)
            facts.merge(kept.namespace, kept.uid, [m.uid for m in rows[1:]], actor=who, change=change)
    except MemoryServiceError as error:
        return 0, [error.detail]
    return len(rows), []


def _change(action: BulkAction, memory: Memory, value: str, who: Actor, change: Change) -> None:
    namespace, uid = memory.namespace, memory.uid
    if action == BulkAction.CONFIRM:
        facts.confirm(namespace, uid, actor=who, change=change)
    elif action == BulkAction.CONFIDENCE:
        facts.edit(namespace, uid, actor=who, confidence=_confidence(value), change=change)
    elif action in (BulkAction.PROTECT, BulkAction.UNPROTECT):
        facts.edit(namespace, uid, actor=who, protected=action == BulkAction.PROTECT, change=change)
    elif action == BulkAction.RETIRE:
        facts.retire(namespace, uid, actor=who, reason=value, change=change)
    elif action == BulkAction.RESTORE:
        facts.restore(namespace, uid, actor=who, reason=value, change=change)
    else:
        others = [tag for tag in memory.tags if value not in (tag, tag.strip())]
        tags = [*others, _new_tag(value)] if action == BulkAction.TAG else others
        facts.edit(namespace, uid, actor=who, tags=tags, change=change)


def _new_tag(value: str) -> str:
    try:
        return new_tag(value)
    except BadText as error:
        raise InvalidInput(str(error), "value") from None


def _confidence(value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise InvalidInput("a confidence is a number from 0 to 1", "confidence") from None


# --- As a job ---------------------------------------------------------------------------------------------------


def draft(namespace: Namespace, action: BulkAction, rows: Sequence[int], *, actor: Actor) -> BulkJob:
    """Note what was chosen, to be shown before anything changes. A draft that nobody begins goes after a day.

    Raises InvalidInput.
    """
    if action == BulkAction.MERGE:
        raise InvalidInput("only a few memories can be merged into one at once", "action")
    if not 0 < len(rows) <= MOST:
        raise InvalidInput(f"at most {MOST:,} memories at once; narrow the list with filters", "rows")
    return BulkJob.objects.create(
        namespace=namespace, batch=uuid.uuid4().hex, action=action, by=actor.name, rows=",".join(map(str, rows))
    )


def begin(namespace: Namespace, batch: str, value: str, *, actor: Actor) -> Operation:
    """Let a worker carry out a draft of `actor`'s. Asked again, answers the same run.

    Raises NotFound where there is no such draft, and InvalidInput.
    """
    with transaction.atomic():
        job = BulkJob.objects.within(namespace).filter(batch=batch, by=actor.name).select_related("run").first()
        if job is None:
            raise NotFound("this is done, or was forgotten after a day")
        if job.run is not None:
            return job.run
        job.value = _checked(BulkAction(job.action), value)
        job.run = operations.request(
            OperationKind.BULK, namespace=namespace, asked={"batch": batch}, requested_by=actor.name,
            subject=BulkAction(job.action).label,
        )  # fmt: skip
        job.save(update_fields=["value", "run"])
    return job.run


def _checked(action: BulkAction, value: str) -> str:
    try:
        text = mask(check_characters(value.strip())).text
    except BadText as error:
        raise InvalidInput(str(error), "value") from None
    if len(text) > LONGEST_VALUE:
        raise InvalidInput(f"at most {LONGEST_VALUE} characters", "value")
    if action == BulkAction.CONFIDENCE and not 0 <= _confidence(text) <= 1:
        raise InvalidInput("a confidence is a number from 0 to 1", "value")
    if action in (BulkAction.TAG, BulkAction.UNTAG) and not text:
        raise InvalidInput("a tag is needed", "value")
    return _new_tag(text) if action == BulkAction.TAG else text


def take_back(namespace: Namespace, batch: str, *, actor: Actor) -> Operation:
    """Let a worker take back all that the change `batch` did. Raises NotFound, and StateConflict while it goes on."""
    change = Change.objects.within(namespace).filter(batch=batch, kind=ChangeKind.BULK).first()
    if change is None:
        raise NotFound("nothing was changed")
    with transaction.atomic():
        asked = Operation.objects.filter(namespace=namespace, kind=OperationKind.BULK, asked__batch=batch)
        waiting = [run for run in asked.order_by("-pk") if run.unfinished]
        if any(not run.asked.get("back") for run in waiting):
            raise StateConflict("it is still going on; wait until it is done")
        return waiting[0] if waiting else operations.request(
            OperationKind.BULK, namespace=namespace, asked={"batch": batch, "back": True}, requested_by=actor.name,
            subject="Taken back",
        )  # fmt: skip


def carry_out(operation: Operation) -> None:
    """Do what `begin` or `take_back` noted, for a while; what is left waits for the worker's next turn."""
    assert operation.namespace is not None
    whole = _take_back_some if operation.asked.get("back") else _do_some
    if whole(operation, operation.namespace, time.monotonic() + SLICE):
        operations.finish(operation, operation.counts)
    else:
        operations.put_back(operation, "")
        background.wake(operations.RUN_TASKS[OperationKind.BULK])


def _do_some(operation: Operation, namespace: Namespace, until: float) -> bool:
    job = BulkJob.objects.within(namespace).filter(batch=operation.asked["batch"]).first()
    if job is None:
        return True
    who, keys, counts = Actor(job.by, Origin.CURATOR), job.keys, {"changed": 0, "refused": 0, **operation.counts}
    while job.reached < len(keys):
        piece = keys[job.reached : job.reached + PIECE]
        found = Memory.objects.within(namespace).filter(pk__in=piece).select_related("namespace").defer("embedding")
        rows = {row.pk: row for row in found}
        done, refused = change_each(
            BulkAction(job.action), [rows[key] for key in piece if key in rows], job.value, actor=who, batch=job.batch
        )
        counts["changed"] += done
        counts["refused"] += len(refused)
        job.reached += len(piece)
        with transaction.atomic():
            job.save(update_fields=["reached"])
            operations.progress(operation, job.reached / len(keys), counts)
        if time.monotonic() >= until and job.reached < len(keys):
            return False
    job.delete()
    return True


def _take_back_some(operation: Operation, namespace: Namespace, until: float) -> bool:
    """The newest event first, as many as there is time for; those that were taken back before are passed over."""
    change = Change.objects.within(namespace).get(batch=operation.asked["batch"])
    told = Event.objects.within(namespace).filter(change=change).order_by("-seq")
    counts, total = {"taken_back": 0, "refused": 0, **operation.counts}, max(told.count(), 1)
    reached = operation.asked.get("reached")
    who = Actor(operation.requested_by, Origin.CURATOR)
    while piece := list((told.filter(seq__lt=reached) if reached else told)[:PIECE]):
        back, refused = undoing.undo_some(namespace, change, piece, actor=who)
        counts = {"taken_back": counts["taken_back"] + back, "refused": counts["refused"] + refused}
        reached = operation.asked["reached"] = piece[-1].seq
        with transaction.atomic():
            operation.save(update_fields=["asked"])
            operations.progress(operation, sum(counts.values()) / total, counts)
        if time.monotonic() >= until:
            return False
    return True


def withdraw(namespace: Namespace, memories: Collection[int]) -> None:
    """End the jobs whose value shares a telling word with what is erased (rowids). Call it before the memories are
    deleted, in their transaction."""
    jobs = list(BulkJob.objects.within(namespace).exclude(value=""))
    erased = words_of(namespace, memories) if jobs else set()
    telling = [job.pk for job in jobs if not erased.isdisjoint(words_that_tell(job.value))]
    BulkJob.objects.within(namespace).filter(pk__in=telling).delete()


def purge() -> int:
    """Forget drafts that nobody began within a day; answers how many."""
    return BulkJob.everything.filter(run=None, created_at__lt=timezone.now() - DRAFT_KEPT).delete()[0]
