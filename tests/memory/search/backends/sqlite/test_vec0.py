"""The vector arm reads vec0's chunks itself: what vec0's own `MATCH` says, and the index that finds a partition."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from django.apps import apps
from django.db import connection

from memory.models import Memory
from memory.search import Filters, Scope
from memory.search.backends import backend

LIMIT = 7


def test_vec0_itself_says_the_same(namespace, table):
    """The chunks' layout is sqlite-vec's: a version that changes it must fail here, not answer nonsense."""
    vector = np.frombuffer(Memory.objects.within(namespace).exclude(embedding=None)[3].embedding, np.float32)
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT rowid, distance FROM "{table}" WHERE embedding MATCH %s AND k = %s AND namespace_id = %s',
            [vector.tobytes(), LIMIT, namespace.pk],
        )
        nearest = {rowid: 1 - distance**2 / 2 for rowid, distance in cursor.fetchall()}
    found = dict(backend().vector_arm(Scope(namespace, None, Filters()), table, vector, LIMIT).hits)
    assert sorted(found.values()) == pytest.approx(sorted(nearest.values()), abs=1e-5)


def test_a_partition_is_found_by_its_index(namespace, table):
    with connection.cursor() as cursor:
        cursor.execute(f'EXPLAIN QUERY PLAN SELECT 1 FROM "{table}_chunks" WHERE partition00 = 1 AND partition01 = 1')
        assert f"{table}_partitions" in str(cursor.fetchall())


def test_an_older_store_is_given_the_index(namespace, table):
    migration = import_module("memory.migrations.0006_partitions")
    with connection.cursor() as cursor:
        cursor.execute(f'DROP INDEX "{table}_partitions"')
        for _twice in range(2):
            migration.index(apps, SimpleNamespace(connection=connection))
        cursor.execute("SELECT 1 FROM sqlite_schema WHERE name = %s", [f"{table}_partitions"])
        assert cursor.fetchone()
