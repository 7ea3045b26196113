"""Sessions: completing them, claiming them for consolidation, and what was learnt from them.

A claim is a conditional UPDATE whose row count is the answer, with a lease that runs out and a token that grows. A
worker whose lease ran out writes nothing, because its token is old.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Min, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from ...models import (
    ALL,
    Change,
    ChangeKind,
    EventKind,
    Kind,
    Memory,
    Namespace,
    Operation,
    OperationKind,
    Session,
    SessionDecision,
    SessionStatus,
    WaitingFor,
    session_subject,
)
from ...models.sessions import SessionQuerySet
from ...signals import session_completed
from .. import history, operations
from ..actors import Actor
from ..errors import StateConflict
from ..finding import existing
from ..writing import writing

RETRY_DELAY = timedelta(seconds=30)  # doubled with each attempt


class LeaseLost(Exception):
    """Another worker has claimed the session: this one must not write what it did."""


@dataclass(frozen=True)
class Lease:
    """The right to consolidate one session, for a while."""

    pk: int
    namespace: Namespace
    session_id: str
    token: int
    attempts: int


def get_session(namespace: Namespace, session_id: str) -> Session:
    return existing(counted(namespace).filter(session_id=session_id), f"session {session_id}")


def counted(namespace: Namespace) -> SessionQuerySet:
    """The namespace's sessions with `episode_count`, `pending_count` (episodes above the watermark) and `unread_count`
    (episodes that consolidation passed over)."""
    episodes = (
        Memory.everything.filter(
            namespace=OuterRef("namespace"), session_id=OuterRef("session_id"), kind=Kind.EPISODE,
            valid_until__isnull=True,
        )
        .order_by()
        .values("session_id")
    )  # fmt: skip

    def counted(condition: Q) -> Coalesce:
        return Coalesce(Subquery(episodes.filter(condition).annotate(n=Count("pk")).values("n")), 0)

    return Session.objects.within(namespace).annotate(
        episode_count=counted(Q()),
        pending_count=counted(Q(rowid__gt=OuterRef("watermark"))),
        unread_count=counted(Q(unread__isnull=False)),
    )


def pending(namespace: Namespace, exclude_session_id: str | None = None) -> list[str]:
    """The spec's `get_pending_consolidations`: the sessions that have work, except the current one."""
    waiting = Session.objects.within(namespace).exclude(status=SessionStatus.CONSOLIDATED)
    if exclude_session_id:
        waiting = waiting.exclude(session_id=exclude_session_id)
    return list(waiting.order_by("last_seen_at").values_list("session_id", flat=True))


def complete(namespace: Namespace, session_id: str) -> Session:
    """Mark a session as over: its turns above the watermark wait for consolidation from now on."""
    session = get_session(namespace, session_id)
    changed = (
        Session.objects.within(namespace)
        .filter(session_id=session_id, status__in=[SessionStatus.OPEN, SessionStatus.FAILED])
        .update(
            status=SessionStatus.PENDING,
            completed_at=timezone.now(),
            attempts=0,
            lease_until=None,
            waiting_for="",
            last_error="",
        )
    )
    if changed:
        transaction.on_commit(
            partial(session_completed.send, sender=None, namespace_id=session.namespace_id, session_id=session_id)
        )
    return get_session(namespace, session_id)


def consolidate_again(namespace_id: int, session_id: str, turn: int) -> None:
    """Let a session's turns from the rowid `turn` on be consolidated anew. Who consolidates it now loses the lease."""
    read = Session.objects.within(namespace_id).filter(session_id=session_id, watermark__gte=turn)
    read.update(watermark=turn - 1)
    behind = Q(watermark=turn - 1) & ~Q(status=SessionStatus.OPEN)
    # It was consolidated while all its later turns were in quarantine.
    behind |= Q(watermark__lt=turn - 1, status=SessionStatus.CONSOLIDATED)
    Session.objects.within(namespace_id).filter(behind, session_id=session_id).update(
        status=SessionStatus.PENDING, lease_token=F("lease_token") + 1, lease_until=None, attempts=0, last_error=""
    )


def complete_idle() -> int:
    """Complete every session, of all namespaces, that has been silent for the setting's 30 minutes.

    Idle is wall clock, never event time. Answers how many there were.
    """
    quiet = timedelta(minutes=settings.MEMORY_SESSION_IDLE_MINUTES)
    return _complete(Session.objects.across(ALL).filter(last_seen_at__lte=timezone.now() - quiet))


def complete_all(namespace: Namespace | None = None) -> int:
    """Complete every open session (of one namespace), as the nightly run does. Later turns make it pending again."""
    return _complete(Session.objects.within(namespace) if namespace else Session.objects.across(ALL))


def _complete(sessions: SessionQuerySet) -> int:
    return (
        sessions.unfinished()
        .filter(status=SessionStatus.OPEN)
        .update(status=SessionStatus.PENDING, completed_at=timezone.now(), attempts=0, lease_until=None)
    )


