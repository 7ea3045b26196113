"""Days and months by their names, and on which side of the moment of speaking they lie. Pure."""

import re
from calendar import isleap, monthrange
from datetime import datetime, timedelta

from ..dates import Direction, Reading, Rule, day_of, midnight, months_on, pattern
from .date_words import (
    COUNT,
    DAY,
    ENDS_DAY,
    EVENT,
    GAP,
    MONTH,
    NTH,
    NTH_DAY,
    OF_YEAR,
    ON_DAY,
    WEEKDAY,
    WHEN,
    YEAR,
    any_of,
)
from .past_verbs import BEHIND, SENTENCE_GAP, side_of_end
from .vocabulary import MONTHS, WEEKDAYS

# What a date "for" or "to" is arranged: it lies ahead of the arranging, though that was in the past.
_ARRANGED = re.compile(
    r"\b(?:book|reserv|schedul|plann?|set|sign|regist|arrang|appoint|invit|ticket|order|confirm|mov|postpon|push|delay"
    r"|reschedul|resched|shift|slip|due|start)\w{0,8}\b",
    re.IGNORECASE,
)
_REACH = 80  # characters in front of a date in which the arranging may stand; 40 and 160 change no fact of our talks


def side_of(match: re.Match[str], direction: Direction) -> Direction | None:
    """The side on which this expression lies; None where neither the words nor the tense can tell."""
    before = match.string[max(0, match.start() - _REACH) : match.start()]
    when = match.groupdict().get("when") or (before.split() or [""])[-1]
    when = when.lower()
    if when in {"until", "till", "by"}:
        return side_of_end(before, is_by=when == "by") if direction == "past" else direction
    if when == "since":
        return "past"
    if when == "from" and _RUNS.search(before):
        return None  # "the warranty is two years from 12 October": it has begun, or begins
    if when == "from" and _ARRANGED.search(before):
        return "unknown"  # "moved from 10 May": the nearest, whether it was still ahead or not
    if when in {"for", "to"}:
        if _ARRANGED.search(before):
            return "future"
        return None if direction == "past" or when == "to" else direction
    if before.lower().endswith(_STARTING) and _ARRANGED.search(before.lower().removesuffix(_STARTING)):
        return "future"
    return direction


_STARTING = "starting "
_RUNS = re.compile(
    rf"(?:\b(?:is|are|was|runs?|lasts?|ran|lasted|valid|good|covers?|covered)|['’]s)(?:{GAP}for)?{GAP}{COUNT}"
    rf"{GAP}(?:months?|years?){GAP}from(?:{GAP}the)?\s*$",
    re.IGNORECASE,
)


def month_on(reference: datetime, month: int, side: Direction | None) -> datetime | None:
    """The first day of `month` (1 to 12) on this side, the present month on either; the nearest one for "unknown", and
    None without a side."""
    if side is None:
        return None
    ahead = (month - reference.month) % 12
    if side == "past" and ahead or side == "unknown" and ahead > 6:
        ahead -= 12
    return months_on(reference, ahead)


