"""Whether a month's name is somebody's: "the flat is owned by Jun", "painted by April"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .lexicon import MONTHS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

# What is done, or wanted, by a certain time.
_DUE = word_set(
    "expect need require want plan schedule finish complete conclude do deliver ship pay repay settle send submit "
    "return file sign approve ready close open reopen build rebuild install launch release move hire promise target "
    "estimate forecast project set fix repair clear sell use book decide reach replace renew resolve migrate retire "
    "drop phase"
)


def is_doer(words: Sequence[Token]) -> bool:
    """Whether the name alone of a month tells who did, or does, what the verb says. Of what will be, or is due, it
    tells when."""
    name = words[0]
    by = name.head
    if len(words) > 1 or name.dep_ != "pobj" or by.dep_ != "agent" or name.lower_.rstrip(".") not in MONTHS | _SHORT:
        return False
    verb = by.head
    helping = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    is_passive = any(child.dep_ == "auxpass" and child.lemma_ == "be" for child in helping)
    return is_passive and verb.lemma_ not in _DUE and all(child.lemma_ in ("be", "have") for child in helping)


_SHORT = word_set("jan feb mar apr jun jul aug sep sept oct nov dec")
