"""Whether a verb tells of an illness, of a limit of the body, or of what somebody must not eat or be given. To leave
that out may harm."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory.language.en.foods import KEPT_FROM
from memory.language.en.reactions import REACTS

from .lexicon import EPONYMS, LASTING, TIMES, word_set
from .limits import PARTS, tells_limit, tells_limit_over

if TYPE_CHECKING:
    from spacy.tokens import Token

AILMENTS = word_set(
    "allergy intolerance asthma diabetes eczema psoriasis epilepsy migraine adhd autism dyslexia dyspraxia "
    "arthritis lupus coeliac celiac ibs colitis cancer leukaemia leukemia dementia depression bipolar ptsd ocd "
    "endometriosis pcos anaemia anemia haemophilia hemophilia hypertension hypotension angina arrhythmia pacemaker "
    "stoma vertigo tinnitus glaucoma cataract insomnia narcolepsy sciatica scoliosis osteoporosis gout hepatitis hiv "
    "copd emphysema fibromyalgia disease syndrome disorder phobia sclerosis fibrosis palsy"
)
OF_A_WEEK = word_set(
    "flu cold fever cough covid pneumonia bronchitis headache migraine toothache backache earache stomachache "
    "infection pain ache rash swelling bruise burn sprain fracture concussion"
)
_SMALL_PARTS = word_set(
    "toe finger thumb heel rib jaw tooth nose thigh shin calf tendon ligament collarbone pelvis skull"
)
_REACTS = re.compile(rf"\b{REACTS}", re.I)
_EATING = word_set("eat drink tolerate stomach digest")
_GIVEN = word_set("have take touch")
_BOUNDING = word_set("in at before after during near inside")
_FOR_NOW = word_set("today tonight tomorrow yet")
_OF_WHAT = frozenset(("allergic", "intolerant"))
_FORBIDDING = frozenset(("ca", "can", "must", "may", "should"))
_NEGATING = frozenset(("never", "not", "n't"))


def tells_health(verb: Token) -> bool:
    """ "Ada has asthma", "Arun is coeliac", "Faye can't have nuts", "Emil can eat nuts again", "Tom has a bad back"."""
    is_told_of = _has_ailment(verb) or is_kept_from(verb) or may_again(verb)
    return is_told_of or reacts(verb) or tells_limit(verb)


def reacts(verb: Token) -> bool:
    """ "I react badly to kiwi", "milk upsets my tummy", "nuts can kill me"."""
    told = _REACTS.search(verb.doc[verb.left_edge.i : verb.right_edge.i + 1].text)
    return told is not None or (verb.lemma_ == "diagnose" and any(c.lower_ in ("with", "as") for c in verb.children))


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
    named = {noun.lemma_.lower(), noun.lower_}  # the lemma of "diabetes" is "diabete"
    of_what = any(child.lower_ == "of" for child in noun.children)
    return (bool(named & AILMENTS) and not of_what) or names_illness(noun)


def names_illness(name: Token) -> bool:
    """ "My dad has Parkinson's"; not "a man called Parkinson", "Mr Huntington's class"."""
    behind = name.nbor().lower_ if name.i + 1 < len(name.doc) else ""
    is_whole = name.lower_.endswith("s") or behind in ("'s", "’s", "'", "’", "disease", "syndrome", "lymphoma")
    return name.lemma_.lower() in EPONYMS and is_whole and not any(child.dep_ == "compound" for child in name.children)


def ails(noun: Token) -> bool:
    """A part of the body, or an illness: "with a sprained ankle", "with the flu"."""
    return noun.lemma_.lower() in AILMENTS | PARTS | OF_A_WEEK | _SMALL_PARTS or names_illness(noun)


def is_kept_from(verb: Token) -> bool:
    """ "Sam can't eat fish", "my nan mustn't have sugar", "Nora eats no pork"."""
    # The parser takes "gluten" for a verb.
    things = [c for c in verb.children if c.dep_ == "dobj" or (c.dep_ == "xcomp" and c.lower_ in KEPT_FROM)]
    if verb.lemma_ in _EATING:
        return bool(things) and (_is_denied(verb) or any(c.lower_ == "no" for thing in things for c in thing.children))
    forbidden = _is_denied(verb) and any(c.lower_ in _FORBIDDING for c in verb.children)
    if forbidden and not KEPT_FROM.isdisjoint(
        (verb.lemma_.lower(), verb.lower_)
    ):  # "ibuprofen", as if of "to ibuprofe"
        return _has_for_auxiliary(verb)
    kinds = (one for thing in things for one in (thing, *thing.conjuncts))
    return verb.lemma_ in _GIVEN and forbidden and any(one.lemma_.lower() in KEPT_FROM for one in kinds)


def is_kept_from_for_good(verb: Token) -> bool:
    """Whether it is a food or drug that people must not have, and no place, time or company bounds it: "can't have milk
    in the office", "can't eat fish on Fridays", "can't have milk delivered" are of nobody's body."""
    things = [c for c in verb.children if c.dep_ in ("dobj", "xcomp", "ccomp")]
    beside = [*verb.children, *(told for thing in things for told in thing.subtree)]
    if not is_kept_from(verb) or KEPT_FROM.isdisjoint(
        form for told in (verb, *beside) for form in (told.lemma_.lower(), told.lower_)
    ):
        return False
    until = (mark for c in verb.children if c.dep_ == "advcl" for mark in c.children if mark.dep_ == "mark")
    return not any(map(_bounds, (*beside, *until)))


