"""Dates in English, resolved against the moment of speaking. Pure.

Rules where a phrase leaves room: "last Friday" is the latest one before the day, "next Friday" the first one after it;
3/4/2023 is read month first, 13/4/2023 can only be day first, and so is 13.4.2023 with dots; "a few" is three and "a
couple" two. Open expressions ("in June", "April 9", "on Friday") lie on the side that the caller knows from the tense;
a phrase that names its side itself goes its own way: "booked for April 9", "until Friday", "moved to June". Without a
side a month is the nearest one, and a weekday has no value; nor has anything that needs a reference when there is none.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from ..dates import (
    NUMERIC_RULES,
    DatePlace,
    DateSpan,
    Direction,
    Reading,
    Rule,
    dates_of,
    day_of,
    midnight,
    months_on,
    pattern,
    places,
    with_times,
)  # fmt: skip
from .compound_dates import COMPOUND_RULES
from .date_hints import may_hold_date
from .date_words import (
    AHEAD,
    BACK,
    COUNT,
    COUNTED,
    COUNTS,
    GAP,
    MONTH,
    ON,
    PART,
    UNIT,
    UNITS,
    WEEKDAY,
    WEEKDAY_NAME,
    WHEN,
    WHICH,
    YEAR,
    any_of,
    in_plain_letters,
)  # fmt: skip
from .month_dates import MONTH_RULES, month_on, side_of
from .vocabulary import HOLIDAYS, MONTHS, SEASONS, WEEKDAYS


def resolve_dates(text: str, reference: datetime | None = None, direction: Direction = "unknown") -> list[DateSpan]:
    """See `dates.DateReader`. A day and the time beside it are one span: "yesterday at 3pm"."""
    return with_times(find_dates(text, reference, direction), text, _JOINT)


def find_dates(text: str, reference: datetime | None, direction: Direction) -> list[DateSpan]:
    """The same, but a day and the time beside it stay two spans."""
    return dates_of(find_places(text), reference, direction)


def find_places(text: str) -> Sequence[DatePlace]:
    """Where dates may stand: for `dates_of`."""
    return _places_kept(text) if len(text) <= LONGEST_KEPT else _places(text)


def _places(text: str) -> tuple[DatePlace, ...]:
    text = in_plain_letters(text)
    return tuple(places(text, _RULES)) if may_hold_date(text) else ()


# The ranking reads what a block quotes a moment later, each for moments of its own.
KEPT, LONGEST_KEPT = 4_000, 1_000  # texts, and characters of one; chosen, not measured
_places_kept = lru_cache(maxsize=KEPT)(_places)


_JOINT = re.compile(r"\s{0,2}(?:,|at|around|by|@|from|on)?\s{0,2}", re.IGNORECASE)

# ---- readers: a match and the reference give a value and its granularity


def _read_numeric(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    month, day = (second, first) if first > 12 else (first, second)
    return day_of(reference, year + 2000 if year < 100 else year, month, day), "day"


def _read_year(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    return day_of(reference, int(match["year"]), 1, 1), "year"


def _read_season(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    month = SEASONS[match["season"].lower()]
    which = (match["which"] or "").lower()
    if match["year"]:
        return day_of(reference, int(match["year"]), month, 1), "season"
    if not which and not match["when"]:
        raise ValueError  # "summer camp" tells no date
    if reference is None:
        return None, "season"
    # "This summer" is the one that goes on, or the nearest.
    nearest = month_on(reference, month, "unknown" if which else side_of(match, direction))
    if nearest is not None and which in BACK and months_on(nearest, 3) > reference:
        nearest = months_on(nearest, -12)
    if nearest is not None and which in AHEAD and nearest <= reference:
        nearest = months_on(nearest, 12)
    return nearest, "season"


_DAY_WORDS = {
    "the day before yesterday": -2, "day before yesterday": -2, "yesterday": -1, "last": -1, "today": 0,
    "tonight": 0, "this": 0, "tomorrow": 1, "the day after tomorrow": 2, "day after tomorrow": 2,
}  # fmt: skip


def _read_day_word(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    if reference is None:
        return None, "day"
    phrase = " ".join(match["phrase"].lower().split())
    return midnight(reference + timedelta(days=_DAY_WORDS[phrase])), "day"


def _read_ago(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    return _read_count(match, reference, -1)


def _read_ahead(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    if direction == "past" and match["in"] and not match["from"]:
        raise ValueError  # "I learnt it in two weeks" tells how long it took
    if _IN_A_DAY.fullmatch(match.group()) and not _OR_SO.match(match.string, match.end()):
        raise ValueError  # "25 in a day" tells how often
    if match.groupdict().get("within"):
        return None, UNITS[match["unit"].lower()]  # "in the next few months" is any day until then
    return _read_count(match, reference, 1)


_IN_A_DAY = re.compile(rf"in{GAP}(?:a|one){GAP}day", re.IGNORECASE)
_OR_SO = re.compile(rf"{GAP}(?:or|from)\b", re.IGNORECASE)


def _read_count(match: re.Match[str], reference: datetime | None, sign: int) -> Reading:
    unit, word = match["unit"].lower(), match["count"].lower()
    if reference is None:
        return None, UNITS[unit]
    count = int(word) if word.isdigit() else COUNTS[word]
    return _shifted(reference, sign * count, unit), UNITS[unit]


def _shifted(reference: datetime, count: int, unit: str) -> datetime:
    if unit in {"minute", "hour"}:
        return reference.replace(second=0, microsecond=0) + timedelta(**{f"{unit}s": count})
    today = midnight(reference)
    if unit in {"day", "night"}:
        return today + timedelta(days=count)
    if unit == "fortnight":
        unit, count = "week", 2 * count
    if unit in {"week", "weekend"}:
        return today + timedelta(days=7 * count + 5 * (unit == "weekend") - today.weekday())
    if unit == "month":
        return months_on(today, count)
    return months_on(today, 12 * count).replace(month=1)


def _read_seasons_ago(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    if reference is None:
        return None, "season"
    word = match["count"].lower()
    count = int(word) if word.isdigit() else COUNTS[word]
    latest = month_on(reference, SEASONS[match["season"].lower()], "past")
    assert latest is not None
    if months_on(latest, 3) > reference:
        latest = months_on(latest, -12)
    return months_on(latest, -12 * (count - 1)), "season"


def _read_which_unit(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    unit, which = match["unit"].lower(), _which(match)
    if reference is None:
        return None, UNITS[unit]
    if which in BACK and direction == "future" and match.group().lower().startswith("the "):
        raise ValueError  # "joins us for the last week": of something
    before = match.string[max(0, match.start() - _LONGEST_OWNER) : match.start()]
    if which == "last" and _OWNED.search(before) and not _AT_ONES.search(before):
        raise ValueError  # "Lotte's last week in our team" may be to come
    count = COUNTED.get(which, 0)
    if unit == "weekend":
        on_one = reference.weekday() >= 5
        if which in AHEAD and not on_one:
            count = 0  # as with weekdays: the first one after the day
        elif not count and direction == "past" and not on_one:
            count = -1
    return _shifted(reference, count, unit), UNITS[unit]


_OWNED = re.compile(r"(?:['’]s|s['’]|\b(?:my|your|his|her|its|our|their))\s$", re.IGNORECASE)
# "Diagnosed with Parkinson's last week", "we ate at Rosa's last week": what is owned is left out, and is no week.
_AT_ONES = re.compile(r"\b(?:with|at|to|from) [A-Z]\w{1,20}['’]s\s$")
_LONGEST_OWNER = 32  # characters


def _which(match: re.Match[str]) -> str:
    return " ".join(match["which"].lower().split())


def _read_weekday(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    if reference is None:
        return None, "day"
    today = midnight(reference)
    ahead = (WEEKDAYS[match["weekday"].lower()] - today.weekday()) % 7
    which = _which(match)
    if which in BACK and _OF_MONTH.match(match.string, match.end()):
        raise ValueError  # "the last Tuesday of the month"
    if which == "coming" and not match.group().lower().startswith("the "):  # "she is coming Friday"
        if _WEEKS_ON.match(match.string, match.end()):
            raise ValueError  # "she is coming Friday week"
        if ahead == 0:
            return None, "day"
    if which == "this" and direction == "past" and ahead > 6 - today.weekday():
        ahead -= 7
    elif which == "this" and direction == "past" and ahead:
        return None, "day"  # "my visit this Friday got cancelled": it lies ahead, as often as not
    if which in BACK:
        ahead -= 7
    elif which in AHEAD and ahead == 0:
        ahead = 7
    return today + timedelta(days=ahead), "day"


_OF_MONTH = re.compile(
    rf"{GAP}(?:of|in){GAP}(?:(?:the|each|every|a|this|next|that){GAP})?(?:months?|term|year|{any_of(MONTHS)})\b",
    re.IGNORECASE,
)
_WEEKS_ON = re.compile(rf"{GAP}(?:week|fortnight)\b", re.IGNORECASE)


def _read_dated_weekday(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "On Friday", by the tense; said on a Friday, it may be today's or another. "On the Friday" is one that the talk
    is about."""
    side = side_of(match, direction)
    if reference is None or side not in {"past", "future"} or match["said"].lower().startswith("the "):
        return None, "day"
    if _GOES_ON.match(match.string, match.end()):
        return None, "day"
    today = midnight(reference)
    ahead = (WEEKDAYS[match["weekday"].lower()] - today.weekday()) % 7
    if ahead == 0:
        return None, "day"
    return today + timedelta(days=ahead - 7 if side == "past" else ahead), "day"


