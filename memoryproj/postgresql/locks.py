"""What one holds against the others: a row, for the rest of a transaction; and the store, while it is made ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import sleep
from typing import Any

from django.db import connection, connections

# One message: the bound costs no journey to the server. It is the transaction's, so that a pooler may stand between.
_HOLD = "SET LOCAL lock_timeout = %s; SELECT id FROM namespaces WHERE id = %s FOR NO KEY UPDATE"

MAKING_READY = 20_251_103  # any number, as each database has locks of its own
LOOK_SECONDS = 1.0
# Between two looks the transaction has nothing to do, for as long as a migration takes.
_UNHURRIED = "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL transaction_timeout = 0"
_TRY = "SELECT pg_try_advisory_xact_lock(%s)"
_HOLDER = (
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = %s AND classid = 0 "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def hold_namespace(pk: int, seconds: float) -> None:
    """Hold the namespace's row. Raises OperationalError (55P03) where another holds it for longer than `seconds`; the
    transaction's later locks are waited for as long."""
    with connection.cursor() as cursor:
        cursor.execute(_HOLD, [f"{seconds}s", pk])


@contextmanager
def making_ready(say: Callable[[str], object], alias: str = "default") -> Iterator[None]:
    """Inside, no other process, on whichever host, makes the same store ready: changes its schema, or makes the first
    account. Another waits until it may; `say` is told so once.

    On another database than PostgreSQL nothing is held: the store is one host's, and `up` holds its folder.
    """
    here: Any = connections[alias]  # PostgreSQL's, of which Django's types do not know
    if here.vendor != "postgresql":
        yield
        return
    # The lock is a transaction's, as a pooler may stand between, and so has a connection of its own. It ends with this
    # process, however that dies.
    with closing(here.Database.connect(**here.get_connection_params())) as own:
        own.execute(_UNHURRIED)
        _wait_for_the_lock(own, say)
        yield


def _wait_for_the_lock(own: Any, say: Callable[[str], object]) -> None:
    told = False
    while not own.execute(_TRY, [MAKING_READY]).fetchone()[0]:
        holder = own.execute(_HOLDER, [MAKING_READY]).fetchone()
        if holder and not told:
            told = True
            say(
                f"Another process makes the store {own.info.dbname} ready (process {holder[0]} of the database's "
                "server): this one waits until that has ended."
            )
        sleep(LOOK_SECONDS)
