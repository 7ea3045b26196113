"""An allergy ends when it is told to be over, and a list of such things does not end with one of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from maintenance.extraction import rules
from maintenance.extraction.types import Claim
from memory.models import Memory
from memory.services import context, embeddings, sessions
from tests.store import say

SAID = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def holding(namespace, *talk: str) -> set[str]:
    """The facts that hold after the turns of a talk, a month between two."""
    for number, content in enumerate(talk):
        at = SAID + timedelta(days=30 * number)
        say(namespace, f"s{number}", content, event_time=at, event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    while embeddings.drain():
        pass
    return {fact.content for fact in Memory.objects.within(namespace).facts().active() if not fact.superseded}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Mia's allergic to eggs", "Mia's outgrown her egg allergy"),
        ("my son has a peanut allergy", "my son grew out of his peanut allergy"),
        ("I'm allergic to cats", "I've finally grown out of my allergy to cats"),
    ],
)
def test_what_was_outgrown_holds_no_longer(namespace, older, newer):
    (told,) = holding(namespace, older, newer)
    assert "outgrown" in told or "grew out" in told or "grown out" in told


@pytest.mark.django_db
def test_a_block_tells_of_an_allergy_that_is_over_what_is_so_now(namespace):
    holding(namespace, "Mia's allergic to eggs", "Mia's outgrown her egg allergy")
    block = context.build(namespace, "Plan a dinner for Mia", session_id="now", record=False).block
    assert "outgrown" in block
    assert all("allergic" not in line or "no longer true" in line or "before" in line for line in block.splitlines())


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Mia is allergic to eggs.", "Leo has outgrown his egg allergy."),
        ("Mia is allergic to eggs.", "Mia's brother has outgrown his egg allergy."),
        ("Mia is allergic to eggs.", "Mia has outgrown her nut allergy."),
        ("Mia is allergic to eggs.", "Mia might have outgrown her egg allergy."),
        ("Mia is allergic to eggs.", "Mia has not outgrown her egg allergy."),
        ("Mia is allergic to eggs.", "Mia has almost outgrown her egg allergy."),
        ("Mia is allergic to eggs and milk.", "Mia has outgrown her egg allergy."),
        ("The user takes metformin and ramipril.", "The user has stopped the ramipril."),
        ("The user is allergic to peanuts and sesame.", "The user is not allergic to sesame any more."),
        ("Priya plays chess and the oboe.", "Priya has given up chess."),
    ],
)
def test_what_may_hold_or_holds_in_part_is_kept(older, newer):
    (verdict,) = rules.judge(Claim(newer), [Claim(older)]).verdicts
    assert verdict.kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user takes metformin and ramipril.", "The user has stopped taking metformin and ramipril."),
        ("The user takes ramipril in the morning and at night.", "The user has stopped the ramipril."),
    ],
)
def test_what_ended_as_a_whole_holds_no_longer(older, newer):
    (verdict,) = rules.judge(Claim(newer), [Claim(older)]).verdicts
    assert verdict.kind == "updates"
