"""The context block of another time: what held and was known then, handed out to nobody."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory import background
from memory.models import HandedContext, Memory, Recall, Validity
from memory.services import reflections
from memory.services.curating import correcting
from memory.services.handing import context
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, DAY, DERIVED, NOON, embed_all, fresh, know


def held(memory: Memory, since, until, known=None) -> Memory:
    """Let the store say of a memory that it held from `since` to `until`, known from `known` (else `since`) on."""
    Validity.objects.filter(memory=memory).delete()
    Validity.objects.create(memory=memory, valid_from=since, valid_to=until, known_from=known or since)
    return memory


@pytest.fixture
def moved(namespace):
    """The office was on the second floor; since day 10 it is on the fifth, which the store learnt on day 12."""
    old = know(namespace, "The support office is on the second floor.", event_time=NOON)
    new = correcting.correct(
        namespace, old.uid, "The support office is on the fifth floor.", actor=AGENT, kind="outdated"
    )
    embed_all()
    return held(old, NOON, NOON + 10 * DAY), held(new, NOON + 10 * DAY, None, NOON + 12 * DAY)


@pytest.mark.parametrize("way", ["facts", "composed"])
def test_the_block_tells_what_held_then(namespace, moved, settings, way):
    settings.MEMORY_CONTEXT = way

    def told(**when):
        block = context.build(namespace, "Where is the support office?", **when).block
        return ["second" in block, "fifth" in block]

    assert told()[1]  # today also says that it was the second
    assert told(valid_at=NOON + DAY) == [True, False]
    assert told(valid_at=NOON + 20 * DAY) == [False, True]
    assert told(known_at=NOON - DAY) == [False, False]
    # On day 11 the move was not known yet: the rows say that the old one held until day 10.
    assert told(known_at=NOON + 11 * DAY) == [False, False]
    assert told(known_at=NOON + 12 * DAY) == [False, True]


def test_standing_instructions_and_must_knows_are_those_of_then(namespace):
    short = know(namespace, "Answer in French.", actor=CURATOR, tags=["instruction"])
    nuts = know(namespace, "Maya is allergic to nuts.", actor=CURATOR)
    for memory in (short, nuts):
        facts.retire(namespace, memory.uid, actor=CURATOR)
        held(memory, NOON, NOON + 5 * DAY)
        assert not fresh(memory).active
    embed_all()
    assert context.build(namespace, "Plan a dinner for Maya").block == ""
    then = context.build(namespace, "Plan a dinner for Maya", valid_at=NOON + DAY).block
    assert "Maya is allergic to nuts." in then
    bearing = context.build(namespace, "Which French answer?", valid_at=NOON + DAY)
    assert "Answer in French." in bearing.block
    assert context.build(namespace, "Which French answer?", valid_at=NOON + 6 * DAY).block == ""


def test_the_insight_is_the_latest_of_then(namespace):
    tea = held(know(namespace, "Ann likes tea.", event_time=NOON), NOON, None)
    first = reflections.save(namespace, "A week about tea.", [tea.uid], actor=DERIVED)
    second = reflections.save(namespace, "A week about tea and pots.", [tea.uid], actor=DERIVED)
    held(first, NOON, None)
    held(second, NOON + 7 * DAY, None)
    assert context.build(namespace, "What tea does Ann like?", known_at=NOON + DAY).reflection == first
    assert context.build(namespace, "What tea does Ann like?", known_at=NOON + 8 * DAY).reflection == second


def test_a_look_into_the_past_leaves_no_trace_and_tells_no_correction(namespace):
    """Nobody acts on it: no recall, no row of the ledger, and what a session is owed is still owed."""
    fact = know(namespace, "Maya is allergic to hazelnuts.")
    embed_all()
    prompt = "Is Maya allergic to hazelnuts?"
    assert context.build(namespace, prompt, session_id="s1").id is not None
    background.flush()
    correcting.correct(namespace, fact.uid, "Maya is allergic to walnuts.", actor=CURATOR)
    embed_all()
    recalls = Recall.objects.count()
    then = context.build(namespace, prompt, session_id="s1", known_at=fact.created_at)
    background.flush()
    assert "hazelnuts" in then.block
    assert (then.id, then.corrections) == (None, [])
    assert (Recall.objects.count(), HandedContext.objects.within(namespace).count()) == (recalls, 1)
    assert context.build(namespace, prompt, session_id="s1").corrections


def test_it_costs_a_fixed_number_of_statements(namespace, moved):
    def count():
        with CaptureQueriesContext(connection) as queries:
            context.build(namespace, "Where is the support office?", known_at=NOON + 20 * DAY)
        return len(queries)

    few = count()
    for number in range(30):
        know(namespace, f"The support office number {number} has {number + 40} desks.", event_time=NOON)
    embed_all()
    assert count() == few
