"""Why a database refused a statement, read off the code of its error, never off its words."""

from __future__ import annotations

from enum import StrEnum

# SQLite's result codes, https://www.sqlite.org/rescode.html: BUSY and LOCKED; READONLY, IOERR, CORRUPT, FULL, CANTOPEN
# and NOTADB. The low byte of an extended code is the code.
SQLITE_BUSY = frozenset({5, 6})
SQLITE_READONLY = 8
SQLITE_UNWRITABLE = frozenset({SQLITE_READONLY, 10, 11, 13, 14, 26})
# PostgreSQL's, https://www.postgresql.org/docs/current/errcodes-appendix.html: serialization_failure,
# deadlock_detected, lock_not_available, too_many_connections, cannot_connect_now; read_only_sql_transaction, disk_full,
# io_error, data_corrupted, index_corrupted.
POSTGRESQL_BUSY = frozenset({"40001", "40P01", "55P03", "53300", "57P03"})
POSTGRESQL_UNWRITABLE = frozenset({"25006", "53100", "58030", "XX001", "XX002"})


class StatementRefused(StrEnum):
    """What a caller can do about it."""

    BUSY = "busy"  # try again at once
    UNWRITABLE = "unwritable"  # the store needs a person


def sqlite_code(error: BaseException) -> int | None:
    """SQLite's result code, of the driver's error or of the one that Django raised for it."""
    for one in (error, error.__cause__):
        code = getattr(one, "sqlite_errorcode", None)
        if isinstance(code, int):
            return code & 0xFF
    return None


def why_refused(error: BaseException) -> StatementRefused | None:
    """What the database's `error` says of the store; None where it is about the statement."""
    code = sqlite_code(error)
    state = next((s for one in (error, error.__cause__) if (s := getattr(one, "sqlstate", None))), None)
    if code in SQLITE_BUSY or state in POSTGRESQL_BUSY:
        return StatementRefused.BUSY
    if code in SQLITE_UNWRITABLE or state in POSTGRESQL_UNWRITABLE:
        return StatementRefused.UNWRITABLE
    return None
