"""The timetable: rows of django-celery-beat, seeded once, then the curators' own; which slot a run belongs to; and
which rows the clock cannot ring for."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import Error as DatabaseError
from django.utils import timezone
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask

from ..models import Metadata

LONGEST_GAP_DAYS = 400  # what comes less than once a year is not looked for
FLAWS = "timetable"  # among the metadata: what the clock found when it read the timetable last


def seed_crontab(name: str, task: str, cron: str, *, models: tuple[Any, Any] = (CrontabSchedule, PeriodicTask)) -> None:
    """Make the row `name` that runs `task` at `cron` (five fields, UTC), unless it is there: an edit stays."""
    crontabs, tasks = models
    if tasks.objects.filter(name=name).exists():
        return
    minute, hour, day_of_month, month_of_year, day_of_week = cron.split()
    schedule, _ = crontabs.objects.get_or_create(
        minute=minute, hour=hour, day_of_month=day_of_month, month_of_year=month_of_year, day_of_week=day_of_week,
        timezone="UTC",
    )  # fmt: skip
    tasks.objects.create(name=name, task=task, crontab=schedule)


def seed_interval(
    name: str, task: str, seconds: int, *, models: tuple[Any, Any] = (IntervalSchedule, PeriodicTask)
) -> None:
    """Make the row `name` that runs `task` every so many seconds, unless it is there."""
    intervals, tasks = models
    if tasks.objects.filter(name=name).exists():
        return
    schedule, _ = intervals.objects.get_or_create(every=seconds, period="seconds")
    # A beat that catches up after a pause must not find a queue of these.
    tasks.objects.create(name=name, task=task, interval=schedule, expire_seconds=seconds)


def current_slot(task: str, now: datetime | None = None) -> str:
    """The minute (ISO, UTC) at which `task` was last due: what two clocks that ring together agree on.

    A task may stand on the timetable more than once: its latest time counts. One that does not stand there gets this
    very minute.
    """
    minute = (now or timezone.now()).replace(second=0, microsecond=0)
    rows = PeriodicTask.objects.filter(task=task, enabled=True, crontab__isnull=False)
    rows = [row for row in rows if not flaw_of_time(row)]
    times = [last_due(row.crontab.schedule, minute.astimezone(row.crontab.timezone)) for row in rows]
    due = max((time for time in times if time is not None), default=minute)
    return due.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def flaw_of(row: PeriodicTask) -> str:
    """Why the clock cannot ring for the row, in words; empty where it can. Its task is not looked for."""
    return flaw_of_time(row) or next(
        (
            f"its {name} are no JSON {said}"
            for name, kind, said in (("args", list, "list"), ("kwargs", dict, "object"), ("headers", dict, "object"))
            if not _holds(getattr(row, name), kind)
        ),
        "",
    )


def flaw_of_time(row: PeriodicTask) -> str:
    """Why it cannot be told when the row is due, in words; empty where it can. Raises DatabaseError alone."""
    # Celery and its timetable raise what they like about a time that nobody can read: seven kinds of errors were seen.
    try:
        if row.scheduler is None:
            return "it has no time"
        if row.interval is not None and row.interval.every < 1:
            return f"its interval is {row.interval.every} {row.interval.period}"
        row.schedule.is_due(timezone.now())
    except DatabaseError:
        raise
    except Exception as error:
        said = "; ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        return f"its time cannot be read: {' '.join(said.split())}"
    return ""


def _holds(text: str | None, kind: type) -> bool:
    try:
        return not text or isinstance(json.loads(text), kind)
    except ValueError:
        return False


def keep_flaws(found: dict[str, str]) -> None:
    """Note what the clock found: {the row's name: why it does not ring for it}."""
    if found != flaws():
        Metadata.write(FLAWS, json.dumps(found))


def flaws() -> dict[str, str]:
    """What the clock found when it read the timetable last, as `keep_flaws` had it. It reads it at its start, within
    seconds of a change by the desk, and every five minutes."""
    return dict(json.loads(Metadata.read(FLAWS, "{}")))


def next_due(schedule: Any, moment: datetime) -> datetime | None:
    """The first minute after `moment` that `schedule` (a celery crontab) names, in `moment`'s own timezone."""
    for ahead in range(LONGEST_GAP_DAYS):
        day = (moment + timedelta(days=ahead)).date()
        if not _names(schedule, day):
            continue
        for hour in sorted(schedule.hour):
            for minute in sorted(schedule.minute):
                due = datetime(day.year, day.month, day.day, hour, minute, tzinfo=moment.tzinfo)
                if due > moment:
                    return due
    return None


def _names(schedule: Any, day: date) -> bool:
    """Whether `schedule` runs on `day` at all."""
    weekday = (day.weekday() + 1) % 7
    return bool(
        day.month in schedule.month_of_year and day.day in schedule.day_of_month and weekday in schedule.day_of_week
    )


def last_due(schedule: Any, moment: datetime) -> datetime | None:
    """The latest minute at or before `moment` that `schedule` (a celery crontab) names, in `moment`'s own timezone."""
    minutes, hours = sorted(schedule.minute, reverse=True), sorted(schedule.hour, reverse=True)
    for back in range(LONGEST_GAP_DAYS):
        day = (moment - timedelta(days=back)).date()
        if not _names(schedule, day):
            continue
        for hour in hours:
            for minute in minutes:
                due = datetime(day.year, day.month, day.day, hour, minute, tzinfo=moment.tzinfo)
                if due <= moment:
                    return due
    return None
