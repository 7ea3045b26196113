"""Whether a verb tells of an illness, or of what somebody must not eat or be given. To leave that out may harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lexicon import LASTING, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

AILMENTS = word_set(
    "allergy intolerance asthma diabetes eczema psoriasis epilepsy migraine adhd autism dyslexia dyspraxia "
    "arthritis lupus coeliac celiac ibs colitis cancer leukaemia leukemia dementia depression bipolar ptsd ocd "
    "endometriosis pcos anaemia anemia haemophilia hemophilia hypertension hypotension angina arrhythmia pacemaker "
    "stoma vertigo tinnitus glaucoma cataract insomnia narcolepsy sciatica scoliosis osteoporosis gout hepatitis hiv "
    "copd emphysema fibromyalgia disease syndrome disorder phobia sclerosis fibrosis palsy"
)
# What people most often must not have. "Python can't have two of these" is of nobody's health.
KEPT_FROM = word_set(
    "nut peanut almond cashew hazelnut walnut pistachio pecan dairy milk cheese butter cream yoghurt yogurt lactose "
    "egg gluten wheat bread flour pasta soy soya tofu sesame mustard celery lupin fish seafood shellfish prawn shrimp "
    "crab lobster mussel oyster squid meat pork beef lamb chicken ham bacon sausage gelatine gelatin sugar salt honey "
    "chocolate sweet strawberry kiwi banana pineapple mango apple peach tomato garlic onion mushroom grapefruit "
    "coconut corn caffeine coffee tea alcohol wine beer "
    "aspirin ibuprofen paracetamol codeine morphine penicillin amoxicillin antibiotic anaesthetic anesthetic latex"
)
_EATING = word_set("eat drink tolerate stomach digest")
_GIVEN = word_set("have take touch")
_OF_WHAT = frozenset(("allergic", "intolerant"))
_FORBIDDING = frozenset(("ca", "can", "must", "may", "should"))
_NEGATING = frozenset(("never", "not", "n't"))


def tells_health(verb: Token) -> bool:
    """ "Ada has asthma", "Arun is coeliac", "Faye can't have nuts"."""
    return _has_ailment(verb) or is_kept_from(verb)


def _has_ailment(verb: Token) -> bool:
    if verb.lemma_ == "be":
        return any(c.dep_ in ("attr", "acomp") and _is_state(c) for c in verb.children)
    if verb.lemma_.lower() in AILMENTS:
        return _has_for_auxiliary(verb)  # the parser takes "has epilepsy" for a perfect tense
    has = verb.lemma_ == "have" or (verb.lower_ == "got" and any(c.dep_.startswith("aux") for c in verb.children))
    return has and any(c.dep_ == "dobj" and any(map(_is_ailment, (c, *c.conjuncts))) for c in verb.children)


def _is_state(told: Token) -> bool:
    """ "Allergic to kiwi", "lactose intolerant", and "coeliac", which the parser takes for a noun."""
    if told.lower_ in _OF_WHAT:
        return any(True for _ in told.children)
    return told.lower_ in LASTING and not any(child.dep_ == "det" for child in told.children)


def _is_ailment(noun: Token) -> bool:
    return noun.lemma_.lower() in AILMENTS and not any(child.lower_ == "of" for child in noun.children)


def is_kept_from(verb: Token) -> bool:
    """ "Sam can't eat fish", "my nan mustn't have sugar", "Nora eats no pork"."""
    things = [c for c in verb.children if c.dep_ == "dobj"]
    if verb.lemma_ in _EATING:
        return bool(things) and (_is_denied(verb) or any(c.lower_ == "no" for thing in things for c in thing.children))
    forbidden = _is_denied(verb) and any(c.lower_ in _FORBIDDING for c in verb.children)
    if forbidden and verb.lemma_.lower() in KEPT_FROM:
        return _has_for_auxiliary(verb)
    kinds = (one for thing in things for one in (thing, *thing.conjuncts))
    return verb.lemma_ in _GIVEN and forbidden and any(one.lemma_.lower() in KEPT_FROM for one in kinds)


def _has_for_auxiliary(verb: Token) -> bool:
    return any(c.lemma_ == "have" and c.dep_ == "aux" for c in verb.children)


def _is_denied(verb: Token) -> bool:
    return any(c.lower_ in _NEGATING for c in verb.children)
