"""Contractions written out: "'ll", "'d", and an "'s" that owns nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lexicon import TWO_OBJECTS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

# What is done to nobody: "has fallen", not "is fallen".
_OF_ITSELF = word_set("be have fall come go grow rise drop slip fail crash expire turn run happen")
_NO_PARTICIPLES = word_set(
    "went did took saw ate drank wrote began gave sang swam rode wore knew drew broke fell forgot was were"
)


def written_out(token: Token) -> str:
    """The word itself, or in full what is contracted: "not" for "n't", "has" or "is" for "'s"."""
    low = token.lower_
    if low in ("n't", "nt"):
        return "not"
    if low == "ca" and _next_is(token, "n't"):
        return "can"
    if low == "wo" and _next_is(token, "n't"):
        return "will"
    if low == "'ll":
        return "will"
    if low == "'ve":
        return "have"
    if low == "'re":
        return "are"
    if low == "'m":
        return "am"
    if low == "'d" and token.pos_ in ("AUX", "VERB"):
        perfect = token.head.tag_ == "VBN" or any(_next_is(token, word) for word in ("been", "better"))
        return "had" if perfect or _is_owning(token) else "would"
    if low == "'s" and token.pos_ in ("AUX", "VERB") and token.tag_ != "POS":
        perfect = token.dep_ == "aux" or (
            token.dep_ == "auxpass"
            and token.head.lemma_ not in TWO_OBJECTS
            and any(c.dep_ in ("dobj", "ccomp") for c in token.head.children)
        )
        perfect = perfect or _next_is(token, "been") or _is_given_to_another(token.head)
        return "has" if token.head.tag_ == "VBN" and perfect else "is"
    if low == "'s" and token.tag_ == "POS" and (verb := _contracted_with(token)) is not None:
        return "has" if _is_done_by(verb) else token.text
    if low in ("'em",):
        return "them"
    return token.text


def _contracted_with(token: Token) -> Token | None:
    """The verb of "the landlord's raised the rent", where the parser takes the landlord for an owner of nothing."""
    verb = token.head.head
    alone = token.head.dep_ in ("nsubj", "nsubjpass") and verb.tag_ in ("VBD", "VBN") and verb.i > token.i
    if verb.lower_ in _NO_PARTICIPLES:
        return None  # "Tammy's went out": her heater
    if token.head.pos_ == "PROPN" and not any(t.lower_ in ("his", "her", "himself", "herself") for t in verb.subtree):
        return None  # a name may end so: "McDonald's raised its prices"
    return verb if alone and not any(child.dep_ in ("aux", "auxpass") for child in verb.children) else None


def _is_done_by(verb: Token) -> bool:
    """Whether its subject did it ("has raised the rent"). To whom it was done ("is called Yusuf") the verb alone does
    not tell: "Mum's smoked"."""
    objects = any(child.dep_ in ("dobj", "xcomp", "ccomp", "acomp", "attr") for child in verb.children)
    return objects or verb.lemma_ in _OF_ITSELF


def _is_given_to_another(verb: Token) -> bool:
    """ "She's given me my weekends off": who gets it is named, and so is what, so that its subject gave it."""
    return {"dative", "dobj"} <= {child.dep_ for child in verb.children}


def _is_owning(token: Token) -> bool:
    """ "I'd 19.50 in my head", "we'd a flood": what follows is a thing, and no verb."""
    return token.i + 1 < len(token.doc) and token.nbor().pos_ in ("NUM", "DET") and token.nbor().lower_ != "all"


def _next_is(token: Token, word: str) -> bool:
    return token.i + 1 < len(token.doc) and token.doc[token.i + 1].lower_ == word
