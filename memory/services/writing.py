"""A transaction that writes what a namespace holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from ..models import Namespace


@contextmanager
def writing(namespace: Namespace | int) -> Iterator[None]:
    """A transaction beside which no other writes to the namespace: what it reads holds until it commits.

    SQLite has one writer at a time. Elsewhere the namespace's row is held. It also keeps rowids in the order of the
    commits, by which watermarks are kept.
    """
    pk = namespace if isinstance(namespace, int) else namespace.pk
    with transaction.atomic():
        if connection.features.has_select_for_update and pk:
            list(Namespace.objects.select_for_update(no_key=True).filter(pk=pk).values_list("pk"))
        yield