# "Monday 22" may be a day of the month, or an hour.
_GOES_ON = re.compile(rf"{GAP}\d\d?(?![\w:]|\.\d|{GAP}(?:[a-z]|{any_of(MONTHS)}\b))", re.IGNORECASE)


def _read_which_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    if reference is None:
        return None, "month"
    which = _which(match)
    return _of_which(reference, MONTHS[match["month"].lower()], which), "month"


def _read_holiday(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    if reference is None:
        return None, "month"
    which, month = _which(match), HOLIDAYS[match["holiday"].lower()]
    if month == reference.month:
        return None, "month"  # whether it was already, or is to come
    return _of_which(reference, month, which), "month"


def _of_which(reference: datetime, month: int, which: str) -> datetime:
    ahead = (month - reference.month) % 12
    if which in BACK:
        ahead -= 12
    elif which in AHEAD and ahead == 0:
        ahead = 12
    return months_on(reference, ahead)


def _read_time(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if not 1 <= hour <= 12:
        raise ValueError
    hour = hour % 12 + (12 if match["half"].lower().startswith("p") else 0)
    if reference is None:
        return None, "hour"
    return midnight(reference).replace(hour=hour, minute=minute), "hour"


_RULES: tuple[Rule, ...] = (
    *NUMERIC_RULES,
    *COMPOUND_RULES,
    (pattern(r"(?P<first>\d\d?)/(?P<second>\d\d?)/(?P<year>(?:19|20)?\d\d)"), _read_numeric),
    *MONTH_RULES,
    (pattern(rf"{WHICH}{GAP}{MONTH}"), _read_which_month),
    (pattern(rf"{WHICH}{GAP}(?P<holiday>{any_of(HOLIDAYS)})"), _read_holiday),
    (pattern(rf"{WHEN}{GAP}(?P<said>{YEAR})"), _read_year),
    (pattern(rf"(?:(?P<when>in|during|over|since|until|by){GAP}(?:the{GAP})?|(?:the{GAP})?{WHICH}{GAP})?"
              rf"(?:(?:early|late|mid){GAP})?(?P<season>{any_of(SEASONS)})(?:{GAP}(?:of{GAP})?{YEAR})?"),
     _read_season),
    (pattern(rf"(?P<phrase>(?:the{GAP})?day{GAP}(?:before{GAP}yesterday|after{GAP}tomorrow)|today|tonight)"),
     _read_day_word),
    (pattern(rf"(?P<phrase>yesterday|tomorrow){PART}"), _read_day_word),
    (pattern(rf"(?P<phrase>last){GAP}(?:night|evening)"), _read_day_word),
    (pattern(rf"(?P<phrase>this){GAP}(?:morning|afternoon|evening)"), _read_day_word),
    (pattern(rf"(?:a{GAP})?{COUNT}{GAP}{UNIT}{GAP}(?:ago|back)"), _read_ago),
    (pattern(rf"{COUNT}{GAP}(?P<season>{any_of(SEASONS)})s?{GAP}ago"), _read_seasons_ago),
    (pattern(rf"(?P<in>in){GAP}(?:a{GAP}|about{GAP}|(?P<within>the{GAP}next{GAP}))?{COUNT}{GAP}{UNIT}"
              rf"(?P<from>{GAP}from{GAP}now|['’]?{GAP}time)?(?!{GAP}(?:ago|back)\b)"), _read_ahead),
    (pattern(rf"(?P<in>)(?:a{GAP})?{COUNT}{GAP}{UNIT}{GAP}from{GAP}(?:now|today)"), _read_ahead),
    (pattern(rf"(?:the{GAP})?{WHICH}{GAP}(?P<unit>week|weekend|month|year)(?!{GAP}of\b(?!{GAP}(?:course|all)\b))"),
     _read_which_unit),
    (pattern(rf"(?<!was )(?<!were )(?<!n['’]t )(?:the{GAP})?{WHICH}{GAP}{WEEKDAY}{PART}"), _read_weekday),
    (pattern(rf"{ON}{GAP}(?P<said>(?:the{GAP})?{WEEKDAY_NAME}{PART})"),
     _read_dated_weekday),
    (pattern(rf"{WEEKDAY_NAME}(?:{GAP}(?:morning|afternoon|evening|night))?"),
     lambda match, reference, direction: (None, "day")),
    (pattern(r"(?P<hour>[0-2]?\d)(?::(?P<minute>[0-5]\d))?[ \u202f]?(?P<half>[ap]\.?m)\.?"), _read_time),
)  # fmt: skip
