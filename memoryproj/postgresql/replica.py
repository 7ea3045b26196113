"""A read replica of the PostgreSQL server (`MEMORY_REPLICA_URL`): the reads of a search are done there.

Inside `read` the router and `connection` lead to the replica; outside, and inside a transaction of the primary, all
goes to the primary. Before each such read the primary is asked how far its log is written, and the replica whether it
has replayed as much. So what was acknowledged before the read is found, and what was erased before it is not. A replica
that does not get there in time, is gone, fails a statement or is another server's is left aside for a while, and the
primary answers. No search waits for one that is gone to come back: a thread looks for it.

LSNs compare within one history alone. After a failover a replica may have replayed what the new primary never had: so
the identifier of the cluster and its timeline are compared as well.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, Error, connections

from . import address

T = TypeVar("T")
logger = logging.getLogger(__name__)

ALIAS = "replica"
ROUTER = f"{__name__}.Router"
ENGINE = "memoryproj.postgresql"  # base.py
# Seconds. All chosen, not measured.
CONNECT_SECONDS = 2  # the least that libpq takes
ASK_SECONDS = 0.5  # how far it is a replica tells at once, or it is frozen
SILENT_SECONDS = 3  # what was sent and is not confirmed by the network ends the connection
PATIENCE = 0.05  # how long a read waits for the replica to catch up
STEP = 0.002


class Answered(StrEnum):
    """Who answered a read, and why it was not the replica."""

    REPLICA = "replica"
    BEHIND = "behind"  # the primary: the replica had not replayed enough
    UNFIT = "unfit"  # the primary: what MEMORY_REPLICA_URL names is no replica of it, or one of another timeline
    GONE = "gone"  # the primary: the replica cannot be reached
    FAILED = "failed"  # the primary: a statement failed on the replica


# How long the replica is not asked again: a read must not wait each time for one that is gone.
PAUSES = {Answered.BEHIND: 1.0, Answered.UNFIT: 10.0, Answered.GONE: 10.0, Answered.FAILED: 1.0}


@dataclass(frozen=True)
class ReplicaStanding:
    """`problem` is empty where the replica can answer. `behind_bytes` of the log is what it has yet to replay."""

    problem: str
    behind_bytes: int | None = None


class _Unusable(Exception):
    def __init__(self, why: Answered, detail: str) -> None:
        super().__init__(detail)
        self.why = why


_reading: ContextVar[bool] = ContextVar("reading from the replica", default=False)
# Of the whole process: until when (monotonic) the replica is left aside, and why.
_aside: tuple[float, Answered, str] | None = None
_one = threading.Lock()  # held while _aside is looked at and changed
_looking = False  # whether a thread looks for a replica that is gone


def databases(url: str, primary: str, pool: int) -> dict[str, dict[str, Any]]:
    """What stands in DATABASES for the replica at `url`; nothing where that is empty."""
    return {ALIAS: database(url, primary, pool)} if url else {}


def database(url: str, primary: str, pool: int) -> dict[str, Any]:
    """Django's settings of the replica at `url`; `primary` is DATABASE_URL. Raises ImproperlyConfigured."""
    if not primary:
        raise ImproperlyConfigured(
            "MEMORY_REPLICA_URL names a replica of the PostgreSQL server at DATABASE_URL, which is not set: SQLite "
            "has no replica. Set DATABASE_URL as well, or take it away."
        )
    found = address.database(url, pool, setting="MEMORY_REPLICA_URL")
    options = found["OPTIONS"] | {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": SILENT_SECONDS * 1000}
    if pool:
        options["pool"] = options["pool"] | {"timeout": CONNECT_SECONDS}
    # Each read asks the replica where it is, which tells a broken connection as well.
    return found | {
        "ENGINE": ENGINE,
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": False,
        "TEST": {"MIRROR": DEFAULT_DB_ALIAS},
    }


class Router:
    """Django's router: the reads inside `read` go to the replica, and all else to the primary."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return alias()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS  # also of a row that was read from the replica

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool | None:
        return True if {one._state.db, other._state.db} <= {DEFAULT_DB_ALIAS, ALIAS} else None

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return False if db == ALIAS else None


def alias() -> str:
    return ALIAS if _reading.get() else DEFAULT_DB_ALIAS


def connection() -> Any:
    """The connection for reads by hand of what a search looks at."""
    return connections[alias()]


def configured() -> bool:
    return ALIAS in connections.settings


def read(work: Callable[[], T]) -> tuple[T, Answered | None]:
    """What `work`, which reads alone and can be done twice, answers; and who answered: None where there is no replica,
    or none may be asked (a transaction of the primary is open, whose own writes `work` must see)."""
    if not configured() or _reading.get() or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return work(), None
    try:
        _pass_by()
        _catch_up()
        return _there(work), Answered.REPLICA
    except _Unusable as error:
        answered = error.why
    return work(), answered


def standing() -> ReplicaStanding | None:
    """How the replica is, asked now; None where none is configured. One that is left aside is not asked."""
    if not configured():
        return None
    try:
        _pass_by(turn=False)
        return ReplicaStanding("", _look(_position_of_primary()))
    except _Unusable as error:
        return ReplicaStanding(str(error))


def forget() -> None:
    """A replica that was left aside is asked again; for tests."""
    global _aside
    _aside = None


def _catch_up() -> None:
    """Wait for the replica to have replayed what the primary has written. Raises _Unusable."""
    wanted = _position_of_primary()
    until = time.monotonic() + PATIENCE
    while behind := _look(wanted):
        if time.monotonic() >= until:
            _leave_aside(Answered.BEHIND, f"the replica is {behind} bytes of the log behind")
        time.sleep(STEP)


def _there(work: Callable[[], T]) -> T:
    """`work` on the replica. Raises _Unusable where a statement fails: a search leaves out the part that failed, and
    would answer with less. What else `work` raises, it raises."""
    here, failed = connections[ALIAS], list[BaseException]()

    def watched(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        try:
            return execute(sql, params, many, context)
        except Error as error:
            failed.append(error)
            raise

    token = _reading.set(True)
    try:
        with here.execute_wrapper(watched):
            found = work()
    except Error:
        if not failed:
            raise
    finally:
        _reading.reset(token)
    if failed:
        # What broke the connection, or found no answer in time, is not tried again by a read.
        broken = here.connection is None or here.connection.closed
        here.close()
        why = Answered.GONE if broken else Answered.FAILED
        _leave_aside(why, f"a statement failed on the replica: {_first_line(failed[0])}")
    _back()
    return found


# Up to here everything that was acknowledged is written. Without `synchronous_commit` a commit is acknowledged before.
# The timeline is the first part of the name of the log's file.
_WRITTEN = """
SELECT at.lsn, identity.system_identifier, ('x' || left(pg_walfile_name(at.lsn), 8))::bit(32)::int
FROM pg_control_system() AS identity, (
    SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
        ELSE pg_current_wal_flush_lsn() END AS lsn
) AS at
"""
_REPLAYED = """
SELECT pg_is_in_recovery(), greatest(pg_wal_lsn_diff(%s::pg_lsn, pg_last_wal_replay_lsn()), 0)::bigint,
    identity.system_identifier, greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline)
