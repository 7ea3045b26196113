"""Editing tags, attributes, protection and confidence of an active memory."""

import pytest

from memory.services import namespaces
from memory.services.curating import deciding
from memory.services.errors import InvalidInput, NotFound, StateConflict
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, fresh, know, lineage


def test_only_what_is_given_changes_and_history_keeps_the_difference(namespace):
    fact = know(namespace, "Ann likes tea.", tags=["a"], attributes={"k": 1})
    facts.edit(namespace, fact.uid, actor=CURATOR, tags=["b", "b", "c"])
    assert fresh(fact).tags == ["b", "c"]
    assert fresh(fact).attributes == {"k": 1}
    event = facts.events(namespace, fact.uid)[-1]
    assert (event.before, event.after) == ({"tags": ["a"]}, {"tags": ["b", "c"]})


def test_no_change_leaves_no_history(namespace):
    fact = know(namespace, "Ann likes tea.", tags=["a"])
    facts.edit(namespace, fact.uid, actor=CURATOR, tags=["a"], protected=False)
    assert len(facts.events(namespace, fact.uid)) == 1


def test_attributes_are_replaced_but_for_the_services_own(namespace):
    old, new = know(namespace, "Ann drinks tea daily"), know(namespace, "Ann hates hot drinks", attributes={"k": 1})
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=CURATOR)
    facts.edit(namespace, new.uid, actor=AGENT, attributes={"mine": 2, "supersedes": ["fact_forged"]})
    assert fresh(new).attributes == {"mine": 2}
    assert lineage(new) == {"supersedes": [old.uid]}


def test_a_caller_cannot_forge_what_the_service_keeps(namespace):
    """A forged `supersedes` would hide any fact from search."""
    victim = know(namespace, "Ann likes tea.")
    fact = know(namespace, "Ann likes coffee too, so much.", attributes={"supersedes": [victim.uid], "x": 1})
    assert fresh(fact).attributes == {"x": 1}
    facts.edit(namespace, fact.uid, actor=AGENT, attributes={"supersedes": [victim.uid], "y": 1})
    assert fresh(fact).attributes == {"y": 1}


def test_protection_is_put_on_and_taken_off(namespace, settings):
    fact = know(namespace, "Ann likes tea.", confidence=0.6)
    assert facts.edit(namespace, fact.uid, protected=True, actor=CURATOR).protected
    assert fresh(fact).confidence == 0.6
    assert facts.edit(namespace, fact.uid, protected=False, actor=CURATOR).decay_rate == settings.MEMORY_DECAY_RATE


def test_a_new_confidence_is_the_base_from_now(namespace):
    fact = know(namespace, "Ann likes tea.", confidence=0.6)
    facts.edit(namespace, fact.uid, actor=CURATOR, confidence=0.9)
    edited = fresh(fact)
    assert (edited.confidence, edited.base_confidence) == (0.9, 0.9)
    assert edited.base_set_at > fact.base_set_at


@pytest.mark.parametrize("fields", [{"confidence": 2.0}, {"confidence": float("nan")}, {"tags": [""]}])
def test_impossible_values_are_refused(namespace, fields):
    fact = know(namespace, "Ann likes tea.")
    with pytest.raises(InvalidInput):
        facts.edit(namespace, fact.uid, actor=AGENT, **fields)


def test_only_an_active_memory_of_this_namespace_is_edited(namespace):
    fact = know(namespace, "Ann likes tea.")
    with pytest.raises(NotFound):
        facts.edit(namespaces.ensure("acme/bob"), fact.uid, actor=AGENT, tags=["x"])
    facts.retire(namespace, fact.uid, actor=AGENT)
    with pytest.raises(StateConflict):
        facts.edit(namespace, fact.uid, actor=AGENT, tags=["x"])
