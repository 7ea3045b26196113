"""Erasure: what was said is gone from the store's bytes, with all that was drawn from it.

`erasure_plans` says what goes; `erase` does it, in this order: the log outside the store, one transaction, the
files written anew and what a restore put aside deleted, a scan of their bytes. Backups leave by their rotation.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from memoryproj.sqlite import erasing, scanning
from memoryproj.sqlite.backups import delete_set_aside

from ...models import (
    Change,
    ChangeKind,
    Conflict,
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
    session_subject,
)
from ...models.erasures import ErasedWhat, Erasure
from ...models.ids import new_id
from ...search import vectors
from ...search.backends import backend
from .. import history, operations, quotas
from ..actors import Actor
from ..curating import bulk, notes
from ..errors import Busy
from ..handing import ledger, withdrawals
from ..memories import places, tombstones
from ..parcels import sending
from ..sql import parts
from ..talk import sessions
from ..trying import memory_tests, trials
from ..writing import writing
from . import backups, erased_entities, erasure_log, erasure_plans
from .erasure_plans import Plan

logger = logging.getLogger(__name__)

TRIES = 5  # each begins anew where something was drawn from what goes meanwhile; then the caller is told to wait
# The scan of the files for what was erased. Chosen: long enough that no other text has it by chance.
NEEDLE = 40  # bytes of a passage that the scan looks for
MOST_NEEDLES = 300  # for each of which the whole file is looked through
SHORTEST = 12  # letters below which a passage may stand anywhere


class _Grown(Exception):
    """Something was drawn from what goes after the plan was made: it would stay, with the words in it."""


def request(namespace: Namespace, what: ErasedWhat, targets: Sequence[str], *, requested_by: str) -> Operation:
    """Let a worker erase: the files are written anew, which takes its time. Raises NotFound."""
    upto, asked_at = erasure_plans.newest(namespace), timezone.now()
    erasure_plans.plan(namespace, what, *targets)
    return operations.request(
        OperationKind.ERASE, namespace=namespace, subject=erasure_plans.subject(what, targets),
        asked={"what": what, "targets": list(targets), "upto": upto, "asked_at": asked_at.isoformat()},
        requested_by=requested_by,
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
        _clean_files()
    operations.finish(operation, {**gone.counts, "sought": gone.sought, "remaining": gone.remaining})


def provable() -> bool:
    """Whether the store's bytes can be looked at: those of a database server lie elsewhere, in files of its own."""
    return connection.vendor == "sqlite"


def erase(
    namespace: Namespace, what: ErasedWhat, *targets: str, actor: Actor, operation: Operation | None = None
) -> Erasure:
    """Erase for good, and prove it. What was written since `request` made the operation stays. Call it outside any
    transaction. Raises NotFound, and Busy where something new is drawn from what goes again and again."""
    asked_at, upto = timezone.now(), erasure_plans.newest(namespace)
    if operation is not None and "upto" in operation.asked:  # those of older releases have no moment
        # Not the record's own moment: where a failed run is tried again, the request was earlier.
        asked_at, upto = datetime.fromisoformat(operation.asked["asked_at"]), operation.asked["upto"]
    for _ in range(TRIES):
        planned = erasure_plans.plan(namespace, what, *targets, asked_at=asked_at, upto=upto)
        try:
            erasure, texts = _once(namespace, planned, actor, operation)
            break
        except _Grown:
            continue
    else:
        raise Busy("what is to be erased is being learnt from; try again")
    trials.end_copies(namespace)
    with suppress(OSError):  # the scan tells what stayed
        sending.take_back()
    if provable() and not connection.in_atomic_block:
        needles = _needles(texts)
        try:
            _clean_files()
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
    rows = _rows_of(namespace, planned)
    gone = [row for row in rows if row.kind == Kind.FACT and row.pk not in planned.said_elsewhere]
    stones = [tombstones.keyed_hash(namespace, row.content) for row in gone]
    uid = new_id("era")
    with writing(namespace):
        if not erasure_plans.drawn_from(planned.rows) <= set(planned.rows):
            raise _Grown
        # Within the transaction: what the log tells to be erased is erased by any later `restore`.
        erasure_log.append(uid, namespace, planned, [row.uid for row in rows], stones)
        erasure = _delete(namespace, planned, rows, stones, Erasure(
            uid=uid, actor=actor.name, operation=operation.uid if operation else ""
        ), actor)  # fmt: skip
    return erasure, [row.content for row in rows]


def _rows_of(namespace: Namespace, planned: Plan) -> list[Memory]:
    rows = Memory.objects.within(namespace).only("pk", "uid", "content", "kind")
    return [row for part in parts(planned.rows) for row in rows.filter(pk__in=part)]


def _clean_files() -> None:
    """No row that is gone stays in the store's files, nor in a store that a restore set aside. Raises OperationalError
    where others write, and OSError."""
    delete_set_aside(backups.store())
    erasing.scrub()


# --- One transaction ----------------------------------------------------------------------------------------------


