"""The vector arm of each backend: exact, filtered inside, and named when its table is gone."""

from __future__ import annotations

import numpy as np
import pytest

from memory.models import Memory
from memory.search import Filters, Scope, hybrid_search
from memory.search.backends.base import Vector
from memory.search.vectors import LiveIndex

LIMIT = 7


def matched(scope: Scope, table: str, vector: Vector) -> list[tuple[int, float]]:
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
def test_the_nearest_are_those_of_a_look_at_every_row(namespace, each_backend, table, kind, filters):
    scope = Scope(namespace, kind, filters)
    asked = Memory.objects.within(namespace).exclude(embedding=None)[11]
    vector = np.frombuffer(asked.embedding, np.float32)
    found = each_backend.vector_arm(scope, table, vector, LIMIT).hits
    wanted = matched(scope, table, vector)
    assert [cosine for _, cosine in found] == pytest.approx([cosine for _, cosine in wanted], abs=1e-5)
    assert {pk for pk, _ in found} <= set(scope.candidates.values_list("pk", flat=True))
    assert len(found) == len(wanted)


def test_more_than_there_are_is_no_error(namespace, each_backend, table):
    vector = np.zeros(LiveIndex.read().dimensions, np.float32)
    scope = Scope(namespace, "fact", Filters())
    assert len(each_backend.vector_arm(scope, table, vector, 1_000).hits) == scope.candidates.count()


def test_a_vector_table_that_is_gone_is_named_and_the_other_arms_answer(namespace, each_backend, table):
    each_backend.drop_vector_table(table)
    found = hybrid_search(namespace, "Ann drinks tea", kind="fact")
    assert found.hits
    assert [part.partition(":")[0] for part in found.degraded] == ["vector"]
