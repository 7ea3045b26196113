"""What is noted in haste without its "the": "spare key is with the neighbour", "proposal is due on 13 March"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clauses import Clause, finite_verb
from .kinds_of_others import is_numbered
from .lexicon import EMPTY_NOUNS, TIMES, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

_STANDING = word_set("be cost start begin end open close belong")
_ONE, _SEVERAL = ("NN", "NNP"), ("NNS", "NNPS")


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
