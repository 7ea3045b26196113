"""Whom "we" and "us" mean where the speaker alone would be wrong: "we're a nut-free house", "nine of us"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .headcounts import is_at_home, tells_headcount
from .lexicon import EMPTY_NOUNS, KIN, MONTHS, PEOPLE, TIMES, WEEKDAYS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

GROUP = "group"
HOUSEHOLD = "household"
_HOME = word_set("house household home family kitchen")
# What a team does: "we only deploy on Wednesdays" is no habit of one of them. Hens, too, are released at seven.
_DONE_TOGETHER = word_set("deploy onboard triage")
_OF_A_BUSINESS = word_set("closed open understaffed overstaffed short-staffed")
_COUNTS = word_set("all most both some none half each one many few several couple rest majority any either neither")


def who(token: Token) -> str | None:
    """What those are whom this "we" or "us" means; None where it may be the speaker, with or without others."""
    if token.lower_ == "we" and token.dep_ in ("nsubj", "nsubjpass"):
        return _who_we_are(token.head)
    counted = token.dep_ == "pobj" and token.head.lower_ == "of" and _counts(token.head.head)
    return GROUP if token.lower_ == "us" and (counted or _is_left(token)) else None


def _who_we_are(verb: Token) -> str | None:
    """ "We're a small bakery": one thing that several are. "We're closed on Mondays" is told of a business."""
    if verb.lemma_ in _DONE_TOGETHER:
        return GROUP
    if verb.lemma_ != "be":
        return None
    if any(child.dep_ == "acomp" and _is_of_a_business(child) for child in verb.children):
        return GROUP
    if tells_headcount(verb):
        return HOUSEHOLD if is_at_home(verb) else GROUP
    one = next((child for child in verb.children if child.dep_ == "attr" and child.tag_ == "NN"), None)
    is_one = one is not None and any(child.lower_ in ("a", "an", "the") for child in one.children)
    if one is None or not is_one or one.lemma_.lower() in EMPTY_NOUNS | TIMES | PEOPLE:
        return None
    return HOUSEHOLD if one.lemma_.lower() in _HOME else GROUP


def _is_of_a_business(state: Token) -> bool:
    """ "Open until nine". Who is open to offers, or about an illness, may be one or two."""
    return state.lower_ in _OF_A_BUSINESS and not any(c.lower_ in ("to", "about", "with") for c in state.children)


def _counts(token: Token) -> bool:
    return token.like_num or token.lower_ in _COUNTS


def _is_left(token: Token) -> bool:
    """ "Chris is leaving us in August" leaves a team. One's wife or cleaner leaves oneself, "Lena left us her piano"
    gives, and who "left us in the lurch" or "without power" is still there."""
    verb = token.head
    if verb.lemma_ != "leave" or token.dep_ not in ("dobj", "dative"):
        return False
    beside = [child for child in verb.children if child.i > token.i and child.dep_ != "punct"]
    doers = [c for above in (verb, *verb.conjuncts) for c in above.children if c.dep_ == "nsubj" and c.i < verb.i]
    named = bool(doers) and doers[0].pos_ == "PROPN" and not _is_of_kin(doers[0])
    return named and all(child.lower_ == "for" or _is_time(child) for child in beside)


def _is_of_kin(noun: Token) -> bool:
    """ "Uncle Ray", "my lodger Piet"."""
    return any(token.lemma_.lower() in KIN or token.tag_ == "PRP$" for token in noun.subtree)


def _is_time(noun: Token) -> bool:
    """ "The end of August", "on 3 May", "soon"."""
    return noun.pos_ == "ADV" or any(
        token.like_num or token.lemma_.lower() in TIMES | WEEKDAYS | MONTHS for token in noun.subtree
    )
