"""Dates in English, resolved against the moment of speaking. Pure.

Rules where a phrase leaves room: a month or a month's day without a year is the nearest one ("in June" said
in May is next month, said in October is last June); "last Friday" is the latest one before the day, "next
Friday" the first one after it; 3/4/2023 is read month first, 13/4/2023 can only be day first, and so is
13.4.2023 with dots; "a few" is three and "a couple" two. A bare weekday may lie on either side: it is a span
without a value, as is everything that needs a reference when there is none.
"""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from ..dates import (
    NUMERIC_RULES,
    DateSpan,
    Granularity,
    Reading,
    Rule,
    day_of,
    midnight,
    months_on,
    pattern,
    read_dates,
)  # fmt: skip
from .vocabulary import CARDINALS, MONTHS, SEASONS, WEEKDAY_NAMES, WEEKDAYS


def resolve_dates(text: str, reference: datetime | None = None) -> list[DateSpan]:
    """See `base.DateReader`."""
    return read_dates(text, reference, _RULES, _JOINT) if _HINT.search(text) else []


# ---- words

_UNITS: dict[str, Granularity] = {
    "minute": "hour", "hour": "hour", "day": "day", "week": "week", "weekend": "day", "month": "month", "year": "year",
}  # fmt: skip
_BACK = frozenset({"last", "past", "previous"})
_AHEAD = frozenset({"next", "coming", "following"})
_COUNTS = {word: number for word, number in CARDINALS.items() if 0 < number <= 12} | {
    "a": 1, "an": 1, "couple": 2, "few": 3,
}  # fmt: skip


def _any_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


_MONTH = rf"(?P<month>{_any_of(MONTHS)})\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_GAP = r"[ \t\u00a0]{1,2}"
_COUNT = rf"(?P<count>\d{{1,3}}|{_any_of(_COUNTS)})(?:{_GAP}of)?"
_UNIT = r"(?P<unit>minute|hour|day|week|weekend|month|year)s?"
# What must stand before a bare month or year, since "may", "march" and 2023 are often something else.
_WHEN = rf"(?:in|since|until|till|by|during|from|of|before|after|around|early|late|mid|this|back{_GAP}in)"
_WHICH = r"(?P<which>last|past|previous|this|current|next|coming|following)"

_JOINT = re.compile(r"\s{0,2}(?:,|at|around|by|@|from|on)?\s{0,2}", re.IGNORECASE)

# A text without any of these has no date; looked for first, as most messages have none.
_HINT = re.compile(
    r"\d|day\b|days\b|week|month|year|\bago\b|tonight|night|morrow|morning|afternoon|evening|spring|summer|autumn"
    rf"|\bfall\b|winter|{_any_of([name for name in MONTHS if len(name) > 3])}|\b{_any_of(MONTHS)}\b",
    re.IGNORECASE,
)


# ---- readers: a match and the reference give a value and its granularity

def _nearest_month(reference: datetime, month: int) -> datetime:
    ahead = (month - reference.month) % 12
    return months_on(reference, ahead if ahead <= 6 else ahead - 12)


def _read_numeric(match: re.Match[str], reference: datetime | None) -> Reading:
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    month, day = (second, first) if first > 12 else (first, second)
    return day_of(reference, year + 2000 if year < 100 else year, month, day), "day"


def _read_month_day(match: re.Match[str], reference: datetime | None) -> Reading:
    month, day = MONTHS[match["month"].lower()], int(match["day"])
    if match["year"]:
        return day_of(reference, int(match["year"]), month, day), "day"
    if reference is None:
        return None, "day"
    return _nearest_month(reference, month).replace(day=day), "day"


def _read_month_year(match: re.Match[str], reference: datetime | None) -> Reading:
    return day_of(reference, int(match["year"]), MONTHS[match["month"].lower()], 1), "month"


def _read_bare_month(match: re.Match[str], reference: datetime | None) -> Reading:
    # "from may" or "by march" in lower case is a slip often enough, a verb or a name as often.
    if match["month"].islower() and match["month"] in {"may", "march", "mar", "sun", "dec", "jan"}:
        raise ValueError
    if reference is None:
        return None, "month"
    return _nearest_month(reference, MONTHS[match["month"].lower()]), "month"


def _read_year(match: re.Match[str], reference: datetime | None) -> Reading:
    return day_of(reference, int(match["year"]), 1, 1), "year"


def _read_season(match: re.Match[str], reference: datetime | None) -> Reading:
    month = SEASONS[match["season"].lower()]
    which = (match["which"] or "").lower()
    if match["year"]:
        return day_of(reference, int(match["year"]), month, 1), "season"
    if not which and not match["when"]:
        raise ValueError  # "summer camp" tells no date
    if reference is None:
        return None, "season"
    nearest = _nearest_month(reference, month)
    if which in _BACK and months_on(nearest, 3) > reference:
        nearest = months_on(nearest, -12)
    if which in _AHEAD and nearest <= reference:
        nearest = months_on(nearest, 12)
    return nearest, "season"


_DAY_WORDS = {
    "the day before yesterday": -2, "day before yesterday": -2, "yesterday": -1, "last": -1, "today": 0,
    "tonight": 0, "this": 0, "tomorrow": 1, "the day after tomorrow": 2, "day after tomorrow": 2,
}  # fmt: skip


def _read_day_word(match: re.Match[str], reference: datetime | None) -> Reading:
    if reference is None:
        return None, "day"
    phrase = " ".join(match["phrase"].lower().split())
    return midnight(reference + timedelta(days=_DAY_WORDS[phrase])), "day"