def any_claimable() -> bool:
    """Whether some session waits for a worker."""
    return Session.objects.across(ALL).unfinished().filter(_claimable()).exists()


def request_consolidation(namespace: Namespace, session_id: str, requested_by: str) -> Operation:
    """Queue one session now, whatever its state, and answer the operation that tells how it went."""
    complete(namespace, session_id)
    # A session that failed pauses before its next attempt. Somebody asks for it now, so the pause ends.
    Session.objects.within(namespace).filter(session_id=session_id, status=SessionStatus.PENDING).update(
        lease_until=None
    )
    return operations.request(
        OperationKind.CONSOLIDATE_SESSION, namespace=namespace, subject=session_id, requested_by=requested_by
    )


def retry(namespace: Namespace, session_id: str, *, actor: Actor, key: str = "") -> Session:
    """Give a failed session another round of attempts. `key` is the sender's own name for this (see `history.sent`)."""
    with writing(namespace):
        if history.sent(namespace, key, ChangeKind.SESSION, actor, SessionDecision.RETRY):
            return get_session(namespace, session_id)
        session = _failed(namespace, session_id)
        change = history.begin(namespace.pk, ChangeKind.SESSION, actor, decision=SessionDecision.RETRY, key=key)
        history.append(change, session_subject(session.pk), EventKind.SESSION_RETRIED, after={"session_id": session_id})
        return complete(namespace, session_id)


def skip(namespace: Namespace, session_id: str, reason: str, *, actor: Actor, key: str = "") -> Session:
    """Give a failed session up, with a reason. Its turns stay, but nothing is learnt from those that waited. `key` as
    for `retry`."""
    with writing(namespace):
        if history.sent(namespace, key, ChangeKind.SESSION, actor, SessionDecision.LEAVE):
            return get_session(namespace, session_id)
        session = _failed(namespace, session_id)
        highest = _highest_episode(namespace.pk, session_id)
        Session.objects.within(namespace).filter(pk=session.pk).update(
            status=SessionStatus.CONSOLIDATED, watermark=highest, consolidated_at=timezone.now()
        )
        change = history.begin(
            namespace.pk, ChangeKind.SESSION, actor, comment=reason, decision=SessionDecision.LEAVE, key=key
        )
        history.append(
            change, session_subject(session.pk), EventKind.SESSION_SKIPPED,
            before={"watermark": session.watermark}, after={"watermark": highest, "session_id": session_id},
            reason=reason,
        )  # fmt: skip
    return get_session(namespace, session_id)


def take_back_skip(namespace: Namespace, skipped: Change, *, actor: Actor) -> Session:
    """Let a session that was given up be a failed one again. Raises StateConflict where it went on since."""
    with writing(namespace):
        told = skipped.events.get(kind=EventKind.SESSION_SKIPPED)
        session_id = told.after["session_id"]
        found = Session.objects.within(namespace).filter(session_id=session_id, status=SessionStatus.CONSOLIDATED)
        # An event keeps what differs alone.
        if "watermark" in told.after:
            found = found.filter(watermark=told.after["watermark"])
        if not found.update(
            status=SessionStatus.FAILED, watermark=told.before.get("watermark", F("watermark")), consolidated_at=None
        ):
            raise StateConflict("this session has gone on since; nothing is left to take back")
        undoing = history.begin(namespace.pk, ChangeKind.UNDO, actor, undoes=skipped)
        history.append(undoing, told.subject, EventKind.UNDONE, after={"event": told.seq})
    return get_session(namespace, session_id)


def _failed(namespace: Namespace, session_id: str) -> Session:
    session = get_session(namespace, session_id)
    if session.status != SessionStatus.FAILED:
        raise StateConflict("this session is not a failed one any more")
    return session


def mark_consolidated(namespace: Namespace, session_id: str, upto: int | None = None) -> Session:
    """An outside consolidator has read the turns up to the rowid `upto` (None: all); later turns stay pending.

    Raises StateConflict while a worker holds the session.
    """
    now = timezone.now()
    with writing(namespace):
        session = get_session(namespace, session_id)
        highest = _highest_episode(namespace.pk, session_id)
        mark = max(session.watermark, highest if upto is None else upto)
        changed = (
            Session.objects.within(namespace)
            .filter(pk=session.pk)
            .exclude(status=SessionStatus.RUNNING, lease_until__gt=now)
            .update(
                status=SessionStatus.CONSOLIDATED if mark >= highest else SessionStatus.OPEN,
                watermark=mark, consolidated_at=now, lease_until=None, attempts=0, waiting_for="", last_error="",
            )
        )  # fmt: skip
        if not changed:
            raise StateConflict("a worker is consolidating this session")
    return get_session(namespace, session_id)


def count_claimable(namespace: Namespace | None = None) -> int:
    """How many sessions (of one namespace) wait for a worker."""
    found = Session.objects.within(namespace) if namespace else Session.objects.across(ALL)
    return found.unfinished().filter(_claimable()).count()


# --- Claiming ---------------------------------------------------------------------------------------------------


