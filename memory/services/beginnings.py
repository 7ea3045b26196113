"""From when on something holds that is announced: "as of 11 May 2026, the stand-up is at 9:30"."""

from __future__ import annotations

from datetime import UTC, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from ..language import Language, chosen
from ..language.dates import fixed_zone, in_zone
from ..models import Memory, Namespace


def zone_of(namespace: Namespace, offset_minutes: int | None) -> tzinfo:
    """The zone in which somebody tells of days: so far east of UTC, or the namespace's."""
    return fixed_zone(offset_minutes) or ZoneInfo(namespace.own.timezone)


def announced_day(content: str, language: Language, *, event_time: datetime, zone: tzinfo) -> datetime | None:
    """When the day begins from which on `content` says that something is so: the one that it names in full, else that
    of its `event_time`. None where it announces nothing, or names another day beside: "as of now, the flight is on 25
    May 2026" has the flight's `event_time`."""
    when = language.changes.announced(content)
    if when is None:
        return None
    whole = [one.value for one in language.resolve_dates(when) if one.value is not None and one.text == when]
    if not whole and any(one.value for one in language.resolve_dates(content.replace(when, "", 1))):
        return None
    day = whole[0] if whole else in_zone(event_time, zone)
    return datetime.combine(day.date(), time(), zone).astimezone(UTC)


def step_day(fact: Memory) -> datetime | None:
    """When the day begins on which `fact` says that somebody takes a step: "is moving to Bergen on 20 March 2026". The
    plan to take it holds since it was made; what it changes holds until then."""
    language = chosen(fact.namespace.own.language, fact.content)
    words = language.changes.step(fact.content)
    day = next(iter(language.resolve_dates(words)), None) if words else None
    if day is None or day.value is None:
        return None
    return datetime.combine(day.value.date(), time(), zone_of(fact.namespace, fact.event_offset)).astimezone(UTC)
