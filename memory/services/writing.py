"""A transaction that writes what a namespace holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from memoryproj.sqlite.address import BUSY_SECONDS

from ..models import Namespace

WAIT_SECONDS = BUSY_SECONDS  # for another writer of the namespace: as long as SQLite's writers wait for each other

# One message: the bound costs no journey to the server. It is the transaction's, so that a pooler may stand between.
_HOLD = "SET LOCAL lock_timeout = %s; SELECT id FROM namespaces WHERE id = %s FOR NO KEY UPDATE"


@contextmanager
def writing(namespace: Namespace | int) -> Iterator[None]:
    """A transaction beside which no other writes to the namespace: what it reads holds until it commits.

    SQLite has one writer at a time. Elsewhere the namespace's row is held. It also keeps rowids in the order of the
    commits, by which watermarks are kept. Who waits for a lock longer than on SQLite gets the same: the store is busy.
    """
    pk = namespace if isinstance(namespace, int) else namespace.pk
    with transaction.atomic():
        if connection.features.has_select_for_update and pk:
            with connection.cursor() as cursor:
                cursor.execute(_HOLD, [f"{WAIT_SECONDS}s", pk])
        yield
