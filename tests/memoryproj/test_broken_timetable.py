"""A row of the timetable that nobody can read: the clock rings for the others, and operators are told which it is."""

from __future__ import annotations

import html
import logging
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.urls import reverse
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask

from memory.services import schedule
from memory.services.upkeep import doctor
from memoryproj.celery import app
from tests.conftest import Api
from tests.memory.admin.conftest import sign_in
from tests.memoryproj.test_celery_and_beat import Clock, make_due
from tests.store import committed

__all__ = ["committed", "sign_in"]

DECAY = "maintenance.tasks.execute_decay"
SWEEP = "maintenance.tasks.sweep"
NAME = "Broken"


def at(**cron):
    return {"crontab": CrontabSchedule.objects.create(timezone="UTC", **cron)}


def every(number, period="seconds"):
    return {"interval": IntervalSchedule.objects.create(every=number, period=period)}


def in_no_zone():
    time = at()["crontab"]
    with connection.cursor() as cursor:  # the model would refuse it
        cursor.execute(
            "UPDATE django_celery_beat_crontabschedule SET timezone = 'Mars/Olympus' WHERE id = %s", [time.pk]
        )
    return {"crontab_id": time.pk}


BROKEN = {
    "a word for a minute": (lambda: at(minute="banana"), "cannot be read"),
    "no hour": (lambda: at(hour=""), "cannot be read"),
    "an hour that no day has": (lambda: at(hour="25"), "cannot be read"),
    "a step of nothing": (lambda: at(minute="*/0"), "cannot be read"),
    "a day that no month has": (lambda: at(day_of_month="31", month_of_year="2"), "cannot be read"),
    "a zone that nobody has": (in_no_zone, "Mars/Olympus"),
    "an interval of nothing": (lambda: every(0), "its interval is 0 seconds"),
    "an interval backwards": (lambda: every(-5), "its interval is -5 seconds"),
    "an interval in moons": (lambda: every(5, "moons"), "cannot be read"),
    "an interval beyond the calendar": (lambda: every(2**31 - 1, "days"), "cannot be read"),
    "an interval that ends beyond the calendar": (lambda: every(9_000_000, "days"), "cannot be read"),
    "no time": (dict, "it has no time"),
    "no task": (lambda: every(1) | {"task": "maintenance.tasks.make_tea"}, "there is no task maintenance.tasks.make_t"),
    "arguments cut off": (lambda: every(1) | {"args": '["a'}, "its args are no JSON list"),
    "arguments without a name": (lambda: every(1) | {"kwargs": '["a"]'}, "its kwargs are no JSON object"),
    "headers cut off": (lambda: every(1) | {"headers": "{"}, "its headers are no JSON object"),
}  # fmt: skip


@pytest.fixture(params=BROKEN, ids=str)
def broken(request, committed):
    """Why the row does not run. Decay is due, and nothing else."""
    app.loader.init_worker()  # it sets up the log anew, the first time
    fields, why = BROKEN[request.param]
    PeriodicTask.objects.exclude(name="Decay").update(enabled=False)
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    PeriodicTask.objects.bulk_create(
        [PeriodicTask(name=NAME, **({"task": SWEEP, "last_run_at": long_ago, "enabled": True} | fields()))]
    )
    make_due("Decay")
    return why


def test_the_clock_rings_for_the_others_and_tells_which_row_is_broken_once(broken, caplog):
    with caplog.at_level(logging.ERROR):
        clock = Clock()
        assert clock.ring() == [DECAY]
        clock.all_as_schedule()  # as five minutes later
    assert broken in schedule.flaws()[NAME]
    assert list(schedule.flaws()) == [NAME]
    told = [record.getMessage() for record in caplog.records if NAME in record.getMessage()]
    assert [message.startswith(f"the row '{NAME}' of the timetable does not run: ") for message in told] == [True]
    assert PeriodicTask.objects.get(name=NAME).enabled  # what an operator asked for stands


def test_the_desk_the_probe_and_the_doctor_name_the_row_and_are_quiet_when_it_is_mended(broken, sign_in, make_key):
    Clock()
    probe = Api(make_key("*", ["admin"]))
    client, address = sign_in("administrator"), reverse("admin:memory_running")

    def told():
        answer = probe.client.get("/readyz", headers=probe.headers)
        assert answer.status_code == 200
        return answer.json()["timetable"]["not_running"]

    def flaws_found():
        return [flaw.what for flaw in doctor.examine() if "timetable" in flaw.what]

    assert broken in told()[NAME]
    assert probe.client.get("/readyz", headers=probe.headers).json()["status"] == "degraded"
    page = client.get(address)
    (row,) = [row for row in page.context["timetable"] if row["task"].name == NAME]
    assert broken in row["flaw"]
    assert page.content.decode().count("does not run") == 1
    (found,) = flaws_found()
    assert broken in found

    PeriodicTask.objects.filter(name=NAME).delete()
    Clock()
    assert told() == {}
    assert flaws_found() == []
    assert "does not run" not in client.get(address).content.decode()


def test_a_broken_row_of_a_task_leaves_its_other_rows_their_slots(committed):
    PeriodicTask.objects.create(name=NAME, task=DECAY, **at(minute="0", hour="4"))
    CrontabSchedule.objects.filter(periodictask__name=NAME).update(minute="banana")
    assert schedule.current_slot(DECAY, datetime(2026, 3, 2, 12, 5, tzinfo=UTC)) == "2026-03-02T04:00Z"


def test_the_lists_and_forms_of_the_timetable_show_a_broken_row_and_mend_it(broken, sign_in):
    client = sign_in("administrator")
    listed = client.get(reverse("admin:django_celery_beat_periodictask_changelist"))
    assert listed.status_code == 200
    assert NAME in listed.content.decode()
    bare = schedule.flaw_of_time(PeriodicTask.objects.get(name=NAME))
    assert (f"does not run: {bare}" in html.unescape(listed.content.decode())) == bool(bare)
    for times in ("crontabschedule", "intervalschedule"):
        assert client.get(reverse(f"admin:django_celery_beat_{times}_changelist")).status_code == 200
    # The row's own form, and that of another, which offers the same times.
    for task in PeriodicTask.objects.filter(name__in=(NAME, "Decay")):
        address = reverse("admin:django_celery_beat_periodictask_change", args=[task.pk])
        page = client.get(address)
        assert page.status_code == 200
        version = page.context["adminform"].form.initial["version"]
        kept = {"crontab": task.crontab_id or "", "interval": task.interval_id or "", "version": version}
        assert client.post(address, kept | {"description": "told"}).status_code in (200, 302)  # as it was, or why not
        version = client.get(address).context["adminform"].form.initial["version"]
        good = CrontabSchedule.objects.get(periodictask__name="Decay").pk
        sent = {"crontab": good, "interval": "", "enabled": "on", "description": "", "version": version}
        assert client.post(address, sent).status_code == 302
        assert PeriodicTask.objects.get(pk=task.pk).crontab_id == good
    assert schedule.flaw_of_time(PeriodicTask.objects.get(name=NAME)) == ""
