"""Relative dates in English, resolved against the day on which they were said.

Pure: `find` reads a sentence and a day and returns the spans that name a time, each with the words that
say the same without needing to know the day of speaking.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from .lexicon import words

Granularity = Literal["day", "week", "month", "season", "year"]

_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday wed weds",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
_MONTH_NAMES = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_MONTHS = {name.lower(): number for number, name in enumerate(_MONTH_NAMES, 1)} | {
    name[:3].lower(): number for number, name in enumerate(_MONTH_NAMES, 1)
}
_MONTHS["sept"] = 9
_SEASON_START = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50}
_HOLIDAYS = {
    "christmas": 12,
    "thanksgiving": 11,
    "halloween": 10,
    "easter": 4,
    "new year's eve": 12,
}

_WD = (
    r"(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|mon|tues|tue|weds|wed|thurs|thur|thu|fri|sat|sun)\b\.?(?!s\b)"
)
_WD_LONG = r"(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
_MO = (
    r"(?P<month>january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?"
)
_MO_LONG = r"(?P<month>january|february|march|april|may|june|july|august|september|october|november|december)\b"
_PART = r"(?: (?P<part>morning|afternoon|evening|night))?"
_NUM = r"(?P<n>\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + r")"
_DAYNUM = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"

# After one of these the resolved date stands without a preposition of its own: "from 7 May 2023".
_GOVERNORS = words(
    "from since until till by for before after of during around about to through on in between and over throughout"
)


@dataclass(frozen=True, slots=True)
class DateMatch:
    """A span [start, end) of the text, what to write in its place, and the first day it covers."""

    start: int
    end: int
    replacement: str
    day: date
    granularity: Granularity


@dataclass(frozen=True, slots=True)
class _Resolved:
    preposition: str
    bare: str
    day: date
    granularity: Granularity


_Rule = Callable[[re.Match[str], date, bool], "_Resolved | None"]


def long_date(day: date) -> str:
    """A day in words: "7 May 2023"."""
    return f"{day.day} {_MONTH_NAMES[day.month - 1]} {day.year}"


def find(text: str, today: date, *, past: bool) -> list[DateMatch]:
    """Every time expression of the text, left to right, not overlapping.

    `past` says which way an open expression points ("on Friday", "in June"). A date whose year cannot be
    represented is left out.
    """
    found: list[tuple[int, int, _Resolved]] = []
    for pattern, rule in _RULES:
        for match in pattern.finditer(text):
            try:
                resolved = rule(match, today, past)
            except (OverflowError, ValueError):
                continue
            if resolved is not None:
                found.append((match.start(), match.end(), resolved))
    found.sort(key=lambda item: (item[0], item[0] - item[1]))
    kept: list[DateMatch] = []
    position = 0
    for start, end, resolved in found:
        if start < position:
            continue
        position = end
        kept.append(_place(text, start, end, resolved, today))
    return kept


def _place(text: str, start: int, end: int, resolved: _Resolved, today: date) -> DateMatch:
    before = re.search(r"([A-Za-z]+)\s+$", text[:start])
    governed = before is not None and before.group(1).lower() in _GOVERNORS
    possessive = re.match(r"['’]s\b", text[end:])
    qualifier = re.search(r"\b(later|earlier|early|late|sometime)\s+$", text[:start], re.I)
    if qualifier and qualifier.group(1).lower() == "later" and resolved.day < today:
        # "Later this month" begins today, not with the month.
        resolved = replace(resolved, day=today)
    if possessive:
        return DateMatch(start, end + possessive.end(), f"the {resolved.bare}", resolved.day, resolved.granularity)
    if governed and not qualifier:
        replacement = resolved.bare
    else:
        replacement = f"{resolved.preposition} {resolved.bare}".strip()
    return DateMatch(start, end, replacement, resolved.day, resolved.granularity)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word.lower()]


def _shift_months(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def _day(day: date, preposition: str = "on") -> _Resolved:
    return _Resolved(preposition, long_date(day), day, "day")


def _part_of_day(day: date, part: str | None) -> _Resolved:
    if not part:
        return _day(day)
    word = "night" if part.lower() == "night" else part.lower()
    return _Resolved("on", f"the {word} of {long_date(day)}", day, "day")


def _month(first: date) -> _Resolved:
    return _Resolved("in", f"{_MONTH_NAMES[first.month - 1]} {first.year}", first, "month")


def _weekend(saturday: date) -> _Resolved:
    return _Resolved("on", f"the weekend of {long_date(saturday)}", saturday, "week")


def _day_word(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    word = re.sub(r"\s+", " ", match.group("word").lower())
    part = match.groupdict().get("part")
    if word == "the day before yesterday":
        return _day(today - timedelta(2))
    if word == "the day after tomorrow":
        return _day(today + timedelta(2))
    if word == "yesterday":
        return _part_of_day(today - timedelta(1), part)
    if word == "tomorrow":
        return _part_of_day(today + timedelta(1), part)
    if word == "last night":
        return _part_of_day(today - timedelta(1), "night")
    if word == "tonight":
        return _part_of_day(today, "evening")
    if word.startswith("this "):
        return _part_of_day(today, word[5:])
    return _day(today)


def _weekday(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    which = (match.groupdict().get("which") or "").lower()
    target = _WEEKDAYS[match.group("weekday").lower().rstrip(".")]
    if which in ("last", "past", "this past"):
        backwards = True
    elif which in ("next", "coming", "this coming"):
        backwards = False
    else:
        backwards = past
    if backwards:
        distance = (today.weekday() - target) % 7
        if distance == 0 and which:
            distance = 7
        day = today - timedelta(distance)
    else:
        distance = (target - today.weekday()) % 7
        if distance == 0 and which in ("next", "coming", "this coming"):
            distance = 7
        day = today + timedelta(distance)
    return _part_of_day(day, match.groupdict().get("part"))


def _weekday_ahead(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    """A day that something lasts or is put off until lies ahead, whatever the verb's tense."""
    return _weekday(match, today, False)


