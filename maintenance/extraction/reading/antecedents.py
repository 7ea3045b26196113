"""Whether a clause itself names what a pronoun in it stands for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..grammar.clauses import Clause
from ..grammar.discourse import Gender
from ..grammar.lexicon import word_set
from ..grammar.mentions import can_be_named_again, gender_beside, is_person

if TYPE_CHECKING:
    from spacy.tokens import Token


def has_antecedent(token: Token, clause: Clause) -> bool:
    """Whether the clause itself names, before the pronoun, what it stands for."""
    low = token.lower_
    for other in clause.all_tokens:
        if other.i >= token.i and other not in clause.lent:
            break
        if other.pos_ not in ("NOUN", "PROPN") or (
            other.is_ancestor(token)
            and any(a.dep_ in ("relcl", "acl") and a.head == other for a in (token, *token.ancestors))
        ):
            continue
        plural = other.tag_ in ("NNS", "NNPS") or any(c.dep_ == "conj" for c in other.children)
        if low in ("they", "them", "their", "theirs", "themselves"):
            singular = other == clause.subject and other.head == clause.head and low in ("their", "themselves")
            if singular and (is_person(other) or other.pos_ == "PROPN"):
                return True  # "the client changed their mind"
            if plural or other.lemma_.lower() in ("family", "team", "group", "someone", "everyone", "band"):
                return True
        elif low in ("it", "its", "itself"):
            if low == "it" and _is_beside(token, other):
                continue
            if not plural and not is_person(other) and can_be_named_again(other):
                return True
        elif (
            is_person(other)
            and gender_beside(other) in ("?", _GENDERS.get(low))
            and (not plural or _is_joined_to(token, other))
            and not (_is_subject(other, clause) and token.dep_ in ("pobj", "dobj", "dative"))
        ):
            return True  # of "Pavel took over from her", she is not Pavel
    return False


def _is_subject(noun: Token, clause: Clause) -> bool:
    """Whether it names who does it: of "my brother Anton has him", he is not Anton."""
    beside = noun.dep_ in ("appos", "compound") and noun.head == clause.subject
    return noun == clause.subject or beside


_GENDERS: dict[str, Gender] = {
    **dict.fromkeys(("he", "him", "his", "himself"), "m"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "f"),
}


def _is_beside(pronoun: Token, other: Token) -> bool:
    """Of "she gets a cough from it", it is not the cough, and of "the leave moved it" not the leave: two that stand by
    one verb are two. "The door has a number on it" is told of one place."""
    if pronoun.dep_ == "dobj":
        return other.dep_ in ("nsubj", "pobj") and pronoun.head in (other.head, other.head.head)
    if pronoun.dep_ != "pobj":
        return False
    verb = pronoun.head.head
    if other.dep_ == "dobj":
        return verb == other.head
    why = pronoun.head.head if pronoun.head.lower_ == "of" else pronoun.head  # "because of it"
    return why.lower_ in _WHY and why.head in (other.head, other.head.head)


_WHY = word_set("for because about despite")


def _is_joined_to(token: Token, one: Token) -> bool:
    """Of "my sister and her husband", she is the sister."""
    return one.tag_ in ("NN", "NNP") and any(
        child.dep_ == "conj" and token.head == child and token.dep_ == "poss" for child in one.children
    )


_MOVING = word_set("go come move fly drive travel commute return relocate head get")
_MOVED = word_set("bring take send drive fly")
_ON_THE_WAY = word_set("back over up down")
_AT_REST = re.compile(r"^(?:in|at|on) ")


def whereto(there: Token, where: str) -> str:
    """ "She goes there" is "to Holt", though she runs a bakery "in Holt". "Went to school there" and "takes photos
    there" tell where that is done; one walks there to it, or in it."""
    verb = there.head
    before = [one for one in there.doc[verb.i + 1 : there.i] if one.lower_ not in _ON_THE_WAY]
    moved = next((child for child in verb.children if child.dep_ == "dobj"), None)
    if moved is None:
        is_goal = verb.lemma_ in _MOVING and not before
    else:
        is_goal = verb.lemma_ in _MOVED and before[-1:] == [moved] and (verb.lemma_ == "send" or is_person(moved))
    is_goal = is_goal and there.dep_ == "advmod" and there.i > verb.i
    return _AT_REST.sub("to ", where) if is_goal else where
