"""Counts for people and agents, of one namespace alone."""

from memory.models import Namespace
from memory.services import namespaces, reflections
from memory.services.memories import facts
from memory.services.stats import stats
from memory.services.talk import sessions
from tests.store import AGENT, DERIVED, embed_all, know, say


def test_an_unwritten_namespace_has_nothing(db):
    found = stats(Namespace(name="acme/none"))
    assert found["counts"] == {"episode": 0, "fact": 0, "reflection": 0}
    assert found["latest"] == {"episode": None, "fact": None, "reflection": None}
    assert found["entities"] == 0
    assert set(found["sessions"].values()) == {0}
    assert found["embedding"]["coverage"] == 1.0


def test_active_rows_are_counted_by_kind_and_sessions_by_state(namespace):
    say(namespaces.ensure("acme/bob"), "b1", "@ann")
    say(namespace, "s1", "@ann", "two")
    say(namespace, "s2", "three")
    sessions.mark_consolidated(namespace, "s1")
    fact = know(namespace, "Ann likes tea.")
    facts.retire(namespace, know(namespace, "Bob owns a boat.").uid, actor=AGENT)
    embed_all()
    reflection = reflections.save(namespace, "insight", [fact.uid], actor=DERIVED)
    found = stats(namespace)
    assert found["counts"] == {"episode": 3, "fact": 1, "reflection": 1}
    assert found["latest"]["fact"] == fact.created_at
    assert found["latest"]["reflection"] == reflection.created_at
    assert found["entities"] == 1
    assert found["sessions"] == {"open": 1, "pending": 0, "running": 0, "consolidated": 1, "failed": 0}
    assert found["embedding"] == {"model": "wordllama:256", "dimensions": 256, "coverage": 0.8}
