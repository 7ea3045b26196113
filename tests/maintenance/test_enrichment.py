"""Enrichment's run: batch after batch until nothing waits, time is up, or a provider fails."""

from datetime import timedelta

import pytest
from django.utils import timezone

from maintenance import tasks
from maintenance.enrichment import enrich_pending
from memory import background, ner
from memory.models import Memory
from memory.services import enrichment, entities, namespaces
from memory.services.enrichment import ENRICH_FACTS_TASK
from memory.services.errors import NotFound
from tests.store import DERIVED, fresh, know, say


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


@pytest.mark.parametrize("text", ["🦄", "x" * 20_000, "\u202e", "1"])
def test_odd_texts_are_stamped_like_others(namespace, text):
    say(namespace, "s1", text)
    assert enrich_pending().memories == 1
    assert waiting(namespace) == 0


def test_who_a_remembered_fact_speaks_of_is_known_within_seconds(namespace, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        know(namespace, "Caroline Weber lives in Hamburg.")
    with pytest.raises(NotFound):
        entities.find(namespace, "Caroline Weber")
    assert ENRICH_FACTS_TASK in background._tasks
    assert tasks.enrich_facts() == 1
    assert entities.info(namespace, "Caroline Weber").memories
    assert tasks.enrich_facts() == 0


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