def _read_count(match: re.Match[str], reference: datetime | None) -> Reading:
    unit, word = match["unit"].lower(), match["count"].lower()
    if reference is None:
        return None, _UNITS[unit]
    count = int(word) if word.isdigit() else _COUNTS[word]
    back = "ago" in match.re.groupindex
    return _shifted(reference, -count if back else count, unit), _UNITS[unit]


def _shifted(reference: datetime, count: int, unit: str) -> datetime:
    if unit in {"minute", "hour"}:
        return reference.replace(second=0, microsecond=0) + timedelta(**{f"{unit}s": count})
    today = midnight(reference)
    if unit == "day":
        return today + timedelta(days=count)
    if unit == "week":
        return today + timedelta(days=7 * count - today.weekday())
    if unit == "weekend":
        return today + timedelta(days=7 * count + 5 - today.weekday())
    if unit == "month":
        return months_on(today, count)
    return months_on(today, 12 * count).replace(month=1)


def _read_which_unit(match: re.Match[str], reference: datetime | None) -> Reading:
    unit, which = match["unit"].lower(), match["which"].lower()
    if reference is None:
        return None, _UNITS[unit]
    count = -1 if which in _BACK else 1 if which in _AHEAD else 0
    return _shifted(reference, count, unit), _UNITS[unit]


def _read_weekday(match: re.Match[str], reference: datetime | None) -> Reading:
    if reference is None:
        return None, "day"
    today = midnight(reference)
    ahead = (WEEKDAYS[match["weekday"].lower()] - today.weekday()) % 7
    which = match["which"].lower()
    if which in _BACK:
        ahead -= 7
    elif which in _AHEAD and ahead == 0:
        ahead = 7
    return today + timedelta(days=ahead), "day"


def _read_which_month(match: re.Match[str], reference: datetime | None) -> Reading:
    if reference is None:
        return None, "month"
    ahead = (MONTHS[match["month"].lower()] - reference.month) % 12
    which = match["which"].lower()
    if which in _BACK:
        ahead -= 12
    elif which in _AHEAD and ahead == 0:
        ahead = 12
    return months_on(reference, ahead), "month"


def _read_time(match: re.Match[str], reference: datetime | None) -> Reading:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if not 1 <= hour <= 12:
        raise ValueError
    hour = hour % 12 + (12 if match["half"].lower().startswith("p") else 0)
    if reference is None:
        return None, "hour"
    return midnight(reference).replace(hour=hour, minute=minute), "hour"


def _read_bare_weekday(match: re.Match[str], reference: datetime | None) -> Reading:
    return None, "day"


_RULES: tuple[Rule, ...] = (
    *NUMERIC_RULES,
    (pattern(r"(?P<first>\d\d?)/(?P<second>\d\d?)/(?P<year>(?:19|20)?\d\d)"), _read_numeric),
    (pattern(rf"(?:the{_GAP})?{_DAY}{_GAP}(?:of{_GAP})?{_MONTH}(?:,?{_GAP}{_YEAR})?"), _read_month_day),
    (pattern(rf"{_MONTH}{_GAP}(?:the{_GAP})?{_DAY}(?!:\d)(?:,?{_GAP}{_YEAR})?"), _read_month_day),
    (pattern(rf"{_MONTH},?{_GAP}(?:of{_GAP})?{_YEAR}"), _read_month_year),
    (pattern(rf"{_WHEN}{_GAP}{_MONTH}"), _read_bare_month),
    (pattern(rf"{_WHICH}{_GAP}{_MONTH}"), _read_which_month),
    (pattern(rf"{_WHEN}{_GAP}{_YEAR}"), _read_year),
    (pattern(rf"(?:(?P<when>in|during|over|since|until|by){_GAP}(?:the{_GAP})?|(?:the{_GAP})?{_WHICH}{_GAP})?"
              rf"(?:(?:early|late|mid){_GAP})?(?P<season>{_any_of(SEASONS)})(?:{_GAP}(?:of{_GAP})?{_YEAR})?"),
     _read_season),
    (pattern(rf"(?P<phrase>(?:the{_GAP})?day{_GAP}(?:before{_GAP}yesterday|after{_GAP}tomorrow)|today|tonight)"),
     _read_day_word),
    (pattern(rf"(?P<phrase>yesterday|tomorrow)(?:{_GAP}(?:morning|afternoon|evening|night))?"), _read_day_word),
    (pattern(rf"(?P<phrase>last){_GAP}(?:night|evening)"), _read_day_word),
    (pattern(rf"(?P<phrase>this){_GAP}(?:morning|afternoon|evening)"), _read_day_word),
    (pattern(rf"(?:a{_GAP})?{_COUNT}{_GAP}{_UNIT}{_GAP}(?P<ago>ago|earlier|back)"), _read_count),
    (pattern(rf"in{_GAP}(?:a{_GAP}|the{_GAP}next{_GAP})?{_COUNT}{_GAP}{_UNIT}"), _read_count),
    (pattern(rf"(?:a{_GAP})?{_COUNT}{_GAP}{_UNIT}{_GAP}from{_GAP}(?:now|today)"), _read_count),
    (pattern(rf"(?:the{_GAP})?{_WHICH}{_GAP}(?P<unit>week|weekend|month|year)"), _read_which_unit),
    (pattern(rf"(?:the{_GAP})?{_WHICH}{_GAP}(?P<weekday>{_any_of(WEEKDAYS)})"), _read_weekday),
    (pattern(_any_of(WEEKDAY_NAMES)), _read_bare_weekday),
    (pattern(r"(?P<hour>[0-2]?\d)(?::(?P<minute>[0-5]\d))?[ \u202f]?(?P<half>[ap]\.?m)\.?"), _read_time),
)  # fmt: skip
