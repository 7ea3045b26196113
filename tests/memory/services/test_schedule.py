"""The timetable: seeded once, the curators' own from then on; and which slot a run belongs to."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from celery.schedules import crontab
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from memory.services import schedule
from tests.store import seed_timetable

DECAY = "maintenance.tasks.execute_decay"
REFLECTION = "reflection.tasks.execute_reflection"
BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("cron", "moment", "due"),
    [
        ({"minute": 0, "hour": 4}, "2026-03-02T04:00", "2026-03-02T04:00"),
        ({"minute": 0, "hour": 4}, "2026-03-02T03:59", "2026-03-01T04:00"),
        ({"minute": 0, "hour": 3, "day_of_week": "sun"}, "2026-03-04T12:00", "2026-03-01T03:00"),
        ({"minute": 0, "hour": 3, "day_of_week": "sun"}, "2026-03-01T02:00", "2026-02-22T03:00"),
        ({"minute": 0, "hour": 3, "day_of_week": "0"}, "2026-03-01T03:01", "2026-03-01T03:00"),
        ({"minute": "*/15", "hour": "8-10"}, "2026-03-02T09:44", "2026-03-02T09:30"),
        ({"minute": "*/15", "hour": "8-10"}, "2026-03-02T07:00", "2026-03-01T10:45"),
        ({"minute": 5, "hour": 1, "day_of_month": 29, "month_of_year": 2}, "2025-01-01T00:00", "2024-02-29T01:05"),
        ({"minute": 0, "hour": 0, "day_of_month": 31}, "2026-03-01T00:00", "2026-01-31T00:00"),
    ],
)
def test_the_last_time_that_a_crontab_named(cron, moment, due):
    assert schedule.last_due(crontab(**cron), at(moment)) == at(due)


def test_what_was_due_more_than_a_year_ago_is_over():
    assert (
        schedule.last_due(crontab(minute=0, hour=0, day_of_month=29, month_of_year=2), at("2026-03-01T00:00")) is None
    )


def test_wall_clock_counts_in_the_crontabs_own_zone():
    summer = datetime(2026, 7, 1, 12, tzinfo=UTC).astimezone(BERLIN)
    assert schedule.last_due(crontab(minute=0, hour=4), summer).astimezone(UTC) == at("2026-07-01T02:00")


def test_both_rings_of_the_hour_that_comes_twice_are_one_slot():
    """On 25 October 2026 Berlin's 02:30 comes at 00:30 and again at 01:30 UTC."""
    slots = {
        schedule.last_due(crontab(minute=30, hour=2), at(moment).astimezone(BERLIN)).astimezone(UTC)
        for moment in ("2026-10-25T00:30", "2026-10-25T01:30")
    }
    assert len(slots) == 1


def test_the_seeded_rows_give_the_specs_slots(db):
    assert schedule.current_slot(DECAY, at("2026-03-02T04:07:31")) == "2026-03-02T04:00Z"
    assert schedule.current_slot(REFLECTION, at("2026-03-04T00:00")) == "2026-03-01T03:00Z"


def test_a_task_off_the_timetable_gets_this_minute(db):
    assert schedule.current_slot("none", at("2026-03-02T04:07:31")) == "2026-03-02T04:07Z"
    PeriodicTask.objects.filter(task=DECAY).update(enabled=False)
    assert schedule.current_slot(DECAY, at("2026-03-02T04:07")) == "2026-03-02T04:07Z"


def test_an_edit_moves_the_slot(db):
    row = PeriodicTask.objects.get(task=DECAY)
    row.crontab, _ = CrontabSchedule.objects.get_or_create(minute="30", hour="5", timezone="Europe/Berlin")
    row.save()
    assert schedule.current_slot(DECAY, at("2026-03-02T04:31")) == "2026-03-02T04:30Z"


def test_a_task_that_runs_twice_a_day_has_two_slots(db):
    noon, _ = CrontabSchedule.objects.get_or_create(minute="0", hour="12")
    PeriodicTask.objects.create(name="Decay at noon", task=DECAY, crontab=noon)
    assert schedule.current_slot(DECAY, at("2026-03-02T12:01")) == "2026-03-02T12:00Z"
    assert schedule.current_slot(DECAY, at("2026-03-02T04:01")) == "2026-03-02T04:00Z"


def test_seeding_again_makes_no_second_row_and_undoes_no_edit(db):
    before = PeriodicTask.objects.count()
    other, _ = CrontabSchedule.objects.get_or_create(minute="1", hour="1")
    PeriodicTask.objects.filter(name="Decay").update(crontab=other, enabled=False)
    seed_timetable()
    row = PeriodicTask.objects.get(name="Decay")
    assert (row.crontab, row.enabled, PeriodicTask.objects.count()) == (other, False, before)


def test_what_was_deleted_by_mistake_is_seeded_again(db):
    PeriodicTask.objects.filter(name__in=["Decay", "Sweep", "Weekly reflection"]).delete()
    seed_timetable()
    assert str(PeriodicTask.objects.get(name="Decay").crontab).startswith("0 4 * * *")
    assert PeriodicTask.objects.get(name="Sweep").interval.every == 60
    assert PeriodicTask.objects.get(name="Weekly reflection").task == REFLECTION


def test_every_row_names_a_task_that_exists(db):
    from memoryproj.celery import app

    app.loader.import_default_modules()
    assert set(PeriodicTask.objects.exclude(name__startswith="celery.").values_list("task", flat=True)) <= set(
        app.tasks
    )


@pytest.mark.parametrize(
    ("cron", "moment", "due"),
    [
        ({"minute": "0", "hour": "4"}, "2026-03-02T03:59:30", "2026-03-02T04:00"),
        ({"minute": "0", "hour": "4"}, "2026-03-02T04:00", "2026-03-03T04:00"),
        ({"minute": "15,45", "hour": "0,12"}, "2026-03-02T00:20", "2026-03-02T00:45"),
        ({"minute": "0", "hour": "3", "day_of_week": "0"}, "2026-03-02T00:00", "2026-03-08T03:00"),
        ({"minute": "0", "hour": "0", "day_of_month": "29", "month_of_year": "2"}, "2026-03-01T00:00", None),
    ],
)
def test_the_next_run_is_the_first_minute_after_now(cron, moment, due):
    assert schedule.next_due(crontab(**cron), at(moment)) == (at(due) if due else None)
