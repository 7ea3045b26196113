"""Of whom something is told, and whether a prompt means whoever writes it. Pure."""

from __future__ import annotations

import re

from ..must_know import Holder
from ..words import fold

# "For my boss" is for somebody else.
ONESELF = re.compile(r"\b(?:i|me|myself|mine)\b|(?<!for )(?<!and )\bmy\b", re.IGNORECASE)
# "Order pizza for Dov and me": for whoever is named, and for oneself.
WITH_ONESELF = re.compile(r"\b(?:and|with|plus) (?:i|me|myself)\b|\b(?:i|me|myself) (?:and|with|plus)\b", re.IGNORECASE)
# Whoever talks without a name is written of so.
_USER = "The user"
_UNNAMED = frozenset(("", "user"))
_OWN = re.compile(r"\b(?:i|me|myself)\b", re.IGNORECASE)
_OF_ONES = re.compile(r"\b(?:my|our) (?P<kin>[a-z][\w-]{1,20}(?: (?-i:[A-Z])[\w-]{1,20})?)", re.IGNORECASE)
_NAMED = re.compile(
    r"^(?P<who>The user|[A-Z][\w-]{1,30}(?: [A-Z][\w.-]{0,30})?)(?:['’]s (?P<kin>[a-z][\w-]{1,20}(?:"
    r" [A-Z][\w-]{1,20})?))?(?= )"
)
# "Milk upsets Vera's stomach" is of Vera.
_DOES = re.compile(
    r"^[A-Z][\w -]{1,40}? (?:upsets?|brings?|brought|makes?|made|sets?|gives?|gave|can kill|could kill)\b"
)


def holder(text: str, speaker: str, is_turn: bool) -> Holder:
    """Of whom a text tells that this speaker said, or that was learnt from them."""
    own = _named(speaker)
    if is_turn:
        if _OWN.search(text):
            return Holder(fold(own))
        if (kin := _OF_ONES.search(text)) is not None:
            return Holder(fold(own), fold(kin["kin"]))
    elif _DOES.search(text) and (own in text or own.lower() in text):
        return Holder(fold(own))
    for mark in ("'s ", "’s "):
        if text.startswith(f"{own}{mark}"):
            return Holder(fold(own), fold(text[len(own) + len(mark) :].split(" ", 1)[0]))
    if text.startswith(f"{own} "):
        return Holder(fold(own))
    found = _NAMED.match(text)
    return Holder(fold(found["who"]), fold(found["kin"] or "")) if found else Holder(fold(own))


def asker(speaker: str) -> str:
    """Whoever speaks under this name, as `holder` writes of them."""
    return fold(_named(speaker))


def _named(speaker: str) -> str:
    return _USER if speaker.lower() in _UNNAMED else speaker
