"""The dates of a sentence, and what to write in their place so that nobody needs to know the day of speaking. Pure."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from memory.language.dates import DateSpan, Direction, Granularity, fixed_zone, in_zone
from memory.language.en.dates import find_dates
from memory.language.en.vocabulary import MONTH_NAMES, SEASONS
from memory.language.en.wording import long_date, possible_days, worded

from ..types import Turn
from .lexicon import WEEKDAYS, word_set

# After one of these the resolved date stands without a preposition of its own: "from 7 May 2023".
_GOVERNORS = word_set(
    "from since until till by for before after of during around about to through on in between and over throughout"
)
# What a date's own preposition takes the place of: "on the", "in early".
_OWN_PREPOSITION = re.compile(
    r"\b(?:on(?: the)?|in(?: the)?(?: early| late| mid)?|earlier|about|around|like|over)[ -]$", re.I
)
_BEFORE = re.compile(r"([A-Za-z]+)\s+$")
_QUALIFIER = re.compile(r"\b(later|earlier|early|late|sometime)\s+$", re.I)
_POSSESSIVE = re.compile(r"['’]s\b")
# A season without "last", "this" or a year is as often every year's.
_BARE_SEASON = re.compile(rf"(?:.*\s)?(?:{'|'.join(SEASONS)})", re.I)
_SAYS_WHICH = re.compile(r"\b(?:last|past|previous|this|current|next|coming|following|ago|\d{4})\b|^the month\b", re.I)


def local_day(turn: Turn, zone: str) -> tuple[date, datetime]:
    """The speaker's day and time when the turn was said: by its own offset, else in `zone`."""
    moment = turn.event_time if turn.event_time.tzinfo else turn.event_time.replace(tzinfo=UTC)
    if (own := fixed_zone(turn.offset_minutes)) is not None:
        moment = in_zone(moment, own)
    else:
        try:
            moment = in_zone(moment, ZoneInfo(zone))
        except (KeyError, ValueError, OSError):
            moment = moment.astimezone(UTC)
    return moment.date(), moment


@dataclass(frozen=True, slots=True)
class DateMatch:
    """A span [start, end) of the text, what to write in its place, and the first day it covers. `is_owner` of what only
    says which thing is meant: "last year's sheet"."""

    start: int
    end: int
    replacement: str
    day: date
    granularity: Granularity
    is_owner: bool = False


# A date of the text, the position of the word that it replaces, and those of the words that go.
Span = tuple[DateMatch, int, list[int]]


def find(text: str, today: date, *, past: bool) -> list[DateMatch]:
    """Every time expression of the text that names a day or a stretch of days, left to right, not overlapping.

    `past` says which way an open expression points ("on Friday", "in June").
    """
    direction: Direction = "past" if past else "future"
    reference = datetime.combine(today, time(12), UTC)
    found: list[DateMatch] = []
    for span in find_dates(text, reference, direction):
        match = _match(text, span, today, found[-1].end if found else 0)
        if match is None or (not past and _EACH_TIME.match(span.text)):
            continue
        match = _of_the_same_month(match, found[-1], text) if found else match
        if not past and match.day < today and _THIS_ONE.match(span.text):
            match = replace(match, day=today)  # what is so "this year" is not told of its first day
        if found and (joined := _together(found[-1], match, text)) is not None:
            found.pop()
            match = joined
        found.append(match)
    return found


def is_left_open(expression: str, talk: str, today: date, *, past: bool) -> bool:
    """Whether a day that has a date in its own clause has none in the talk: "we move in January, the van comes on the
    15th"."""
    spans = find_dates(talk, datetime.combine(today, time(12), UTC), "past" if past else "future")
    values = [span.value for span in spans if span.text and expression.lower().endswith(span.text.lower())]
    return bool(values) and not any(values)


# "We hike at the weekend", "we ski at Easter": each one, unless it was.
_EACH_TIME = re.compile(r"(?:at|on|over) the weekend|(?:at )?(?:christmas|easter)\b", re.I)
_THIS_ONE = re.compile(r"(?:this|the) (?:year|month|week|spring|summer|autumn|fall|winter)\b", re.I)
_DAY_ALONE = re.compile(r"(?:on )?the (\d{1,2})(?:st|nd|rd|th)", re.I)
_IN_MONTH = re.compile(rf"\b(?:{'|'.join(MONTH_NAMES)}|{'|'.join(name[:3] for name in MONTH_NAMES)})\b", re.I)


# "On 12 March, not on the 5th": the day that it is not, or was, need not follow.
_BEFORE_THAT = re.compile(r"\b(?:not|than|instead of|from|since|after)\b", re.I)


def _of_the_same_month(match: DateMatch, before: DateMatch, text: str) -> DateMatch:
    """ "June 12, back on the 19th": a day of no month follows on the date that was just named."""
    alone = _DAY_ALONE.fullmatch(text[match.start : match.end])
    if alone is None or before.granularity != "day" or not _IN_MONTH.search(text[before.start : before.end]):
        return match
    month = before.day.replace(day=1)
    try:
        if int(alone[1]) < before.day.day and not _BEFORE_THAT.search(text[before.end : match.start]):
            month = (month + timedelta(days=31)).replace(day=1)
        day = month.replace(day=int(alone[1]))
    except (ValueError, OverflowError):  # 30 February; the month behind the last one
        return match
    return replace(match, day=day, replacement=match.replacement.replace(long_date(match.day), long_date(day)))


