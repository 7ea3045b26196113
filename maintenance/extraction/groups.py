"""Whom "we" and "us" mean where the speaker alone would be wrong: "we're a nut-free house", "nine of us"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lexicon import EMPTY_NOUNS, KIN, PEOPLE, TIMES, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

GROUP = "group"
HOUSEHOLD = "household"
_HOME = word_set("house household home family kitchen")
# What a team does: "we only deploy on Wednesdays" is no habit of one of them.
_DONE_TOGETHER = word_set("deploy release merge onboard outsource triage")
_OF_A_BUSINESS = word_set("closed open understaffed overstaffed short-staffed")
_COUNTS = word_set("all most both some none half each one many few several couple rest majority any either neither")


def who(token: Token) -> str | None:
    """What those are whom this "we" or "us" means; None where it may be the speaker, with or without others."""
    if token.lower_ == "we" and token.dep_ in ("nsubj", "nsubjpass"):
        return _who_we_are(token.head)
    counted = token.dep_ == "pobj" and token.head.lower_ == "of" and _counts(token.head.head)
    return GROUP if token.lower_ == "us" and (counted or _is_left(token)) else None


def is_of_those_at_home(token: Token) -> bool:
    """ "My mum lives with us", said among colleagues."""
    return any(
        child.dep_ in ("nsubj", "nsubjpass")
        and (child.lemma_.lower() in KIN or any(owner.lower_ == "my" for owner in child.children))
        for above in token.ancestors
        for child in above.children
    )


def _who_we_are(verb: Token) -> str | None:
    """ "We're a small bakery": one thing that several are. "We're closed on Mondays" is told of a business."""
    if verb.lemma_ in _DONE_TOGETHER:
        return GROUP
    if verb.lemma_ != "be":
        return None
    if any(child.dep_ == "acomp" and child.lower_ in _OF_A_BUSINESS for child in verb.children):
        return GROUP
    one = next((child for child in verb.children if child.dep_ == "attr" and child.tag_ == "NN"), None)
    is_one = one is not None and any(child.lower_ in ("a", "an", "the") for child in one.children)
    if one is None or not is_one or one.lemma_.lower() in EMPTY_NOUNS | TIMES | PEOPLE:
        return None
    return HOUSEHOLD if one.lemma_.lower() in _HOME else GROUP


def _counts(token: Token) -> bool:
    return token.like_num or token.lower_ in _COUNTS


def _is_left(token: Token) -> bool:
    """ "Chris is leaving us in August" leaves a team. One's wife leaves oneself, and "Lena left us her piano" gives."""
    verb = token.head
    if verb.lemma_ != "leave" or token.dep_ not in ("dobj", "dative"):
        return False
    is_kin = any(c.dep_ == "nsubj" and (c.lemma_.lower() in KIN or c.pos_ == "PRON") for c in verb.children)
    gives = any(c.dep_ in ("dobj", "ccomp", "xcomp", "oprd") and c != token and not _is_time(c) for c in verb.children)
    return not (is_kin or gives)


def _is_time(noun: Token) -> bool:
    """ "The end of August"."""
    return any(token.lemma_.lower() in TIMES for token in noun.subtree)
