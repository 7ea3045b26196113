"""When feasts and holidays are kept: on a day of each year, on a weekday of a month, or counted from Easter. Pure.

Those that other calendars move (Passover, Eid, Diwali) are not known.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache, partial

from .date_words import any_of

FRIDAY, THURSDAY, SUNDAY, MONDAY = 4, 3, 6, 0
DAY = timedelta(days=1)
First = Callable[[int], date]  # of a year, the first day of the feast


@cache
def easter(year: int) -> date:
    """Easter Sunday of the western churches: the computus of Meeus, Jones and Butcher."""
    century, of_century = divmod(year, 100)
    golden = year % 19
    shift = century - century // 4 - (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + shift + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (of_century // 4) - epact - of_century % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _from_easter(days: int, year: int) -> date:
    return easter(year) + days * DAY


def _on(month: int, day: int, year: int) -> date:
    return date(year, month, day)


def _nth(month: int, weekday: int, number: int, year: int) -> date:
    """The so manieth weekday of a month, from its end where `number` is negative."""
    first, length = date(year, month, 1), monthrange(year, month)[1]
    days = range(1 + (weekday - first.weekday()) % 7, length + 1, 7)
    return first.replace(day=days[number - 1 if number > 0 else number])


def _easter(days: int) -> First:
    return partial(_from_easter, days)


def _fixed(month: int, day: int) -> First:
    return partial(_on, month, day)


def _weekday(month: int, weekday: int, number: int) -> First:
    return partial(_nth, month, weekday, number)


# Each with its first day, how many days it is kept, and for how many people speak of what was "over" it.
_FEASTS: dict[str, tuple[First, int, int]] = {
    "christmas": (_fixed(12, 24), 3, 10), "xmas": (_fixed(12, 24), 3, 10),
    "christmas eve": (_fixed(12, 24), 1, 1), "christmas day": (_fixed(12, 25), 1, 1),
    "boxing day": (_fixed(12, 26), 1, 1), "new year's eve": (_fixed(12, 31), 1, 1), "hogmanay": (_fixed(12, 31), 1, 2),
    "new year's day": (_fixed(1, 1), 1, 1), "new year": (_fixed(12, 31), 2, 3), "new year's": (_fixed(12, 31), 2, 3),
    "epiphany": (_fixed(1, 6), 1, 1), "burns night": (_fixed(1, 25), 1, 1),
    "valentine's day": (_fixed(2, 14), 1, 1), "valentine's": (_fixed(2, 14), 1, 1),
    "st patrick's day": (_fixed(3, 17), 1, 1), "st. patrick's day": (_fixed(3, 17), 1, 1),
    "april fools' day": (_fixed(4, 1), 1, 1), "may day": (_fixed(5, 1), 1, 1), "juneteenth": (_fixed(6, 19), 1, 1),
    "canada day": (_fixed(7, 1), 1, 1), "independence day": (_fixed(7, 4), 1, 3), "bastille day": (_fixed(7, 14), 1, 1),
    "the fourth of july": (_fixed(7, 4), 1, 3), "fourth of july": (_fixed(7, 4), 1, 3),
    "halloween": (_fixed(10, 31), 1, 3), "all saints' day": (_fixed(11, 1), 1, 1),
    "bonfire night": (_fixed(11, 5), 1, 1),
    "guy fawkes night": (_fixed(11, 5), 1, 1), "remembrance day": (_fixed(11, 11), 1, 1),
    "veterans day": (_fixed(11, 11), 1, 1), "anzac day": (_fixed(4, 25), 1, 1),
    "presidents' day": (_weekday(2, MONDAY, 3), 1, 1), "mother's day": (_weekday(5, SUNDAY, 2), 1, 1),
    "memorial day": (_weekday(5, MONDAY, -1), 1, 1), "father's day": (_weekday(6, SUNDAY, 3), 1, 1),
    "labor day": (_weekday(9, MONDAY, 1), 1, 1), "thanksgiving": (_weekday(11, THURSDAY, 4), 1, 4),
    "thanksgiving day": (_weekday(11, THURSDAY, 4), 1, 1), "black friday": (_weekday(11, FRIDAY, -1), 1, 1),
    "pancake day": (_easter(-47), 1, 1), "shrove tuesday": (_easter(-47), 1, 1), "mardi gras": (_easter(-47), 1, 1),
    "ash wednesday": (_easter(-46), 1, 1), "lent": (_easter(-46), 46, 46), "mothering sunday": (_easter(-21), 1, 1),
    "palm sunday": (_easter(-7), 1, 1), "holy week": (_easter(-7), 7, 7), "maundy thursday": (_easter(-3), 1, 1),
    "good friday": (_easter(-2), 1, 1), "easter": (_easter(-3), 5, 5), "easter sunday": (_easter(0), 1, 1),
    "easter monday": (_easter(1), 1, 1), "ascension day": (_easter(39), 1, 1), "pentecost": (_easter(48), 3, 3),
    "whitsun": (_easter(48), 3, 3), "whit monday": (_easter(50), 1, 1), "corpus christi": (_easter(60), 1, 1),
}  # fmt: skip


def _bare(name: str) -> str:
    return " ".join(re.sub("['’]", "", name.lower()).split())


_KNOWN = {_bare(name): kept for name, kept in _FEASTS.items()}
FEAST = any_of(re.escape(name).replace("'", "['’]?") for name in _FEASTS)


def feast_of(name: str, year: int, *, is_over: bool = False) -> tuple[date, date]:
    """The days [first, last) of a feast in a year. `is_over`: as people speak of what was "over Christmas"."""
    first, days, over = _KNOWN[_bare(name)]
    begun = first(year)
    return begun, begun + (over if is_over else days) * DAY


def latest_feast(name: str, today: date, *, is_over: bool = False) -> tuple[date, date]:
    """The latest that has begun."""
    found = (feast_of(name, today.year - ago, is_over=is_over) for ago in (0, 1))
    return next(days for days in found if days[0] <= today or days[0].year < today.year)
