"""What is done with things of a kind among those who talk: "invoices are approved by Joris", "backups are kept for 90
days now". Ships are built in yards everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clauses import Clause, finite_verb
from .lexicon import TIMES
from .roles import SIGN

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_settled_way(clause: Clause) -> bool:
    """Whether things without an article are dealt with by somebody with a name, or now by so many or for so long."""
    subject, verb = clause.subject, clause.head
    if subject is None or subject.tag_ != "NNS" or any(c.dep_ not in ("compound", "amod") for c in subject.children):
        return False
    by_rule = any(c.dep_ == "auxpass" and finite_verb(verb) == c and c.tag_ == "VBP" for c in verb.children)
    if not by_rule or any(c.dep_ in ("neg", "aux") for c in verb.children):
        return False
    by = next((one for c in verb.children if c.dep_ == "agent" for one in c.children if one.dep_ == "pobj"), None)
    if by is not None and by.ent_type_ == "PERSON":
        return True
    is_new = SIGN.search(" ".join(token.text for token in clause.all_tokens)) is not None
    return is_new and (_is_certain(by) or any(_is_how_long(c) for c in verb.children))


def _is_certain(by: Token | None) -> bool:
    """ "By two people", "by the platform team"; not "by machines", nor "by the state"."""
    if by is None:
        return False
    counted = any(c.dep_ == "nummod" for c in by.children)
    the = any(c.lower_ in ("the", "our", "my") for c in by.children)
    return counted or (the and any(c.dep_ == "compound" for c in by.children))


def _is_how_long(preposition: Token) -> bool:
    lasting = (c for c in preposition.children if c.dep_ == "pobj" and c.lemma_.lower() in TIMES)
    return preposition.lower_ == "for" and any(c.dep_ == "nummod" for time in lasting for c in time.children)
