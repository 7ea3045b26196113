"""The scheduled tasks: one effective run a slot, and a sweep that finds whatever a lost message should have started."""

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from maintenance import consolidation, enrichment, tasks
from memory import background
from memory import tasks as memory_tasks
from memory.models import Ending, Memory, Operation, Session, WaitingFor
from memory.services import operations
from memory.services.curating import deciding
from memory.services.talk import sessions
from tests.store import CURATOR, claim, committed, contents, know, say, vector_rows

__all__ = ["committed"]


@pytest.fixture
def queue(monkeypatch):
    """The broker, as a list that a test may lose; `work` runs what is in it."""
    names: list[str] = []
    app = current_app._get_current_object()
    app.loader.import_default_modules()
    monkeypatch.setattr(app, "send_task", lambda name, **kwargs: names.append(name))

    def work() -> None:
        while names:
            app.tasks[names.pop(0)]()
            background.flush()

    return names, work


def test_whatever_is_pending_is_queued_again_after_the_queue_was_dropped(committed, queue):
    names, work = queue
    say(committed, "s1", "I live in Hamburg.", name="Maya")
    sessions.complete(committed, "s1")
    asked = operations.request("decay", namespace=committed, requested_by="test")
    background.flush()
    assert names
    names.clear()  # the broker died
    background._tasks.clear()
    tasks.sweep()
    assert set(names) == {
        "memory.tasks.embed_pending", "maintenance.tasks.consolidate_pending", "maintenance.tasks.run_upkeep",
    }  # fmt: skip
    work()
    assert contents(committed)
    assert vector_rows() == set(Memory.objects.within(committed).values_list("pk", flat=True))
    assert sessions.get_session(committed, "s1").status == "consolidated"
    asked.refresh_from_db()
    assert asked.status == "succeeded"


def test_the_sweep_of_an_idle_store_queues_nothing(namespace, queue):
    tasks.sweep()
    assert queue[0] == []


def test_the_sweep_completes_idle_sessions(committed, queue):
    say(committed, "s1", "hello")
    Session.everything.update(last_seen_at=timezone.now() - timedelta(hours=1))
    tasks.sweep()
    assert sessions.get_session(committed, "s1").status == "pending"
    assert "maintenance.tasks.consolidate_pending" in queue[0]


def test_two_clocks_that_ring_make_one_run(namespace, queue):
    know(namespace, "Ann likes tea.")
    tasks.execute_decay()
    tasks.execute_decay()
    assert [o.status for o in Operation.objects.filter(kind="decay")] == ["succeeded"]


def test_the_nightly_consolidation_completes_and_reads_what_is_open(namespace, queue):
    say(namespace, "s1", "I live in Hamburg.", name="Maya")
    tasks.execute_consolidation()
    run = Operation.objects.get(kind="consolidate")
    assert run.counts["completed"] == 1
    assert run.counts["sessions"] == 1
    assert run.counts["saved"] == len(contents(namespace)) > 0


def test_the_nightly_enrichment_runs(namespace, queue):
    say(namespace, "s1", "Caroline visited Hamburg.")
    tasks.execute_entity_enrichment()
    run = Operation.objects.get(kind="enrich")
    assert (run.status, run.counts["memories"]) == ("succeeded", 1)


def test_one_session_is_consolidated_on_request(namespace, queue):
    say(namespace, "s1", "I live in Hamburg.", name="Maya")
    operation = sessions.request_consolidation(namespace, "s1", "test")
    tasks.run_operations()
    operation.refresh_from_db()
    assert operation.status == "succeeded"
    assert operation.counts["saved"] == len(contents(namespace)) > 0


def test_a_session_that_another_worker_holds_is_waited_for(namespace, queue):
    say(namespace, "s1", "I live in Hamburg.", name="Maya")
    sessions.complete(namespace, "s1")
    lease = sessions.claim_next()
    operation = sessions.request_consolidation(namespace, "s1", "test")
    assert tasks.run_operations() == 1
    operation.refresh_from_db()
    assert (operation.status, operation.error) == ("pending", "another worker is at this session")
    sessions.advance(lease, 10**6)
    sessions.finish(lease)
    tasks.run_operations()
    operation.refresh_from_db()
    assert (operation.status, operation.error, operation.counts["saved"]) == ("succeeded", "", 0)


