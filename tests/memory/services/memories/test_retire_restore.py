"""Retiring is soft and whole; so is the way back."""

import pytest

from memory.models import MemorySource
from memory.services import namespaces
from memory.services.errors import NotFound
from memory.services.graph import entities
from memory.services.handing.retrieval import search
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, DAY, embed_all, fresh, full_text_is_sound, has_posting, know, say, vector_rows


def test_a_retired_fact_loses_posting_and_vector_but_nothing_else(namespace):
    (turn,) = say(namespace, "s1", "tea")
    fact = know(namespace, "Ann of #apollo likes tea.", source_ids=[turn.uid])
    embed_all()
    assert fact.pk in vector_rows()
    retired = facts.retire(namespace, fact.uid, actor=CURATOR, reason="not true")
    assert retired.valid_until is not None
    assert not has_posting(fact, "tea")
    assert fact.pk not in vector_rows()
    assert fresh(fact).embedding is not None
    assert MemorySource.objects.filter(memory=fact).count() == 1
    assert fact.entities.count() == 1
    assert facts.events(namespace, fact.uid)[-1].reason == "not true"
    assert search(namespace, "Who likes tea at apollo?", kind="fact").hits == []
    full_text_is_sound()


def test_a_restored_fact_is_found_by_every_arm_again(namespace):
    fact = know(namespace, "Ann of #apollo likes tea.")
    embed_all()
    facts.retire(namespace, fact.uid, actor=AGENT)
    facts.restore(namespace, fact.uid, actor=AGENT)
    (hit,) = search(namespace, "tea at apollo").hits
    assert hit.ranks == {"text": 1, "vector": 1, "entity": 1}
    full_text_is_sound()


def test_a_restored_fact_decays_anew_from_its_base(namespace):
    fact = know(namespace, "Ann likes tea.", confidence=0.9)
    facts.retire(namespace, fact.uid, actor=AGENT)
    type(fact).everything.filter(pk=fact.pk).update(confidence=0.04, base_set_at=fact.created_at - 30 * DAY)
    restored = facts.restore(namespace, fact.uid, actor=AGENT)
    assert restored.confidence == 0.9
    assert restored.decay_origin() > fact.created_at


def test_a_turn_is_retired_and_restored_too(namespace):
    (turn,) = say(namespace, "s1", "the museum was closed")
    embed_all()
    facts.retire(namespace, turn.uid, actor=AGENT)
    assert search(namespace, "museum").hits == []
    facts.restore(namespace, turn.uid, actor=AGENT)
    assert [hit.memory.pk for hit in search(namespace, "museum").hits] == [turn.pk]


def test_doing_it_twice_changes_nothing(namespace):
    fact = know(namespace, "Ann likes tea.")
    once = facts.retire(namespace, fact.uid, actor=AGENT).valid_until
    assert facts.retire(namespace, fact.uid, actor=AGENT).valid_until == once
    facts.restore(namespace, fact.uid, actor=AGENT)
    facts.restore(namespace, fact.uid, actor=AGENT)
    assert [event.kind for event in facts.events(namespace, fact.uid)] == ["remembered", "retired", "restored"]


def test_a_fact_restored_after_a_change_of_model_waits_for_the_new_ones_vector(namespace, settings):
    from memory.services import embeddings

    fact = know(namespace, "Ann likes tea.")
    embed_all()
    facts.retire(namespace, fact.uid, actor=AGENT)
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    embeddings.reembed()
    facts.restore(namespace, fact.uid, actor=AGENT)
    embed_all()
    (hit,) = search(namespace, "tea").hits
    assert hit.ranks["vector"] == 1


def test_foreign_and_unknown_ids_are_the_same(namespace):
    fact = know(namespace, "Ann likes tea.")
    stranger = namespaces.ensure("acme/bob")
    for operation in (facts.retire, facts.restore):
        with pytest.raises(NotFound):
            operation(stranger, fact.uid, actor=AGENT)
        with pytest.raises(NotFound):
            operation(namespace, "fact_none", actor=AGENT)
    assert fresh(fact).active


def test_what_an_entity_is_known_by_follows_its_active_memories(namespace):
    fact = know(namespace, "@ann likes tea.")
    assert [m.pk for m in entities.info(namespace, "ann").memories] == [fact.pk]
    facts.retire(namespace, fact.uid, actor=AGENT)
    assert entities.info(namespace, "ann").memories == []
