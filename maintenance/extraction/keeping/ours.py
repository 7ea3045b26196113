"""What is told of some or none of the speaker's people, and of what there is where they live or work: "nobody in our
house eats pork", "most of our staff speak Portuguese", "there's no lift in our building"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..grammar.clauses import Clause, finite_verb
from ..grammar.lexicon import COLLECTIVE, PEOPLE, word_set
from ..grammar.rewrite import POSSESSIVE

if TYPE_CHECKING:
    from spacy.tokens import Token

_NONE = word_set("nobody none neither no-one noone")
_SOME = word_set("most both half all many several few each everybody everyone")
_AMONG = word_set("of in on at from")
# Where something is for good, or is not. "In our fridge" tells of today.
_PLACES = COLLECTIVE | word_set(
    "house home building flat apartment village town street road neighbourhood neighborhood household office company "
    "firm department school kindergarten nursery college club choir church shop store practice clinic ward hospital "
    "garden yard block hotel restaurant"
)
# What a building has for good. "There's no milk in our kitchen" tells of today.
_OF_A_BUILDING = word_set(
    "lift elevator garden parking garage bathroom toilet kitchen balcony terrace cellar basement attic floor bedroom "
    "room stair step pool gym canteen shower bath fireplace dog cat pet child kid resident employee desk classroom"
)
# What passes: an illness, what is needed now, how somebody is.
_PASSING = word_set("need pass have get know seem feel")
_OF_A_PERSON = word_set("vegetarian vegan allergic remote fluent left-handed retired married")
# What fails for a day and comes back.
_SUPPLIES = word_set(
    "water heat heating hot power electricity signal light internet wifi gas network connection reception"
)


def is_beside_us(head: Token, preposition: str) -> bool:
    """Whether something is so, or done, "with us" or "for me", as the `preposition` says."""
    return any(
        child.lower_ == preposition and any(token.lower_ in ("us", "me") for token in child.children)
        for child in head.children
    )


def is_of_ours(clause: Clause) -> bool:
    """Whether the subject is a number of those who belong to the speaker, or what there is with them."""
    subject = clause.subject
    if subject is None or clause.head.tag_ == "VBG":
        return False  # "nobody in the office is answering": just now
    if subject.dep_ == "expl":
        return _is_there(clause)
    if clause.head.lemma_ in _PASSING or _is_passing(clause):
        return False
    if is_none(subject):
        # "In our team nobody merges on Fridays": said of the team all the same.
        before = (child for child in clause.head.children if child.dep_ == "prep" and child.i < subject.i)
        return _is_among_ours(subject.children) or _is_among_ours(before)
    counted = subject.lower_ in _SOME or (subject.pos_ == "NUM" and subject.lower_ != "one")
    # "Half of my screen is black": of things only what they do.
    people = any(token.lemma_.lower() in PEOPLE | COLLECTIVE for token in subject.subtree)
    return counted and (people or clause.head.lemma_ != "be") and _is_among_ours(subject.children)


def is_none(subject: Token) -> bool:
    """ "Nobody", "no one", "none"."""
    no_one = subject.lower_ == "one" and any(child.lower_ == "no" for child in subject.children)
    return subject.lower_ in _NONE or no_one


def _is_among_ours(children: Iterable[Token]) -> bool:
    return any(
        child.dep_ == "prep"
        and child.lower_ in _AMONG
        and any(t.dep_ == "poss" and t.lower_ in POSSESSIVE and t.head.head == child for t in child.subtree)
        for child in children
    )


def _is_passing(clause: Clause) -> bool:
    """ "Half of my friends are asleep"."""
    how = [child for child in clause.head.children if child.dep_ == "acomp"]
    return clause.head.lemma_ == "be" and any(one.lower_ not in _OF_A_PERSON for one in how)


def _is_there(clause: Clause) -> bool:
    """ "There's no lift in our building", "there are two dogs in our house"."""
    head = clause.head
    thing = next((child for child in head.children if child.dep_ == "attr"), None)
    if head.lemma_ != "be" or thing is None or finite_verb(head).tag_ not in ("VBZ", "VBP"):
        return False
    told = any(child.lower_ == "no" or child.dep_ == "nummod" for child in thing.children)
    fails = any(token.lemma_.lower() in _SUPPLIES for token in thing.subtree if token.head in (thing, thing.head))
    places = (
        place
        for child in (*thing.children, *head.children)
        if child.dep_ == "prep" and child.lower_ in _AMONG
        for place in child.children
        if place.dep_ == "pobj" and any(c.dep_ == "poss" and c.lower_ in POSSESSIVE for c in place.children)
    )
    lasts = thing.lemma_.lower() in _OF_A_BUILDING
    return told and lasts and not fails and any(place.lemma_.lower() in _PLACES for place in places)