def _bounds(told: Token) -> bool:
    """ "In the fridge", "on Fridays", "without cookies", "until May", "today"; not "at all", "in my coffee", "on
    warfarin"."""
    if told.dep_ == "npadvmod":
        return told.lemma_.lower() in TIMES | _FOR_NOW
    if told.dep_ not in ("prep", "mark"):
        is_done_to = told.tag_ == "VBN" and told.dep_ in ("acl", "ccomp", "xcomp", "oprd")
        return is_done_to or told.lower_ in _FOR_NOW
    things = [c for c in told.children if c.dep_ in ("pobj", "pcomp", "advmod")]
    if any(_is_time(thing) for thing in things) or told.lower_ in ("without", "until", "till"):
        return True
    if told.lower_ == "with":
        return any(thing.pos_ in ("PRON", "PROPN") for thing in things)
    if told.lower_ == "on":
        return any(child.dep_ == "det" for thing in things for child in thing.children)
    is_manner = any(thing.lower_ in ("all", "anything") or thing.lemma_.lower() in KEPT_FROM for thing in things)
    return told.lower_ in _BOUNDING and not is_manner


def _is_time(noun: Token) -> bool:
    return not TIMES.isdisjoint((noun.lemma_.lower(), noun.lower_, noun.lower_.removesuffix("s")))


def may_again(verb: Token) -> bool:
    """ "Emil can eat nuts again", "I may lift again": what kept them from it is over."""
    if tells_limit_over(verb):
        return True
    told = {(child.dep_, child.lower_) for child in verb.children}
    eats = verb.lemma_ in _EATING and any(child.dep_ == "dobj" for child in verb.children)
    return eats and ("aux", "can") in told and ("advmod", "again") in told and not _is_denied(verb)


def _has_for_auxiliary(verb: Token) -> bool:
    return any(c.lemma_ == "have" and c.dep_ == "aux" for c in verb.children)


def _is_denied(verb: Token) -> bool:
    """ "Cannot have ibuprofen", of which the parser makes a perfect tense: it is "have" that is denied."""
    having = (c for c in verb.children if c.lemma_ == "have" and c.dep_ == "aux")
    return any(c.lower_ in _NEGATING for one in (verb, *having) for c in one.children)
