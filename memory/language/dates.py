"""Dates in a text: what every language's reader shares, and the ones that are written in figures. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

DAY_MINUTES = 24 * 60
Granularity = Literal["day", "week", "month", "season", "year", "hour"]
# On which side of the moment of speaking an open expression lies ("in June", "on Friday"), as the caller knows from the
# sentence's tense. "unknown": the nearest one, and none where either side is as likely.
Direction = Literal["past", "future", "unknown"]


@dataclass(frozen=True, slots=True)
class DateSpan:
    """`text` is the source from `start` to `end` (characters).

    `value` is the beginning of the day, week (Monday), month, season or year, or the time itself for
    "hour"; aware, in the reference's zone (UTC without one); None if it cannot be told.
    """

    start: int
    end: int
    text: str
    value: datetime | None
    granularity: Granularity


class Stretch(NamedTuple):
    """A stretch of time that a question names, [start, end) in characters, [since, until) in time. `is_beside`: before
    or after what is named, so that more than this time bears on the question."""

    start: int
    end: int
    since: datetime
    until: datetime
    is_beside: bool = False


class DateReader(Protocol):
    """Finds the dates of a text.

    `reference` is the moment of speaking (naive counts as UTC); without one, only dates that are whole have a value.
    `direction` says on which side of it an open expression lies ("in June"). The spans come by position, without
    overlaps; one whose time cannot be told has no value, and none is guessed.
    """

    def __call__(
        self, text: str, reference: datetime | None = None, direction: Direction = "unknown"
    ) -> list[DateSpan]: ...


StretchReader = Callable[[str, datetime], list[Stretch]]
"""Finds the stretches that a question names, asked at an aware moment; by position, without overlaps."""


def no_stretches(text: str, reference: datetime) -> list[Stretch]:
    """Of a language in which none are read."""
    return []


# An expression that may lie on either side lies on the nearer one, where that is nearer by so much.
CLEARLY = timedelta(days=75)

Reading = tuple[datetime | None, Granularity]
# A match, the reference (aware, or None) and the direction give a value and its granularity; ValueError says that it is
# no date. What a pattern needs in front of a date, but does not count to it, stands before its group "said".
Rule = tuple[re.Pattern[str], Callable[[re.Match[str], datetime | None, Direction], Reading]]


class DatePlace(NamedTuple):
    """Where a rule's pattern stands in a text, whatever the time that it comes to."""

    match: re.Match[str]
    start: int
    read: Callable[[re.Match[str], datetime | None, Direction], Reading]


def announces_nothing(text: str) -> str | None:
    """None: of a language in which nobody knows how a time is named from which on something is so."""