def test_a_curators_yes_to_a_stopped_decay_is_carried_out(namespace, queue, settings):
    settings.MEMORY_DECAY_SAFE_COUNT = 0
    fact = know(namespace, "Ann likes tea.")
    Memory.everything.filter(pk=fact.pk).update(
        created_at=timezone.now() - timedelta(days=40), base_set_at=timezone.now() - timedelta(days=40)
    )
    tasks.execute_decay()
    assert Operation.objects.get().counts["stopped"] == ["acme/alice"]
    assert contents(namespace)
    review = namespace_review(namespace)
    deciding.decide_review(namespace, review.pk, "accept", actor=CURATOR)
    tasks.run_upkeep()
    assert contents(namespace) == []


def namespace_review(namespace):
    from memory.models import Review

    return Review.objects.within(namespace).get(subject=None)


def test_embedding_that_cannot_go_on_waits_with_a_log_line(namespace, settings, caplog):
    know(namespace, "Ann likes tea.")
    settings.MEMORY_EMBEDDER = ""
    assert memory_tasks.embed_pending() == 0
    assert "embedding waits" in caplog.text


def test_reembedding_is_asked_for_like_other_work(namespace, settings):
    know(namespace, "Ann likes tea.")
    memory_tasks.embed_pending()
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    operation = operations.request("reembed", requested_by="test")
    memory_tasks.run_operations()
    operation.refresh_from_db()
    assert (operation.status, operation.counts) == ("succeeded", {"embedded": 1})


def test_kept_answers_are_forgotten_after_a_day(namespace, make_key):
    from memory.models import ApiKey, IdempotencyKey

    make_key()
    key = ApiKey.objects.get()
    for hours in (1, 25):
        IdempotencyKey.objects.create(
            key=str(hours), api_key=key, namespace="acme/alice", route="/", body_hash="",
            created_at=timezone.now() - timedelta(hours=hours),
        )  # fmt: skip
    assert memory_tasks.purge() == 1
    assert IdempotencyKey.objects.get().key == "1"


def test_a_request_that_came_second_says_what_the_other_run_learnt(namespace, queue):
    say(namespace, "s1", "I live in Hamburg.", name="Maya")
    asked = sessions.request_consolidation(namespace, "s1", "test")
    other = consolidation.consolidate(sessions.claim_next(namespace, "s1"))
    tasks.run_operations()
    asked.refresh_from_db()
    assert (asked.status, asked.counts["outcome"], asked.counts["by"]) == ("succeeded", "learnt_elsewhere", other.uid)
    assert asked.counts["saved"] == other.counts["saved"] == len(contents(namespace)) > 0
    assert other.counts["outcome"] == "learnt"
    again = sessions.request_consolidation(namespace, "s1", "test")
    tasks.run_operations()
    again.refresh_from_db()
    assert (again.counts["outcome"], again.counts["saved"]) == ("nothing_new", 0)


def test_a_request_for_a_session_that_waits_says_so(namespace, queue):
    say(namespace, "s1", "Ich wohne in Hamburg.")
    sessions.put_off(claim(namespace, "s1"), WaitingFor.LANGUAGE, "nobody reads German here", timedelta(days=1))
    asked = operations.request("consolidate_session", namespace=namespace, subject="s1", requested_by="test")
    tasks.run_operations()
    asked.refresh_from_db()
    assert (asked.status, asked.counts["outcome"], asked.error) == ("failed", "waits", "nobody reads German here")


@pytest.mark.parametrize("ending", list(Ending))
def test_an_enrichment_fails_by_its_ending_whatever_its_note_says(namespace, queue, monkeypatch, ending):
    done = enrichment.Enriched(ending=ending, note="the word failed stands here")
    monkeypatch.setattr(enrichment, "enrich_pending", lambda *given, **named: done)
    asked = operations.request("enrich", namespace=namespace, requested_by="test")
    tasks.run_operations()
    asked.refresh_from_db()
    assert asked.status == ("failed" if ending == Ending.FAILED else "succeeded")
    assert asked.counts["ending"] == ending


def test_one_message_consolidates_so_many_sessions_and_the_next_goes_on(committed, queue, monkeypatch):
    """A process that has grown is replaced between two tasks, and so no task goes on for ever."""
    names, work = queue
    monkeypatch.setattr(tasks, "SESSIONS_A_RUN", 2)
    for number in range(5):
        say(committed, f"s{number}", "I live in Hamburg.", name="Maya")
        sessions.complete(committed, f"s{number}")
    assert tasks.consolidate_pending() == 2
    assert Session.objects.within(committed).filter(status="consolidated").count() == 2
    background.flush()
    assert tasks.CONSOLIDATE in names
    work()
    assert Session.objects.within(committed).filter(status="consolidated").count() == 5