def claim_next(
    namespace: Namespace | None = None, session_id: str | None = None, turns: dict[int, int] | None = None
) -> Lease | None:
    """Claim the session that has waited longest (of one namespace, or that very one), or None when there is none.

    With `turns`, {rowid of a namespace: when it had its turn}, which the caller keeps from claim to claim, namespaces
    take turns: one that has had none comes first, and many sessions of one do not hold up the one of another.
    """
    every = Session.objects.within(namespace) if namespace else Session.objects.across(ALL)
    waiting = every.unfinished().filter(_claimable())
    if session_id is not None:
        waiting = waiting.filter(session_id=session_id)
    if turns is None:
        return _claim_first(waiting)
    oldest = waiting.order_by().values_list("namespace").annotate(first=Min("completed_at"))
    for owner, _ in sorted(oldest, key=lambda row: (turns.get(row[0], 0), row[1] or timezone.now(), row[0])):
        if (lease := _claim_first(waiting.filter(namespace=owner))) is not None:
            turns[owner] = max(turns.values(), default=0) + 1
            return lease
    return None


def _claim_first(waiting: SessionQuerySet) -> Lease | None:
    for pk in waiting.order_by("completed_at", "pk").values_list("pk", flat=True)[:10]:
        if (lease := _claim(pk)) is not None:
            return lease
    return None


def _claimable() -> Q:
    now = timezone.now()
    rested = Q(lease_until__isnull=True) | Q(lease_until__lt=now)
    return Q(status=SessionStatus.PENDING) & rested | Q(status=SessionStatus.RUNNING, lease_until__lt=now)


def _claim(pk: int) -> Lease | None:
    won = (
        Session.objects.across(ALL)
        .filter(_claimable(), pk=pk)
        .update(
            status=SessionStatus.RUNNING,
            lease_token=F("lease_token") + 1,
            lease_until=timezone.now() + timedelta(seconds=settings.MEMORY_LEASE_SECONDS),
            attempts=F("attempts") + 1,
            waiting_for="",
        )
    )
    if not won:
        return None
    session = Session.objects.across(ALL).select_related("namespace").get(pk=pk)
    return Lease(pk, session.namespace, session.session_id, session.lease_token, session.attempts)


def hold(lease: Lease) -> None:
    """Let the lease last its full time again from now on. Raises LeaseLost."""
    _write(lease, lease_until=timezone.now() + timedelta(seconds=settings.MEMORY_LEASE_SECONDS))


def watermark(lease: Lease) -> int:
    return Session.objects.within(lease.namespace).values_list("watermark", flat=True).get(pk=lease.pk)


def advance(lease: Lease, to: int) -> None:
    """Move the watermark up to an episode's rowid: in the transaction that saves its facts. Raises LeaseLost."""
    _write(
        lease, watermark=to, attempts=0,
        lease_until=timezone.now() + timedelta(seconds=settings.MEMORY_LEASE_SECONDS),
    )  # fmt: skip


def finish(lease: Lease) -> None:
    """Mark the session as consolidated; as open if turns came in the meantime. Raises LeaseLost."""
    with writing(lease.namespace):
        late = _highest_episode(lease.namespace.pk, lease.session_id) > watermark(lease)
        _write(
            lease,
            status=SessionStatus.OPEN if late else SessionStatus.CONSOLIDATED,
            consolidated_at=timezone.now(), lease_until=None, attempts=0, waiting_for="", last_error="",
        )  # fmt: skip


def give_up(lease: Lease, error: str, *, final: bool = False) -> bool:
    """Let the session wait for its next attempt. After the last attempt, mark it as failed and answer True."""
    failed = final or lease.attempts >= settings.MEMORY_CONSOLIDATION_ATTEMPTS
    pause = RETRY_DELAY * 2 ** max(lease.attempts - 1, 0)
    _write(
        lease,
        status=SessionStatus.FAILED if failed else SessionStatus.PENDING,
        lease_until=None if failed else timezone.now() + pause,
        last_error=error[:2000],
    )
    return failed


def put_off(lease: Lease, waiting_for: WaitingFor, reason: str, pause: timedelta) -> None:
    """Let the session wait for what no retry brings, and show what that is, with the `reason` in words."""
    _write(
        lease, status=SessionStatus.PENDING, lease_until=timezone.now() + pause, waiting_for=waiting_for,
        last_error=reason[:2000], attempts=max(lease.attempts - 1, 0),
    )  # fmt: skip


def _write(lease: Lease, **fields: object) -> None:
    held = Session.objects.within(lease.namespace).filter(
        pk=lease.pk, lease_token=lease.token, status=SessionStatus.RUNNING
    )
    if not held.update(**fields):
        raise LeaseLost(f"the lease on {lease.session_id} was lost")


def _highest_episode(namespace_id: int, session_id: str) -> int:
    highest = (
        Memory.objects.within(namespace_id).episodes().active().filter(session_id=session_id)
        .order_by("-rowid").values_list("rowid", flat=True).first()
    )  # fmt: skip
    return highest or 0
