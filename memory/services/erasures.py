"""Erasure: what was said is gone from the store's bytes, with all that was drawn from it.

`erasure_plans` says what goes; `erase` does it, in this order: the log outside the store, one transaction, the files
written anew, a scan of their bytes. Backups leave by their rotation.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import Q

from memoryproj.sqlite import erasing, scanning

from ..models import (
    Change,
    Conflict,
    Entity,
    EntityProposal,
    Event,
    HandedContext,
    IdempotencyKey,
    Kind,
    Memory,
    MemoryEntity,
    Namespace,
    Operation,
    OperationKind,
    Origin,
    Question,
    Session,
)
from ..models.erasures import ErasedWhat, Erasure
from ..models.ids import new_id
from ..search import vectors
from ..search.backends import backend
from . import (
    backups,
    bulk,
    erasure_log,
    erasure_plans,
    ledger,
    linking,
    memory_tests,
    notes,
    operations,
    quotas,
    sessions,
    tombstones,
    trials,
    withdrawals,
)  # fmt: skip
from .actors import Actor
from .erasure_plans import Plan
from .errors import Busy
from .sql import parts
from .writing import writing

logger = logging.getLogger(__name__)

TRIES = 5  # each begins anew where something was drawn from what goes meanwhile; then the caller is told to wait
STEP = 500  # rows of one statement
# The scan of the files for what was erased. Chosen: long enough that no other text has it by chance.
NEEDLE = 40  # bytes of a passage that the scan looks for
MOST_NEEDLES = 300  # for each of which the whole file is looked through
SHORTEST = 12  # letters below which a passage may stand anywhere


class _Grown(Exception):
    """Something was drawn from what goes after the plan was made: it would stay, with the words in it."""


def request(namespace: Namespace, what: ErasedWhat, targets: Sequence[str], *, requested_by: str) -> Operation:
    """Let a worker erase: the files are written anew, which takes its time. Raises NotFound."""
    erasure_plans.plan(namespace, what, *targets)
    return operations.request(
        OperationKind.ERASE, namespace=namespace, subject=erasure_plans.subject(what, targets),
        asked={"what": what, "targets": list(targets)}, requested_by=requested_by,
    )  # fmt: skip


def rehearse(namespace: Namespace, what: ErasedWhat, targets: Sequence[str], *, requested_by: str) -> Operation:
    """The record of an erasure that took nothing: its counts say what would go. Raises NotFound."""
    planned = erasure_plans.plan(namespace, what, *targets)
    operation = operations.start(
        OperationKind.ERASE,
        namespace=namespace,
        subject=erasure_plans.subject(what, targets),
        requested_by=requested_by,
    )
    return operations.finish(operation, {**planned.counts, "dry_run": True})


def run(operation: Operation) -> None:
    """Do what `request` noted. A run that was cut off after its rows had gone only writes the files anew."""
    namespace, asked = operation.namespace, operation.asked
    assert namespace is not None
    what, targets = ErasedWhat(asked["what"]), asked["targets"]
    gone = Erasure.objects.within(namespace).filter(operation=operation.uid).first()
    if gone is None:
        gone = erase(namespace, what, *targets, actor=Actor(operation.requested_by, Origin.AGENT), operation=operation)
    elif provable():
        erasing.scrub()
    operations.finish(operation, {**gone.counts, "sought": gone.sought, "remaining": gone.remaining})


def provable() -> bool:
    """Whether the store's bytes can be looked at: those of a database server lie elsewhere, in files of its own."""
    return connection.vendor == "sqlite"


