"""A resolved date in English words that no longer need the day of speaking: "last Friday" is "5 May 2023". Pure."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from ..dates import DateSpan
from .date_words import any_of
from .vocabulary import MONTH_NAMES, WEEKDAYS

_PART = re.compile(r"\b(morning|afternoon|evening|night)\b", re.IGNORECASE)
# "A few weeks ago" is no week: what is known is that it lies before the day of speaking.
_VAGUE = re.compile(r"\b(?P<count>few|couple)\b.*?\b(?P<unit>day|night|week|month|year)s?\b.*\bago$", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:ago|earlier|back|from now|from today|time)$|^in\b", re.IGNORECASE)
_HOLIDAY = re.compile(r"\b(christmas|thanksgiving|halloween|easter)$", re.IGNORECASE)

_NEXT_OR_LAST = re.compile(rf"(?:the )?(?P<side>next|last) {any_of(WEEKDAYS)}\.?", re.IGNORECASE)
_SUNDAY = 6
_WEEK = timedelta(days=7)


class Wording(NamedTuple):
    """`bare` words for a date, and the `preposition` that they take where none stands before them."""

    preposition: str
    bare: str


def long_date(day: date) -> str:
    """A day in words: "7 May 2023"."""
    return f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}"


def possible_days(span: DateSpan, today: date) -> tuple[date, ...]:
    """The day of a span that has one, or the two of which two readers take one each, the earlier first.

    "Next Friday", said on a Wednesday, is that of this week or of the next one; to some a week begins on Sunday. And of
    tomorrow one says "tomorrow", of yesterday "yesterday": "last Tuesday", said on a Wednesday, may be another.
    """
    assert span.value is not None
    day = span.value.date()
    named = _NEXT_OR_LAST.fullmatch(span.text)
    if named is None:
        return (day,)
    is_next, days = named["side"].lower() == "next", (day - today).days
    is_near = abs(days) <= 1 or (is_next and (today.weekday() == _SUNDAY or today.weekday() + days <= _SUNDAY))
    if not is_near or not _WEEK <= day - date.min <= date.max - date.min - _WEEK:
        return (day,)
    return (day, day + _WEEK) if is_next else (day - _WEEK, day)


def worded(span: DateSpan, today: date) -> Wording | None:
    """The words for a span that has a value, said on `today`; None for a time of day."""
    if span.value is None:
        return None
    day, text = span.value.date(), span.text.lower()
    if vague := _VAGUE.search(text):
        count, unit = vague["count"].replace("couple", "couple of"), vague["unit"]
        return Wording("", f"a {count} {unit}s before {today.year if unit == 'year' else long_date(today)}")
    if span.granularity == "hour":
        return Wording("on", long_date(day)) if _COUNTED.search(text) else None
    if span.granularity == "day":
        days = possible_days(span, today)
        return _day(day, text) if len(days) == 1 else Wording("on", _one_of(*days))
    if span.granularity == "week":
        if _COUNTED.search(text):
            on = min(today.weekday(), (date.max - day).days)  # the calendar's last week ends on a Friday
            return Wording("around", long_date(day + timedelta(on)))
        weeks = (day - (today - timedelta(today.weekday()))).days // 7
        if abs(weeks) > 1:
            return Wording("in", f"the week of {long_date(day)}")
        return Wording("in", f"the week {'before' if weeks < 0 else 'after' if weeks else 'of'} {long_date(today)}")
    if span.granularity == "month":
        if holiday := _HOLIDAY.search(text):
            return Wording("at", f"{holiday[1].capitalize()} {day.year}")
        return Wording("in", f"{MONTH_NAMES[day.month - 1]} {day.year}")
    if span.granularity == "season":
        season = next(word for word in ("spring", "summer", "fall", "autumn", "winter") if word in text)
        return Wording("in", f"{season} {day.year}")
    return Wording("in", str(day.year))


def _one_of(first: date, second: date) -> str:
    """Two days in words: "10 or 17 April 2026", "29 May or 5 June 2026"."""
    if first.year != second.year:
        return f"{long_date(first)} or {long_date(second)}"
    month = "" if first.month == second.month else f" {MONTH_NAMES[first.month - 1]}"
    return f"{first.day}{month} or {long_date(second)}"


def _day(day: date, text: str) -> Wording:
    if "weekend" in text:
        return Wording("on", f"the weekend of {long_date(day)}")
    if text == "tonight":
        return Wording("on", f"the evening of {long_date(day)}")
    if any(map(str.isdigit, text)) and not _COUNTED.search(text):
        return Wording("", long_date(day))  # a day by its number needs none: "the deadline is 5 June"
    part = _PART.search(text)
    return Wording("on", f"the {part[1].lower()} of {long_date(day)}" if part else long_date(day))
