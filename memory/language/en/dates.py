"""Dates in English, resolved against the moment of speaking. Pure.

Rules where a phrase leaves room: "last Friday" is the latest one before the day, "next Friday" the first one after it;
3/4/2023 is read month first, 13/4/2023 can only be day first, and so is 13.4.2023 with dots; "a few" is three and "a
couple" two. Open expressions ("in June", "April 9", "on Friday") lie on the side that the caller knows from the tense;
a phrase that names its side itself goes its own way: "booked for April 9", "until Friday", "moved to June". Without a
side a month is the nearest one, and a weekday has no value; nor has anything that needs a reference when there is none.
"""

import re
from calendar import monthrange
from datetime import datetime, timedelta

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
    DAY,
    ENDS_DAY,
    GAP,
    MONTH,
    NTH,
    OF_YEAR,
    ON,
    ON_DAY,
    PART,
    UNIT,
    UNITS,
    WEEKDAY,
    WEEKDAY_NAME,
    WHEN,
    WHICH,
    YEAR,
    any_of,
)  # fmt: skip
from .vocabulary import HOLIDAYS, MONTHS, SEASONS, WEEKDAYS


def resolve_dates(text: str, reference: datetime | None = None, direction: Direction = "unknown") -> list[DateSpan]:
    """See `base.DateReader`. A day and the time beside it are one span: "yesterday at 3pm"."""
    return with_times(find_dates(text, reference, direction), text, _JOINT)


def find_dates(text: str, reference: datetime | None, direction: Direction) -> list[DateSpan]:
    """The same, but a day and the time beside it stay two spans."""
    return dates_of(find_places(text), reference, direction)


def find_places(text: str) -> list[DatePlace]:
    """Where dates may stand: for `dates_of`."""
    return places(text, _RULES) if may_hold_date(text) else []


_JOINT = re.compile(r"\s{0,2}(?:,|at|around|by|@|from|on)?\s{0,2}", re.IGNORECASE)

# What a date "for" or "to" is arranged: it lies ahead of the arranging, though that was in the past.
_ARRANGED = re.compile(
    r"\b(?:book|reserv|schedul|plann?|set|sign|regist|arrang|appoint|invit|ticket|order|confirm|mov|postpon|push|delay"
    r"|reschedul|resched|shift|due|start)\w{0,8}\b",
    re.IGNORECASE,
)
_REACH = 80  # characters in front of a date in which the arranging may stand; 40 and 160 change no fact of our talks


def _side(match: re.Match[str], direction: Direction) -> Direction | None:
    """The side on which this expression lies; None where neither the words nor the tense can tell."""
    before = match.string[max(0, match.start() - _REACH) : match.start()]
    when = match.groupdict().get("when") or (before.split() or [""])[-1]
    when = when.lower()
    if when in {"until", "till", "by"}:
        return direction if direction == "unknown" else "future"
    if when == "since":
        return "past"
    if when == "from" and _ARRANGED.search(before):
        return "unknown"  # "moved from 10 May": the nearest, whether it was still ahead or not
    if when in {"for", "to"} or before.lower().endswith("starting "):
        if _ARRANGED.search(before):
            return "future"
        return None if direction == "past" or when == "to" else direction
    return direction


# ---- readers: a match and the reference give a value and its granularity


def _month_on(reference: datetime, month: int, side: Direction | None) -> datetime | None:
    """The first of that month on this side, the present month on either; the nearest one for "unknown"."""
    if side is None:
        return None
    ahead = (month - reference.month) % 12
    if side == "past" and ahead or side == "unknown" and ahead > 6:
        ahead -= 12
    return months_on(reference, ahead)


