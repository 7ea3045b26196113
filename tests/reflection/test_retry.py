"""A reflection that failed is tried again the same week, by the sweep, under the same record."""

from datetime import timedelta

import pytest
from django.utils import timezone

from maintenance import tasks as maintenance_tasks
from memory.models import Memory, Operation
from memory.services import operations, reflections
from reflection import tasks, weekly
from tests.openai_server import chat, error
from tests.store import know


@pytest.fixture
def failed(namespace, openai_server, settings) -> Operation:
    settings.MEMORY_FACTS_PROVIDER = "openai"
    for text in ("Maya plays the cello.", "Maya owns a bike.", "Elin lives in Uppsala."):
        know(namespace, text)
    openai_server.script(error(500))
    operation = operations.request_slot("reflect", "2026-03-01T03:00Z")
    assert operation is not None
    operations.start("consolidate")
    Operation.objects.filter(pk=operation.pk).update(created_at=timezone.now() - timedelta(hours=5))
    tasks.run_operations()
    operation.refresh_from_db()
    assert operation.status == "failed"
    return operation


def test_hours_later_the_sweep_puts_it_back_and_it_succeeds(namespace, failed, openai_server):
    maintenance_tasks.sweep()
    failed.refresh_from_db()
    assert failed.status == "failed"
    Operation.objects.filter(pk=failed.pk).update(finished_at=timezone.now() - timedelta(hours=4))
    maintenance_tasks.sweep()
    openai_server.script(chat({"reflection": "A week of music.", "source_ids": []}))
    tasks.run_operations()
    failed.refresh_from_db()
    assert (failed.status, failed.error, failed.counts["written"]) == ("succeeded", "", 1)
    assert failed.cost["by_namespace"] == {"acme/alice": 120}
    assert Memory.objects.within(namespace).of_kind("reflection").count() == 1


def test_a_week_later_the_next_slot_takes_over(failed):
    Operation.objects.filter(pk=failed.pk).update(
        finished_at=timezone.now() - timedelta(days=6), created_at=timezone.now() - timedelta(days=6, hours=1)
    )
    assert operations.retry_failed("reflect") == 0


def test_a_reflection_that_another_run_wrote_meanwhile_is_not_written_twice(namespace, failed, settings, monkeypatch):
    settings.MEMORY_FACTS_PROVIDER = "rules"

    def meanwhile(material):
        reflections.save(namespace, "The other run was quicker.", [], actor=weekly.ACTOR)
        return "A week of music.", []

    monkeypatch.setattr(weekly.digest, "write", meanwhile)
    assert weekly.reflect_due().written == 0
    assert Memory.objects.within(namespace).of_kind("reflection").get().content == "The other run was quicker."
