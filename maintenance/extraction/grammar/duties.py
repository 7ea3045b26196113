"""Who is on call: a duty that somebody has until another has it, where "on a call" is an hour on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lexicon import word_set

if TYPE_CHECKING:
    from spacy.tokens import Token


_MISHAPS = word_set("mess delay crash outage leak noise damage accident fire chaos disaster problem trouble smell")


def is_of_a_duty(preposition: Token) -> bool:
    """Whether it tells for what or with whom somebody is on call: "for the database"."""
    beside = (child for one in preposition.head.children for child in one.children if one != preposition)
    return preposition.dep_ == "prep" and (is_on_call(preposition.head) or any(map(is_on_call, beside)))


def is_charged_with(preposition: Token) -> bool:
    """Whether it tells of what somebody has charge: "in charge of the archive", "responsible for the newsletter". Who
    is responsible for a mess has none."""
    above = preposition.head
    if preposition.dep_ != "prep" or any(child.lower_ in _MISHAPS for child in preposition.children):
        return False
    in_charge = above.lower_ == "charge" and above.dep_ == "pobj" and above.head.lower_ == "in"
    return (in_charge and preposition.lower_ == "of") or (above.lower_ == "responsible" and preposition.lower_ == "for")


def is_on_call(noun: Token) -> bool:
    """Whether it is the call of "on call", which has no article."""
    articled = any(child.dep_ in ("det", "poss", "amod", "compound", "nummod") for child in noun.children)
    return noun.lower_ == "call" and noun.dep_ == "pobj" and noun.head.lower_ == "on" and not articled
