"""English (and ISO) dates in a text, resolved against the moment it was said. Pure.

Rules where a phrase leaves room: a month or a month's day without a year is the nearest one ("in June" said
in May is next month, said in October is last June); "last Friday" is the latest one before the day, "next
Friday" the first one after it; 3/4/2023 is read month first, 13/4/2023 can only be day first, and so is
13.4.2023 with dots; "a few" is three and "a couple" two. A bare weekday may lie on either side: it is a span
without a value, as is everything that needs a reference when there is none.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Literal

Granularity = Literal["day", "week", "month", "season", "year", "hour"]


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


def resolve_dates(text: str, reference: datetime | None = None) -> list[DateSpan]:
    """The dates of `text` by position, without overlaps; linear in the text.

    A naive `reference` counts as UTC.
    """
    if not _HINT.search(text):
        return []
    if reference is not None and reference.tzinfo is None:
        reference = reference.replace(tzinfo=UTC)
    found: list[DateSpan] = []
    for pattern, read in _PATTERNS:
        for match in pattern.finditer(text):
            try:
                value, granularity = read(match, reference)
            except (ValueError, OverflowError):  # the 31st of June; a year out of range
                continue
            found.append(DateSpan(match.start(), match.end(), match[0], value, granularity))
    return list(_with_times(_longest(found), text))


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


_JOINT = re.compile(r"\s{0,2}(?:,|at|around|by|@|from|on)?\s{0,2}", re.IGNORECASE)


def _with_times(spans: list[DateSpan], text: str) -> Iterator[DateSpan]:
    """Join a day and the time beside it into one span: "yesterday at 3pm", "3pm on Friday"."""
    i = 0
    while i < len(spans):
        span = spans[i]
        if i + 1 < len(spans):
            other = spans[i + 1]
            gap = text[span.end : other.start]
            if {span.granularity, other.granularity} == {"day", "hour"} and _JOINT.fullmatch(gap):
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


# ---- words

_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sept sep", "october oct", "november nov", "december dec"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("monday mon", "tuesday tues tue", "wednesday wed", "thursday thurs thur thu", "friday fri",
         "saturday sat", "sunday sun")
    )
    for name in names.split()
}  # fmt: skip
# Alone, "sun", "sat" and "wed" are more often words.
_FULL_WEEKDAYS = [name for name in _WEEKDAYS if name.endswith("day")]
_UNITS: dict[str, Granularity] = {
    "minute": "hour", "hour": "hour", "day": "day", "week": "week", "weekend": "day", "month": "month", "year": "year",
}  # fmt: skip
_BACK = frozenset({"last", "past", "previous"})
_AHEAD = frozenset({"next", "coming", "following"})
_SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_COUNTS = {
    name: number
    for number, names in enumerate(
        ("", "a an one", "two couple", "three few", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve")
    )
    for name in names.split()
}  # fmt: skip


def _any_of(words: dict[str, int] | list[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


_MONTH = rf"(?P<month>{_any_of(_MONTHS)})\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_GAP = r"[ \t\u00a0]{1,2}"
_CLOCK = r"(?P<hour>[0-2]?\d):(?P<minute>[0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?"
_COUNT = rf"(?P<count>\d{{1,3}}|{_any_of(_COUNTS)})(?:{_GAP}of)?"
_UNIT = r"(?P<unit>minute|hour|day|week|weekend|month|year)s?"
# What must stand before a bare month or year, since "may", "march" and 2023 are often something else.
_WHEN = rf"(?:in|since|until|till|by|during|from|of|before|after|around|early|late|mid|this|back{_GAP}in)"
_WHICH = r"(?P<which>last|past|previous|this|current|next|coming|following)"

# A text without any of these has no date; looked for first, as most messages have none.
_HINT = re.compile(
    r"\d|day\b|days\b|week|month|year|\bago\b|tonight|night|morrow|morning|afternoon|evening|spring|summer|autumn"
    rf"|\bfall\b|winter|{_any_of([name for name in _MONTHS if len(name) > 3])}|\b{_any_of(_MONTHS)}\b",
    re.IGNORECASE,
)


# ---- readers: a match and the reference give a value and its granularity

_Read = tuple[datetime | None, Granularity]


def _day(reference: datetime | None, year: int, month: int, day: int) -> datetime:
    # The reference's own zone object, where there is one: its offset differs between summer and winter.
    return datetime(year, month, day, tzinfo=(reference and reference.tzinfo) or UTC)


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _months_on(moment: datetime, months: int) -> datetime:
    """The first of the month that lies `months` later, at midnight."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    return _midnight(moment).replace(year=year, month=month + 1, day=1)


def _nearest_month(reference: datetime, month: int) -> datetime:
    ahead = (month - reference.month) % 12
    return _months_on(reference, ahead if ahead <= 6 else ahead - 12)


