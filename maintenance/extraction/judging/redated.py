"""What was moved to a day of no month: "the launch was pushed to the 27th", of the launch on 20 May. Pure.

The day is counted from the one that was told before, not from the day of speaking: what was to be in May is not put
off to the 27th of March.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

from ..types import Told

_THING = r"(?:the|my|our) (?P<{}>[a-z][\w-]{{1,20}}(?: [a-z][\w-]{{1,20}}){{0,2}}?)"
_LATER = r"postponed|delayed|deferred|pushed(?: back| out)?|put (?:off|back)|set back|bumped"
_EARLIER = r"brought forward|moved (?:forward|up)|pulled forward"
_SHIFT = rf"(?:(?P<{{later}}>{_LATER})|(?P<{{earlier}}>{_EARLIER})|moved|rescheduled|changed|shifted)"
_HAVE = r"(?: have|'ve| had to| has)?(?: just| now)?"
_WEEKDAY = rf"(?:(?P<weekday>{'|'.join(WEEKDAY_NAMES)}),? )?"
_MOVED = re.compile(
    rf"^(?:(?:so|ok|okay|well|update|news)[,:]? )?"
    rf"(?:{_THING.format('thing')} (?:(?:was|is|has been|has just been|got|had to be|is being)(?: now)? "
    rf"{_SHIFT.format(later='later', earlier='earlier')} (?:to|until|till)"
    r"|is now on|is on(?=.{5,25} now\b))"
    rf"|(?:we|they|i){_HAVE} {_SHIFT.format(later='put_off', earlier='hastened')}"
    rf" {_THING.format('object')} (?:to|until)) (?P<when>{_WEEKDAY}(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th))"
    r"(?=[.,;!]|$| (?:now|instead|at|because|so|and)\b)",
    re.I,
)
_MONTH = rf"(?P<month>{'|'.join(MONTH_NAMES)})"
_SET = re.compile(
    r"^(?P<whose>.{1,30}?'s|The|My|Our) (?P<thing>[a-z][\w-]{1,20}(?: [a-z][\w-]{1,20}){0,2}?) "
    r"(?:is|will|was|got|has|starts?|begins?|takes?|leaves?|departs?)\b[^,;.]{0,40}? "
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}|{_MONTH.replace('month', 'month_first')} "
    r"(?P<day_last>\d{1,2})(?:st|nd|rd|th)?,?)(?: (?P<year>\d{4}))?\b",
    re.I,
)
_NEAR = timedelta(days=45)


@dataclass(frozen=True, slots=True)
class _Moved:
    thing: str
    day: int
    weekday: str
    is_later: bool
    is_earlier: bool
    start: int  # of the day within the sentence
    end: int


def wanted(said: str, owners: Sequence[str]) -> list[Told]:
    """The properties under which the dates are found of what the talk says was moved to a day of no month."""
    moved = filter(None, map(_moved, re.split(r"(?<=[.!?])\s+|\n", said)))
    return [Told(f"{of}{one.thing}", "value") for one in moved for of in ("", *(f"{owner} " for owner in owners))]


def with_its_month(sentence: str, told: Sequence[str], speaker: str, today: date) -> str:
    """The sentence with the date written out to which something was moved, by what was `told` of it before, oldest
    first: in facts, or in the speaker's own words. As it is where nothing is known."""
    moved = _moved(sentence)
    if moved is None:
        return sentence
    before = _set_for(moved.thing, told, speaker, today)
    day = min(_possible(moved, before), key=lambda one: abs(one - before), default=None) if before else None
    if day is None:
        return sentence
    return f"{sentence[: moved.start]}{day.day} {MONTH_NAMES[day.month - 1]} {day.year}{sentence[moved.end :]}"


def _moved(sentence: str) -> _Moved | None:
    found = _MOVED.match(sentence.replace("’", "'"))
    if found is None:
        return None
    return _Moved(
        thing=(found["thing"] or found["object"]).lower(),
        day=int(found["day"]),
        weekday=(found["weekday"] or "").lower(),
        is_later=bool(found["later"] or found["put_off"]),
        is_earlier=bool(found["earlier"] or found["hastened"]),
        start=found.start("when"),
        end=found.end("when"),
    )


def _set_for(thing: str, told: Sequence[str], speaker: str, today: date) -> date | None:
    """The day for which it is set: of several the nearest ahead, for there may be one each month. A move takes the
    place of all that was told before it."""
    days = []
    for one in reversed(told):
        if (day := _day_of(one, thing, speaker, today)) is not None:
            days.append(day)
            if _WAS_MOVED.search(one):
                break
    return min(days, key=lambda day: (day < today, abs(day - today)), default=None)


_WAS_MOVED = re.compile(rf"\b(?:{_LATER}|{_EARLIER}|moved|rescheduled|changed|shifted)\b", re.I)


def _day_of(told: str, thing: str, speaker: str, today: date) -> date | None:
    """The day on which the speaker's thing, or one that nobody owns, is told to be; None for any other.
    One that was over long ago is not the one that was moved."""
    found = _SET.match(told.replace("’", "'"))
    if found is None or found["thing"].lower() != thing:
        return None
    if found["whose"].endswith("'s") and found["whose"] not in ("The user's", f"{speaker}'s"):
        return None
    month = [name.lower() for name in MONTH_NAMES].index((found["month"] or found["month_first"]).lower()) + 1
    number = int(found["day"] or found["day_last"])
    try:
        if found["year"]:
            day = date(int(found["year"]), month, number)
            return day if day > today - _NEAR else None
        day = date(today.year, month, number)
        return day if day > today - _NEAR else day.replace(year=today.year + 1)
    except ValueError:  # 31 June
        return None


def _possible(moved: _Moved, before: date) -> Iterator[date]:
    """The days that may be meant: of the same month, the one before and the next, on the side that the verb tells."""
    middle = before.replace(day=15)
    for month in (middle - timedelta(days=30), middle, middle + timedelta(days=30)):
        try:
            day = month.replace(day=moved.day)
        except ValueError:  # 31 June
            continue
        on_its_side = not (moved.is_later and day < before or moved.is_earlier and day > before)
        named = not moved.weekday or WEEKDAY_NAMES[day.weekday()].lower() == moved.weekday
        if on_its_side and named and day != before and abs(day - before) < _NEAR:
            yield day
