"""The stretches of time that a question in English is about: "around Easter", "since May", "in the last few months",
"between March and June", "the first week of July". Pure.

A date that stands alone is left to `dates`. Here is what is more than one: a part of it, what was before or since, what
lies between two, and what is counted back from now. A time that may lie on either side is the past one where the
question asks for what was. Chosen, and not measured: how long "before" and "after" reach, and how much "a few" are.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from ..dates import Stretch, midnight, months_on, pattern, period_of
from .date_words import COUNTS, GAP, MONTH, WEEKDAY_NAME, any_of, in_plain_letters
from .dates import resolve_dates
from .feasts import FEAST, feast_of, latest_feast
from .month_dates import month_on
from .past_verbs import BEHIND
from .vocabulary import MONTHS, ORDINALS, SEASONS, WEEKDAYS

DAY = timedelta(days=1)
A_YEAR = timedelta(days=365)
BESIDE = timedelta(days=92)  # how far "before March" and "after Easter" reach
CLOSE = timedelta(days=14)  # "just before"
AROUND = 4 * DAY  # of "around Easter", on both sides; of "around March" a quarter more
_UNIT_DAYS = {"day": 1.0, "night": 1.0, "week": 7.0, "weekend": 7.0, "fortnight": 14.0, "month": 30.5, "year": 365.25}
_MANY = {"few": 4.0, "several": 5.0, "half": 0.5, "half a": 0.5}
_VAGUE = {"couple": (1.0, 3.0), "few": (2.0, 5.0), "several": (3.0, 8.0), "half a": (0.42, 0.58)}


class _Time(NamedTuple):
    """A time in a text, [start, end) in characters and [since, until) in days. `needs` says what has to stand in front
    of it: nothing, "" (a mark, as "in"), "part" ("the end of the year") or "pair" ("between 2024 and 2025"); `is_plain`
    that `dates` reads it as well; `is_yearless` that no word of it tells which year is meant."""

    start: int
    end: int
    since: datetime
    until: datetime
    needs: str | None
    is_plain: bool
    is_yearless: bool = False


def stretches(text: str, reference: datetime) -> list[Stretch]:
    """See `dates.StretchReader`. At the ends of the calendar, where a part of one would lie outside, there are none."""
    text = in_plain_letters(text)
    try:
        found = [*_counted_back(text, reference), *_named(text, reference)]
    except (OverflowError, ValueError):
        return []
    kept: list[Stretch] = []
    for one in sorted(found, key=lambda s: (s.start, -s.end)):
        if not kept or one.start >= kept[-1].end or one[:2] == kept[-1][:2]:
            kept.append(one)
    return kept


# ---- counted back from now


def _counted_back(text: str, reference: datetime) -> Iterator[Stretch]:
    today = midnight(reference)
    for match in _ROLLING.finditer(text):
        many, unit = (match["many"] or "").lower(), match["unit"].lower()
        if not many and match["last"].lower() == "last" and not match["within"]:
            continue  # "the last week" is a week of the calendar, or one of something else
        is_plural = match.group().lower().endswith("s")
        if many and _count(many) > 1 and not is_plural:
            continue  # "the last 3 day passes"
        if not many and is_plural:
            many = "few"  # "these past weeks"
        yield Stretch(*match.span(), today - _days(_count(many), unit), today + DAY)
    for match in _RECENT.finditer(text):
        yield Stretch(*match.span(), today - _days(_MANY["few"], match["unit"].lower()), today + DAY)
    for match in _OTHER_DAY.finditer(text):
        yield Stretch(*match.span(), today - (21 if match["unit"].lower().startswith("week") else 7) * DAY, today + DAY)
    for match in _VAGUELY_AGO.finditer(text):
        least, most = _VAGUE[" ".join(match["many"].lower().split())]
        unit = match["unit"].lower()
        yield Stretch(*match.span(), today - _days(most, unit), today - _days(least, unit) + DAY)
    for match in _THIS_TIME.finditer(text):
        then = months_on(today, -12) + (today.day - 1) * DAY
        yield Stretch(*match.span(), then - CLOSE, then + CLOSE)


def _days(count: float, unit: str) -> timedelta:
    return timedelta(days=round(count * _UNIT_DAYS[unit]))


def _count(word: str) -> float:
    return _MANY[word] if word in _MANY else float(word) if word.isdigit() else float(COUNTS.get(word, 1))


_SOME = rf"(?P<many>\d{{1,2}}|several|half(?:{GAP}a)?|{any_of(COUNTS)})"
_ROLLING = pattern(
    rf"(?:(?P<within>in|over|during|within|for){GAP})?(?:the|these|this){GAP}(?P<last>last|past){GAP}"
    rf"(?:{_SOME}{GAP}(?:of{GAP})?)?(?P<unit>day|night|week|fortnight|month|year)s?(?!{GAP}of\b)"
)
_RECENT = pattern(rf"(?:in|over|during|from){GAP}(?:the{GAP})?recent{GAP}(?P<unit>day|night|week|month|year)s")
_OTHER_DAY = pattern(rf"the{GAP}other{GAP}(?P<unit>day|night|evening|morning|weekend|week)(?!['’])")
_VAGUELY_AGO = pattern(
    rf"(?:a{GAP})?(?P<many>couple|few|several|half{GAP}a){GAP}(?:of{GAP})?(?P<unit>day|night|week|month|year)s?{GAP}ago"
)
_THIS_TIME = pattern(rf"(?:at{GAP})?(?:around{GAP}|about{GAP})?this{GAP}time{GAP}last{GAP}year")


# ---- at, around, since, between


def _named(text: str, reference: datetime) -> Iterator[Stretch]:
    is_past = _PAST.search(text) is not None or _DID.search(text) is not None
    times = _times(text, reference, is_past)
    taken = set[int]()
    for one, other in pairwise(times):
        if (pair := _pair(text, one, other)) is not None:
            taken.update((one.start, other.start))
            yield from _of_either_year(pair, reference, is_yearless=one.is_yearless and other.is_yearless)
    for time in times:
        if time.start not in taken and (found := _single(text, time, midnight(reference), is_past)) is not None:
            yield from _of_either_year(found, reference, is_yearless=time.is_yearless)
    for match in _TWO_DAYS.finditer(text):
        first, last = int(match["first"]) - 1, int(match["day"])
        month = next((time for time in times if time.start < match.end() <= time.end), None)
        if month is not None and 0 <= first < last <= monthrange(month.since.year, month.since.month)[1]:
            begun = month.since.replace(day=1)
            yield Stretch(match.start(), month.end, begun + first * DAY, begun + last * DAY)


def _of_either_year(found: Stretch, reference: datetime, *, is_yearless: bool) -> Iterator[Stretch]:
    """ "Notes from early June", asked in March, may be of the last June as well as of the next."""
    yield found
    if is_yearless and found.since > reference:
        yield found._replace(since=found.since - A_YEAR, until=found.until - A_YEAR)


def _pair(text: str, one: _Time, other: _Time) -> Stretch | None:
    """ "Between March and May", "from the start of July until mid-August"."""
    offset = max(0, one.start - _REACH)
    before, part = _part_before(text[offset : one.start])
    first = _narrowed((one.since, one.until), part)
    mark = _BETWEEN.search(before)
    joint, part = _part_before(text[one.end : other.start])
    second = _narrowed((other.since, other.until), part)
    if second[1] <= first[0] and all(_WEEKDAY.fullmatch(text, day.start, day.end) for day in (one, other)):
        first = first[0] - 7 * DAY, first[1]  # "from Monday to Friday", asked on a Wednesday
    if mark is None or not _JOINT.fullmatch(joint) or second[1] <= first[0]:
        return None
    return Stretch(offset + mark.start(), other.end, first[0], second[1])


def _single(text: str, time: _Time, today: datetime, is_past: bool) -> Stretch | None:
    offset = max(0, time.start - _REACH)
    before, part = _part_before(text[offset : time.start])
    since, until = _narrowed((time.since, time.until), part)
    if part and is_past and since > today:  # "late autumn", said early in one
        since, until = since - A_YEAR, until - A_YEAR
    if (run := _RUN.search(before)) is not None:
        span = _days(
            _count((run["many"] or "").lower()) if run["many"] else 1 + 3 * bool(run["more"]), run["unit"].lower()
        )
        since, until = (until, until + span) if run["side"].lower() in _BEHIND else (since - span, since)
        return Stretch(offset + run.start(), time.end, since, until)
    mark = _MARK.search(before)
    word = mark["mark"].lower() if mark else ""
    start = offset + (mark.start() if mark else len(before))
    end = time.end
    if word == "from" and (on := _ONWARDS.match(text, end)) is not None:
        word, end = "since", on.end()
    if time.needs == "pair" or (time.needs == "part" and not part) or (time.needs == "" and not mark and not part):
        return None
    if word == "since":
        return Stretch(start, end, since, today + DAY) if since <= today else None
    if word in {"before", "after", "until", "till"}:
        if not is_past:
            return None  # "What is due before June?"
        reach = CLOSE if mark and mark["close"] else BESIDE
        if word == "after":
            return Stretch(start, end, until, min(until + reach, today + DAY), True) if until <= today else None
        edge = since if word == "before" else until
        return Stretch(start, end, edge - reach, edge, True)
    if word == "around":
        slack = max(AROUND, min(BESIDE / 4, (until - since) / 4))
        return Stretch(start, end, since - slack, until + slack)
    return None if time.is_plain and not part else Stretch(start, end, since, until)


_REACH = 60  # characters in front of a time in which its marks stand
_PAST = re.compile(
    r"\b(?:did|was|were|had|wasn['’]?t|weren['’]?t|didn['’]?t|ago|yesterday"
    r"|(?:have|has)(?: (?:i|we|you|he|she|it|they|anything|something|(?:my|our|the|his|her) \w{1,20})\b| \w{1,20}ed\b"
    r"| been\b| changed\b)|who (?:has|have))\b",
    re.IGNORECASE,
)
# "Who came at Easter?"
_DID = re.compile(rf"\b(?:who|what|which(?: \w{{1,20}}){{1,2}}) {BEHIND.pattern}", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|from)\s(?:the\s)?$", re.IGNORECASE)
_JOINT = re.compile(r"\s(?:and|to|until|till|through)\s(?:the\s)?", re.IGNORECASE)
_MARK = re.compile(
    r"(?:\b(?P<close>just|right|shortly|straight)\s)?\b(?P<mark>since|before|after|until|till|from|around|over|during"
    r"|throughout|through|towards?|in|on|at|for|by|spend|spent)\s(?:the\s)?$",
    re.IGNORECASE,
)
_ONWARDS = re.compile(r"\s(?:onwards?|forward|on(?=\s{0,2}(?:$|[.,;:!?])))", re.IGNORECASE)
_BEHIND = frozenset({"after", "following"})
_RUN = re.compile(
    rf"(?:\bin\s)?\bthe\s(?:{_SOME}\s(?:of\s)?)?(?P<unit>day|night|week|weekend|month|year)(?P<more>s?)\s"
    r"(?P<side>before|after|following|leading up to)\s(?:the\s)?$",
    re.IGNORECASE,
)
_TWO_DAYS = re.compile(
    r"\b(?:between|from)\s(?:the\s)?(?P<first>[0-3]?\d)(?:st|nd|rd|th)?\s(?:and|to|until|till)\s(?:the\s)?"
    rf"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\s(?:of\s)?{MONTH}\b",
    re.IGNORECASE,
)


# ---- parts of a time


def _part_before(before: str) -> tuple[str, re.Match[str] | None]:
    """What stands before a time without the words that name a part of it, and these."""
    match = _PART.search(before)
    return (before[: match.start()], match) if match else (before, None)


_PART = re.compile(
    r"(?:\bthe\s(?:very\s)?)?(?:\b(?P<edge>beginning|start|middle|end)\sof\s"
    r"|\b(?P<nth>first|second|third|fourth|last)\s(?:(?P<many>few|couple\sof|\w{3,5}|\d)\s)?(?P<unit>half|day|week)s?\s"
    r"(?:of|in)\s|\b(?P<week>week)\sof\s|\b(?P<side>early|late|mid)[\s-](?:in\s)?)(?:the\s)?$",
    re.IGNORECASE,
)
_EDGES = {"beginning": 0, "start": 0, "early": 0, "middle": 1, "mid": 1, "end": 2, "late": 2}


def _narrowed(time: tuple[datetime, datetime], part: re.Match[str] | None) -> tuple[datetime, datetime]:
    """The part of a time that `_PART` found. Of a year, whose beginning and end are told narrower, a quarter."""
    since, until = time
    length = until - since
    if part is None:
        return time
    if part["week"]:
        monday = since - since.weekday() * DAY
        return monday, monday + 7 * DAY
    if part["nth"]:
        place = 0 if part["nth"].lower() == "last" else ORDINALS[part["nth"].lower()]
        if part["unit"].lower() == "half":
            half = since + timedelta(days=round(length.days / 2))
            half = months_on(since, 6) if length.days > 360 else half
            return (since, half) if place == 1 else (half, until)
        step = _days(_count((part["many"] or "").lower().split(" ")[0]) if part["many"] else 1, part["unit"].lower())
        return (until - step, until) if not place else (since + (place - 1) * step, min(since + place * step, until))
    edge = _EDGES[(part["edge"] or part["side"]).lower()]
    share = timedelta(days=-(-length.days // (4 if length.days > 360 and edge != 1 else 3)))
    if edge == 1:
        return since + share, until - share
    return (since, since + share) if edge == 0 else (until - share, until)


# ---- the times themselves


def _times(text: str, reference: datetime, is_past: bool) -> list[_Time]:
    """By position, without overlaps; the longer of two that begin together."""
    kept: list[_Time] = []
    long = [*_feasts(text, reference, is_past), *_seasons(text, reference, is_past)]
    dated = _dated(text, reference, is_past, [(time.start, time.end) for time in long])
    every = [*dated, *long, *_months(text, reference, is_past), *_units(text, reference)]
    for time in sorted(every, key=lambda one: (one.start, -one.end, one.is_plain)):
        if not kept or time.start >= kept[-1].end:
            kept.append(time)
    return kept


def _dated(text: str, reference: datetime, is_past: bool, long: Sequence[tuple[int, int]]) -> Iterator[_Time]:
    """The dates that are read everywhere, but for those of the feasts and seasons at `long`. One that only the tense
    dates, "on Sunday", and a weekend are more here than there."""
    unsure = {span.start: span.value for span in resolve_dates(text, reference)}
    for span in resolve_dates(text, reference, "past" if is_past else "unknown"):
        if span.granularity == "hour" or (period := period_of(span)) is None:
            continue
        if span.granularity in {"month", "season"} and any(a < span.end and span.start < b for a, b in long):
            continue
        is_weekend = "weekend" in span.text.lower() and span.granularity == "day"
        until = period[1] + DAY if is_weekend else period[1]
        is_plain = not is_weekend and unsure.get(span.start) is not None
        is_yearless = span.granularity in {"month", "season"} and not _SAYS_YEAR.search(span.text)
        yield _Time(span.start, span.end, period[0], until, None, is_plain, is_yearless)


def _feasts(text: str, reference: datetime, is_past: bool) -> Iterator[_Time]:
    today = reference.date()
    for match in _FEAST.finditer(text):
        before = text[max(0, match.start() - _REACH) : match.start()]
        is_over = _OVER.search(before) is not None or match["days"] is not None
        year = _year(match, today)
        if year is None and not (is_past or match["last"] or _SINCE.search(before)):
            continue  # "my plans for Easter"
        name = match["feast"]
        days = latest_feast(name, today, is_over=is_over) if year is None else feast_of(name, year, is_over=is_over)
        since, until = (_at(reference, day) for day in days)
        yield _Time(*match.span(), since, until, None if match["last"] or year else "", False)


def _year(match: re.Match[str], today: date) -> int | None:
    if match["year"]:
        return int(match["year"])
    return today.year - (match["which"].lower() == "last") if match["which"] else None


def _first(reference: datetime, month: int, year: int | None, is_past: bool) -> datetime:
    """The first day of a month, of the nearest one without a year."""
    if year is not None:
        return _at(reference, date(year, month, 1))
    nearest = month_on(reference, month, "past" if is_past else "unknown")
    assert nearest is not None
    return nearest


def _at(reference: datetime, day: date) -> datetime:
    return midnight(reference).replace(year=day.year, month=day.month, day=day.day)


def _months(text: str, reference: datetime, is_past: bool) -> Iterator[_Time]:
    today = reference.date()
    for match in _MONTH.finditer(text):
        if match["month"].islower() and match["month"] in {"may", "march", "mar", "sun", "dec", "jan"}:
            continue  # more often another word
        month, year = MONTHS[match["month"].lower()], _year(match, today)
        first = _first(reference, month, year, is_past)
        yield _Time(*match.span(), first, months_on(first, 1), None if year else "", year is None, year is None)


def _seasons(text: str, reference: datetime, is_past: bool) -> Iterator[_Time]:
    """A season, the latest or of a year; "last winter", said in one, is the one before."""
    today = reference.date()
    for match in _SEASON.finditer(text):
        month, year = SEASONS[match["season"].lower()], _year(match, today)
        first = _first(reference, month, year, is_past)
        if (match["last"] or "").lower() == "last" and year is None and months_on(first, 3) > reference:
            first = months_on(first, -12)
        needs = None if match["last"] or year else ""
        yield _Time(*match.span(), first, months_on(first, 3), needs, year is None, needs == "")


def _units(text: str, reference: datetime) -> Iterator[_Time]:
    """Quarters; years and weekdays between which something was; the present month, of which a part is asked for."""
    today = midnight(reference)
    for match in _QUARTER.finditer(text):
        number = int(match["q"]) if match["q"] else ORDINALS[match["nth"].lower()]
        year = _year(match, today.date()) or today.year - (3 * number - 2 > today.month)
        first = today.replace(year=year, month=3 * number - 2, day=1)
        yield _Time(*match.span(), first, months_on(first, 3), "", False)
    for match in _YEAR.finditer(text):
        first = today.replace(year=int(match["year"]), month=1, day=1)
        yield _Time(*match.span(), first, months_on(first, 12), "pair", False)
    for match in _DAY.finditer(text):
        day = today - ((today.weekday() - WEEKDAYS[match["weekday"].lower()]) % 7 or 7) * DAY
        yield _Time(*match.span(), day, day + DAY, "pair", True)
    for match in _PRESENT.finditer(text):
        unit = match["unit"].lower()
        first = today - today.weekday() * DAY if unit == "week" else today.replace(day=1)
        first = first.replace(month=1) if unit == "year" else first
        until = first + 7 * DAY if unit == "week" else months_on(first, 12 if unit == "year" else 1)
        yield _Time(*match.span(), first, until, "part", False)


_WEEKDAY = re.compile(rf"(?:on\s)?{WEEKDAY_NAME}", re.IGNORECASE)
_SAYS_YEAR = re.compile(r"\d|\b(?:last|this|next|past|coming|following|year)\b|months?$", re.IGNORECASE)
_OVER = re.compile(r"\b(?:over|during)\s(?:the\s)?$", re.IGNORECASE)
_SINCE = re.compile(r"\bsince\s$", re.IGNORECASE)
# What may follow a time that stands for itself: "the May report" and "Christmas lights" are none.
_ENDS = (
    r"(?=\s{0,2}(?:$|[.,;:!?)\"”–—-])|\s(?:about|after|and|as|at|because|before|by|did|do|for|from|had|has|have|he|her|his|i"
    r"|if|in|is|it|last|my|not|of|on|onwards?|or|our|she|so|that|the|their|there|they|till|to|until|was|we|were|when"
    r"|while|who|with|you)\b)"
)


def _part_of(source: str) -> re.Pattern[str]:
    """As `pattern`, and behind "mid-" as well."""
    return re.compile(rf"(?:(?<![\w.#@/-])|(?<=\bmid-)){source}(?![\w@]|[-/]\d)", re.IGNORECASE)


_OF_YEAR = rf"(?:{GAP}(?:of{GAP})?(?:(?P<year>(?:19|20)\d\d)|(?P<which>last|this){GAP}year))?"
_LAST = rf"(?:(?P<last>last|this{GAP}past|this){GAP})?"
_FEAST = pattern(rf"{_LAST}(?P<feast>{FEAST})(?P<days>{GAP}(?:weekend|holidays?|break|season))?{_OF_YEAR}{_ENDS}")
_MONTH = _part_of(rf"{MONTH}{_OF_YEAR}{_ENDS}")
_SEASON = _part_of(rf"{_LAST}(?P<season>{any_of(SEASONS)}){_OF_YEAR}{_ENDS}")
_QUARTER = pattern(rf"(?:Q(?P<q>[1-4])|(?P<nth>first|second|third|fourth){GAP}quarter){_OF_YEAR}{_ENDS}")
_YEAR = pattern(rf"(?P<year>(?:19|20)\d\d){_ENDS}")
_DAY = pattern(rf"{WEEKDAY_NAME}{_ENDS}")
_PRESENT = pattern(rf"(?P<unit>week|month|year){_ENDS}")