def _read_iso(match: re.Match[str], reference: datetime | None) -> _Read:
    day = _day(reference, int(match["year"]), int(match["m"]), int(match["d"]))
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


def _read_iso_month(match: re.Match[str], reference: datetime | None) -> _Read:
    return _day(reference, int(match["year"]), int(match["m"]), 1), "month"


def _read_numeric(match: re.Match[str], reference: datetime | None) -> _Read:
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    month, day = (second, first) if first > 12 or match["mark"] == "." else (first, second)
    return _day(reference, year + 2000 if year < 100 else year, month, day), "day"


def _read_month_day(match: re.Match[str], reference: datetime | None) -> _Read:
    month, day = _MONTHS[match["month"].lower()], int(match["day"])
    if match["year"]:
        return _day(reference, int(match["year"]), month, day), "day"
    if reference is None:
        return None, "day"
    return _nearest_month(reference, month).replace(day=day), "day"


def _read_month_year(match: re.Match[str], reference: datetime | None) -> _Read:
    return _day(reference, int(match["year"]), _MONTHS[match["month"].lower()], 1), "month"


def _read_bare_month(match: re.Match[str], reference: datetime | None) -> _Read:
    # "from may" or "by march" in lower case is a slip often enough, a verb or a name as often.
    if match["month"].islower() and match["month"] in {"may", "march", "mar", "sun", "dec", "jan"}:
        raise ValueError
    if reference is None:
        return None, "month"
    return _nearest_month(reference, _MONTHS[match["month"].lower()]), "month"


def _read_year(match: re.Match[str], reference: datetime | None) -> _Read:
    return _day(reference, int(match["year"]), 1, 1), "year"


def _read_season(match: re.Match[str], reference: datetime | None) -> _Read:
    month = _SEASONS[match["season"].lower()]
    which = (match["which"] or "").lower()
    if match["year"]:
        return _day(reference, int(match["year"]), month, 1), "season"
    if not which and not match["when"]:
        raise ValueError  # "summer camp" tells no date
    if reference is None:
        return None, "season"
    nearest = _nearest_month(reference, month)
    if which in _BACK and _months_on(nearest, 3) > reference:
        nearest = _months_on(nearest, -12)
    if which in _AHEAD and nearest <= reference:
        nearest = _months_on(nearest, 12)
    return nearest, "season"


_DAY_WORDS = {
    "the day before yesterday": -2, "day before yesterday": -2, "yesterday": -1, "last": -1, "today": 0,
    "tonight": 0, "this": 0, "tomorrow": 1, "the day after tomorrow": 2, "day after tomorrow": 2,
}  # fmt: skip


def _read_day_word(match: re.Match[str], reference: datetime | None) -> _Read:
    if reference is None:
        return None, "day"
    phrase = " ".join(match["phrase"].lower().split())
    return _midnight(reference + timedelta(days=_DAY_WORDS[phrase])), "day"


def _read_count(match: re.Match[str], reference: datetime | None) -> _Read:
    unit, word = match["unit"].lower(), match["count"].lower()
    if reference is None:
        return None, _UNITS[unit]
    count = int(word) if word.isdigit() else _COUNTS[word]
    back = "ago" in match.re.groupindex
    return _shifted(reference, -count if back else count, unit), _UNITS[unit]


def _shifted(reference: datetime, count: int, unit: str) -> datetime:
    if unit in {"minute", "hour"}:
        return reference.replace(second=0, microsecond=0) + timedelta(**{f"{unit}s": count})
    today = _midnight(reference)
    if unit == "day":
        return today + timedelta(days=count)
    if unit == "week":
        return today + timedelta(days=7 * count - today.weekday())
    if unit == "weekend":
        return today + timedelta(days=7 * count + 5 - today.weekday())
    if unit == "month":
        return _months_on(today, count)
    return _months_on(today, 12 * count).replace(month=1)


def _read_which_unit(match: re.Match[str], reference: datetime | None) -> _Read:
    unit, which = match["unit"].lower(), match["which"].lower()
    if reference is None:
        return None, _UNITS[unit]
    count = -1 if which in _BACK else 1 if which in _AHEAD else 0
    return _shifted(reference, count, unit), _UNITS[unit]


def _read_weekday(match: re.Match[str], reference: datetime | None) -> _Read:
    if reference is None:
        return None, "day"
    today = _midnight(reference)
    ahead = (_WEEKDAYS[match["weekday"].lower()] - today.weekday()) % 7
    which = match["which"].lower()
    if which in _BACK:
        ahead -= 7
    elif which in _AHEAD and ahead == 0:
        ahead = 7
    return today + timedelta(days=ahead), "day"


