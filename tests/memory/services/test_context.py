"""The context block: facts of other sessions and the latest reflection, within a budget; never an error for a part."""

import pytest
from django.utils import timezone

from memory import context_block
from memory.models import Namespace
from memory.services import context, facts, reflections
from memory.services.errors import InvalidInput
from tests.store import AGENT, DERIVED, NOON, embed_all, know, say


def test_facts_come_with_their_day_and_then_the_reflection(namespace):
    fact = know(namespace, "Ann likes tea.", event_time=NOON)
    reflection = reflections.save(namespace, "A week about tea.\nAnd more.", [fact.uid], actor=DERIVED)
    built = context.build(namespace, "What does Ann like?")
    assert built.block == (
        "## Relevant memory\n- [2026-03-02] Ann likes tea.\n\n## Weekly insight\n> A week about tea.\n> And more."
    )
    assert ([hit.memory.pk for hit in built.hits], built.reflection) == ([fact.pk], reflection)


def test_nothing_known_is_an_empty_block(namespace):
    for where in (namespace, Namespace(name="acme/none")):
        built = context.build(where, "What does Ann like?")
        assert (built.block, built.hits, built.reflection) == ("", [], None)


def test_turns_are_not_in_it_and_neither_are_the_current_sessions_facts(namespace):
    say(namespace, "s1", "Ann likes tea")
    know(namespace, "Ann likes tea.", session_id="s1")
    other = know(namespace, "Ann likes cocoa.", session_id="s2")
    by_hand = know(namespace, "Ann likes milk in it.")
    built = context.build(namespace, "What does Ann like?", session_id="s1")
    assert {hit.memory.pk for hit in built.hits} == {other.pk, by_hand.pk}


def test_the_latest_active_reflection_is_taken(namespace):
    first = reflections.save(namespace, "first", [], actor=DERIVED)
    second = reflections.save(namespace, "second", [], actor=DERIVED)
    assert context.build(namespace, "x").reflection == second
    facts.retire(namespace, second.uid, actor=AGENT)
    assert context.build(namespace, "x").reflection == first


def test_a_budget_is_kept_best_first(namespace):
    for number in range(10):
        know(namespace, f"Ann owns tea pot number {number}, which is blue and stands on shelf {number}.")
    reflections.save(namespace, "\n".join(["A line of insight about the tea pots."] * 20), [], actor=DERIVED)
    whole = context.build(namespace, "tea pots", limit=10)
    for budget in (1, 30, 60, 120, 10_000):
        built = context.build(namespace, "tea pots", limit=10, max_tokens=budget)
        assert context_block.token_estimate(built.block) <= budget
        assert [hit.memory.pk for hit in built.hits] == [hit.memory.pk for hit in whole.hits][: len(built.hits)]
    assert context.build(namespace, "tea pots", max_tokens=1).block == ""
    assert context.build(namespace, "tea pots", limit=10, max_tokens=10_000).block == whole.block


def test_a_missing_embedder_is_named_and_the_rest_answers(namespace, settings):
    know(namespace, "Ann likes tea.")
    embed_all()
    settings.MEMORY_EMBEDDER = ""
    built = context.build(namespace, "tea")
    assert len(built.hits) == 1
    assert any("vector" in note for note in built.degraded)


def test_an_empty_prompt_gives_the_reflection_alone(namespace):
    know(namespace, "Ann likes tea.")
    reflections.save(namespace, "insight", [], actor=DERIVED)
    built = context.build(namespace, "")
    assert built.hits == []
    assert built.block == "## Weekly insight\n> insight"


def test_explain_says_what_brought_each_fact(namespace):
    know(namespace, "Ann likes tea.")
    (hit,) = context.build(namespace, "tea", explain=True).hits
    assert hit.trace["arms"]["text"] > 0
    assert context.build(namespace, "tea").hits[0].trace is None


def test_reflections_refuse_to_be_empty(namespace):
    with pytest.raises(InvalidInput):
        reflections.save(namespace, " \n", [], actor=DERIVED)
    assert reflections.latest(namespace) is None
    assert reflections.weekly_due(timezone.now()) == []
