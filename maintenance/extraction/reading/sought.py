"""What somebody looks for, told in an earlier session than "found one!". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..grammar.alignment import key
from ..types import Told

_FOUND = re.compile(r"\b(?:found|got|hired|booked|chose|picked|adopted|bought|have) one\b", re.I)
_VERBS = ("look", "search", "hunt", "seek", "need")
_SOUGHT = re.compile(
    r"^The user (?:(?:is|has been) (?:still |now )?(?:looking|searching|hunting) for|needs|is seeking) "
    r"(?P<thing>an? (?:[\w'-]+ ){0,3}?[\w'-]+?)"
    r"(?= (?:in|for|near|around|who|that|to|on|with|at|by|from|since|now)\b|[.,]|$)"
)


def sought_of(said: str) -> list[Told]:
    """The properties under which a fact tells what the user looks for; none unless the talk says that one was found."""
    return [Told("user", key(verb)) for verb in _VERBS] if _FOUND.search(said) else []


def newest(facts: Sequence[str]) -> str:
    """What the newest of some facts, oldest first, says that the user looks for: "a dentist"."""
    return next((found["thing"] for fact in reversed(facts) if (found := _SOUGHT.match(fact))), "")
