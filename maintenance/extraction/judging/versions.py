"""Another version of one product runs in the same place now: "Prod is on Postgres 16 since last night"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

from ..grammar.alignment import is_number, is_time, keys, who
from ..grammar.lexicon import word_set
from ..grammar.readings import Statement
from ..types import Verdict
from . import table

_VERSION = re.compile(
    r"(?<!\bat )\b(?P<product>[A-Z][\w+#-]*(?:\.[a-z]+)?) (?:version )?v?(?P<number>\d{1,6}(?:\.\d{1,6}){0,3})\b(?!:)"
)
# What bears a number of its own, or a day.
_NUMBERED = {*WEEKDAY_NAMES, *(name.lower() for name in MONTH_NAMES)} | word_set(
    "flight chapter ticket room release version lane street road class year unit part season level line gate platform "
    "terminal page bus train tram route block building floor house flat apartment number no issue case order invoice "
    "step phase sprint team group section lesson exercise seat row table grade stage episode volume task bug "
    "on the a an at by of in q1 q2 q3 q4 pr mr"
)
# Who works at Studio 54 works on no version of it.
_RUNNING = word_set("be run use deploy host build serve ship")
_PLACES = ("in", "on", "at", "for")


@table.OTHER_VERSION.decides
def runs_another(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where the newer statement tells another version of what the older one tells to run in the same place.
    None where this rule does not decide."""
    if not new.is_now or any(one.is_undergone or one.is_negated or one.is_past for one in (new, old)):
        return None
    if new.verb not in _RUNNING or old.verb not in _RUNNING:
        return None
    mine, theirs = _versions(new.text), _versions(old.text)
    if len(mine) != 1 or mine.keys() != theirs.keys() or mine == theirs:
        return None
    product = keys(mine)
    named, before = _where(new, product), _where(old, product)
    return Verdict("updates", "another version now") if named and named == before else None


def _versions(text: str) -> Mapping[str, str]:
    found = ((one["product"].lower(), one["number"]) for one in _VERSION.finditer(text))
    return {product: number for product, number in found if product not in _NUMBERED}


def _where(one: Statement, product: frozenset[str]) -> frozenset[str]:
    """Where it runs: the service or the environment, and else the user's own."""
    places = keys(word.lemma for word in one.words if word.role in _PLACES and not is_number(word.lemma))
    where = (who(one) | {place for place in places if not is_time(place)}) - product
    return (where - keys(["user"])) or where