def _period(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    which, unit = match.group("which").lower(), match.group("unit").lower()
    step = {"last": -1, "past": -1, "this past": -1, "next": 1, "this coming": 1, "coming": 1}.get(which, 0)
    if unit == "weekend":
        saturday = today - timedelta((today.weekday() - 5) % 7)
        if step < 0 or (step == 0 and past):
            # On a weekend day, "last weekend" is the one before.
            if today.weekday() >= 5 and step < 0:
                saturday -= timedelta(7)
            return _weekend(saturday)
        if today.weekday() < 5:
            saturday += timedelta(7)
        if which == "next" and today.weekday() >= 5:
            saturday += timedelta(7)
        return _weekend(saturday)
    if unit == "week":
        if step < 0:
            return _Resolved("in", f"the week before {long_date(today)}", today - timedelta(7), "week")
        if step > 0:
            return _Resolved("in", f"the week after {long_date(today)}", today + timedelta(7), "week")
        return _Resolved("in", f"the week of {long_date(today)}", today, "week")
    if unit == "month":
        return _month(_shift_months(today, step))
    if unit == "year":
        return _Resolved("in", str(today.year + step), date(today.year + step, 1, 1), "year")
    return _season(unit, step, today, past)


def _season(unit: str, step: int, today: date, past: bool) -> _Resolved:
    start = _SEASON_START[unit]
    year = today.year
    if unit == "winter" and today.month <= 2:
        year -= 1
    if step < 0 or (step == 0 and past):
        length_ended = date(year, start, 1) > today
        if length_ended or (step < 0 and _shift_months(date(year, start, 1), 3) > today):
            year -= 1
    elif step > 0 and date(year, start, 1) <= today:
        year += 1
    return _Resolved("in", f"{unit} {year}", date(year, start, 1), "season")


def _ago(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    n, unit = _number(match.group("n")), match.group("unit").lower().rstrip("s")
    return _distance(-n, unit, today)


def _ahead(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    if past:
        return None
    n, unit = _number(match.group("n")), match.group("unit").lower().rstrip("s")
    return _distance(n, unit, today)


def _distance(n: int, unit: str, today: date) -> _Resolved | None:
    if unit in ("day", "night"):
        return _day(today + timedelta(n))
    if unit == "week":
        return _Resolved("around", long_date(today + timedelta(7 * n)), today + timedelta(7 * n), "week")
    if unit == "weekend":
        saturday = today - timedelta((today.weekday() - 5) % 7 or 7)
        return _weekend(saturday + timedelta(7 * (n + 1 if n < 0 else n)))
    if unit == "month":
        return _month(_shift_months(today, n))
    if unit in _SEASON_START:
        latest = _season(unit, -1, today, True).day.year
        return _Resolved("in", f"{unit} {latest + n + 1}", date(latest + n + 1, _SEASON_START[unit], 1), "season")
    if unit in ("hour", "minute"):
        return _day(today)
    return _Resolved("in", str(today.year + n), date(today.year + n, 1, 1), "year")


def _vague_ago(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    unit = match.group("unit").lower().rstrip("s")
    days = {"day": 3, "week": 21, "month": 90, "year": 1095}[unit]
    if match.group("n").lower().startswith("couple"):
        days = {"day": 2, "week": 14, "month": 60, "year": 730}[unit]
    granularity: Granularity = "week" if unit in ("day", "week") else "month" if unit == "month" else "year"
    count = match.group("n").lower().replace("couple of", "couple").replace("couple", "couple of")
    anchor = str(today.year) if unit == "year" else long_date(today)
    return _Resolved("", f"a {count} {unit}s before {anchor}", today - timedelta(days), granularity)


def _explicit(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    month = _MONTHS[match.group("month").lower().rstrip(".")]
    number = int(match.group("day"))
    year = match.groupdict().get("year")
    if year:
        return _Resolved(
            "on" if match.group("on") else "",
            long_date(date(int(year), month, number)),
            date(int(year), month, number),
            "day",
        )
    day = date(today.year, month, number)
    if past and day > today:
        day = date(today.year - 1, month, number)
    elif not past and day < today - timedelta(31):
        day = date(today.year + 1, month, number)
    return _day(day, "on" if match.group("on") else "")


def _named_month(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    month = _MONTHS[match.group("month").lower().rstrip(".")]
    which = (match.group("which") or "").lower()
    year = match.groupdict().get("year")
    if year:
        return _Resolved("in", f"{_MONTH_NAMES[month - 1]} {year}", date(int(year), month, 1), "month")
    if which in ("last", "past", "this past"):
        first = date(today.year - (month >= today.month), month, 1)
    elif which in ("next", "this coming", "coming"):
        first = date(today.year + (month <= today.month), month, 1)
    elif which == "this":
        first = date(today.year, month, 1)
    elif past:
        first = date(today.year - (month > today.month), month, 1)
    else:
        first = date(today.year + (month < today.month), month, 1)
    return _month(first)


def _month_ahead(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    """A month in which something starts lies ahead, though it was agreed on in the past."""
    month = _MONTHS[match.group("month").lower()]
    return _month(date(today.year + (month < today.month), month, 1))


def _holiday(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    name = match.group("holiday")
    month = _HOLIDAYS[name.lower()]
    backwards = match.group("which").lower() in ("last", "this past")
    year = today.year - (month >= today.month) if backwards else today.year + (month < today.month)
    return _Resolved("at", f"{name[0].upper()}{name[1:]} {year}", date(year, month, 1), "month")


def _year(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    year = int(match.group("year"))
    return _Resolved("in", str(year), date(year, 1, 1), "year")


def _iso(match: re.Match[str], today: date, past: bool) -> _Resolved | None:
    day = date(int(match.group("year")), int(match.group("m")), int(match.group("d")))
    return _Resolved("", long_date(day), day, "day")


def _rule(pattern: str, rule: _Rule) -> tuple[re.Pattern[str], _Rule]:
    return re.compile(r"(?<![\w@#/])" + pattern, re.I), rule


_RULES: tuple[tuple[re.Pattern[str], _Rule], ...] = (
    _rule(r"(?P<word>the day before yesterday|the day after tomorrow|last night|tonight)\b", _day_word),
    _rule(r"(?P<word>yesterday|tomorrow)\b" + _PART, _day_word),
    _rule(r"(?:(?:earlier|later) )?(?P<word>today)\b", _day_word),
    _rule(r"(?P<word>this (?:morning|afternoon|evening))\b", _day_word),
    _rule(r"(?:on )?(?P<which>this past|this coming|last|past|next|this|coming) " + _WD + _PART, _weekday),
    _rule(r"on (?:the )?" + _WD + _PART, _weekday),
    _rule(r"(?<=by )" + _WD_LONG, _weekday_ahead),
    _rule(r"(?<=until )" + _WD_LONG, _weekday_ahead),
    _rule(r"(?<=moved to )" + _WD_LONG, _weekday_ahead),
    _rule(r"(?<=postponed to )" + _WD_LONG, _weekday_ahead),
    _rule(r"(?<=since )" + _WD_LONG, _weekday),
    _rule(
        r"(?P<which>this past|this coming|last|past|next|this|coming) "
        r"(?P<unit>weekend|week|month|year|spring|summer|fall|autumn|winter)\b(?! of\b)",
        _period,
    ),
    _rule(
        r"(?:about |around |like |over )?"
        + _NUM
        + r" (?P<unit>(?:weekend|day|night|week|month|year|hour|minute|summer|winter|spring|autumn|fall)s?) ago\b",
        _ago,
    ),
    _rule(
        r"in (?:about )?" + _NUM + r" (?P<unit>(?:day|week|month|year)s?)(?: from now| time)?\b(?! of)",
        _ahead,
    ),
    _rule(_NUM + r" (?P<unit>(?:day|week|month|year)s?) from (?:now|today)\b", _ahead),
    _rule(r"(?:a )?(?P<n>few|couple of|couple) (?P<unit>(?:day|week|month|year)s) ago\b", _vague_ago),
    _rule(r"(?P<on>on )?(?:the )?" + _DAYNUM + r"(?: of)? " + _MO + r"(?:,? " + _YEAR + r")?\b", _explicit),
    _rule(r"(?P<on>on )?" + _MO + r" (?:the )?" + _DAYNUM + r"\b(?!:)(?:,? " + _YEAR + r"\b)?", _explicit),
    _rule(r"(?P<which>last|next|this past|this coming|this) " + _MO_LONG + r"(?! \d)", _named_month),
    _rule(
        r"in (?P<which>)(?:early |late |mid-)?" + _MO + r"(?:,? (?:of )?" + _YEAR + r"\b)?(?! \d)",
        _named_month,
    ),
    _rule(r"(?<=starting )in (?P<which>)" + _MO_LONG + r"(?! \d)", _month_ahead),
    _rule(r"(?P<which>last|this past|next) (?P<holiday>christmas|thanksgiving|halloween|easter)\b", _holiday),
    _rule(r"in " + _YEAR + r"\b", _year),
    _rule(r"(?:on )?" + _YEAR + r"-(?P<m>\d\d)-(?P<d>\d\d)\b", _iso),
)
