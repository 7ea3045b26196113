"""What is noted in haste without its "the": "spare key is with the neighbour", "proposal is due on 13 March"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from ..grammar.clauses import Clause, finite_verb
from ..grammar.lexicon import EMPTY_NOUNS, PEOPLE, SHARED_THINGS, TIMES, word_set
from ..plain.verbless import HAS_A_TIME
from .numbered import is_numbered

if TYPE_CHECKING:
    from spacy.tokens import Token

_STANDING = word_set("be cost start begin end open close belong")
_ONE, _SEVERAL = ("NN", "NNP"), ("NNS", "NNPS")
# "The importer", "your new router": what somebody has named with an article is a thing.
_NAMED = re.compile(
    r"\b(?:an?|the|my|our|your|his|her|their|this|that) (?:[a-z]{2,20} )?(?P<thing>[a-z]{3,20})\b", re.I
)
_SUFFIXES = ("tion", "sion", "ment", "ance", "ence", "ness", "ship", "ure", "ery", "age", "ity", "ing", "board", "work")


def things_in(said: Iterable[str]) -> frozenset[str]:
    """What the talk names with an article or an owner: what stands there without one is a thing all the same."""
    return frozenset(named["thing"].lower() for text in said for named in _NAMED.finditer(text))


def is_known_thing(clause: Clause, things: Collection[str]) -> bool:
    """Whether what a note opens with is a thing and nobody's name: by the talk, by its form, or as it is told apart."""
    subject = clause.subject
    if subject is None:
        return False
    low, lemma = subject.lower_, subject.lemma_.lower()
    if subject.tag_ in _SEVERAL or any(c.lower_ == "due" for c in clause.head.children):
        return True
    known = {low, lemma} & {*things, *SHARED_THINGS, *PEOPLE} or HAS_A_TIME.fullmatch(low)
    return (
        bool(known) or low.endswith(_SUFFIXES) or any(c.dep_ in ("compound", "amod", "prep") for c in subject.children)
    )


def is_noted(clause: Clause) -> bool:
    """Whether a clause tells of what a note opens with: one thing, or several that are somewhere."""
    subject, head = clause.subject, clause.head
    if subject is None or head.lemma_ not in _STANDING or not _opens(subject):
        return False
    if subject.tag_ not in _ONE and not (subject.tag_ in _SEVERAL and head.lemma_ == "be"):
        return False
    finite = finite_verb(head).tag_ in ("VBZ", "VBD", "VBP") and not any(c.dep_ == "neg" for c in head.children)
    return finite and subject.lemma_.lower() not in TIMES | EMPTY_NOUNS


def is_bare(clause: Clause) -> bool:
    """Whether the noun that a note opens with is written with its "the"; what has capitals may be a name."""
    subject = clause.subject
    if subject is None or subject.tag_ not in ("NN", "NNS") or not _opens(subject):
        return False
    # What one goes to goes by its name alone: "climbing moved to Wednesdays".
    is_doing = subject.lower_.endswith("ing") and subject.tag_ == "NN"
    return not is_doing and all(c.pos_ != "PROPN" for c in subject.children) and not is_numbered(subject)


def _opens(subject: Token) -> bool:
    bare = all(c.dep_ in ("compound", "amod", "prep", "punct") for c in subject.children)
    return bare and subject.left_edge.i == subject.sent.start
