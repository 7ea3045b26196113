"""Erasure: what was said is gone from the store's bytes, with all that was drawn from it.

`plan` says what goes; `erase` does it, in this order: the log outside the store, one transaction, the files written
anew, a scan of their bytes. Facts that rest on erased turns go; where others support one, their sessions are
consolidated again, so that it comes back without what was erased. Backups leave by their rotation.
"""

from __future__ import annotations

import json
import logging
import os
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
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
    MemorySource,
    Namespace,
    Operation,
    OperationKind,
    Origin,
    Question,
    Session,
)
from ..models.erasures import ErasedWhat, Erasure
from ..models.ids import new_id
from ..search.backends import backend
from ..search.vectors import LiveIndex
from . import backups, entities, facts, ledger, linking, memory_tests, notes, operations, quotas, sessions, tombstones
from .actors import Actor
from .errors import Busy
from .sql import parts
from .writing import writing

logger = logging.getLogger(__name__)

LOG = "erasures.jsonl"
TRIES = 5
STEP = 500  # rows of one statement
NEEDLE = 40  # bytes of a passage that the scan looks for
MOST_NEEDLES = 300
SHORTEST = 12  # letters below which a passage may stand anywhere


class _Grown(Exception):
    """Something was drawn from what goes after the plan was made: it would stay, with the words in it."""


@dataclass(frozen=True)
class Plan:
    """What an erasure takes: rowids of turns, facts and reflections, and where what is left is learnt again:
    (session, the first turn that is read anew)."""

    what: ErasedWhat
    target: str
    episodes: Sequence[int]
    facts: Sequence[int]
    reflections: Sequence[int]
    again: Sequence[tuple[str, int]]

    @property
    def rows(self) -> list[int]:
        return [*self.episodes, *self.facts, *self.reflections]

    @property
    def counts(self) -> dict[str, int]:
        return {
            "episodes": len(self.episodes), "facts": len(self.facts), "reflections": len(self.reflections),
            "sessions_read_again": len(self.again),
        }  # fmt: skip


def request(namespace: Namespace, what: ErasedWhat, targets: Sequence[str], *, requested_by: str) -> Operation:
    """Let a worker erase: the files are written anew, which takes its time. Raises NotFound."""
    plan(namespace, what, *targets)
    return operations.request(
        OperationKind.ERASE, namespace=namespace, subject=_told(what, targets),
        asked={"what": what, "targets": list(targets)}, requested_by=requested_by,
    )  # fmt: skip


