"""Why a database refused a statement, read off the code of its error, never off its words."""

from __future__ import annotations

import sys
from enum import StrEnum

# SQLite's result codes, https://www.sqlite.org/rescode.html: BUSY and LOCKED; READONLY, IOERR, CORRUPT, FULL, CANTOPEN
# and NOTADB. The low byte of an extended code is the code.
SQLITE_BUSY = frozenset({5, 6})
SQLITE_READONLY = 8
SQLITE_UNWRITABLE = frozenset({SQLITE_READONLY, 10, 11, 13, 14, 26})
# PostgreSQL's, https://www.postgresql.org/docs/current/errcodes-appendix.html: serialization_failure,
# deadlock_detected, lock_not_available, too_many_connections; admin_shutdown, crash_shutdown, cannot_connect_now,
# idle_session_timeout, and those of class 08; read_only_sql_transaction, disk_full, io_error, data_corrupted,
# index_corrupted.
POSTGRESQL_BUSY = frozenset({"40001", "40P01", "55P03", "53300"})
POSTGRESQL_AWAY = frozenset({"57P01", "57P02", "57P03", "57P05"})
POSTGRESQL_CONNECTION = "08"
POSTGRESQL_UNWRITABLE = frozenset({"25006", "53100", "58030", "XX001", "XX002"})


class StatementRefused(StrEnum):
    """What a caller can do about it."""

    BUSY = "busy"  # try again at once
    AWAY = "away"  # the server was stopped or is not reached: try again shortly
    UNWRITABLE = "unwritable"  # the store needs a person


def sqlite_code(error: BaseException) -> int | None:
    """SQLite's result code, of the driver's error or of the one that Django raised for it."""
    for one in (error, error.__cause__):
        code = getattr(one, "sqlite_errorcode", None)
        if isinstance(code, int):
            return code & 0xFF
    return None


def postgresql_state(error: BaseException) -> str | None:
    """PostgreSQL's SQLSTATE, of the driver's error or of the one that Django raised for it."""
    return next((state for one in (error, error.__cause__) if (state := getattr(one, "sqlstate", None))), None)


def why_refused(error: BaseException) -> StatementRefused | None:
    """What the database's `error` says of the store; None where it is about the statement."""
    code, state = sqlite_code(error), postgresql_state(error)
    if code in SQLITE_BUSY or state in POSTGRESQL_BUSY:
        return StatementRefused.BUSY
    if state in POSTGRESQL_AWAY or (state or "").startswith(POSTGRESQL_CONNECTION) or _without_a_server(error):
        return StatementRefused.AWAY
    if code in SQLITE_UNWRITABLE or state in POSTGRESQL_UNWRITABLE:
        return StatementRefused.UNWRITABLE
    return None


def _without_a_server(error: BaseException) -> bool:
    """Whether psycopg speaks for itself. Each error of the server's has a code. An OperationalError without one says
    that a connection was not made, was lost, or that a pool has none left."""
    psycopg = sys.modules.get("psycopg")  # installed where the store is a server's
    return psycopg is not None and any(
        isinstance(one, psycopg.OperationalError) and one.sqlstate is None for one in (error, error.__cause__)
    )
