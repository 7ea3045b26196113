"""A transaction that writes what a namespace holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from memoryproj.postgresql import locks
from memoryproj.sqlite.address import BUSY_SECONDS

from ..models import Namespace

WAIT_SECONDS = BUSY_SECONDS  # for another writer of the namespace: as long as SQLite's writers wait for each other


@contextmanager
def writing(namespace: Namespace | int) -> Iterator[None]:
    """A transaction beside which no other writes to the namespace: what it reads holds until it commits.

    SQLite has one writer at a time. Elsewhere the namespace's row is held. It also keeps rowids in the order of the
    commits, by which watermarks are kept. Who waits for a lock longer than on SQLite gets the same: the store is busy.
    """
    pk = namespace if isinstance(namespace, int) else namespace.pk
    with transaction.atomic():
        if connection.features.has_select_for_update and pk:
            locks.hold_namespace(pk, WAIT_SECONDS)
        yield