def erase(
    namespace: Namespace, what: ErasedWhat, *targets: str, actor: Actor, operation: Operation | None = None
) -> Erasure:
    """Erase for good, and prove it. Call it outside any transaction. Raises NotFound, and Busy where something new is
    drawn from what goes again and again."""
    for _ in range(TRIES):
        try:
            erasure, texts = _once(namespace, erasure_plans.plan(namespace, what, *targets), actor, operation)
            break
        except _Grown:
            continue
    else:
        raise Busy("what is to be erased is being learnt from; try again")
    trials.end_copies(namespace)
    if provable() and not connection.in_atomic_block:
        needles = _needles(texts)
        try:
            erasing.scrub()
            remaining = len(scanning.search(_files(), needles))
        except (OperationalError, OSError) as error:
            # The rows are gone; whether their bytes are is not known. `remaining` stays null, which says so; the next
            # erasure writes the files anew for both.
            logger.error("erasure %s: nothing proves that the files are clean: %s", erasure.uid, error)
            return erasure
        erasure.sought, erasure.remaining = len(needles), remaining
        erasure.save(update_fields=["sought", "remaining"])
    return erasure


def _once(namespace: Namespace, planned: Plan, actor: Actor, operation: Operation | None) -> tuple[Erasure, list[str]]:
    """The log and the transaction; answers the erased texts, too. Raises _Grown."""
    rows = list(Memory.objects.within(namespace).filter(pk__in=planned.rows).only("pk", "uid", "content", "kind"))
    stones = [tombstones.keyed_hash(namespace, row.content) for row in rows if row.kind == Kind.FACT]
    uids = [row.uid for row in rows]
    erasure_log.append(namespace, planned, uids, stones)
    return _delete(namespace, planned, uids, stones, actor, operation), [row.content for row in rows]


# --- One transaction ----------------------------------------------------------------------------------------------


def _delete(
    namespace: Namespace, planned: Plan, uids: Sequence[str], stones: Sequence[str], actor: Actor,
    operation: Operation | None = None,
) -> Erasure:  # fmt: skip
    pks = planned.rows
    with writing(namespace):
        if not erasure_plans.drawn_from(pks) <= set(pks):
            raise _Grown
        touched = remove(namespace, pks, uids, owed=True)
        # An erasure's own answer holds none of what goes, and is given again to whoever asks twice.
        IdempotencyKey.objects.filter(namespace=namespace.name).exclude(route__endswith="/erasures").delete()
        _settle_entities(namespace, touched, planned)
        quotas.recount(namespace.pk)
        if planned.what in {ErasedWhat.SESSION, ErasedWhat.NAMESPACE}:
            gone = Session.objects.within(namespace)
            gone = gone.filter(session_id=planned.target) if planned.what == ErasedWhat.SESSION else gone
            names = list(gone.values_list("session_id", flat=True))
            Operation.objects.filter(namespace=namespace, subject__in=names).update(subject="", error="")
            HandedContext.objects.within(namespace).filter(session_id__in=names).delete()
            Question.objects.within(namespace).filter(session_id__in=names).delete()
            withdrawals.forget(namespace, names)
            notes.forget_views("session", names)
            gone.delete()
        for session, turn in planned.again:
            sessions.consolidate_again(namespace.pk, session, turn)
        tombstones.erased(namespace, stones)
        return Erasure.objects.create(
            uid=new_id("era"), namespace=namespace, what=planned.what, target=planned.target, actor=actor.name,
            counts=planned.counts, operation=operation.uid if operation else "",
        )  # fmt: skip


def remove(namespace: Namespace, pks: Sequence[int], uids: Sequence[str], *, owed: bool = False) -> set[int]:
    """Delete memories with all that tells of them, in a transaction of the caller's: their history, their lines in
    context blocks, vectors, passages, postings. With `owed` the sessions that were handed them are told that they were
    withdrawn. Answers the rowids of the entities that they spoke of."""
    touched = set(MemoryEntity.objects.filter(memory__in=pks).values_list("entity_id", flat=True))
    ledger.withdraw(namespace, pks, owed=owed)
    notes.withdraw(namespace, pks)
    memory_tests.withdraw(namespace, pks)
    bulk.withdraw(namespace, pks)
    trials.withdraw(namespace)
    _delete_history(namespace, uids, pks)
    for table in vectors.tables():
        backend().remove_vectors(table, pks)
    for part in parts(pks):
        Memory.objects.within(namespace).filter(pk__in=part).delete()
    return touched


