"""Whether somebody left for good what they were in: "Jonas moved out", "Petra retired", "Bas quit"."""

from __future__ import annotations

from memory.language.en.change_words import LEAVING

from ..grammar.given_names import names_somebody
from ..grammar.lexicon import word_set
from ..grammar.statement import Learnable

LIFE_EVENTS = word_set("die graduate retire divorce marry engage")


def has_left(said: Learnable) -> bool:
    """ "Jonas moved out", "Petra retired"."""
    ways = (f"{said.lemma} {child.lower_}" for child in said.head.children if child.dep_ in ("prt", "advmod"))
    return said.lemma in LIFE_EVENTS | {"resign"} or _has_quit(said) or any(way in LEAVING for way in ways)


def _has_quit(said: Learnable) -> bool:
    """ "Bas quit", "Jonas quit the choir"; not a program that "quit unexpectedly"."""
    subject, what = said.subject, said.target
    if subject is None or not names_somebody(subject.doc[subject.left_edge.i].text):
        return False  # "Finder quit", "imagine Tom quit"
    beside = [c for c in said.head.children if c.dep_ not in ("punct", "nsubj", "dobj", "prep", "npadvmod")]
    if said.lemma != "quit" or said.head.tag_ != "VBD" or beside or subject.pos_ != "PROPN":
        return False
    return what is None or what.pos_ in ("NOUN", "PROPN")
