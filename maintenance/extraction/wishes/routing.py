"""Who gets whatever comes in of a kind: "escalate billing questions to Petra", "copy Rita on everything"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..grammar.lexicon import COLLECTIVE, KIN, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

_ROUTING = word_set("escalate forward route direct refer assign send pass hand redirect")
# As often done once: only "all questions" are sent each time.
_ONCE = word_set("send pass hand assign")
_EACH = word_set("all any every everything anything")
# What comes in again and again.
_INCOMING = word_set(
    "question enquiry inquiry request complaint issue ticket query case lead alert call refund application claim "
    "matter invoice order report bill email mail letter"
)


def is_routing(verb: Token, objects: Sequence[Token]) -> bool:
    """ "Escalate billing questions to Petra", "copy Rita on everything": who gets whatever comes in of a kind."""
    below = {child.lower_: child for child in verb.children if child.dep_ in ("prep", "dative")}
    if verb.lemma_ == "copy":
        kinds = [child for child in below["on"].children if child.dep_ == "pobj"] if "on" in below else []
        return any(_is_kind(kind) for kind in kinds) and any(_is_receiver(one) for one in objects)
    behind = (t for t in verb.subtree if t.lower_ == "to" and t.i > verb.i and t.pos_ == "ADP")
    to = below.get("to") or next(behind, None)  # which may stand below what is sent
    goes_to = to is not None and any(_is_receiver(child) for child in to.children)
    kinds = [one for one in objects if one.lemma_.lower() in _INCOMING or one.pos_ == "PRON"]
    lasts = verb.lemma_ not in _ONCE or any(t.lower_ in _EACH for one in objects for t in one.subtree)
    return verb.lemma_ in _ROUTING and lasts and goes_to and any(_is_kind(kind) for kind in kinds)


def _is_receiver(noun: Token) -> bool:
    """A person by name ("Petra"), a relative, or a team: "redirect requests to https" is of a program."""
    named = noun.pos_ == "PROPN" and noun.text.istitle()
    return named or noun.lemma_.lower() in KIN | COLLECTIVE


def _is_kind(noun: Token) -> bool:
    if noun.lower_ in ("anything", "everything"):
        return noun.lower_ == "everything" or noun.nbor().lower_ in ("about", "on")
    known = any(child.dep_ in ("poss", "nummod", "relcl", "acl") for child in noun.children)
    return (
        noun.tag_ == "NNS"
        and not known
        and not any(child.dep_ == "det" and child.lower_ not in ("all", "any") for child in noun.children)
    )