def in_zone(moment: datetime, zone: tzinfo) -> datetime:
    """An aware moment as `zone` tells it. At the calendar's ends, where the zone's day lies outside the years 1 to
    9999, it stays as it is."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


@lru_cache(maxsize=200)  # each row that is read asks for one, and few are in use
def fixed_zone(offset_minutes: int | None) -> tzinfo | None:
    """The zone that lies so many minutes east of UTC. None where that was not told, or is a day or more: an imported
    or older row may say so, and Python knows no such zone."""
    if offset_minutes is None or abs(offset_minutes) >= DAY_MINUTES:
        return None
    return timezone(timedelta(minutes=offset_minutes))


def read_dates(text: str, reference: datetime | None, direction: Direction, rules: Iterable[Rule]) -> list[DateSpan]:
    """The dates of `text` by these rules, by position, without overlaps; linear in the text.

    A naive `reference` counts as UTC.
    """
    return dates_of(places(text, rules), reference, direction)


def places(text: str, rules: Iterable[Rule]) -> list[DatePlace]:
    """Where dates may stand in `text` by these rules. To look for them costs more than to read them, so who reads a
    text more than once looks once."""
    return [
        DatePlace(match, match.start("said") if "said" in pattern.groupindex else match.start(), read)
        for pattern, read in rules
        for match in pattern.finditer(text)
    ]


def dates_of(found: Iterable[DatePlace], reference: datetime | None, direction: Direction) -> list[DateSpan]:
    """What `places` found, read for one moment and direction; see `read_dates`."""
    if reference is not None and reference.tzinfo is None:
        reference = reference.replace(tzinfo=UTC)
    spans: list[DateSpan] = []
    for match, start, read in found:
        try:
            value, granularity = read(match, reference, direction)
        except (ValueError, OverflowError):  # the 31st of June; a year out of range
            continue
        spans.append(DateSpan(start, match.end(), match.string[start : match.end()], value, granularity))
    return _longest(spans)


def with_times(spans: list[DateSpan], text: str, joint: re.Pattern[str]) -> list[DateSpan]:
    """These spans, but a day and a time with only a `joint` between them as one."""
    return list(_joined(spans, text, joint))


def period_of(span: DateSpan) -> tuple[datetime, datetime] | None:
    """The stretch of time [start, end) that a date covers; an hour counts as its day. None where it cannot be told."""
    start = span.value
    if start is None:
        return None
    if start.tzinfo is None:
        start = start.replace(tzinfo=UTC)
    try:
        if span.granularity in _LENGTHS:
            start = start.replace(hour=0, minute=0)
            return start, start + _LENGTHS[span.granularity]
        year, month = divmod(start.year * 12 + start.month - 1 + _MONTHS_LONG[span.granularity], 12)
        return start, start.replace(year=year, month=month + 1, day=1)
    except (OverflowError, ValueError):  # the last year that a datetime knows
        return None


_LENGTHS = {"hour": timedelta(days=1), "day": timedelta(days=1), "week": timedelta(days=7)}
_MONTHS_LONG = {"month": 1, "season": 3, "year": 12}


# ---- what is left of overlapping finds


def _longest(found: list[DateSpan]) -> list[DateSpan]:
    """Leftmost first; of those that begin together the longest, and a value before none."""
    kept: list[DateSpan] = []
    end = 0
    for span in sorted(found, key=lambda s: (s.start, -s.end, s.value is None)):
        if span.start >= end:
            kept.append(span)
            end = span.end
    return kept


def _joined(spans: list[DateSpan], text: str, joint: re.Pattern[str]) -> Iterator[DateSpan]:
    """Join a day and the time beside it into one span: "yesterday at 3pm", "3pm on Friday"."""
    i = 0
    while i < len(spans):
        span = spans[i]
        if i + 1 < len(spans):
            other = spans[i + 1]
            gap = text[span.end : other.start]
            if {span.granularity, other.granularity} == {"day", "hour"} and joint.fullmatch(gap):
                day, time = (span, other) if span.granularity == "day" else (other, span)
                both = text[span.start : other.end]
                yield DateSpan(span.start, other.end, both, _at_time_of(day.value, time.value), "hour")
                i += 2
                continue
        yield span
        i += 1


def _at_time_of(day: datetime | None, time: datetime | None) -> datetime | None:
    if day is None or time is None:
        return None
    return day.replace(hour=time.hour, minute=time.minute)


# ---- arithmetic


def day_of(reference: datetime | None, year: int, month: int, day: int) -> datetime:
    """Midnight of a day in the reference's zone, in UTC without one. Raises ValueError for a day of no calendar."""
    # The reference's own zone object, where there is one: its offset differs between summer and winter.
    return datetime(year, month, day, tzinfo=(reference and reference.tzinfo) or UTC)


def midnight(moment: datetime) -> datetime:
    """The first moment of the day of `moment`, in its zone."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def months_on(moment: datetime, months: int) -> datetime:
    """The first of the month that lies `months` later, at midnight."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    return midnight(moment).replace(year=year, month=month + 1, day=1)


# ---- dates in figures

CLOCK = r"(?P<hour>[0-2]?\d):(?P<minute>[0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?"


def pattern(source: str) -> re.Pattern[str]:
    """What finds `source` in any case where it stands by itself: in no word, number, address or path."""
    return re.compile(rf"(?<![\w.#@/-]){source}(?![\w@]|[-/]\d)", re.IGNORECASE)


def _read_iso(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    day = day_of(reference, int(match["year"]), int(match["m"]), int(match["d"]))
    if match["hour"] is None:
        return day, "day"
    value = day.replace(hour=int(match["hour"]), minute=int(match["minute"]))
    zone = match["zone"]
    if zone in {"Z", "z"}:
        value = value.replace(tzinfo=UTC)
    elif zone:
        sign = -1 if zone[0] == "-" else 1
        offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:]))
        value = value.replace(tzinfo=timezone(sign * offset))
    return value, "hour"


def _read_iso_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    return day_of(reference, int(match["year"]), int(match["m"]), 1), "month"


def _read_day_first(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """13.4.2023: with dots, the day stands first in every language that writes so."""
    return day_of(reference, int(match["year"]), int(match["month"]), int(match["day"])), "day"


def _read_clock(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """15:00, on the day of speaking unless a day stands beside it."""
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > 23:
        raise ValueError
    return (None if reference is None else midnight(reference).replace(hour=hour, minute=minute)), "hour"


NUMERIC_RULES: tuple[Rule, ...] = (
    (pattern(rf"(?P<year>\d{{4}})(?P<mark>[-/])(?P<m>\d\d)(?P=mark)(?P<d>\d\d)"
             rf"(?:[T ]{CLOCK}(?P<zone>[Zz]|[+-]\d\d:?\d\d)?)?"), _read_iso),
    (pattern(r"(?P<year>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])"), _read_iso_month),
    (pattern(r"(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>(?:19|20)\d\d)"), _read_day_first),
    (pattern(CLOCK), _read_clock),
)  # fmt: skip