def _read_numeric(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    month, day = (second, first) if first > 12 else (first, second)
    return day_of(reference, year + 2000 if year < 100 else year, month, day), "day"


def _read_month_day(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    month, day = MONTHS[match["month"].lower()], int(match["day"])
    if match["year"]:
        return day_of(reference, int(match["year"]), month, day), "day"
    side = _side(match, direction)
    first = reference and _month_on(reference, month, side)
    if reference is None or first is None:
        return None, "day"
    value = first.replace(day=day)
    today = midnight(reference)
    if side == "past" and value > today:
        value = value.replace(year=value.year - 1)
    if side == "future" and value < today:
        if value > today - _JUST_PAST:
            return None, "day"  # "my appointment is on 3 May", said on 8 May
        value = value.replace(year=value.year + 1)
    return value, "day"


_JUST_PAST = timedelta(days=31)


def _read_day_of_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "On the 15th": the next one or the latest one, by the tense; without a tense it may be either."""
    side = _side(match, direction)
    if reference is None or side not in {"past", "future"}:
        return None, "day"
    today, day = midnight(reference), int(match["day"])
    for months in range(0, -3, -1) if side == "past" else range(3):
        first = months_on(today.replace(day=1), months)
        if day > monthrange(first.year, first.month)[1]:
            continue
        value = first.replace(day=day)
        if value <= today if side == "past" else value >= today:
            return value, "day"
    return None, "day"


def _read_weekday_of_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "Fri 27th": the nearest such Friday on its side; without a side the nearest of all."""
    side = _side(match, direction)
    if reference is None:
        return None, "day"
    today, day, weekday = midnight(reference), int(match["day"]), WEEKDAYS[match["weekday"].lower()]
    firsts = (months_on(today.replace(day=1), months) for months in range(-2, 3))
    days = [first.replace(day=day) for first in firsts if day <= monthrange(first.year, first.month)[1]]
    past, ahead = side != "future", side != "past"
    fitting = (one for one in days if one.weekday() == weekday and (past or one >= today) and (ahead or one <= today))
    return min(fitting, key=lambda one: abs(one - today), default=None), "day"


def _read_month_year(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    return day_of(reference, int(match["year"]), MONTHS[match["month"].lower()], 1), "month"


def _read_bare_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    # "from may" or "by march" in lower case is a slip often enough, a verb or a name as often.
    if match["month"].islower() and match["month"] in {"may", "march", "mar", "sun", "dec", "jan"}:
        raise ValueError
    if reference is None:
        return None, "month"
    return _month_on(reference, MONTHS[match["month"].lower()], _side(match, direction)), "month"


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
    nearest = _month_on(reference, month, "unknown" if which else _side(match, direction))
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
    if match.groupdict().get("within"):
        return None, UNITS[match["unit"].lower()]  # "in the next few months" is any day until then
    return _read_count(match, reference, 1)


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
    latest = _month_on(reference, SEASONS[match["season"].lower()], "past")
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
    count = COUNTED.get(which, 0)
    if unit == "weekend":
        on_one = reference.weekday() >= 5
        if which in AHEAD and not on_one:
            count = 0  # as with weekdays: the first one after the day
        elif not count and direction == "past" and not on_one:
            count = -1
    return _shifted(reference, count, unit), UNITS[unit]


def _which(match: re.Match[str]) -> str:
    return " ".join(match["which"].lower().split())


def _read_weekday(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    if reference is None:
        return None, "day"
    today = midnight(reference)
    ahead = (WEEKDAYS[match["weekday"].lower()] - today.weekday()) % 7
    which = _which(match)
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


_WEEKS_ON = re.compile(rf"{GAP}(?:week|fortnight)\b", re.IGNORECASE)


def _read_dated_weekday(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "On Friday", by the tense; said on a Friday, it may be today's or another. "On the Friday" is one that the talk
    is about."""
    side = _side(match, direction)
    if reference is None or side not in {"past", "future"} or match["said"].lower().startswith("the "):
        return None, "day"
    today = midnight(reference)
    ahead = (WEEKDAYS[match["weekday"].lower()] - today.weekday()) % 7
    if ahead == 0:
        return None, "day"
    return today + timedelta(days=ahead - 7 if side == "past" else ahead), "day"


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
    (pattern(rf"(?:the{GAP})?{DAY}{GAP}(?:of{GAP})?{MONTH}{OF_YEAR}"), _read_month_day),
    (pattern(rf"{MONTH}{GAP}(?:the{GAP})?{DAY}(?!:\d){OF_YEAR}"), _read_month_day),
    (pattern(rf"(?:(?P<when>{ON_DAY}){GAP})?(?P<said>{WEEKDAY}{GAP}(?:the{GAP})?(?P<day>[0-3]?\d)(?:st|nd|rd|th))"
              rf"(?!{GAP}(?:of|floor|street|st|avenue|ave|row|place|time|{any_of(MONTHS)})\b)"),
     _read_weekday_of_month),
    (pattern(rf"(?P<when>{ON_DAY}){GAP}{NTH}(?={ENDS_DAY})"), _read_day_of_month),
    (pattern(rf"(?P<when>is|it['’]s|to){GAP}{NTH}(?={GAP}now\b)"), _read_day_of_month),  # rent: "on the 5th now"
    (pattern(rf"{MONTH},?{GAP}(?:of{GAP})?{YEAR}"), _read_month_year),
    (pattern(rf"{WHEN}{GAP}(?P<said>{MONTH})"), _read_bare_month),
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
    (pattern(rf"(?:the{GAP})?{WHICH}{GAP}(?P<unit>week|weekend|month|year)(?!{GAP}of{GAP}(?:{any_of(MONTHS)})\b)"),
     _read_which_unit),
    (pattern(rf"(?<!was )(?<!were )(?<!n['’]t )(?:the{GAP})?{WHICH}{GAP}{WEEKDAY}{PART}"), _read_weekday),
    (pattern(rf"{ON}{GAP}(?P<said>(?:the{GAP})?{WEEKDAY_NAME}{PART})"),
     _read_dated_weekday),
    (pattern(rf"{WEEKDAY_NAME}(?:{GAP}(?:morning|afternoon|evening|night))?"),
     lambda match, reference, direction: (None, "day")),
    (pattern(r"(?P<hour>[0-2]?\d)(?::(?P<minute>[0-5]\d))?[ \u202f]?(?P<half>[ap]\.?m)\.?"), _read_time),
)  # fmt: skip
