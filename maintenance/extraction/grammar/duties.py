"""Who is on call: a duty that somebody has until another has it, where "on a call" is an hour on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_of_a_duty(preposition: Token) -> bool:
    """Whether it tells for what or with whom somebody is on call: "for the database"."""
    beside = (child for one in preposition.head.children for child in one.children if one != preposition)
    return preposition.dep_ == "prep" and (is_on_call(preposition.head) or any(map(is_on_call, beside)))


def is_on_call(noun: Token) -> bool:
    """Whether it is the call of "on call", which has no article."""
    articled = any(child.dep_ in ("det", "poss", "amod", "compound", "nummod") for child in noun.children)
    return noun.lower_ == "call" and noun.dep_ == "pobj" and noun.head.lower_ == "on" and not articled
