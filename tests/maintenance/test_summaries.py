"""Summaries of entities: written after three new facts, offline as a digest, else by a model; with a vector."""

import time

import pytest

from maintenance.summaries import digest, summarise_due
from memory import llm
from memory.models import Entity, ErasedWhat
from memory.services import budgets, operations
from memory.services.curating import deciding
from memory.services.graph import likeness, summaries
from memory.services.memories import facts
from memory.services.upkeep import erasures
from tests.openai_server import chat, error
from tests.store import AGENT, CURATOR, know, make_entity

TOLD = ("Elin lives in Uppsala.", "Elin is a vegetarian.", "Maya visited Elin in May 2026.")


@pytest.fixture
def elin(namespace) -> Entity:
    entity = make_entity(namespace, "Elin", "person")
    for text in TOLD:
        know(namespace, text)
    Entity.everything.filter(pk=entity.pk).update(mention_count=5)
    return entity


def summarise(**fields):
    return summarise_due(deadline=time.monotonic() + 60, **fields)


def test_three_facts_make_a_summary_and_three_new_ones_another(namespace, elin):
    assert summarise().written == 1
    elin.refresh_from_db()
    assert elin.summary == "Elin is a vegetarian; lives in Uppsala. Maya visited Elin in May 2026."
    assert elin.embedding is not None
    for text in ("Elin owns a boat.", "Elin sings in a choir."):
        know(namespace, text)
    assert summaries.due() == []
    know(namespace, "Elin speaks Swedish.")
    assert summarise().written == 1
    elin.refresh_from_db()
    assert "speaks Swedish" in elin.summary


def test_what_was_retired_or_superseded_is_not_told(namespace, elin):

    old, new = (know(namespace, f"Elin works at {name}.") for name in ("Volvo", "Saab"))
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    facts.retire(namespace, know(namespace, "Elin hates rain.").uid, actor=AGENT)
    summarise()
    elin.refresh_from_db()
    assert "Saab" in elin.summary
    assert "Volvo" not in elin.summary
    assert "rain" not in elin.summary


def test_a_curators_text_is_left(namespace, elin):
    Entity.everything.filter(pk=elin.pk).update(summary="My own words.", protected=True)
    assert summarise().written == 0


def test_a_model_writes_it_where_one_is_configured(elin, openai_server, settings):
    settings.MEMORY_FACTS_PROVIDER = "openai"
    openai_server.script(chat({"summary": "Elin,\nMaya's sister."}))
    done = summarise()
    elin.refresh_from_db()
    assert (elin.summary, done.tokens) == ("Elin, Maya's sister.", {"acme/alice": 120})


def test_a_models_failure_leaves_it_due(elin, openai_server, settings):
    settings.MEMORY_FACTS_PROVIDER = "openai"
    openai_server.script(error(500))
    assert summarise().note.startswith("failed")
    assert summaries.due() == [elin]


def test_what_was_erased_while_a_model_wrote_does_not_come_back(namespace, elin, openai_server, settings, monkeypatch):
    settings.MEMORY_FACTS_PROVIDER = "openai"
    secret = know(namespace, "Elin owes the bank nine thousand euros.")
    openai_server.script(chat({"summary": "Elin owes the bank."}), chat({"summary": "Elin, a vegetarian."}))
    ask = llm.complete

    def slow(*words, **named):
        answer = ask(*words, **named)
        monkeypatch.setattr(llm, "complete", ask)
        erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)
        return answer

    monkeypatch.setattr(llm, "complete", slow)

    assert summarise().written == 1
    elin.refresh_from_db()
    assert elin.summary == "Elin, a vegetarian."
    assert "bank" not in openai_server.requests[-1].body["messages"][-1]["content"]


def test_the_budget_holds_here_too(namespace, elin, openai_server, settings):
    settings.MEMORY_FACTS_PROVIDER, settings.MEMORY_LLM_DAILY_TOKEN_BUDGET = "openai", 100
    night = operations.start("reflect")
    operations.finish(night, {}, budgets.cost(80, 20, {"acme/alice": 100}))
    assert summarise().note.startswith("waits")
    assert openai_server.requests == []


def test_alike_summaries_propose_a_duplicate(namespace):
    for name in ("Elin Berg", "Ellie"):
        entity = make_entity(namespace, name, "person")
        summaries.write(entity, "Maya's sister, a vegetarian who lives in Uppsala and owns a touring bike.", 1)
    (found,) = likeness.suggest_duplicates(namespace)
    assert found.reason == "much the same is known of both"


def test_a_digest_ends_where_there_is_no_room():
    assert len(digest("Ann", [f"Ann has thing number {n} of a rather long list." for n in range(50)])) <= 500


def test_beside_a_fact_provider_of_ones_own_a_configured_model_writes(settings):
    settings.MEMORY_OPENAI_API_KEY, settings.MEMORY_OPENAI_BASE_URL = "", "http://127.0.0.1:9/v1"
    for provider, wanted in (("rules", False), ("openai", True), ("a.provider.of.ones.own", True)):
        settings.MEMORY_FACTS_PROVIDER = provider
        assert llm.writes() is wanted
    settings.MEMORY_OPENAI_BASE_URL = ""
    assert not llm.writes()


def test_with_a_provider_of_ones_own_the_model_is_asked_for_the_summary(namespace, elin, openai_server, settings):
    settings.MEMORY_FACTS_PROVIDER = "a.provider.of.ones.own"
    openai_server.script(chat({"summary": "Elin, a vegetarian of Uppsala."}))
    assert summarise().written == 1
    elin.refresh_from_db()
    assert elin.summary == "Elin, a vegetarian of Uppsala."
