"""The vector arm against vec0's own `MATCH`, which it replaces: the same rows at the same cosines."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from django.apps import apps
from django.db import connection

from memory.models import Memory
from memory.search import Filters, Scope, hybrid_search, sqlite
from memory.search.vectors import LiveIndex
from memory.services import facts, namespaces
from tests.store import AGENT, CURATOR, embed_all, know, say

LIMIT = 7


@pytest.fixture
def table(namespace):
    """Three hundred turns and some facts in two namespaces, some of them retired: chunks with holes."""
    other = namespaces.ensure("somebody/else")
    for number in range(10):
        say(namespace, f"s{number}", *[f"turn {number} {n} about tea number {n * 7}" for n in range(30)])
    say(other, "s1", *[f"their turn {n} about tea" for n in range(40)])
    kept = [know(namespace, f"Ann drinks tea number {n} on day {n * 3}", session_id=f"s{n}") for n in range(9)]
    tagged = [facts.remember(namespace, f"Bob owns {n} cups", tags=["cups"], actor=AGENT).memory for n in (3, 5)]
    embed_all()
    for fact in kept[::3]:
        facts.retire(namespace, fact.uid, actor=CURATOR)
    assert len(tagged) == 2
    return LiveIndex.read().table


def matched(scope: Scope, table: str, vector: sqlite.Vector) -> list[tuple[int, float]]:
    """The nearest by brute force over the candidates' own rows."""
    rows = scope.candidates.exclude(embedding=None).values_list("pk", "embedding")
    near = sorted((-float(np.frombuffer(bytes(stored or b""), np.float32) @ vector), pk) for pk, stored in rows)
    return [(pk, -distance) for distance, pk in near[:LIMIT]]


@pytest.mark.parametrize("kind", ["fact", "episode", None])
@pytest.mark.parametrize(
    "filters",
    [Filters(), Filters(exclude_session_id="s1"), Filters(session_id="s4"), Filters(("cups",))],
    ids=["all", "other sessions", "one session", "a rare tag"],
)
def test_the_nearest_are_those_of_a_look_at_every_row(namespace, table, kind, filters):
    scope = Scope(namespace, kind, filters)
    asked = Memory.objects.within(namespace).exclude(embedding=None)[11]
    vector = np.frombuffer(asked.embedding, np.float32)
    found = sqlite.vector_arm(scope, table, vector, LIMIT)
    wanted = matched(scope, table, vector)
    assert [cosine for _, cosine in found] == pytest.approx([cosine for _, cosine in wanted], abs=1e-5)
    assert {pk for pk, _ in found} <= set(scope.candidates.values_list("pk", flat=True))
    assert len(found) == len(wanted)


def test_vec0_itself_says_the_same(namespace, table):
    """The chunks' layout is sqlite-vec's: a version that changes it must fail here, not answer nonsense."""
    vector = np.frombuffer(Memory.objects.within(namespace).exclude(embedding=None)[3].embedding, np.float32)
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT rowid, distance FROM "{table}" WHERE embedding MATCH %s AND k = %s AND namespace_id = %s',
            [vector.tobytes(), LIMIT, namespace.pk],
        )
        nearest = {rowid: 1 - distance**2 / 2 for rowid, distance in cursor.fetchall()}
    found = dict(sqlite.vector_arm(Scope(namespace, None, Filters()), table, vector, LIMIT))
    assert sorted(found.values()) == pytest.approx(sorted(nearest.values()), abs=1e-5)


def test_more_than_there_are_is_no_error(namespace, table):
    vector = np.zeros(LiveIndex.read().dimensions, np.float32)
    scope = Scope(namespace, "fact", Filters())
    assert len(sqlite.vector_arm(scope, table, vector, 1_000)) == scope.candidates.count()


def test_a_vector_table_that_is_gone_is_named_and_the_other_arms_answer(namespace, table):
    with connection.cursor() as cursor:
        sqlite.drop_vector_table(cursor, table)
    found = hybrid_search(namespace, "Ann drinks tea", kind="fact")
    assert found.hits
    assert [part.partition(":")[0] for part in found.degraded] == ["vector"]


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
