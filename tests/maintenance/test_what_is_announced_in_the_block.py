"""Before its day an announced change leaves what holds until then, and the block says so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from maintenance.consolidation import consolidate_pending
from memory.services import embeddings
from memory.services.handing import context
from memory.services.talk import sessions
from tests.store import say


def block(namespace, *told: tuple[int, str]) -> str:
    """The block about a stand-up, of which this was told so many days ago."""
    for number, (days, content) in enumerate(told):
        at = timezone.now() - timedelta(days=days)
        say(namespace, f"s{number}", content, event_time=at, event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    while embeddings.drain():
        pass
    return context.build(namespace, "When is our stand-up?", session_id="now", record=False).block


@pytest.mark.django_db
def test_before_the_day_the_block_says_until_when_the_older_one_holds(namespace):
    told = block(namespace, (5, "Our stand-up is at ten."), (0, "Starting next week our stand-up is at 9:30."))
    today = timezone.now().date()
    monday = today + timedelta(days=7 - today.weekday())
    assert f'(no longer true from {monday.isoformat()} on: then "As of ' in told
    assert "(no longer true: " not in told


@pytest.mark.django_db
def test_after_the_day_the_older_one_is_no_longer_true(namespace):
    told = block(namespace, (25, "Our stand-up is at ten."), (20, "Starting next week our stand-up is at 9:30."))
    assert '(no longer true: now "As of ' in told


@pytest.mark.django_db
def test_what_is_planned_for_another_day_is_no_longer_planned_for_the_first(namespace):
    when = [f"{day:%-d %B %Y}" for day in (timezone.now() + timedelta(days=ahead) for ahead in (20, 25))]
    told = block(
        namespace,
        (5, f"Our stand-up party is on {when[0]}."),
        (1, f"Our stand-up party is on {when[1]} now."),
    )
    assert "(no longer true: " in told
    assert "(no longer true from" not in told
