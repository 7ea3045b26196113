"""How long what a fact tells stays worth knowing, read off its tags, its properties and its words. Pure."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.conf import settings

from .language import Language, recognised
from .models import Durability

LASTING_TAGS = frozenset({"health", "relation", "instruction"})
# One occasion and what somebody means to do are not who they are: a visit to the dentist, a meeting with a friend.
OCCASION_TAGS = frozenset({"event", "plan"})
LASTING_PROPERTIES = frozenset(
    {"name", "birthday", "birthplace", "birth year", "marital status", "answer language", "units"}
)
# Characters of a fact that are read: a claim is shorter, and what is longer is a document (memory/similarity.py).
LOOKED_AT = 2_000
# What holds from the planned date on, and does not go by with it.
STANDING_PROPERTIES = frozenset({"employer", "occupation", "home"})


def durability_of(
    content: str,
    tags: Collection[str],
    properties: Collection[str],
    *,
    event_time: datetime,
    said: datetime,
    language: Language | None = None,
) -> Durability:
    """The kind of a fact that was `said` then and tells of `event_time`; `properties` are the names of those it tells.

    In doubt between two it is the one that stays longer, and ordinary where nothing tells.
    """
    if "task" in tags:
        return Durability.PASSING
    if (language or recognised(content)).lasting.search(content, 0, LOOKED_AT) or LASTING_PROPERTIES & set(properties):
        return Durability.LASTING
    if LASTING_TAGS & set(tags) and not OCCASION_TAGS & set(tags):
        return Durability.LASTING
    if "plan" in tags and event_time > said and not STANDING_PROPERTIES & set(properties):
        return Durability.PASSING
    return Durability.ORDINARY


def fades_from(durability: str | None, event_time: datetime, now: datetime) -> datetime:
    """The moment from which a fact's confidence falls whose base is set `now`: a plan does not fade before its date."""
    return max(now, event_time) if durability == Durability.PASSING else now


def rate_of(base: float, durability: str | None) -> float:
    """The decay rate of a kind of fact, per day, where an ordinary one's is `base`."""
    if durability == Durability.LASTING:
        return base * settings.MEMORY_DECAY_LASTING
    if durability == Durability.PASSING:
        return base * settings.MEMORY_DECAY_PASSING
    return base
