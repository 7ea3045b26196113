"""What something costs and when it is open: values that one word tells as well as a figure ("free", "every day")."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.language.en.change_words import ADMISSIONS, TERMS

from ..grammar.alignment import Sort, is_hour, is_number, key, keys, sorts, weekdays, who
from ..grammar.readings import Statement
from ..types import Verdict
from . import table

_FREE = re.compile(r"^(?:is|are) (?:now )?(?:free|for free|gratis|free of charge)\b")
_ALL_DAYS = re.compile(r"\b(?:every day|daily|all week|seven days a week|7 days a week|each day)\b")


def other_terms(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where the newer statement tells another price, other hours or another term; else None."""
    if new.is_negated or old.is_negated or old.is_past or not new.subject or ("user",) in (new.subject, old.subject):
        return None
    return _other_price(new, old) or _other_hours(new, old) or _other_term(new, old)


@table.OTHER_PRICE.decides
def _other_price(new: Statement, old: Statement) -> Verdict | None:
    """ "Costs 6 euros" beside "is free"."""
    prices = [_price(one) for one in (new, old)]
    if None in prices or prices[0] == prices[1] or 0.0 not in prices or new.is_past:
        return None
    things = [who(one) - keys(ADMISSIONS) for one in (new, old)]
    same_days = weekdays(new) == weekdays(old) or (new.is_now and not weekdays(new))
    return Verdict("updates", "it costs something else") if things[0] and things[0] == things[1] and same_days else None


def _price(one: Statement) -> float | None:
    if _FREE.match(one.text):
        return 0.0
    if one.verb not in ("cost", "be", "charge"):
        return None
    paid = one.verb == "cost" or _MONEY.search(one.text)
    figures = [word.lemma for word in one.words if is_number(word.lemma) and word.role in ("obj", "be")]
    return 1.0 if paid and figures else None


_MONEY = re.compile(r"[$€£]|\b(?:euros?|dollars?|pounds?|cents?|francs?|crowns?)\b")


@dataclass(frozen=True)
class _Hours:
    """`opens` and `closes` are hours; `shut` and `open` days, where "all" stands for every day."""

    opens: frozenset[str] = frozenset()
    closes: frozenset[str] = frozenset()
    shut: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()


@table.OTHER_HOURS.decides
def _other_hours(new: Statement, old: Statement) -> Verdict | None:
    """ "Closes at 4 pm from now on" beside "is open until 6 pm", "is open every day" beside "closes on Mondays"."""
    if who(new) != who(old) or new.is_past:
        return None
    now, before = _hours(new), _hours(old)
    reopened = before.shut and (now.open == {"all"} or before.shut & now.open)
    shut = now.shut and (before.open == {"all"} or before.open & now.shut)
    if reopened or shut:
        return Verdict("updates", "open on other days")
    differs = any(
        mine and theirs and mine != theirs for mine, theirs in ((now.opens, before.opens), (now.closes, before.closes))
    )
    return Verdict("updates", "other hours now") if differs and new.is_now and weekdays(new) <= weekdays(old) else None


_SHUT = frozenset(("closed", "shut", "close"))


def _hours(one: Statement) -> _Hours:
    def at(*roles: str) -> frozenset[str]:
        return frozenset(word.lemma for word in one.words if word.role in roles and is_hour(word.lemma))

    days = frozenset({"all"}) if _ALL_DAYS.search(one.text) else weekdays(one)
    is_open = one.verb == "open" or (one.verb == "be" and "open" in one.heads("be", "obj"))
    is_shut = one.verb in ("close", "shut") or (one.verb == "be" and bool(one.heads("be") & _SHUT))
    if is_open:
        return _Hours(opens=at("at", "from"), closes=at("until", "till", "to"), open=days)
    if is_shut:
        hour = at("at")
        return _Hours(closes=hour, shut=frozenset() if hour else days - {"all"})
    return _Hours()


@table.OTHER_TERM.decides
def _other_term(new: Statement, old: Statement) -> Verdict | None:
    """ "The loan of the atlas was extended until 24 May" beside "the atlas must be returned by 3 May"."""
    until = {Sort.DATE} & set(sorts(word for word in new.words if word.role in ("until", "till", "to", "by")))
    due = {Sort.DATE} & set(sorts(word for word in old.words if word.role in ("by", "until", "till", "on", "before")))
    if new.verb not in ("extend", "prolong", "renew", "lengthen") or not until or not due or not new.is_passive:
        return None
    things = [who(one) - keys(TERMS) for one in (new, old)]
    same = bool(things[0]) and things[0] == things[1] and keys(new.subject) & keys(TERMS)
    ends = key(old.verb) in keys(_RETURNING) or old.is_passive
    return Verdict("updates", "it was extended") if same and ends else None


_RETURNING = frozenset(("return", "be", "end", "expire", "give", "bring", "hand", "run"))