def _read_which_month(match: re.Match[str], reference: datetime | None) -> _Read:
    if reference is None:
        return None, "month"
    ahead = (_MONTHS[match["month"].lower()] - reference.month) % 12
    which = match["which"].lower()
    if which in _BACK:
        ahead -= 12
    elif which in _AHEAD and ahead == 0:
        ahead = 12
    return _months_on(reference, ahead), "month"


def _read_time(match: re.Match[str], reference: datetime | None) -> _Read:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if "half" in match.re.groupindex:
        if not 1 <= hour <= 12:
            raise ValueError
        hour = hour % 12 + (12 if match["half"].lower().startswith("p") else 0)
    if hour > 23:
        raise ValueError
    if reference is None:
        return None, "hour"
    return _midnight(reference).replace(hour=hour, minute=minute), "hour"


def _read_bare_weekday(match: re.Match[str], reference: datetime | None) -> _Read:
    return None, "day"


def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.#@/-]){source}(?![\w@]|[-/]\d)", re.IGNORECASE)


_PATTERNS: list[tuple[re.Pattern[str], Callable[[re.Match[str], datetime | None], _Read]]] = [
    (_pattern(rf"(?P<year>\d{{4}})(?P<mark>[-/])(?P<m>\d\d)(?P=mark)(?P<d>\d\d)"
              rf"(?:[T ]{_CLOCK}(?P<zone>[Zz]|[+-]\d\d:?\d\d)?)?"), _read_iso),
    (_pattern(r"(?P<year>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])"), _read_iso_month),
    (_pattern(r"(?P<first>\d\d?)(?P<mark>/)(?P<second>\d\d?)/(?P<year>(?:19|20)?\d\d)"), _read_numeric),
    (_pattern(r"(?P<first>\d\d?)(?P<mark>\.)(?P<second>\d\d?)\.(?P<year>(?:19|20)\d\d)"), _read_numeric),
    (_pattern(rf"(?:the{_GAP})?{_DAY}{_GAP}(?:of{_GAP})?{_MONTH}(?:,?{_GAP}{_YEAR})?"), _read_month_day),
    (_pattern(rf"{_MONTH}{_GAP}(?:the{_GAP})?{_DAY}(?!:\d)(?:,?{_GAP}{_YEAR})?"), _read_month_day),
    (_pattern(rf"{_MONTH},?{_GAP}(?:of{_GAP})?{_YEAR}"), _read_month_year),
    (_pattern(rf"{_WHEN}{_GAP}{_MONTH}"), _read_bare_month),
    (_pattern(rf"{_WHICH}{_GAP}{_MONTH}"), _read_which_month),
    (_pattern(rf"{_WHEN}{_GAP}{_YEAR}"), _read_year),
    (_pattern(rf"(?:(?P<when>in|during|over|since|until|by){_GAP}(?:the{_GAP})?|(?:the{_GAP})?{_WHICH}{_GAP})?"
              rf"(?:(?:early|late|mid){_GAP})?(?P<season>{_any_of(_SEASONS)})(?:{_GAP}(?:of{_GAP})?{_YEAR})?"),
     _read_season),
    (_pattern(rf"(?P<phrase>(?:the{_GAP})?day{_GAP}(?:before{_GAP}yesterday|after{_GAP}tomorrow)|today|tonight)"),
     _read_day_word),
    (_pattern(rf"(?P<phrase>yesterday|tomorrow)(?:{_GAP}(?:morning|afternoon|evening|night))?"), _read_day_word),
    (_pattern(rf"(?P<phrase>last){_GAP}(?:night|evening)"), _read_day_word),
    (_pattern(rf"(?P<phrase>this){_GAP}(?:morning|afternoon|evening)"), _read_day_word),
    (_pattern(rf"(?:a{_GAP})?{_COUNT}{_GAP}{_UNIT}{_GAP}(?P<ago>ago|earlier|back)"), _read_count),
    (_pattern(rf"in{_GAP}(?:a{_GAP}|the{_GAP}next{_GAP})?{_COUNT}{_GAP}{_UNIT}"), _read_count),
    (_pattern(rf"(?:a{_GAP})?{_COUNT}{_GAP}{_UNIT}{_GAP}from{_GAP}(?:now|today)"), _read_count),
    (_pattern(rf"(?:the{_GAP})?{_WHICH}{_GAP}(?P<unit>week|weekend|month|year)"), _read_which_unit),
    (_pattern(rf"(?:the{_GAP})?{_WHICH}{_GAP}(?P<weekday>{_any_of(_WEEKDAYS)})"), _read_weekday),
    (_pattern(_any_of(_FULL_WEEKDAYS)), _read_bare_weekday),
    (_pattern(r"(?P<hour>[0-2]?\d)(?::(?P<minute>[0-5]\d))?[ \u202f]?(?P<half>[ap]\.?m)\.?"), _read_time),
    (_pattern(_CLOCK), _read_time),
]  # fmt: skip
