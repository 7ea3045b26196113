"""The vector arm where it goes by the index: what it finds of what an exact comparison finds, and no filter starves it.

The numbers that decide between the ways are lowered; `python -m benchmarks.large` measures them where they lie.
"""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from django.db import connection

from benchmarks.large import filling
from memory.models import Memory
from memory.search.scope import Filters, Scope
from memory.services import namespaces
from tests.store import needs_a_server

NUMBER, LIMIT, NEAREST, QUESTIONS, FEW = 1_500, 20, 10, 12, 20


@pytest.fixture
def store(db):
    """A namespace of NUMBER facts in clusters."""
    needs_a_server()
    for _ in filling.fill(NUMBER):
        continue
    return namespaces.for_reading(filling.NAMESPACE)


@pytest.fixture
def arm(store, monkeypatch):
    from memory.search.backends.postgres import vectors

    monkeypatch.setattr(vectors, "EXACT", NUMBER // 3)
    monkeypatch.setattr(vectors, "FEW", FEW)
    looked = []
    nearest = vectors._nearest

    def noted(*given, by_index):
        looked.append(by_index)
        return nearest(*given, by_index=by_index)

    monkeypatch.setattr(vectors, "_nearest", noted)
    arm = vectors.Vectors()
    arm.looked, arm.nearest = looked, nearest
    return arm


def recall(arm, scope):
    """(the fewest that were found, the share of the NEAREST that the arm finds)."""
    fewest, shares = LIMIT, []
    for vector in filling.vectors(QUESTIONS, seed=99):
        found = [memory for memory, _ in arm.vector_arm(scope, filling.TABLE, vector, LIMIT).hits]
        exact, _ = arm.nearest(scope, filling.TABLE, vector, LIMIT, NUMBER, by_index=False)
        wanted = {memory for memory, _, _ in exact[:NEAREST]}
        fewest = min(fewest, len(found))
        shares.append(len(wanted & set(found[:NEAREST])) / max(len(wanted), 1))
    return fewest, float(np.mean(shares))


def test_a_large_part_is_searched_by_the_index_and_finds_what_an_exact_search_finds(arm, store):
    fewest, share = recall(arm, Scope(store, "fact", Filters()))
    assert arm.looked
    assert all(arm.looked)
    assert fewest == LIMIT
    assert share >= 0.95


def test_a_part_that_is_known_to_be_large_is_not_counted_again(arm, store, django_assert_num_queries):
    scope, vector = Scope(store, "fact", Filters()), filling.vectors(1, seed=99)[0]
    first = arm.vector_arm(scope, filling.TABLE, vector, LIMIT)
    with django_assert_num_queries(2):  # whether the table is there is asked within the test's own transaction
        assert arm.vector_arm(scope, filling.TABLE, vector, LIMIT) == first


@pytest.mark.parametrize("tag", list(filling.TAGS))
def test_no_filter_starves_it(arm, store, tag):
    fewest, share = recall(arm, Scope(store, "fact", Filters(tags=(tag,))))
    there = Memory.objects.within(store).tagged([tag]).count()
    assert fewest == min(LIMIT, there)
    assert share >= 0.95


def test_what_a_narrow_filter_lets_through_is_compared_and_nothing_else(arm, store):
    exactly = filling.START + timedelta(minutes=NUMBER - FEW)  # a memory a minute
    for after, let_through in ((exactly, FEW), (exactly - timedelta(minutes=1), FEW + 1)):
        arm.looked.clear()
        scope = Scope(store, "fact", Filters(event_after=after))
        for vector in filling.vectors(QUESTIONS, seed=99):
            found = arm.vector_arm(scope, filling.TABLE, vector, NUMBER).hits
            exact, _ = arm.nearest(scope, filling.TABLE, vector, NUMBER, NUMBER, by_index=False)
            assert found == [(memory, cosine) for memory, _, cosine in exact]
            assert len(found) == let_through
        assert bool(arm.looked) == (let_through > FEW)


def test_what_nothing_matches_needs_no_look_at_a_vector(arm, store):
    scope = Scope(store, "fact", Filters(tags=("nobody",)))
    assert arm.vector_arm(scope, filling.TABLE, filling.vectors(1, seed=99)[0], LIMIT).hits == []
    assert arm.looked == []


def test_a_block_that_leaves_its_session_out_is_not_counted(arm, store, monkeypatch):
    from memory.search.backends.postgres import vectors

    asked = []
    few = vectors._of_few

    def counted(*given):
        asked.append(given)
        return few(*given)

    monkeypatch.setattr(vectors, "_of_few", counted)
    vector = filling.vectors(1, seed=99)[0]
    for filters, times in ((Filters(exclude_session_id="s1"), 0), (Filters(session_id="s1"), 1)):
        asked.clear()
        assert arm.vector_arm(Scope(store, "fact", filters), filling.TABLE, vector, LIMIT).hits
        assert len(asked) == times


def test_another_namespaces_vectors_nearby_take_no_place(arm, store):
    """The index holds all namespaces' vectors: the few of one are found behind the many nearer ones of another."""
    other = namespaces.ensure("large/other")
    rows = list(Memory.objects.within(store)[:5])
    for row in rows:
        row.pk, row.uid, row.namespace = None, "", other
        row.save()
    vector = filling.vectors(1, seed=99)[0]
    far = (-vector).tobytes()
    arm.put_vectors(filling.TABLE, [(row.pk, other.pk, "fact", False, far) for row in rows])
    found, _ = arm.nearest(Scope(other, "fact", Filters()), filling.TABLE, vector, LIMIT, 100, by_index=True)
    assert len(found) in {0, 5}  # the rounds may end before; the arm then compares each
    hits = arm.vector_arm(Scope(other, "fact", Filters()), filling.TABLE, vector, LIMIT).hits
    assert {memory for memory, _ in hits} == {row.pk for row in rows}


@pytest.mark.parametrize(
    "filters,index",
    [(Filters(tags=("thousandth",)), "memories_tags"), (Filters(attributes={"lane": 3}), "memories_attributes")],
    ids=["tags", "attributes"],
)
def test_what_a_filter_lets_through_is_found_by_its_index(store, filters, index):
    Memory.objects.within(store).filter(pk__in=Memory.objects.within(store).values("pk")[:5]).update(
        attributes={"lane": 3, "why": {"a": [1]}}
    )
    where, params = Scope(store, "fact", filters).where
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memories")
        cursor.execute(f"SELECT rowid FROM memories WHERE {where}", params)
        assert 1 <= len(cursor.fetchall()) <= 5
        cursor.execute(f"EXPLAIN SELECT rowid FROM memories WHERE {where}", params)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert index in plan, plan
