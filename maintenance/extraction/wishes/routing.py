"""Who gets whatever comes in of a kind: "escalate billing questions to Petra", "copy Rita on everything"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..grammar.lexicon import word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

_ROUTING = word_set("escalate forward route direct refer assign send pass hand redirect")
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
        return any(_is_kind(kind) for kind in kinds)
    behind = (t for t in verb.subtree if t.lower_ == "to" and t.i > verb.i and t.pos_ == "ADP")
    to = below.get("to") or next(behind, None)  # which may stand below what is sent
    goes_to = to is not None and any(child.pos_ in ("PROPN", "NOUN") for child in to.children)
    kinds = [one for one in objects if one.lemma_.lower() in _INCOMING or one.pos_ == "PRON"]
    return verb.lemma_ in _ROUTING and goes_to and any(_is_kind(kind) for kind in kinds)


def _is_kind(noun: Token) -> bool:
    if noun.lower_ in ("anything", "everything"):
        return noun.lower_ == "everything" or noun.nbor().lower_ in ("about", "on")
    known = any(child.dep_ in ("poss", "nummod", "relcl", "acl") for child in noun.children)
    return (
        noun.tag_ == "NNS"
        and not known
        and not any(child.dep_ == "det" and child.lower_ not in ("all", "any") for child in noun.children)
    )
