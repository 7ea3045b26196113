"""What a search brings of the times that its query names, on each backend."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import DatabaseError

from memory.models import Ranking
from memory.search import MOST_TIMES, Filters, Scope, hybrid_search, look
from memory.search.backends import backend
from tests.store import DAY, NOON, embed_all, say

pytestmark = pytest.mark.usefixtures("each_backend")


@pytest.fixture
def boats(namespace):
    turns = [
        say(namespace, f"boats-{day}", f"I painted boat {day}.", "Nice!", event_time=NOON - day * DAY)[0]
        for day in range(12)
    ]
    embed_all()
    return turns


@pytest.fixture
def compared(monkeypatch):
    """The scopes in which vectors were compared; the further ones fail where `fails` is put into it."""
    here, scopes = type(backend()), []
    real = here.vector_arm

    def counted(self, scope, *args):
        if "fails" in scopes and len(scopes) > 1:
            raise DatabaseError("the disk is gone")
        scopes.append(scope)
        return real(self, scope, *args)

    monkeypatch.setattr(here, "vector_arm", counted)
    return scopes


@pytest.mark.parametrize("hours", [-11, 0, 13])
@pytest.mark.parametrize(
    "when",
    ["on 0001-01-01", "on 0001-12-31", "on 9999-12-25", "on 9998-12-31", "tomorrow", "in two weeks", "last year"],
)
def test_any_time_may_be_asked_for(namespace, boats, when, hours):
    asked_at = NOON.astimezone(timezone(timedelta(hours=hours)))
    for held in ({}, {"valid_at": NOON}, {"known_at": datetime(2030, 1, 1, tzinfo=UTC)}):
        found = hybrid_search(namespace, f"What did I paint {when}?", as_of=asked_at, **held)
        assert found.hits
        assert not found.degraded


@pytest.mark.parametrize(
    "filters",
    [
        Filters(event_after=NOON - 4 * DAY),
        Filters(event_before=NOON - 4 * DAY),
        Filters(event_after=NOON - 3 * DAY, event_before=NOON - 5 * DAY),
        Filters(exclude_session_id="boats-4"),
    ],
)
def test_what_was_said_then_is_held_to_the_filters(namespace, boats, filters):
    asked = "What did I do four days ago?"
    hits = hybrid_search(namespace, asked, limit=40, as_of=NOON, filters=filters).hits
    allowed = set(Scope(namespace, filters=filters).candidates)
    assert {hit.memory for hit in hits} <= allowed
    assert (boats[4] in allowed) == (boats[4] in {hit.memory for hit in hits})


def test_of_many_times_a_few_are_looked_for(namespace, boats, compared):
    dates = ", ".join(f"{day} May 2026" for day in range(1, 29))
    look(Scope(namespace), f"What did I paint on {dates}?", 10, NOON)
    assert len(compared) == 1 + MOST_TIMES
    compared.clear()
    look(Scope(namespace), "What did I paint yesterday, I mean yesterday?", 10, NOON)
    assert len(compared) == 2


def test_ranks_alone_need_no_look_at_a_time(namespace, boats, compared, settings):
    settings.MEMORY_RANKING = Ranking.RRF
    look(Scope(namespace), "What did I paint yesterday?", 10, NOON)
    assert len(compared) == 1


def test_that_a_time_was_not_looked_at_is_told(namespace, boats, compared):
    compared.append("fails")
    found = hybrid_search(namespace, "What did I paint yesterday?", as_of=NOON)
    assert found.hits
    assert found.degraded == ["vector: the disk is gone"]
