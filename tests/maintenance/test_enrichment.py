"""Enrichment's run: batch after batch until nothing waits, time is up, or a provider fails."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from maintenance import tasks
from maintenance.enrichment import enrich_pending, enrich_remembered
from memory import background, ner
from memory.models import Conflict, Ending, Memory, Operation, OperationKind
from memory.services import budgets, namespaces
from memory.services.errors import NotFound
from memory.services.graph import enrichment, entities
from memory.services.graph.enrichment import ENRICH_FACTS_TASK
from tests.openai_server import chat, openai_server
from tests.store import AGENT, CURATOR, DERIVED, fresh, know, say

__all__ = ["openai_server"]


def waiting(namespace) -> int:
    return Memory.objects.within(namespace).filter(enriched_at__isnull=True).count()


def test_everything_is_enriched_in_batches_and_once(namespace, monkeypatch):
    monkeypatch.setattr(enrichment, "BATCH", 2)
    say(namespace, "s1", *["Caroline Weber visited Hamburg."] * 5)
    said = []
    done = enrich_pending(on_progress=lambda done: said.append(done.memories))
    assert (done.memories, done.note) == (5, "")
    assert done.links >= 10
    assert said[-1] == 5
    assert waiting(namespace) == 0
    assert enrich_pending().memories == 0


def test_one_namespace_alone(namespace):
    bob = namespaces.ensure("acme/bob")
    say(namespace, "s1", "Caroline visited Hamburg.")
    say(bob, "b1", "Melanie visited Bremen.")
    assert enrich_pending(namespace).memories == 1
    assert (waiting(namespace), waiting(bob)) == (0, 1)


def test_without_spacy_or_a_model_it_is_skipped_with_a_note(namespace, settings):
    settings.MEMORY_NER_STRATEGIES = {"fast": ["regex"], "local": ["regex"], "accurate": ["regex"]}
    say(namespace, "s1", "Caroline visited Hamburg.")
    assert "skipped" in enrich_pending().note
    assert waiting(namespace) == 1


def test_when_time_is_up_the_next_run_goes_on(namespace):
    say(namespace, "s1", *["Caroline visited Hamburg."] * 3)
    assert "time" in enrich_pending(seconds=-1.0).note
    assert waiting(namespace) == 3
    assert enrich_pending().memories == 3


def test_a_providers_failure_stamps_nothing_more_and_says_so(namespace, monkeypatch):
    say(namespace, "s1", "Caroline visited Hamburg.", "Melanie visited Bremen.", "Elin visited Kiel.")
    real = ner.extract

    def failing(text, *args, **kwargs):
        if "Melanie" in text:
            raise ner.NerUnavailable("the server is down")
        return real(text, *args, **kwargs)

    monkeypatch.setattr(ner, "extract", failing)
    done = enrich_pending()
    assert done.note == "failed: the server is down"
    assert done.memories + waiting(namespace) == 3
    assert Memory.objects.within(namespace).get(content__contains="Melanie").enriched_at is None


@pytest.mark.parametrize("text", ["🦄", "x" * 20_000, "\u0301", "1"])
def test_odd_texts_are_stamped_like_others(namespace, text):
    say(namespace, "s1", text)
    assert enrich_pending().memories == 1
    assert waiting(namespace) == 0


def test_a_turn_in_quarantine_is_neither_enriched_nor_waited_for(namespace):
    say(namespace, "s1", "Caroline visited \u202eHamburg.")
    assert enrichment.count_candidates(namespace) == 0
    assert enrich_pending().memories == 0


def test_who_a_remembered_fact_speaks_of_is_known_within_seconds(namespace, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        know(namespace, "Caroline Weber lives in Hamburg.")
    with pytest.raises(NotFound):
        entities.named(namespace, "Caroline Weber")
    assert ENRICH_FACTS_TASK in background._tasks
    assert tasks.enrich_facts() == 1
    assert entities.info(namespace, "Caroline Weber").memories
    assert tasks.enrich_facts() == 0


@pytest.fixture
def woken(monkeypatch):
    """The tasks that are woken."""
    names = []
    monkeypatch.setattr(background, "wake", names.append)
    return names


def test_many_remembered_facts_are_read_a_turn_at_a_time_and_a_session_does_not_wait_for_all(
    namespace, monkeypatch, woken
):
    for number in range(3):
        know(namespace, f"Caroline Weber{'abc'[number]} lives in Hamburg.")
    monkeypatch.setattr(tasks, "NAMING_SECONDS", 0)
    woken.clear()
    assert tasks.enrich_facts() == 1
    assert ENRICH_FACTS_TASK in woken  # it goes on behind whatever waits
    woken.clear()
    assert [tasks.enrich_facts(), tasks.enrich_facts()] == [1, 1]
    woken.clear()
    assert tasks.enrich_facts() == 0
    assert ENRICH_FACTS_TASK not in woken


def test_of_the_messages_that_wait_one_has_a_turn(namespace, monkeypatch, woken):
    know(namespace, "Caroline Weber lives in Hamburg.")
    monkeypatch.setattr(background, "_begun", {})
    woken.clear()

    def deliver(published_at):
        tasks.enrich_facts.push_request(published_at=published_at)
        try:
            return tasks.enrich_facts()
        finally:
            tasks.enrich_facts.pop_request()

    before = time.time()
    assert deliver(before) == 1
    know(namespace, "Elin Berg moved to Uppsala.")
    woken.clear()
    assert [deliver(before), deliver(before)] == [0, 0]
    # It was not seen, whatever the clocks say, so that a message follows.
    assert ENRICH_FACTS_TASK in woken
    assert deliver(time.time()) == 1
    woken.clear()
    assert deliver(before) == 0
    assert ENRICH_FACTS_TASK not in woken


def test_learnt_and_old_facts_wait_for_the_night(namespace):
    know(namespace, "Caroline Weber lives in Hamburg.", actor=DERIVED)
    old = know(namespace, "Elin Berg moved to Uppsala.")
    Memory.objects.within(namespace).filter(pk=old.pk).update(created_at=timezone.now() - timedelta(hours=2))
    assert tasks.enrich_facts() == 0


def test_a_failing_provider_leaves_remembered_facts_to_the_night(namespace, monkeypatch):
    fact = know(namespace, "Caroline Weber lives in Hamburg.")
    monkeypatch.setattr(ner, "extract", unreachable)
    assert tasks.enrich_facts() == 0
    assert fresh(fact).enriched_at is None


def unreachable(*args, **kwargs):
    raise ner.NerUnavailable("down")


def test_what_a_stated_fact_is_about_is_kept_so_that_a_change_finds_it(namespace):
    fact = know(namespace, "Kofi goes to the pool on Fridays")
    enrich_pending()
    assert fact.properties.filter(subject_key="kofi", property_key="pool").exists()


@pytest.fixture
def asked(openai_server, settings):
    settings.MEMORY_NER_STRATEGIES = {"fast": ["regex"], "local": ["regex"], "accurate": ["regex", "llm"]}
    openai_server.otherwise = lambda request: chat({"entities": [{"text": "Kiel", "name": "Kiel", "type": "location"}]})
    return openai_server


def test_what_a_model_is_asked_about_names_is_counted(namespace, asked):
    say(namespace, "s1", "Elin visited Kiel.", "Elin left Kiel.")
    done = enrich_pending()
    assert (done.memories, done.tokens_in, done.tokens_out) == (2, 200, 40)
    assert done.cost()["by_namespace"] == {namespace.name: 240}
    assert "tokens_in" not in done.counts()


def test_a_spent_budget_leaves_a_namespaces_names_for_tomorrow_and_no_other_ones(namespace, asked):
    bob = namespaces.ensure("acme/bob")
    namespace.settings = {"daily_token_budget": 100}
    namespace.save()
    say(namespace, "s1", "Elin visited Kiel.", "Elin left Kiel.")
    say(bob, "b1", "Maren left Kiel.")
    done = enrich_pending()
    assert (done.memories, done.ending) == (2, Ending.WAITS)
    assert (waiting(namespace), waiting(bob)) == (1, 0)


def test_what_a_remembered_fact_cost_is_a_run_of_its_own(namespace, asked):
    know(namespace, "Elin moved to Kiel.")
    assert enrich_remembered(60) == 1
    run = Operation.objects.get(kind=OperationKind.ENRICH)
    assert run.cost["by_namespace"] == {namespace.name: 120}
    assert budgets.spent_today(namespace) == 120


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Elin lives in Kiel.", "Elin has moved to a flat in Bonn."),
        ("Elin takes 10 mg of lisinopril daily.", "Elin's dose of lisinopril was doubled to 20 mg."),
        ("Elin goes to the gym on Tuesdays.", "Elin stopped going to the gym because of her knee."),
        ("The rehearsal is on 9 May.", "The rehearsal was put off to 16 May."),
    ],
)
def test_a_remembered_fact_takes_the_place_of_what_it_changes(namespace, older, newer):
    old, bystander = know(namespace, older, DERIVED), know(namespace, "Elin has a cat.", DERIVED)
    new = know(namespace, newer, AGENT)
    enrich_remembered(60)
    assert fresh(old).superseded
    assert not fresh(bystander).superseded
    assert not fresh(new).superseded


def test_a_remembered_fact_waits_where_a_person_stands_behind_the_older_one(namespace):
    old = know(namespace, "Elin lives in Kiel.", CURATOR)
    know(namespace, "Elin has moved to a flat in Bonn.", AGENT)
    enrich_remembered(60)
    assert not fresh(old).superseded
    assert Conflict.objects.within(namespace).get().status == "open"
