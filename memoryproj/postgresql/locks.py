"""A row held for the rest of a transaction, with a bound on the wait for it."""

from __future__ import annotations

from django.db import connection

# One message: the bound costs no journey to the server. It is the transaction's, so that a pooler may stand between.
_HOLD = "SET LOCAL lock_timeout = %s; SELECT id FROM namespaces WHERE id = %s FOR NO KEY UPDATE"


def hold_namespace(pk: int, seconds: float) -> None:
    """Hold the namespace's row. Raises OperationalError (55P03) where another holds it for longer than `seconds`; the
    transaction's later locks are waited for as long."""
    with connection.cursor() as cursor:
        cursor.execute(_HOLD, [f"{seconds}s", pk])