_THIS_WEEK = re.compile(r"this (?:very )?week", re.I)


def _together(first: DateMatch, second: DateMatch, text: str) -> DateMatch | None:
    """ "Six years ago in March", "19 October next year": one date of two, whichever way the tense points. Of "Tuesday
    28 April" the day of the month tells which Tuesday."""
    weekday = text[first.start : first.end].lower().split()[-1].rstrip("s") in WEEKDAYS
    if weekday and second.granularity == "day" and text[first.end : second.start].strip(" ,") in ("", "the"):
        bare = second.replacement.removeprefix("on ")
        on = "on " if first.replacement.startswith("on ") else ""
        return replace(second, start=first.start, replacement=f"{on}{bare}")
    is_ago = first.granularity == "year" and text[first.start : first.end].lower().endswith(" ago")
    if is_ago and second.granularity == "week" and _THIS_WEEK.fullmatch(text[first.end : second.end].strip()):
        month = second.day.replace(year=first.day.year, day=1)
        return DateMatch(first.start, second.end, f"in {MONTH_NAMES[month.month - 1]} {month.year}", month, "month")
    year, part = (first, second) if first.granularity == "year" else (second, first)
    if year.granularity != "year" or part.granularity not in ("month", "day"):
        return None
    if re.search(r"\d{4}", text[part.start : part.end]) or text[first.end : second.start].strip(" ,"):
        return None
    try:
        day = part.day.replace(year=year.day.year)
    except ValueError:  # 29 February
        return None
    if part.granularity == "day":
        return DateMatch(first.start, second.end, f"on {long_date(day)}", day, "day")
    return DateMatch(first.start, second.end, f"in {MONTH_NAMES[day.month - 1]} {day.year}", day, "month")


def _match(text: str, span: DateSpan, today: date, free_from: int) -> DateMatch | None:
    if span.granularity == "season" and _BARE_SEASON.fullmatch(span.text) and not _SAYS_WHICH.search(span.text):
        return None
    wording = worded(span, today)
    if wording is None or span.value is None:
        return None
    day, start = possible_days(span, today)[-1], span.start  # of two the later one: nothing is over too early
    if span.granularity == "month" and day.year == today.year and _NEXT.match(span.text):
        return None  # in March, "next May" may be this year's or the next one's
    preposition = wording.preposition
    if (own := _OWN_PREPOSITION.search(text, free_from, start)) is not None:
        start = own.start()
        preposition = preposition or ("on" if own[0].lower().startswith(("on", "in")) else "")
    if span.text.isdigit() and (own is None or not own[0].lower().startswith("in")):
        return None  # "since 2018" needs no day of speaking
    if span.granularity == "month" and own is None and not _SAYS_WHICH.search(span.text):
        before = _BEFORE.search(text[:start])
        as_of = AS_OF.search(text[:start])
        if before is None or (before[1].lower() not in _DATES_A_MONTH and not as_of):
            return None
        if as_of and day - today > _AHEAD_OF_A_MONTH:
            return None  # in May, "as of March" may be the one that was
    qualifier = _QUALIFIER.search(text[:start])
    if qualifier and qualifier[1].lower() == "later" and day < today:
        day = today  # "later this month" begins today, not with the month
    if _END_OF.search(text[:start]):
        day = _last_day(day, span.granularity)
    if possessive := _POSSESSIVE.match(text[span.end :]):
        return DateMatch(
            start, span.end + possessive.end(), f"the {wording.bare}", day, span.granularity, is_owner=True
        )
    before = _BEFORE.search(text[:start])
    own_on = own is not None and own[0].lower().startswith("on")  # "to go in on the 15th"
    governed = before is not None and before[1].lower() in _GOVERNORS and not qualifier and not own_on
    replacement = wording.bare if governed else f"{preposition} {wording.bare}".strip()
    return DateMatch(start, span.end, replacement, day, span.granularity)


_NEXT = re.compile(r"next (?!month\b)", re.I)
# Behind other prepositions a month's name is as often a person's: "I heard from May".
# "By the end of the month": when that is, is not the month's first day.
_END_OF = re.compile(r"\bend of $", re.I)


def _last_day(day: date, granularity: Granularity) -> date:
    if granularity == "week":
        return day + timedelta(6 - day.weekday()) if day <= date.max - timedelta(6) else day
    if granularity == "month":
        return day.replace(day=monthrange(day.year, day.month)[1])
    return day.replace(month=12, day=31) if granularity == "year" else day


_AHEAD_OF_A_MONTH = timedelta(days=183)
_DATES_A_MONTH = word_set("since until till by before after during")
# Behind these two words a name is one of a day or a month, and no person's.
AS_OF = re.compile(r"\bas of $", re.I)