def _delete_history(namespace: Namespace, uids: Sequence[str], pks: Sequence[int]) -> None:
    """The events of what goes, and the words of the changes that they belong to."""
    Conflict.objects.within(namespace).filter(Q(new_fact__in=pks) | Q(old_fact__in=pks)).delete()
    for start in range(0, len(uids), STEP):
        told = Event.objects.within(namespace).filter(subject__in=uids[start : start + STEP])
        changes = set(told.values_list("change_id", flat=True))
        told.delete()
        Change.objects.within(namespace).filter(pk__in=changes).update(comment="")
        Event.objects.within(namespace).filter(change__in=changes).update(reason="")


def _settle_entities(namespace: Namespace, touched: Collection[int], planned: Plan) -> None:
    """Entities that nothing speaks of any more go; the others' summaries are written anew."""
    rows = Entity.objects.within(namespace)
    rows = rows if planned.what == ErasedWhat.NAMESPACE else rows.filter(pk__in=touched)
    linking.recount(set(rows.values_list("pk", flat=True)))
    gone = rows.filter(mention_count=0)
    uids = list(gone.values_list("uid", flat=True))
    Event.objects.within(namespace).filter(subject__in=uids).delete()
    proposed = EntityProposal.objects.within(namespace)
    if planned.what != ErasedWhat.NAMESPACE:
        proposed = proposed.filter(Q(entity__in=uids) | Q(into__in=uids))  # their reasons hold names
    proposed.delete()
    notes.forget_views("entity", uids)
    gone.delete()
    rows.update(summary="", summary_upto=None, embedding=None)


# --- Erased again after a restore, and the proof --------------------------------------------------------------------


def replay() -> int:
    """Erase again, by the log, what an older backup brought back; answers how many erasures that were. Twice changes
    nothing."""
    done = sum(_replay_one(told) for told in erasure_log.entries())
    if done and provable():
        erasing.scrub()
    return done


def _replay_one(told: dict[str, Any]) -> bool:
    namespace = Namespace.objects.filter(name=told["namespace"]).first()
    if namespace is None:
        return False
    at = datetime.fromisoformat(told["at"])
    rows = Memory.objects.within(namespace).filter(uid__in=told["memories"])
    if told["what"] == ErasedWhat.NAMESPACE:
        rows = Memory.objects.within(namespace).filter(created_at__lte=at)
    elif told["what"] == ErasedWhat.SESSION:
        rows = Memory.objects.within(namespace).filter(
            Q(uid__in=told["memories"]) | Q(session_id=told["target"], created_at__lte=at)
        )
    drawn = erasure_plans.drawn_from(list(rows.values_list("pk", flat=True)))
    if not drawn:
        return False
    again = erasure_plans.of_rows(namespace, ErasedWhat(told["what"]), told["target"], drawn)
    uids = list(Memory.objects.within(namespace).filter(pk__in=drawn).values_list("uid", flat=True))
    _delete(namespace, again, uids, told["tombstones"], Actor.system("restore"))
    return True


def _needles(texts: Sequence[str]) -> set[bytes]:
    """Passages of the erased texts by which their bytes would be known, but those that something else says, too."""
    found: dict[str, None] = {}
    for text in texts:
        plain = text.strip()
        if len(plain) >= SHORTEST and len(found) < MOST_NEEDLES:
            found[plain[:NEEDLE]] = None
            found[plain[-NEEDLE:]] = None
    kept = [one for one in found if not Memory.everything.filter(content__contains=one).exists()]
    return {needle for one in kept for needle in (one.encode(), json.dumps(one)[1:-1].encode())}


def _files() -> list[Path]:
    """The store's files, and what the queue and the logs keep beside it. Backups leave by rotation."""
    data, kept = Path(settings.MEMORY_DATA_DIR), backups.folder()
    beside = data.rglob("*") if data.is_dir() else ()
    return list({*erasing.store_files(), *(path for path in beside if path.is_file() and kept not in path.parents)})
