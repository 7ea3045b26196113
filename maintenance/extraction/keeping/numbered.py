"""What is told apart by its number: a ticket and how far it is, a customer or a room and what they want."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar.lexicon import EVALUATIONS, word_set
from ..grammar.statement import Learnable
from .kinds import FEELINGS, PERSONS

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_numbered(subject: Token | None) -> bool:
    """Whether a thing is told apart by its number: "ticket 5531", "PR 412"."""
    if subject is None or subject.pos_ not in ("NOUN", "PROPN", "NUM"):
        return False
    span = [t.text for t in subject.subtree if not t.is_punct]
    return len(span) == 2 and span[0].isalpha() and span[1].lstrip("#").replace(".", "").isdigit()


_PARTIES = PERSONS | word_set(
    "account customer client tenant member patient guest resident supplier vendor branch store shop site room flat "
    "unit apartment household"
)
_SERVED = word_set("room table bed seat bay guest patient")


_LASTING = word_set("no never always only stay whole entire times twice daily weekly vegan vegetarian halal kosher")


def wants_for_the_hour(said: Learnable) -> bool:
    """ "Room 12 wants towels": those who are waited on, and it is brought. "Wants no feather pillows" lasts."""
    assert said.subject is not None
    lasts = said.recurs or said.dated or said.is_negated or said.lowers & _LASTING
    return said.subject.lemma_.lower() in _SERVED and said.lemma in ("want", "need") and not lasts


WANTING = word_set("want prefer like accept pay use require")


def is_party(subject: Token) -> bool:
    """ "Customer 4471", "room 12": whoever is called by a number."""
    return is_numbered(subject) and subject.lemma_.lower() in _PARTIES


def is_state_of_work(said: Learnable) -> bool:
    """Whether a numbered thing is told to be somewhere or in some state, not to want or do something."""
    does = said.head.tag_ in ("VBZ", "VBP") and not said.is_be and said.adjective is None
    return said.about == "thing" and is_numbered(said.subject) and not (said.dated or does)


def keeps_status(said: Learnable) -> bool:
    """Whether it is told how far the thing is, not how good."""
    word = said.adjective if said.adjective is not None else said.head
    told = said.adjective is not None or said.head.tag_ in ("VBN", "VBG")
    return told and word.lower_ not in EVALUATIONS | FEELINGS and not said.is_negated