def _read_month_day(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    month, day = MONTHS[match["month"].lower()], int(match["day"])
    if match["year"]:
        return day_of(reference, int(match["year"]), month, day), "day"
    side = side_of(match, direction)
    if reference is not None and (value := _on_its_weekday(match, reference, month, day, side)) is not None:
        return value, "day"
    first = reference and month_on(reference, month, side)
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
_WEEKDAY_BEFORE = re.compile(rf"\b{WEEKDAY},?{GAP}(?:the{GAP})?$", re.IGNORECASE)
_LONGEST_WEEKDAY = len("wednesday, the  ")
_A_YEAR = timedelta(days=366)


def _on_its_weekday(
    match: re.Match[str], reference: datetime, month: int, day: int, side: Direction | None
) -> datetime | None:
    """ "We pencilled Saturday 12 September": the latest one or the next, whichever is a Saturday. What lies ahead stays
    there: people name a wrong weekday too."""
    named = _WEEKDAY_BEFORE.search(match.string, max(0, match.start() - _LONGEST_WEEKDAY), match.start())
    if named is None:
        return None
    weekday = WEEKDAYS[named["weekday"].lower()]
    years = [reference.year + step for step in (-1, 0, 1) if month != 2 or day < 29 or isleap(reference.year + step)]
    days = [day_of(reference, year, month, day) for year in years]
    near = [one for one in days if abs(one - reference) < _A_YEAR and (side != "future" or one >= midnight(reference))]
    fitting = [one for one in near if one.weekday() == weekday]
    return fitting[0] if fitting else None


def _read_day_of_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "On the 15th": the next one or the latest one, by the tense; without a tense it may be either."""
    side = side_of(match, direction)
    if reference is None or side not in {"past", "future"}:
        return None, "day"
    today, day = midnight(reference), int(match["day"])
    if side == "future" and direction == "past" and 0 < today.day - day <= _JUST_GONE:
        return None, "day"  # "they pushed it to the 8th", "he said he'd come by the 8th", said on the 10th
    for months in range(0, -3, -1) if side == "past" else range(3):
        first = months_on(today.replace(day=1), months)
        if day > monthrange(first.year, first.month)[1]:
            continue
        value = first.replace(day=day)
        if value <= today if side == "past" else value >= today:
            return None if _is_of_another_month(match, value, today, side) else value, "day"
    return None, "day"


_JUST_GONE = 7  # days


def _read_day_it_is_for(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "Booked for the 30th", "I need the slides for the 12th": a day where the clause tells what is set or needed. "I
    aim for the 1st" is none."""
    start = SENTENCE_GAP.split(match.string[max(0, match.start() - _REACH) : match.start()])[-1].rstrip(" ,")
    if not _FOR_A_DAY.search(_CLAUSE_GAP.split(start)[-1]):
        raise ValueError
    return _read_day_of_month(match, reference, direction)


_FOR_A_DAY = re.compile(
    rf"\b(?:(?:book|reserv|schedul|reschedul|arrang|invit|ticket|confirm|pencil|fix)\w{{0,8}}|plann?(?:ed|ing)?|orders?"
    rf"|ordered|set(?! (?:off|out|up)\b)|due|put|{EVENT})\b"
    rf"|\bneed(?:s|ed)?\b(?:{GAP}(?!to\b)[\w'’-]+){{1,6}}$|\bneeded$"
    rf"|(?:\b(?:am|is|are|was|were|been|got|have|has|had)|['’](?:m|s|re|ve))\b[^.!?]{{0,40}} (?:in|down)$",
    re.IGNORECASE,
)


def _is_of_another_month(match: re.Match[str], day: datetime, today: datetime, side: Direction | None) -> bool:
    """ "We fly to Rome in March, back on the 9th": the day may be of that month, or of the one behind it, but it is not
    of this one. "I moved here in May, the plumber comes on the 9th" tells of two sides, and so of two months."""
    start = SENTENCE_GAP.split(match.string[max(0, match.start() - _REACH) : match.start()])[-1]
    *_, named = [None, *_NAMED_MONTH.finditer(start)]
    if named is None or not named["month"]:
        return False
    month = MONTHS[named["month"].lower()]
    if month in (today.month, day.month):
        return False
    clause = _CLAUSE_GAP.split(start[: named.start()])[-1] + _CLAUSE_GAP.split(start[named.end() :].lstrip(" ,"))[0]
    return (BEHIND.search(clause) is not None) == (side == "past")


_NAMED_MONTH = re.compile(
    rf"\b(?:[0-3]?\d(?:st|nd|rd|th)?{GAP}(?:of{GAP})?{any_of(MONTHS)}\b"
    rf"|{any_of(MONTHS)}\b\.?{GAP}(?:the{GAP})?[0-3]?\d(?!\d)"
    rf"|(?:{WHEN}|next|last){GAP}{MONTH}\b(?!\.?{GAP}(?:the{GAP})?[0-3]?\d(?!\d)))",
    re.IGNORECASE,
)
_CLAUSE_GAP = re.compile(r"[,;:()–—]|\s(?:and|but|so|because|when|while)\s", re.IGNORECASE)


def _read_weekday_of_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    """ "Fri 27th": the nearest such Friday on its side; without a side the nearest of all."""
    side = side_of(match, direction)
    if reference is None:
        return None, "day"
    today, day, weekday = midnight(reference), int(match["day"]), WEEKDAYS[match["weekday"].lower()]
    firsts = (months_on(today.replace(day=1), months) for months in range(-2, 3))
    days = [first.replace(day=day) for first in firsts if day <= monthrange(first.year, first.month)[1]]
    days = [one for one in days if not _is_of_another_month(match, one, today, side)]
    past, ahead = side != "future", side != "past"
    fitting = (one for one in days if one.weekday() == weekday and (past or one >= today) and (ahead or one <= today))
    return min(fitting, key=lambda one: abs(one - today), default=None), "day"


def _read_month_year(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    return day_of(reference, int(match["year"]), MONTHS[match["month"].lower()], 1), "month"


def _read_bare_month(match: re.Match[str], reference: datetime | None, direction: Direction) -> Reading:
    # "from may" or "by march" in lower case is a slip often enough, a verb or a name as often.
    if match["month"].islower() and match["month"] in {"may", "march", "mar", "sun", "dec", "jan"}:
        raise ValueError
    if _SHORT_YEAR.match(match.string, match.end()):
        raise ValueError  # "in November 74"
    if reference is None:
        return None, "month"
    return month_on(reference, MONTHS[match["month"].lower()], side_of(match, direction)), "month"


_SHORT_YEAR = re.compile(rf"{GAP}['’]?(?:3[2-9]|[4-9]\d)(?!\w)")


MONTH_RULES: tuple[Rule, ...] = (
    (pattern(rf"(?:the{GAP})?{DAY}{GAP}(?:of{GAP})?{MONTH}{OF_YEAR}"), _read_month_day),
    (pattern(rf"{MONTH}{GAP}(?:the{GAP})?{DAY}(?!:\d){OF_YEAR}"), _read_month_day),
    (pattern(rf"{NTH_DAY}{GAP}in{GAP}{MONTH}{OF_YEAR}"), _read_month_day),
    (pattern(rf"in{GAP}(?P<said>{MONTH},?{GAP}(?:on{GAP})?{NTH_DAY}{OF_YEAR}(?={ENDS_DAY}))"), _read_month_day),
    (pattern(rf"(?:(?P<when>{ON_DAY}){GAP})?(?P<said>{WEEKDAY}{GAP}(?:the{GAP})?(?P<day>[0-3]?\d)(?:st|nd|rd|th))"
              rf"(?!{GAP}(?:of|floor|street|st|avenue|ave|row|place|time|{any_of(MONTHS)})\b)"),
     _read_weekday_of_month),
    (pattern(rf"(?P<when>{ON_DAY}){GAP}{NTH}(?={ENDS_DAY})"), _read_day_of_month),
    # In front of anything else it counts: "for the 2nd and last time".
    (pattern(rf"(?P<when>for){GAP}{NTH}(?=[ \t\u00a0]{{0,2}}(?:$|[.,;:!?)\n]))"), _read_day_it_is_for),
    (pattern(rf"(?P<when>is|it['’]s|to){GAP}{NTH}(?={GAP}now\b)"), _read_day_of_month),  # rent: "on the 5th now"
    (pattern(rf"{MONTH},?{GAP}(?:of{GAP})?{YEAR}"), _read_month_year),
    (pattern(rf"{WHEN}{GAP}(?P<said>{MONTH})"), _read_bare_month),
)  # fmt: skip
