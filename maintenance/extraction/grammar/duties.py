"""Whose turn it is: who is on call, as somebody is until another is ("on a call" is an hour on the phone), and who has
somebody, or some days, by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lexicon import KIN, WEEKDAYS, word_set

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


def has_by_turns(verb: Token) -> bool:
    """ "My brother has him every other weekend", "Emil has the weekends": whose turn it is, and when."""
    if verb.lemma_ != "have" or verb.tag_ not in ("VBZ", "VBP") or any(c.dep_ in ("neg", "aux") for c in verb.children):
        return False
    what = next((child for child in verb.children if child.dep_ == "dobj"), None)
    if what is None:
        return False
    if any(c.dep_ == "amod" for c in what.children):
        return False  # "Emil has bad mornings", "Rome has warm nights"
    whom = what.lower_ in ("him", "her", "them") or what.lemma_.lower() in KIN
    each = any(c.dep_ == "npadvmod" and any(g.lower_ == "every" for g in c.children) for c in verb.children)
    return (whom and each) or (what.tag_ in ("NNS", "NNPS") and what.lemma_.lower().removesuffix("s") in _TURNS)


_TURNS = WEEKDAYS | word_set("weekend weekday morning evening night afternoon")
