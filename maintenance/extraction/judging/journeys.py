"""A journey that is off, or over: what was told of it holds no longer."""

from __future__ import annotations

import re

from memory.language.en.change_words import CANCELLING

from ..grammar.alignment import Sort, heads, is_time, keys, sorts, who
from ..grammar.lexicon import word_set
from ..grammar.readings import Statement
from ..grammar.roles import MONTHS_AND_SEASONS
from ..types import Verdict
from . import table

_JOURNEYS = keys(
    word_set("trip flight visit holiday vacation journey cruise train ferry weekend getaway crossing bus coach tour")
)
_GOING = word_set("go fly travel drive sail head come visit")
_AHEAD = re.compile(
    r"\b(?:is|are|will|plans?|wants?|hopes?|intends?)\b.*\b(?:going|go|fly|travel|drive|sail|visit|\w+ing)\b"
)
_BACK = word_set("back home")
_COMING_BACK = frozenset(("come back", "get back", "go back", "return", "arrive back", "fly back", "fly home"))
_AWAY = word_set("stay visit work travel holiday camp ski house-sit housesit")
# Whoever is home for the weekend or for Easter goes there again.
_FOR_A_WHILE = re.compile(r"\b(?:for|over|this|until|till|weekend|again|every|each|most|on \w+days)\b")
# So does a student, and whoever stays for more than a season.
_FOR_LONG = re.compile(
    r"\b(?:until|till) (?:\w+ )?20\d\d\b|\b(?:university|uni|college|school|campus|stud(?:y|ies|ying))\b", re.I
)
# Who lives, or works for a firm, somewhere does so after each journey.
_FOR_A_TIME = re.compile(
    r"\bfor (?:the |a |an |another |about )?(?:next |rest |few |couple )?(?:of )?(?:the |\w+ )?"
    r"(?:days?|weeks?|weekend|months?)\b"
    r"|\b(?:until|till|this (?:week|weekend|month|summer|winter|spring|autumn)|at the moment)\b"
)


def ended(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where the newer statement tells that the journey of the older one is off or over; else None."""
    if new.is_negated or old.is_negated or old.is_past:
        return None
    return _is_off(new, old) or _is_over(new, old)


@table.CANCELLED.decides
def _is_off(new: Statement, old: Statement) -> Verdict | None:
    """ "Porto is off" beside "the user's trip to Porto is on 9 May", "the user is flying to Porto in May"."""
    off = new.verb == "be" and "off" in new.complements and not new.is_past
    if not off and not (new.verb in CANCELLING and (new.is_passive or not new.words)):
        return None
    if any(word.lemma != "off" and not (is_time(word.lemma) or word.lemma.endswith("ly")) for word in new.words):
        return None
    # Where nobody is named whose journey it is, it is the user's.
    whose_and_where = [who(new) - _JOURNEYS, who(new) - _JOURNEYS | keys(["user"])]
    if _JOURNEYS & who(old):
        dated = {Sort.DATE, Sort.HOUR} & set(sorts(old.words)) or any(map(is_time, old.complements))
        return _OFF if dated and len(old.subject) > 2 and who(old) - _JOURNEYS in whose_and_where else None
    going = old.verb in _GOING or heads(old, "do") & keys(_GOING)
    there = heads(old, "to") | (heads(old, "obj") if "visit" in (old.verb, *old.complements) else frozenset())
    same = old.is_name and bool(there) and who(old) | there in whose_and_where
    return _OFF if going and same and _AHEAD.search(old.text) else None


_OFF = Verdict("updates", "it was cancelled")


@table.LEFT.decides
def _is_over(new: Statement, old: Statement) -> Verdict | None:
    """ "Back from Porto" beside "works from Porto for the next three weeks", "is in Porto until Friday"."""
    if not (new.verb == "be" and new.complements & _BACK or new.verb in _COMING_BACK) or who(new) != who(old):
        return None
    if _FOR_A_WHILE.search(new.text) or _FOR_LONG.search(old.text):
        return None
    # Who is from a place came back from a journey there.
    roles = ("in", "at") if old.verb == "be" else ("in", "at", "from", "obj")
    own = (word.lemma for word in old.words if word.role in roles and not word.of)
    if not heads(new, "from") & keys(own):
        return None
    for_a_time = _FOR_A_TIME.search(old.text) or old.complements & MONTHS_AND_SEASONS
    away = old.verb == "be" or (old.verb in _AWAY and (for_a_time or "visiting" in old.text))
    return Verdict("updates", "back from there") if away else None
