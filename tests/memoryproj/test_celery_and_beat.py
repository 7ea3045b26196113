"""Celery's wiring: tasks on their queues, folders of the file broker, and a clock that two may run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from celery.beat import SchedulingError
from django.conf import settings
from django.db import OperationalError
from django.test import override_settings
from django_celery_beat.models import PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

from memory.background import prepare_queue_folders
from memory.models import Operation
from memoryproj import beat
from memoryproj.beat import Scheduler
from memoryproj.celery import app
from tests.store import committed

__all__ = ["committed"]

TASKS = {
    "memory.tasks.embed_pending": "embed",
    "memory.tasks.screen_waiting": "embed",
    "memory.tasks.run_operations": "maintenance",
    "memory.tasks.execute_backup": "maintenance",
    "memory.tasks.purge": "maintenance",
    "memory.tasks.mail_digests": "maintenance",
    "maintenance.tasks.sweep": "embed",
    "maintenance.tasks.consolidate_pending": "llm",
    "maintenance.tasks.run_operations": "llm",
    "maintenance.tasks.execute_consolidation": "llm",
    "maintenance.tasks.execute_decay": "maintenance",
    "maintenance.tasks.run_upkeep": "maintenance",
    "maintenance.tasks.execute_entity_enrichment": "llm",
    "reflection.tasks.execute_reflection": "llm",
    "reflection.tasks.run_operations": "llm",
}


@pytest.mark.parametrize(("task", "queue"), TASKS.items())
def test_each_task_is_known_and_goes_to_its_queue(task, queue):
    app.loader.import_default_modules()
    assert task in app.tasks
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_a_message_is_gone_only_when_its_work_is_done():
    conf = app.conf
    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.worker_prefetch_multiplier == 1
    assert conf.task_ignore_result
    assert conf.timezone == "UTC"
    assert list(conf.accept_content) == ["json"]
    assert not conf.beat_schedule  # it would overwrite a curator's edit at each start


def test_the_file_brokers_folders_are_made(tmp_path):
    folders = {
        name: str(tmp_path / name)
        for name in ("data_folder_in", "data_folder_out", "processed_folder", "control_folder")
    }
    with override_settings(CELERY_BROKER_TRANSPORT_OPTIONS=folders):
        prepare_queue_folders()
        prepare_queue_folders()
    assert {path.name for path in tmp_path.iterdir()} == set(folders)
    with override_settings(CELERY_BROKER_TRANSPORT_OPTIONS={}):
        prepare_queue_folders()


class Clock(Scheduler):
    """A beat that says what it would send instead of sending it."""

    sync_every = 0

    def __init__(self) -> None:
        self.sent: list[str] = []
        super().__init__(app=app, lazy=False)
        self._finalize.cancel()  # it would write once more when the process ends, after the test database is gone

    def apply_async(self, entry, producer=None, advance=True, **kwargs):
        if advance:
            entry = self.reserve(entry)
        self.sent.append(entry.task)

    def ring(self, rounds: int = 12) -> list[str]:
        for _ in range(rounds):
            self.tick()
        return self.sent


def make_due(*names: str) -> None:
    """As if these rows had last run two days ago."""
    then = datetime.now(UTC) - timedelta(days=2)
    for row in PeriodicTask.objects.filter(name__in=names):
        row.last_run_at = then
        row.save()


def test_the_clock_is_ours():
    assert settings.CELERY_BEAT_SCHEDULER == "memoryproj.beat:Scheduler"


def test_overdue_rows_ring_whatever_the_hour(committed):
    PeriodicTask.objects.exclude(name="Decay").update(enabled=False)
    make_due("Decay")
    assert Clock().ring() == ["maintenance.tasks.execute_decay"]


def test_what_a_curator_switched_off_does_not_ring(committed):
    PeriodicTask.objects.update(enabled=False)
    make_due("Decay")
    assert Clock().ring() == []


def test_two_clocks_make_one_run_of_a_slot(committed):
    PeriodicTask.objects.exclude(name="Decay").update(enabled=False)
    make_due("Decay")
    first, second = Clock(), Clock()  # both read the timetable before either rings
    assert "maintenance.tasks.execute_decay" in first.ring()
    assert "maintenance.tasks.execute_decay" in second.ring()
    app.loader.import_default_modules()
    for task in first.sent + second.sent:
        app.tasks[task]()
    assert Operation.objects.filter(kind="decay").count() == 1


def test_the_clock_waits_for_a_store_that_refuses_and_ends_with_any_other_error(committed, monkeypatch):
    def refused(state: str) -> OperationalError:
        error = OperationalError("in other words")
        error.__cause__ = Exception("the driver's, which names the state")
        error.__cause__.sqlstate = state  # type: ignore[attr-defined]
        return error

    def read(clock: DatabaseScheduler) -> list[PeriodicTask]:
        if errors:
            raise errors.pop(0)
        found: list[PeriodicTask] = models(clock)
        return found

    models = DatabaseScheduler.enabled_models
    monkeypatch.setattr(DatabaseScheduler, "enabled_models", read)
    monkeypatch.setattr(beat, "AWAY_SECONDS", 0)
    PeriodicTask.objects.exclude(name="Decay").update(enabled=False)
    make_due("Decay")
    errors = [refused("57P03"), refused("57P01"), refused("53300"), refused("53100")]
    assert Clock().ring() == ["maintenance.tasks.execute_decay"]
    errors = [refused("42P01")]
    with pytest.raises(OperationalError):
        Clock().ring()


def test_what_the_queue_did_not_take_is_sent_when_it_is_back_and_counts_as_run_then(committed, monkeypatch):
    class Cut(Clock):
        away = True

        def apply_async(self, entry, producer=None, advance=True, **kwargs):
            if self.away:
                raise SchedulingError("nobody listens")
            return super().apply_async(entry, producer, advance, **kwargs)

    monkeypatch.setattr(beat, "AWAY_SECONDS", 0)
    PeriodicTask.objects.exclude(name="Decay").update(enabled=False)
    make_due("Decay")
    before = PeriodicTask.objects.get(name="Decay").last_run_at
    clock = Cut()
    assert clock.ring() == []
    clock.sync()
    assert PeriodicTask.objects.get(name="Decay").last_run_at == before  # another clock would ring for it

    clock.away = False
    assert clock.ring() == ["maintenance.tasks.execute_decay"]
    clock.sync()
    assert PeriodicTask.objects.get(name="Decay").last_run_at > before