FROM pg_control_system() AS identity, pg_control_checkpoint() AS checkpoint, pg_control_recovery() AS recovery
"""

Position = tuple[str, int, int]


def _position_of_primary() -> Position:
    """(how far its log is written, its cluster, its timeline)."""
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(_WRITTEN)
            lsn, cluster, timeline = cursor.fetchone()
    except Error as error:  # it is in recovery itself, or denies the functions
        _leave_aside(Answered.UNFIT, f"the primary does not tell how far its log is written: {_first_line(error)}")
    return str(lsn), cluster, timeline


def _pass_by(*, turn: bool = True) -> None:
    """Raises _Unusable where the replica is left aside. After the pause one read asks it (and takes the turn), and the
    others still pass by; where it was gone, no read asks it before a thread has reached it."""
    global _aside, _looking
    with _one:
        if _aside is None:
            return
        until, why, detail = _aside
        if time.monotonic() >= until:
            if turn or why == Answered.GONE:
                _aside = (time.monotonic() + PAUSES[why], why, detail)
            if why != Answered.GONE:
                return
            if not _looking:
                _looking = True
                threading.Thread(target=_look_for, name="looks for the replica", daemon=True).start()
    raise _Unusable(why, detail)


def _look_for() -> None:
    """Connect to a replica that was gone; where that works, the next read asks it."""
    global _aside, _looking
    there: Any = connections[ALIAS]
    reached = False
    try:
        with there.wrap_database_errors:
            there.Database.connect(**there.get_connection_params()).close()
        reached = True
    except Error as error:
        logger.debug("the replica still cannot be reached: %s", _first_line(error))
    finally:
        with _one:
            _looking = False
            found = reached and _aside is not None and _aside[1] == Answered.GONE
            if found:
                _aside = None
    if found:
        logger.info("the replica can be reached again")


def _look(wanted: Position) -> int:
    """How many bytes of the log up to `wanted` the replica has yet to replay. Raises _Unusable."""
    here = connections[ALIAS]
    kept, began = here.connection is not None, time.monotonic()
    try:
        row = _ask(here, wanted)
    except Error as first:
        here.close()
        # A connection that broke is made anew, as the replica may have been started again; a frozen one is not.
        if not kept or time.monotonic() - began >= ASK_SECONDS:
            _leave_aside(Answered.GONE, f"the replica cannot be reached: {_first_line(first)}")
        try:
            row = _ask(here, wanted)
        except Error as error:
            here.close()
            _leave_aside(Answered.GONE, f"the replica cannot be reached: {_first_line(error)}")
    recovering, behind, cluster, timeline = row
    if not recovering:
        _leave_aside(Answered.UNFIT, "MEMORY_REPLICA_URL names a server that is no replica: it takes writes")
    if cluster != wanted[1]:
        _leave_aside(Answered.UNFIT, "MEMORY_REPLICA_URL names a replica of another server than DATABASE_URL's")
    if timeline != wanted[2]:
        _leave_aside(
            Answered.UNFIT, f"the replica is on timeline {timeline}, and the primary on {wanted[2]} (after a failover)"
        )
    return int(behind)


def _ask(here: Any, wanted: Position) -> tuple[bool, int, int, int]:
    usual = here.silent_seconds
    here.silent_seconds = ASK_SECONDS
    try:
        with here.cursor() as cursor:
            cursor.execute(_REPLAYED, [wanted[0]])
            row: tuple[bool, int | None, int, int] = cursor.fetchone()
    finally:
        here.silent_seconds = usual
    return row[0], row[1] or 0, row[2], row[3]


def _leave_aside(why: Answered, detail: str) -> Any:
    """Raises _Unusable, and lets the next reads of this process know at once. The log has a line where it changes."""
    global _aside
    with _one:
        left, _aside = _aside, (time.monotonic() + PAUSES[why], why, detail)
    if left is None or left[1] != why:
        logger.warning("the primary answers searches: %s", detail)
    raise _Unusable(why, detail)


def _back() -> None:
    global _aside
    with _one:
        left, _aside = _aside, None
    if left is not None:
        logger.info("the replica answers searches again")


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
