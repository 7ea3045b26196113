"""How many "we" are: "we're six in the office", "we're 34 singers now"; not "we're ten minutes away"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clauses import finite_verb
from .lexicon import COLLECTIVE, names_a_doer, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

# To what one belongs for longer than an hour. Of six in the queue or in the restaurant each goes home.
_BELONGED_TO = COLLECTIVE | word_set(
    "office company firm department choir orchestra club league squad association co-op lab board committee "
    "household house flat share cohort chapter parish"
)
_MEMBERS = word_set("member kid child pupil woman man girl boy adult")
_FOR_TODAY = word_set("today tonight right")
_AMONG = word_set("in on at")


def tells_headcount(verb: Token) -> bool:
    """Whether "we are" so many, with what they are or to what they belong."""
    if verb.lemma_ != "be" or finite_verb(verb).tag_ != "VBP" or any(c.dep_ == "neg" for c in verb.children):
        return False
    counted = next((c for c in verb.children if c.dep_ == "attr" and c.i > verb.i), None)
    if counted is None or any(t.lower_ in _FOR_TODAY for t in verb.subtree):
        return False
    if counted.pos_ == "NUM":
        return not any(c.dep_ != "prep" for c in counted.children) and _is_among(verb, counted)
    several = counted.tag_ == "NNS" and any(c.dep_ == "nummod" and c.like_num for c in counted.children)
    lemma = counted.lemma_.lower()
    since = any(c.lower_ == "now" for c in verb.children)
    return several and (lemma in _MEMBERS or names_a_doer(lemma)) and (since or _is_among(verb, counted))


def is_at_home(verb: Token) -> bool:
    """ "We're four at home now"."""
    return any(t.lower_ == "home" and t.dep_ == "pobj" and t.head.lower_ == "at" for t in verb.subtree)


def _is_among(verb: Token, counted: Token) -> bool:
    where = (c for above in (verb, counted) for c in above.children if c.dep_ == "prep" and c.lower_ in _AMONG)
    places = [place for one in where for place in one.children if place.dep_ == "pobj"]
    return any(place.lemma_.lower() in _BELONGED_TO for place in places) or (
        is_at_home(verb) and any(c.lower_ == "now" for c in verb.children)
    )