def rehearse(namespace: Namespace, what: ErasedWhat, targets: Sequence[str], *, requested_by: str) -> Operation:
    """The record of an erasure that took nothing: its counts say what would go. Raises NotFound."""
    planned = plan(namespace, what, *targets)
    operation = operations.start(
        OperationKind.ERASE, namespace=namespace, subject=_told(what, targets), requested_by=requested_by
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


def _told(what: ErasedWhat, targets: Sequence[str]) -> str:
    return targets[0] if len(targets) == 1 else f"{len(targets)} memories" if targets else str(what)


def plan(namespace: Namespace, what: ErasedWhat, *targets: str) -> Plan:
    """What `erase` would take with the same arguments. Raises NotFound."""
    start = _named(namespace, what, targets)
    if what == ErasedWhat.NAMESPACE:
        drawn = set(start)
    else:
        drawn = _drawn_from(start)
    rows = Memory.objects.within(namespace).filter(pk__in=drawn)
    kinds: dict[str, list[int]] = {kind: [] for kind in Kind.values}
    for pk, kind in rows.order_by("pk").values_list("pk", "kind"):
        kinds[kind].append(pk)
    again: dict[str, int] = {}
    left = MemorySource.objects.filter(memory__in=kinds[Kind.FACT]).exclude(source__in=drawn)
    for session, turn in left.values_list("source__session_id", "source_id"):
        if session:
            again[session] = min(turn, again.get(session, turn))
    return Plan(
        what, _told(what, targets), kinds[Kind.EPISODE], kinds[Kind.FACT], kinds[Kind.REFLECTION], sorted(again.items())
    )


def left_alone(namespace: Namespace, planned: Plan) -> list[Entity]:
    """The entities that nothing speaks of any more when the plan is done: they go, too. The most named come first."""
    links: Counter[int] = Counter()
    for part in parts(planned.rows):
        links.update(MemoryEntity.objects.filter(memory__in=part).values_list("entity_id", flat=True))
    found = [
        entity
        for part in parts(sorted(links))
        for entity in Entity.objects.within(namespace).filter(pk__in=part).defer("embedding")
        if entity.mention_count <= links[entity.pk]
    ]
    return sorted(found, key=lambda entity: (-entity.mention_count, entity.pk))


def _named(namespace: Namespace, what: ErasedWhat, targets: Sequence[str]) -> list[int]:
    """The memories that the targets themselves name."""
    rows = Memory.objects.within(namespace)
    if what == ErasedWhat.MEMORY:
        return [facts.get(namespace, target).pk for target in targets]
    if what == ErasedWhat.SESSION:
        (target,) = targets
        sessions.get(namespace, target)
        return list(rows.filter(session_id=target).values_list("pk", flat=True))
    if what == ErasedWhat.ENTITY:
        entity = entities.get(namespace, *targets)
        return list(MemoryEntity.objects.filter(entity=entity).values_list("memory_id", flat=True))
    return list(rows.values_list("pk", flat=True))


def _drawn_from(start: Collection[int]) -> set[int]:
    """`start` with all that was drawn from it, step by step."""
    found, fresh = set(start), set(start)
    while fresh:
        derived = MemorySource.objects.filter(source__in=fresh).values_list("memory_id", flat=True)
        fresh = set(derived) - found
        found |= fresh
    return found


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
            erasure, texts = _once(namespace, plan(namespace, what, *targets), actor, operation)
            break
        except _Grown:
            continue
    else:
        raise Busy("what is to be erased is being learnt from; try again")
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


def _once(
    namespace: Namespace, planned: Plan, actor: Actor, operation: Operation | None
) -> tuple[Erasure, list[str]]:
    """The log and the transaction; answers the erased texts, too. Raises _Grown."""
    rows = list(Memory.objects.within(namespace).filter(pk__in=planned.rows).only("pk", "uid", "content", "kind"))
    stones = [tombstones.of(namespace, row.content) for row in rows if row.kind == Kind.FACT]
    uids = [row.uid for row in rows]
    _log(namespace, planned, uids, stones)
    return _delete(namespace, planned, uids, stones, actor, operation), [row.content for row in rows]


# --- One transaction ----------------------------------------------------------------------------------------------


def _delete(
    namespace: Namespace, planned: Plan, uids: Sequence[str], stones: Sequence[str], actor: Actor,
    operation: Operation | None = None,
) -> Erasure:  # fmt: skip
    pks = planned.rows
    with writing(namespace):
        if not _drawn_from(pks) <= set(pks):
            raise _Grown
        touched = remove(namespace, pks, uids)
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
            notes.forget_views("session", names)
            gone.delete()
        for session, turn in planned.again:
            sessions.consolidate_again(namespace.pk, session, turn)
        tombstones.erased(namespace, stones)
        return Erasure.objects.create(
            uid=new_id("era"), namespace=namespace, what=planned.what, target=planned.target, actor=actor.name,
            counts=planned.counts, operation=operation.uid if operation else "",
        )  # fmt: skip


def remove(namespace: Namespace, pks: Sequence[int], uids: Sequence[str]) -> set[int]:
    """Delete memories with all that tells of them, in a transaction of the caller's: their history, their lines in
    context blocks, vectors, passages, postings. Answers the rowids of the entities that they spoke of."""
    touched = set(MemoryEntity.objects.filter(memory__in=pks).values_list("entity_id", flat=True))
    ledger.withdraw(namespace, pks)
    notes.withdraw(namespace, pks)
    memory_tests.withdraw(namespace, pks)
    _delete_history(namespace, uids, pks)
    if table := LiveIndex.read().table:
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


# --- The log outside the store, and the proof ---------------------------------------------------------------------


def _log(namespace: Namespace, planned: Plan, uids: Sequence[str], stones: Sequence[str]) -> None:
    """One line, on the disk before anything is deleted: a store restored from an older backup is erased anew by it."""
    line = json.dumps(
        {
            "at": datetime.now(UTC).isoformat(), "namespace": namespace.name, "what": planned.what,
            "target": planned.target, "memories": list(uids), "tombstones": list(stones),
        }
    )  # fmt: skip
    descriptor = os.open(log_path(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "a") as file:
        # A line that was torn before this one must not take it along.
        file.write(f"{line}\n" if file.tell() == 0 else f"\n{line}\n")
        file.flush()
        os.fsync(file.fileno())


def log_path() -> Path:
    return Path(settings.MEMORY_DATA_DIR) / LOG


def replay() -> int:
    """Erase again what an older backup brought back; answers how many erasures that were. Twice changes nothing."""
    if not log_path().exists():
        return 0
    done = 0
    for line in filter(None, log_path().read_text().splitlines()):
        try:
            told = json.loads(line)
        except ValueError:
            # The process died while it wrote the line: before that, nothing of the erasure was done.
            logger.warning("%s has a torn line, which is left out", LOG)
            continue
        done += _replay_one(told)
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
    drawn = _drawn_from(list(rows.values_list("pk", flat=True)))
    if not drawn:
        return False
    found = Memory.objects.within(namespace).filter(pk__in=drawn)
    by_kind = {kind: list(found.filter(kind=kind).values_list("pk", flat=True)) for kind in Kind.values}
    again = Plan(
        ErasedWhat(told["what"]), told["target"], by_kind[Kind.EPISODE], by_kind[Kind.FACT],
        by_kind[Kind.REFLECTION], (),
    )  # fmt: skip
    uids = list(found.values_list("uid", flat=True))
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
