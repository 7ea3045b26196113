"""Taking back one change of a memory, with the rest of its operation; later changes are never run over."""

import pytest

from memory.models import Event
from memory.services import history, namespaces
from memory.services.curating import deciding, undoing
from memory.services.errors import NotFound, StateConflict
from memory.services.graph import enrichment
from memory.services.memories import decay, facts
from tests.store import AGENT, CURATOR, DAY, contents, embed_all, fresh, has_posting, know, lineage, vector_rows


def last(namespace, fact) -> int:
    return facts.events(namespace, fact.uid)[-1].seq


def test_undoing_an_edit_puts_the_old_values_back(namespace):
    fact = know(namespace, "Ann likes tea.", tags=["a"])
    facts.edit(namespace, fact.uid, actor=AGENT, tags=["b"])
    undoing.undo(namespace, last(namespace, fact), actor=CURATOR)
    assert fresh(fact).tags == ["a"]
    assert [event.kind for event in facts.events(namespace, fact.uid)] == ["remembered", "edited", "undone"]


def test_what_was_undone_can_be_undone_in_turn(namespace):
    fact = know(namespace, "Ann likes tea.", tags=["a"])
    facts.edit(namespace, fact.uid, actor=AGENT, tags=["b"])
    undoing.undo(namespace, last(namespace, fact), actor=CURATOR)
    undoing.undo(namespace, last(namespace, fact), actor=CURATOR)
    assert fresh(fact).tags == ["b"]


def test_undoing_a_retirement_brings_posting_and_vector_back(namespace):
    fact = know(namespace, "Ann likes tea.")
    embed_all()
    facts.retire(namespace, fact.uid, actor=AGENT)
    undoing.undo(namespace, last(namespace, fact), actor=CURATOR)
    assert has_posting(fact, "tea")
    assert vector_rows() == {fact.pk}


def test_undoing_a_remembering_retires_the_fact(namespace):
    fact = know(namespace, "Ann likes tea.")
    undoing.undo(namespace, last(namespace, fact), actor=CURATOR)
    assert contents(namespace) == []
    undoing.undo(namespace, last(namespace, fact), actor=CURATOR)
    assert contents(namespace) == ["Ann likes tea."]


def test_a_later_change_of_the_same_field_stands_in_the_way(namespace):
    fact = know(namespace, "Ann likes tea.", tags=["a"])
    facts.edit(namespace, fact.uid, actor=AGENT, tags=["b"])
    first = last(namespace, fact)
    facts.edit(namespace, fact.uid, actor=AGENT, tags=["c"])
    with pytest.raises(StateConflict, match="later change"):
        undoing.undo(namespace, first, actor=CURATOR)
    assert fresh(fact).tags == ["c"]


def test_a_later_change_of_another_field_does_not(namespace):
    fact = know(namespace, "Ann likes tea.", tags=["a"])
    facts.edit(namespace, fact.uid, actor=AGENT, tags=["b"])
    first = last(namespace, fact)
    facts.edit(namespace, fact.uid, actor=AGENT, attributes={"k": 1})
    undoing.undo(namespace, first, actor=CURATOR)
    assert (fresh(fact).tags, fresh(fact).attributes) == (["a"], {"k": 1})


def test_decay_and_recalls_do_not_stand_in_the_way(namespace):
    fact = know(namespace, "Ann likes tea.", confidence=0.5)
    facts.edit(namespace, fact.uid, actor=AGENT, confidence=0.8)
    decay.run(namespace, now=fact.created_at + 5 * DAY)
    undoing.undo(namespace, last(namespace, fact), actor=CURATOR)
    assert fresh(fact).base_confidence == 0.5


def test_nor_does_enrichment(namespace):
    old, new = know(namespace, "Ann lives in Hamburg"), know(namespace, "Ann has left for Bremen")
    conflict = deciding.resolve_pair(namespace, new.uid, old.uid, actor=CURATOR)
    for fact in enrichment.candidates(namespace):
        enrichment.enrich(fact)
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert fresh(old).invalid_at is None
    assert "supersedes" not in lineage(fresh(new))
    assert fresh(new).attributes["enriched_at"]


def test_a_fact_that_decay_retired_comes_back_to_stay(namespace):
    fact = know(namespace, "Ann likes tea.", confidence=0.9)
    decay.run(namespace, now=fact.created_at + 100 * DAY)
    assert contents(namespace) == []
    undoing.undo(namespace, last(namespace, fact), actor=CURATOR)
    assert fresh(fact).confidence == 0.9
    decay.run(namespace)
    assert contents(namespace) == ["Ann likes tea."]


def test_events_are_found_in_their_own_namespace_alone(namespace):
    fact = know(namespace, "Ann likes tea.")
    with pytest.raises(NotFound):
        undoing.undo(namespaces.ensure("acme/bob"), last(namespace, fact), actor=CURATOR)
    with pytest.raises(NotFound):
        undoing.undo(namespace, 10**9, actor=CURATOR)
    with pytest.raises(NotFound):
        facts.events(namespace, "fact_none")


def test_an_operation_is_undone_whole_or_not_at_all(namespace):
    one, two = know(namespace, "Ann likes tea."), know(namespace, "Bob owns a boat.")
    bulk = history.batch(namespace, "b" * 24, AGENT)
    for fact in (one, two):
        facts.edit(namespace, fact.uid, actor=AGENT, tags=["bulk"], change=bulk)
    facts.edit(namespace, two.uid, actor=AGENT, tags=["later"])
    with pytest.raises(StateConflict):
        undoing.undo_change(namespace, bulk, actor=CURATOR)
    assert fresh(one).tags == ["bulk"]
    undoing.undo(namespace, last(namespace, two), actor=CURATOR)
    assert len(undoing.undo_change(namespace, bulk, actor=CURATOR)) == 2
    assert fresh(one).tags == fresh(two).tags == []
    assert Event.objects.within(namespace).filter(kind="undone").count() == 3
