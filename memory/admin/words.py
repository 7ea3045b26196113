"""Schedules, durations and counts as people say them. Pure."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.template.defaultfilters import pluralize
from django.utils.dates import WEEKDAYS

from ..text import whole_number


def schedule(task: Any) -> str:
    """When a PeriodicTask runs: "daily at 03:00 UTC"."""
    if task.interval is not None:
        every, period = task.interval.every, task.interval.period
        if period == "seconds" and every % 60 == 0:
            every, period = every // 60, "minutes"
        return f"every {period.rstrip('s')}" if every == 1 else f"every {every} {period}"
    if task.crontab is None:
        return "by hand"
    return cron(task.crontab)


def cron(tab: Any) -> str:
    minute, hour, day, month, weekday = (
        str(getattr(tab, name)) for name in ("minute", "hour", "day_of_month", "month_of_year", "day_of_week")
    )
    zone = str(tab.timezone)
    if whole_number(minute) is None or whole_number(hour) is None or month != "*":
        return f"at {minute} {hour} {day} {month} {weekday} (cron, {zone})"
    at = f"at {int(hour):02d}:{int(minute):02d} {zone}"
    if day == weekday == "*":
        return f"daily {at}"
    if day == "*":
        return f"every {weekdays(weekday)} {at}"
    return f"on day {day} of each month {at}"


def ahead(length: timedelta) -> str:
    """How far off something is: "in 12 min", "in 3 h", "in 5 days"."""
    minutes = length.total_seconds() / 60
    if minutes < 1:
        return "in less than a minute"
    if minutes < 90:
        return f"in {minutes:.0f} min"
    return f"in {minutes / 60:.0f} h" if minutes < 48 * 60 else f"in {minutes / 60 / 24:.0f} days"


def weekdays(field: str) -> str:
    if field == "1-5":
        return "weekday"
    names = [_day(part) if (day := whole_number(part)) is None else _days()[day % 7] for part in field.split(",")]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _day(short: str) -> str:
    return next((day for day in _days() if day[:3].casefold() == short.casefold()[:3]), short)


def duration(operation: Any) -> str:
    """How long a run took: "1.2 s", "3 min 20 s"."""
    if operation.started_at is None or operation.finished_at is None:
        return "–"
    return span(operation.finished_at - operation.started_at)


def span(length: timedelta) -> str:
    seconds = length.total_seconds()
    if seconds < 60:
        return f"{seconds:.1f} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min {int(seconds % 60)} s"
    if seconds < 86_400:
        return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"
    return f"{int(seconds // 86_400)} d {int(seconds % 86_400 // 3600)} h"


# What a run read, as people call it; told first. PostgreSQL keeps the names of a JSON value in an order of its own.
PLAIN = {"chunks": "parts", "episodes": "turns"}


def counts(values: dict[str, Any]) -> str:
    """What a run counted: "3 saved, 1 duplicate"; what is nought is left out."""
    told = [
        (values[name], PLAIN.get(name, name.replace("_", " ")))
        for name in dict.fromkeys([*PLAIN, *values])
        if isinstance(values.get(name), int | float) and values[name]
    ]
    return ", ".join(f"{value} {name.removesuffix('s') if value == 1 else name}" for value, name in told)


def cost(values: dict[str, Any]) -> str:
    """What a run cost: "1200 tokens in, 80 out, $0.0012"."""
    if not values:
        return ""
    dollars = f", ${values['dollars']:.4f}" if values.get("dollars") else ""
    return f"{values.get('tokens_in', 0)} tokens in, {values.get('tokens_out', 0)} out{dollars}"


def size(count: float) -> str:
    """Bytes for people."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"


def _days() -> list[str]:
    """The days of the week as cron counts them: Sunday is 0. Django counts from Monday."""
    return [str(WEEKDAYS[(day - 1) % 7]) for day in range(7)]


def with_later(changes: int) -> str:
    """What went with a correction that was taken back: what was done since to the text that it wrote."""
    return f", with {changes} later change{pluralize(changes)} of the corrected text" if changes else ""
