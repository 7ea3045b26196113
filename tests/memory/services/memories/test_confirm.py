"""Confirming makes a fact permanent: confidence 1 and no decay."""

import pytest

from memory.services import namespaces
from memory.services.curating import undoing
from memory.services.errors import NotFound, StateConflict
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, fresh, know, say


def test_a_confirmed_fact_has_full_confidence_and_is_protected(namespace):
    fact = know(namespace, "Ann likes tea.", confidence=0.2)
    confirmed = facts.confirm(namespace, fact.uid, actor=CURATOR)
    assert (confirmed.confidence, confirmed.base_confidence, confirmed.decay_rate) == (1.0, 1.0, 0.0)
    assert fresh(fact).protected
    event = facts.events(namespace, fact.uid)[-1]
    assert (event.kind, event.before["confidence"], event.actor) == ("confirmed", 0.2, "carla")


def test_a_confirmation_is_undone(namespace):
    fact = know(namespace, "Ann likes tea.", confidence=0.2, decay_rate=0.07)
    facts.confirm(namespace, fact.uid, actor=AGENT)
    back = undoing.undo(namespace, facts.events(namespace, fact.uid)[-1].seq, actor=CURATOR)
    assert (back.confidence, back.base_confidence, back.decay_rate) == (0.2, 0.2, 0.07)
    assert back.base_set_at == fact.base_set_at


def test_only_an_active_fact_of_this_namespace_is_confirmed(namespace):
    fact = know(namespace, "Ann likes tea.")
    (turn,) = say(namespace, "s1", "tea")
    with pytest.raises(NotFound):
        facts.confirm(namespaces.ensure("acme/bob"), fact.uid, actor=AGENT)
    with pytest.raises(StateConflict):
        facts.confirm(namespace, turn.uid, actor=AGENT)
    facts.retire(namespace, fact.uid, actor=AGENT)
    with pytest.raises(StateConflict):
        facts.confirm(namespace, fact.uid, actor=AGENT)
