"""What of enrichment is the store's: which memories wait, and stamping one that was looked at."""

import pytest

from memory import ner
from memory.models import Memory
from memory.services import namespaces, reflections
from memory.services.graph import enrichment
from memory.services.memories import facts
from tests.store import AGENT, DERIVED, fresh, know, make_entity, say


def test_facts_and_turns_with_few_entities_wait_oldest_first(namespace):
    (turn,) = say(namespace, "s1", "We met Elin")
    fact = know(namespace, "Ann likes tea.")
    say(namespace, "s1", "@a and @b and @c")
    facts.retire(namespace, know(namespace, "Bob owns a boat.").uid, actor=AGENT)
    reflections.save(namespace, "insight", [], actor=DERIVED)
    assert enrichment.candidates(namespace) == [turn, fact]
    assert enrichment.candidates(namespace, limit=1) == [turn]
    assert enrichment.candidates(namespace, kinds=["fact"]) == [fact]
    assert enrichment.count_candidates() == 2
    assert enrichment.candidates(namespaces.ensure("acme/bob")) == []


def test_an_enriched_memory_is_linked_stamped_and_waits_no_more(namespace):
    (turn,) = say(namespace, "s1", "Caroline Weber visited Hamburg with us last summer.")
    assert enrichment.enrich(turn) >= 2
    stamped = fresh(turn)
    assert stamped.enriched_at.isoformat() == stamped.attributes["enriched_at"]
    assert {e.canonical_name for e in turn.entities.all()} >= {"Caroline Weber", "Hamburg"}
    assert enrichment.candidates(namespace) == []


def test_a_failed_provider_stamps_nothing(namespace, monkeypatch):
    (turn,) = say(namespace, "s1", "Caroline visited Hamburg.")

    def broken(*args, **kwargs):
        raise ner.NerUnavailable("down")

    monkeypatch.setattr(ner, "extract", broken)
    with pytest.raises(ner.NerUnavailable):
        enrichment.enrich(turn)
    assert Memory.objects.within(namespace).filter(enriched_at__isnull=True).count() == 1


def test_a_curators_alias_is_found_in_prose(namespace):
    from memory.services.graph import entities

    project = make_entity(namespace, "Blue Heron", "project")
    entities.add_alias(namespace, project.uid, "the heron", actor=AGENT)
    (turn,) = say(namespace, "s1", "We shipped the heron on time.")
    enrichment.enrich(turn)
    assert project in turn.entities.all()


def test_who_speaks_in_the_session_is_a_person_whatever_the_model_guesses(namespace, monkeypatch):
    say(namespace, "s1", "I live in Porto.", name="Ines")
    (turn,) = say(namespace, "s1", "Ines runs Kafka in Porto.", name="Sato")
    guessed = [("Ines", "organization"), ("Kafka", "person"), ("Porto", "location")]
    spans = [ner.NameSpan(0, 4, name, kind, name, 0.75, "spacy") for name, kind in guessed]
    by_strategy = {"fast": [], "accurate": spans}
    monkeypatch.setattr(
        ner, "extract", lambda content, strategy="fast", **known: ner.Extraction(content, by_strategy[strategy], [])
    )
    enrichment.enrich(turn, kind_of=lambda content, name, kind: "other" if name == "Kafka" else kind)
    found = {(entity.canonical_name, entity.type) for entity in turn.entities.all()}
    assert found == {("Ines", "person"), ("Kafka", "other"), ("Porto", "location")}
