"""Dates in English that count from another one: "the week after next", "Thursday week", "a week on Monday", "the last
weekend of May". Pure.

Where people mean two different days by a phrase it has no value: on a Wednesday "the Friday after next" is in nine days
to some and in sixteen to others.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import datetime, timedelta

from ..dates import Direction, Reading, Rule, day_of, midnight, months_on, pattern
from .date_words import (
    COUNT,
    COUNTS,
    ENDS_DAY,
    EVENT,
    GAP,
    MONTH,
    OF_A_LIFE,
    OF_YEAR,
    PART,
    UNIT,
    UNITS,
    WEEKDAY_NAME,
)  # fmt: skip
from .vocabulary import MONTHS, ORDINALS, WEEKDAYS

WEEK = timedelta(days=7)
SATURDAY, SUNDAY = 5, 6
_UNSURE: Reading = None, "day"


def _coming(match: re.Match[str], today: datetime) -> int:
    """In how many days the weekday is; 0 of today's, which may be this one or the next."""
    return (WEEKDAYS[match["weekday"].lower()] - today.weekday()) % 7


def _read_week_after(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "Thursday week", "a fortnight on Thursday"."""
    if _is_run_from(match):
        raise ValueError
    if reference is None or direction == "past" or ("count" in match.groupdict() and not _is_when(match)):
        return _UNSURE
    today = midnight(reference)
    days = _coming(match, today)
    if not days:
        return _UNSURE
    word = match.groupdict().get("count", "a").lower()
    weeks = int(word) if word.isdigit() else COUNTS[word]
    if match["weeks"].lower().startswith("fortnight"):
        weeks *= 2
    return today + timedelta(days) + weeks * WEEK, "day"


def _is_when(match: re.Match[str]) -> bool:
    """Whether the weeks lead to a day, "the wedding is three weeks on Saturday", and are neither an age nor a stretch
    of time: "he is two weeks on Friday", "the course runs two weeks from Monday"."""
    before = match.string[max(0, match.start() - _REACH) : match.start()].replace("’", "'")
    before = _CLAUSE_GAP.split(before)[-1]
    if not before.strip():
        return _CLAUSE.match(match.string, match.end()) is not None
    return _IS_SET.search(before) is not None


def _is_run_from(match: re.Match[str]) -> bool:
    """ "For a week from Monday": that Monday, which another rule finds, is the first day."""
    before = match.string[max(0, match.start() - 5) : match.start()].lower().split()
    return before[-1:] == ["for"] and "from" in match.group().lower().split()


_REACH = 80
_CLAUSE_GAP = re.compile(r"[.!?…,;:()\n–—]|\s(?:and|but|so|because)\s")
_BE = r"(?:\b(?:will|am|is|are)|'(?:ll|m|s|re))"
_IS_SET = re.compile(
    rf"\b{EVENT}(?: will be|'ll be| is|'s)\s+$|\b(?:due|see you)\s+$"
    r"|\b(?:com(?:es?|ing)|leav(?:es?|ing)|fly|flies|flying|start(?:s|ing)?|begins?|arriv(?:es?|ing)|opens?|happens?)\s+$"
    rf"|{_BE} (?:see|seeing|meet|meeting) (?:[\w']+ ){{1,3}}$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r",?\s{1,2}(?:i|we|you|he|she|they)(?: will|'ll|(?: am|'m| are|'re| is|'s) \w+ing| fly| leave| start| meet)\b",
    re.IGNORECASE,
)


def _read_after_next(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "The Friday after next", where next Friday is in the next week to everybody; "the Friday before last"."""
    if reference is None:
        return _UNSURE
    today, sign = midnight(reference), 1 if match["side"].lower().startswith("after") else -1
    day = today + timedelta(_coming(match, today) or 7) if sign > 0 else _latest(match, today)
    if _monday(day) == _monday(today) or today.weekday() == SUNDAY:
        return _UNSURE
    return day + sign * WEEK, "day"


def _read_unit_after_next(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    unit, sign = match["unit"].lower(), 1 if match["side"].lower().startswith("after") else -1
    if reference is None:
        return None, UNITS[unit]
    today = midnight(reference)
    if unit == "week" and today.weekday() == SUNDAY:
        return None, "week"  # on which to some the next one begins
    if unit == "week":
        return _monday(today) + 2 * sign * WEEK, "week"
    if unit == "month":
        return months_on(today, 2 * sign), "month"
    if unit == "year":
        return months_on(today, 24 * sign).replace(month=1), "year"
    if sign > 0 or (unit == "weekend" and today.weekday() >= SATURDAY):
        return _UNSURE  # the coming weekend is "this" one to some and "next" to others
    return today - timedelta(2) if unit == "night" else _monday(today) + timedelta(SATURDAY) - 2 * WEEK, "day"


def _read_just_gone(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    if reference is None:
        return _UNSURE
    today = midnight(reference)
    if match["weekday"]:
        return (_latest(match, today), "day") if _coming(match, today) else _UNSURE
    return _UNSURE if today.weekday() >= SATURDAY else (_monday(today) - timedelta(2), "day")


def _read_the_weekend(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "Over the weekend": the coming one or that just gone, by the tense; on a Sunday the present one is gone."""
    if reference is None or direction == "unknown":
        return _UNSURE
    today = midnight(reference)
    saturday = _monday(today) + timedelta(SATURDAY)
    if today.weekday() < SATURDAY:
        return saturday - WEEK if direction == "past" else saturday, "day"
    return (saturday, "day") if direction == "past" and today > saturday else _UNSURE


def _read_weekday_of_week(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "Friday next week". To some a week begins on Sunday, so of Sundays, and on one, nothing is sure."""
    if reference is None:
        return _UNSURE
    today, weekday = midnight(reference), WEEKDAYS[match["weekday"].lower()]
    if SUNDAY in (today.weekday(), weekday):
        raise ValueError
    weeks = {"next": 1, "this": 0, "last": -1}[match["week"].lower()]
    return _monday(today) + timedelta(weekday) + weeks * WEEK, "day"


def _read_unsure(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "A week last Monday", "two weeks ago Friday": which day is not sure, but not the one that a part of it tells."""
    if _is_run_from(match):
        raise ValueError
    return _UNSURE


def _read_nth_of_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "The second Tuesday of May", "the last weekend of May", of a month that no weekend is cut by."""
    if reference is None and not match["year"]:
        return _UNSURE
    if match["month"] is None:
        assert reference is not None
        step = {"this": 0, "next": 1, "last": -1}[match["which"].lower()]
        return _nth(match, months_on(reference, step)), "day"
    month = MONTHS[match["month"].lower()]
    if match["year"]:
        return _nth(match, day_of(reference, int(match["year"]), month, 1)), "day"
    assert reference is not None
    today = midnight(reference)
    if direction == "unknown" or _is_of_a_life(match, direction):
        return _UNSURE
    years = (0, -1) if direction == "past" else (0, 1)
    found = (_nth(match, day_of(reference, reference.year + year, month, 1)) for year in years)
    return next((day for day in found if (day <= today if direction == "past" else day >= today)), None), "day"


def _nth(match: re.Match[str], first: datetime) -> datetime:
    """That weekday, or the Saturday of that weekend, in the month of `first`. Raises ValueError where there is none."""
    is_weekend = match["weekday"] is None
    wanted = SATURDAY if is_weekend else WEEKDAYS[match["weekday"].lower()]
    length, word = monthrange(first.year, first.month)[1], match["nth"].lower()
    days = [day for day in range(1, length + 1) if first.replace(day=day).weekday() == wanted]
    number = int(word[0]) if word[0].isdigit() else ORDINALS.get(word, 0)
    if number > len(days):
        raise ValueError
    if is_weekend and (days[-1] == length if word == "last" else first.weekday() == SUNDAY):
        raise ValueError
    return first.replace(day=days[number - 1])


def _read_end_of_this(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "By the end of the month": the present one, unless it is told of what was."""
    if direction != "future":
        raise ValueError
    unit = match["unit"].lower()
    if reference is None:
        return None, UNITS[unit]
    today = midnight(reference)
    if unit == "week":
        return _monday(today), "week"
    return today.replace(day=1, month=1 if unit == "year" else today.month), UNITS[unit]


def _read_kept(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "At Easter", by the tense; around the feast itself it may be over, or to come."""
    months = _KEPT[match["holiday"].lower()]
    if reference is None or direction == "unknown" or reference.month in months or _is_of_a_life(match, direction):
        return None, "month"
    ahead = (months[-1] - reference.month) % 12
    return months_on(reference, ahead - 12 if direction == "past" else ahead), "month"


def _is_of_a_life(match: re.Match[str], direction: Direction) -> bool:
    """Whether it may be one of long ago: "my dad was born at Christmas"."""
    around = match.string[max(0, match.start() - _REACH) : match.end() + _REACH]
    return direction == "past" and _OF_A_LIFE.search(around) is not None


_OF_A_LIFE = re.compile(OF_A_LIFE, re.IGNORECASE)
_KEPT = {"christmas": (12,), "easter": (3, 4)}


def _latest(match: re.Match[str], today: datetime) -> datetime:
    return today - timedelta((-_coming(match, today)) % 7 or 7)


def _monday(day: datetime) -> datetime:
    return day - timedelta(day.weekday())


_WEEKS = rf"(?:a{GAP})?{COUNT}{GAP}(?P<weeks>weeks?|fortnights?)"
_SPAN = rf"(?:a{GAP})?{COUNT}{GAP}{UNIT}"
_NTH = r"(?P<nth>first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)"
_FEAST = rf"(?P<holiday>{'|'.join(_KEPT)})(?={ENDS_DAY})"
_SIDE = rf"(?P<side>after{GAP}next|before{GAP}last)"

COMPOUND_RULES: tuple[Rule, ...] = (
    (pattern(rf"(?<!the )(?<!each )(?<!every )(?<!black )(?<!good )(?<!holy )(?<!easter )(?<!\ba )"
             rf"(?:this{GAP})?{WEEKDAY_NAME}{GAP}(?P<weeks>week|fortnight)(?={ENDS_DAY})"), _read_week_after),
    (pattern(rf"{_WEEKS}{GAP}(?:on|from){GAP}(?:this{GAP})?{WEEKDAY_NAME}{PART}"), _read_week_after),
    (pattern(rf"(?:last|next){GAP}{WEEKDAY_NAME}{GAP}(?:week|fortnight)(?={ENDS_DAY})"), _read_unsure),
    (pattern(rf"{_WEEKS}{GAP}(?:(?:on|from|last|past){GAP})?(?:{WEEKDAY_NAME}|today|tomorrow)"), _read_unsure),
    (pattern(rf"{_SPAN}{GAP}ago,?{GAP}(?:on{GAP})?(?:last{GAP})?{WEEKDAY_NAME}"), _read_unsure),
    (pattern(rf"in{GAP}{_SPAN}(?:['’]?{GAP}time)?,?{GAP}(?:on{GAP})?{WEEKDAY_NAME}"), _read_unsure),
    (pattern(rf"(?:half|over|under|(?:more|less){GAP}than|at{GAP}least|up{GAP}to){GAP}{COUNT}{GAP}{UNIT}{GAP}ago"),
     _read_unsure),
    (pattern(rf"(?:the{GAP})?{WEEKDAY_NAME}{GAP}{_SIDE}"), _read_after_next),
    (pattern(rf"(?:the{GAP})?(?P<unit>night|week|weekend|month|year){GAP}{_SIDE}"), _read_unit_after_next),
    (pattern(rf"(?:(?:the|this|last){GAP})?(?:{WEEKDAY_NAME}|weekend){GAP}just{GAP}(?:gone|past)"), _read_just_gone),
    (pattern(rf"(?:over|at|on){GAP}the{GAP}weekend(?={ENDS_DAY})"), _read_the_weekend),
    (pattern(rf"{WEEKDAY_NAME}{GAP}(?:of{GAP})?(?P<week>this|next|last){GAP}week"), _read_weekday_of_week),
    (pattern(rf"(?P<week>this|next|last){GAP}week{GAP}(?:on{GAP})?{WEEKDAY_NAME}{PART}"), _read_weekday_of_week),
    (pattern(rf"(?:the{GAP})?{_NTH}{GAP}(?:{WEEKDAY_NAME}|weekend){GAP}(?:of|in){GAP}"
             rf"(?:{MONTH}{OF_YEAR}|(?P<which>this|next|last){GAP}month)"), _read_nth_of_month),
    (pattern(rf"(?:by|before|at){GAP}the{GAP}end{GAP}of{GAP}(?P<said>the{GAP}(?P<unit>week|month|year))(?={ENDS_DAY})"),
     _read_end_of_this),
    (pattern(rf"at{GAP}{_FEAST}"), _read_kept),
    (pattern(rf"(?:over|for|by|before|since){GAP}(?P<said>{_FEAST})"), _read_kept),
)  # fmt: skip
