"""Where somebody is for an hour: on the train, at the airport, in the kitchen. A memory would hold it for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.change_words import VEHICLES, VISITED

from ..grammar.duties import is_on_call
from ..grammar.health import ails
from ..grammar.lexicon import HABITS, KIN, PEOPLE, WEEKDAYS, word_set
from ..grammar.restated import is_name

if TYPE_CHECKING:
    from spacy.tokens import Token

    from ..grammar.statement import Learnable

# Rooms, roads and waits, beside what people ride and where they go.
_FOR_AN_HOUR = VISITED | VEHICLES | word_set(
    "plane bath shower kitchen bathroom toilet loo sofa couch desk balcony motorway highway road way queue "
    "platform terminal lobby lift meeting call phone hold break"
)  # fmt: skip
_ADDED = word_set("the my our his her their a an")
_ON_DAYS = frozenset(f"{day}s" for day in WEEKDAYS)
_OFTEN = HABITS | word_set("mostly mainly largely regularly always hardly constantly twice once")


def is_there_for_an_hour(said: Learnable) -> bool:
    """Whether it tells that somebody is in such a place, and neither since when nor how often. "On the train to Leeds
    every morning" lasts, "in the pub quiz" is another thing."""
    if _is_of_the_call(said) or _is_on_ones_clothes(said) or _is_merely_on_call(said) or _is_on_the_way(said):
        return True
    if not said.is_be or said.is_past or said.is_negated or said.dated or said.recurs or said.attribute is not None:
        return False
    if not _ON_DAYS.isdisjoint(said.lowers):
        return False  # "at the gym with a trainer on Mondays"
    if any(_tells_more(child) for child in said.head.children):
        return False
    return _is_somebody(said.subject) and any(
        place.lemma_.lower() in _FOR_AN_HOUR and _is_plain(place) and not is_on_call(place)
        for where in said.head.children
        if where.dep_ == "prep" and where.lower_ in ("on", "in", "at")
        for place in where.children
        if place.dep_ == "pobj"
    )


def _is_on_the_way(said: Learnable) -> bool:
    """ "We're ten minutes away", "I'm an hour late"; not "an hour away from the office", which lasts."""
    shortly = any(token.lemma_ in ("minute", "hour") for token in said.complement)
    still_to_come = not said.lowers.isdisjoint(("away", "late", "early"))
    return said.is_be and not said.is_past and shortly and still_to_come and "from" not in said.lowers


def _is_merely_on_call(said: Learnable) -> bool:
    """ "Ana is on call", "Ana isn't on call": it may be otherwise tomorrow. "On call for payments", "on call now"."""
    if not said.is_be or said.dated or said.recurs or "now" in said.lowers:
        return False
    prepositions = [token for token in said.complement if token.dep_ == "prep"]
    return len(prepositions) == 1 and any(map(is_on_call, prepositions[0].children))


def _is_on_ones_clothes(said: Learnable) -> bool:
    """ "I'm covered in paint"; not "covered by Bupa" or "in scars"."""
    what = (child for prep in said.head.children if prep.lower_ in ("in", "with") for child in prep.children)
    return said.lemma == "cover" and not said.is_past and any(one.lemma_.lower() in _WASHED_OFF for one in what)


_WASHED_OFF = word_set("paint mud flour dust dirt oil grease sand snow glue ink dough sawdust blood")


def _is_of_the_call(said: Learnable) -> bool:
    """ "I'm calling for my father"; not "I'm calling Ann on Friday"."""
    calls = said.to_assistant and said.lemma in ("call", "phone", "ring") and said.head.tag_ == "VBG"
    particle = said.child("prt")
    alone = said.child("dobj", "oprd") is None and (particle is None or particle.lower_ in ("in", "back"))
    return calls and alone and not (said.dated or said.recurs)


def _is_somebody(subject: Token | None) -> bool:
    return is_name(subject) or (subject is not None and subject.lemma_.lower() in KIN | PEOPLE)


def _tells_more(beside: Token) -> bool:
    """ "At the gym a lot", "on a plane twice a month", "on the couch with a sprained ankle"; not "finally on the
    train", "in the kitchen with Tom"."""
    if beside.dep_ == "npadvmod" or (beside.dep_ == "advmod" and beside.lower_ in _OFTEN):
        return True
    with_what = beside.children if beside.dep_ == "prep" and beside.lower_ in ("with", "for") else ()
    return any(ails(noun) for noun in with_what)


def _is_plain(place: Token) -> bool:
    """Whether nothing stands before it that makes it another thing, or a certain one of them, nor anything
    behind it that tells more."""
    before = [child for child in place.children if child.i < place.i]
    if any(_tells_more(child) for child in place.children):
        return False
    return place.pos_ == "NOUN" and all(child.lower_ in _ADDED for child in before)
