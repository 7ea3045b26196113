"""Definite things that nothing else tells apart, and that stand all the same for what is told with them: the statins
that a doctor says may be stopped, the invoices that one person approves, the choir that we are so many in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.change_words import STOPPING
from memory.language.en.software import programs_in

from ..grammar.clauses import Clause
from ..grammar.headcounts import tells_headcount
from ..grammar.lexicon import ATTITUDES, LIKING, TALK_VERBS
from ..grammar.roles import SIGN, verb_of
from ..grammar.statement import LIGHT

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_known_by_deed(noun: Token, clause: Clause, *, reported: bool) -> bool:
    """Whether it may stand; `reported` says that the clause hands on what somebody said of the speaker."""
    if noun.dep_ == "pobj":
        return tells_headcount(clause.head)  # "we're 34 singers in the choir now"
    if noun.dep_ != "dobj":
        return False
    verb = noun.head
    if reported and verb.dep_ == "ccomp" and verb.head == clause.head:
        return _ends(verb)  # "the cardiologist said I can stop the statins"
    return verb == clause.head and _is_done_as_duty(noun, clause)


def _ends(verb: Token) -> bool:
    return verb_of(verb) in STOPPING or SIGN.search(" ".join(token.text for token in verb.subtree)) is not None


def _is_done_as_duty(noun: Token, clause: Clause) -> bool:
    """ "Fatima approves the invoices": what somebody with a name does to all of them, and not to one at the moment."""
    subject, verb = clause.subject, clause.head
    if subject is None or subject.pos_ != "PROPN" or verb.tag_ != "VBZ" or noun.tag_ != "NNS":
        return False
    if programs_in(subject.text):
        return False  # "Python reads the lines"
    if any(child.dep_ in ("neg", "aux", "ccomp", "xcomp") for child in verb.children):
        return False
    return verb.lemma_ not in LIGHT | ATTITUDES | TALK_VERBS | LIKING