def _delete(
    namespace: Namespace,
    planned: Plan,
    rows: Sequence[Memory],
    stones: Sequence[str],
    erasure: Erasure,
    actor: Actor,
) -> Erasure:
    """In a transaction of the caller's; answers `erasure`, filled in and stored."""
    displaced = places.displaced_by(planned.rows)
    touched = remove(namespace, planned.rows, [row.uid for row in rows], owed=True)
    if displaced:
        places.let_stand(displaced, history.begin(namespace.pk, ChangeKind.HOLD_AGAIN, actor))
    # An erasure's own answer holds none of what goes, and is given again to whoever asks twice.
    IdempotencyKey.objects.filter(namespace=namespace.name).exclude(route__endswith="/erasures").delete()
    erased_entities.settle(namespace, touched, [row.content for row in rows], planned)
    quotas.recount(namespace.pk)
    if planned.what in {ErasedWhat.SESSION, ErasedWhat.NAMESPACE}:
        _settle_sessions(namespace, planned)
    if planned.what == ErasedWhat.NAMESPACE:
        history.forget_events(namespace, Event.objects.within(namespace).filter(at__lte=planned.asked_at))
        # The events of some were purged before, by what the namespace keeps.
        Change.objects.within(namespace).filter(at__lte=planned.asked_at).update(comment="")
    for session, turn in planned.again:
        sessions.consolidate_again(namespace.pk, session, turn)
    tombstones.erased(namespace, stones)
    erasure.namespace, erasure.what, erasure.target = namespace, planned.what, planned.target
    erasure.counts = planned.counts
    erasure.save(force_insert=True)
    return erasure


def remove(namespace: Namespace, pks: Sequence[int], uids: Sequence[str], *, owed: bool = False) -> set[int]:
    """Delete memories with all that tells of them, in a transaction of the caller's: their history, their lines in
    context blocks, vectors, passages, postings. With `owed` the sessions that were handed them are told that they were
    withdrawn. Answers the rowids of the entities that they spoke of."""
    touched: set[int] = set()
    for part in parts(pks):
        touched.update(MemoryEntity.objects.filter(memory__in=part).values_list("entity_id", flat=True))
    ledger.withdraw(namespace, pks, owed=owed)
    notes.withdraw(namespace, pks)
    memory_tests.withdraw(namespace, pks)
    bulk.withdraw(namespace, pks)
    trials.withdraw(namespace)
    for part in parts(pks, width=2):
        Conflict.objects.within(namespace).filter(Q(new_fact__in=part) | Q(old_fact__in=part)).delete()
    history.forget(namespace, uids)
    for table in vectors.tables():
        backend().remove_vectors(table, pks)
    for part in parts(pks):
        Memory.objects.within(namespace).filter(pk__in=part).delete()
    return touched


def _settle_sessions(namespace: Namespace, planned: Plan) -> None:
    """Sessions without a turn go; of those in which something was said since the request, what was handed to them and
    asked of them before."""
    meant = Session.objects.within(namespace).filter(first_seen_at__lte=planned.asked_at)
    meant = meant.filter(session_id=planned.target) if planned.what == ErasedWhat.SESSION else meant
    meant.update(last_error="")
    turns = Memory.objects.within(namespace).episodes().filter(session_id=OuterRef("session_id"))
    gone = meant.exclude(Exists(turns))
    keys = dict(gone.values_list("session_id", "pk"))
    before = {"session_id__in": meant.values("session_id"), "namespace": namespace}
    HandedContext.everything.filter(**before, at__lte=planned.asked_at).delete()
    Question.everything.filter(**before, asked_at__lte=planned.asked_at).delete()
    runs = Operation.objects.filter(namespace=namespace)
    runs.filter(subject__in=meant.values("session_id"), created_at__lte=planned.asked_at).update(error="")
    names = list(keys)
    for part in parts(names):
        runs.filter(subject__in=part).update(subject="", error="")
    withdrawals.forget(namespace, names)
    notes.forget_views("session", names)
    history.forget(namespace, [session_subject(key) for key in keys.values()])
    gone.delete()


# --- Erased again after a restore, and the proof --------------------------------------------------------------------


def replay() -> int:
    """Do those erasures of the log again that the store does not know, as an older backup of it does not; answers how
    many took something. Twice changes nothing. The store that was set aside has had them, and stays."""
    done = sum(_replay_one(told) for told in erasure_log.entries(*_copies()))
    if done and provable():
        erasing.scrub()
    return done


def has_log() -> bool:
    """Whether any log tells what was erased."""
    return bool(erasure_log.found(*_copies()))


def _copies() -> list[Path]:
    return [backups.folder()] if provable() else []


def _replay_one(told: dict[str, Any]) -> bool:
    namespace = Namespace.objects.filter(name=told["namespace"]).first()
    uid = told.get("id") or new_id("era")  # lines of old have none
    # A store that knows the erasure was backed up after it: what is there was said later, or learnt again.
    if namespace is None or Erasure.objects.within(namespace).filter(uid=uid).exists():
        return False
    at, what = datetime.fromisoformat(told["at"]), ErasedWhat(told["what"])
    meant = Q(uid__in=told["memories"])
    if what == ErasedWhat.NAMESPACE:
        meant = Q(created_at__lte=at)
    elif what == ErasedWhat.SESSION:
        meant |= Q(session_id=told["target"], created_at__lte=at)
    named = Memory.objects.within(namespace).filter(meant)
    drawn = erasure_plans.drawn_from(list(named.values_list("pk", flat=True)))
    if not drawn:
        return False
    again = erasure_plans.of_rows(namespace, what, told["target"], drawn, at)
    with writing(namespace):
        by = Actor.system("restore")
        _delete(namespace, again, _rows_of(namespace, again), told["tombstones"], Erasure(uid=uid, actor=by.name), by)
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
