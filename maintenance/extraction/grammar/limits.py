"""Whether a verb tells of a limit of somebody's body or senses. To plan without it shuts them out, or hurts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.vocabulary import WEEKDAY_NAMES

from .given_names import MEN, WOMEN
from .lexicon import PEOPLE, PETS, word_set
from .restated import PERSONAL

if TYPE_CHECKING:
    from spacy.tokens import Token

PARTS = word_set(
    "back knee hip leg foot ankle shoulder neck wrist hand arm elbow spine heart lung ear eye eyesight sight vision "
    "hearing balance bladder stomach voice joint disc"
)
_AILING = word_set(
    "bad weak poor stiff sore dodgy artificial prosthetic fused frozen trapped slipped impaired limited failing "
    "partial glass"
)
_SENSES = word_set("deaf blind colorblind colourblind color-blind colour-blind hard short-sighted long-sighted")
# What one does with the body for as long, as far or as much as it bears.
_BORNE = word_set("stand sit walk climb lift carry kneel bend run drive type write look read")
_UNITS = word_set("kilo kg kilogram pound stone mile metre meter kilometre kilometer km yard block")
_TIMES = word_set("hour minute second")
_HOW_LONG = word_set("long far longer further")
_ON_FOOT = word_set("stair staircase step ladder hill slope escalator")
_ON_FOOT_VERBS = word_set("manage do climb use take")
_FITS = word_set("seizure migraine headache fit vertigo nausea nosebleed dizziness hives rash eczema heartburn wheals")
_BRINGING_ON = word_set("give cause trigger")
_OF_SOMEBODY = word_set("me us him her them")
_HEAVED = word_set("lift carry")
_OF_AN_ILLNESS = word_set("seizure migraine")
# Days and work give anybody a headache; nobody says so of a migraine.
_ANYBODYS = frozenset(("work", "traffic", "homework", *(f"{day}{s}" for day in WEEKDAY_NAMES for s in ("", "s"))))


def tells_limit(verb: Token) -> bool:
    """ "I'm hard of hearing", "Tom has a bad back", "I can't sit for more than an hour", "flashes give me fits"."""
    return _lacks_sense(verb) or _has_ailing_part(verb) or _cannot_bear(verb) or _brings_on(verb)


def tells_limit_over(verb: Token) -> bool:
    """ "I may lift again", "my dad can walk far again": that such a limit is over. "I can drive you again" is not."""
    told = {child.lower_ for child in verb.children}
    if (
        verb.lemma_ not in _BORNE | _ON_FOOT_VERBS
        or _is_denied(verb)
        or not told & {"can", "may"}
        or "again" not in told
        or not _is_of_a_person(verb, PERSONAL - {"we"})
        or any(map(_leads_on, verb.children))
    ):
        return False
    things = [c for c in verb.children if c.dep_ == "dobj"]
    if verb.lemma_ in _ON_FOOT_VERBS and verb.lemma_ not in _BORNE:
        return any(thing.lemma_.lower() in _ON_FOOT for thing in things)
    if verb.lemma_ not in _HEAVED | _ON_FOOT_VERBS and things:
        return False  # "I can write emails again"
    return not any(map(_is_certain, things))


def _is_of_a_person(verb: Token, pronouns: frozenset[str]) -> bool:
    """Whether a person or a pet does it, or nobody is named; not "the trains can run again"."""
    subjects = [c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")]
    return all(
        subject.lower_ in pronouns
        or subject.lemma_.lower() in PEOPLE | PETS
        or (subject.pos_ == "PROPN" and (subject.ent_type_ in ("PERSON", "") or subject.lower_ in MEN | WOMEN))
        for subject in subjects
    )


def _leads_on(told: Token) -> bool:
    """ "Run again for council", "drive to Spain again", "climb Mont Blanc again this summer", "carry on again"."""
    if told.dep_ == "prep":
        return told.lower_ not in ("since", "after", "without", "with")
    return told.dep_ in ("prt", "npadvmod", "xcomp", "advcl") or (told.dep_ == "dobj" and told.pos_ == "PROPN")


def _lacks_sense(verb: Token) -> bool:
    """ "Deaf in one ear", but not "blind to its charm"; the parser takes "colour" of "colour-blind" for a word of its
    own, and "hard" for an adverb."""
    if verb.lemma_ not in ("be", "go", "become"):
        return False
    for told in verb.children:
        if told.lower_ not in _SENSES or any(c.lower_ in ("to", "tone") for c in told.children):
            continue
        if told.i > 1 and "tone" in {t.lower_ for t in told.doc[max(told.i - 2, 0) : told.i]}:
            continue  # "tone-deaf" sings badly
        if told.lower_ != "hard" or _is_hard_of(told):
            return True
    return False


def _is_hard_of(hard: Token) -> bool:
    doc = hard.doc
    return [token.lower_ for token in doc[hard.i + 1 : hard.i + 3]] in (["of", "hearing"], ["of", "seeing"])


def _has_ailing_part(verb: Token) -> bool:
    """ "A bad back", in which the parser takes "back" for an adverb; but no "weak hand in this game"."""
    has = verb.lemma_ == "have" or (verb.lower_ == "got" and any(c.dep_.startswith("aux") for c in verb.children))
    if not has or _is_denied(verb) or any(c.dep_ == "prep" and c.lower_ in ("in", "at") for c in verb.children):
        return False
    return any(
        c.dep_ in ("dobj", "advmod")
        and c.lemma_.lower() in PARTS
        and any(g.dep_ == "amod" and g.lower_ in _AILING for g in c.children)
        and not any(g.dep_ in ("prep", "relcl") for g in c.children)
        for c in verb.children
    )


def _cannot_bear(verb: Token) -> bool:
    """ "Can't sit for more than an hour", "can't lift over 5 kilos", "can't manage stairs"; not "can't hear you" or
    "can't sit through this talk"."""
    if not (_is_denied(verb) and any(c.lower_ in ("ca", "can", "able") for c in verb.children)):
        return False
    things = [c for c in verb.children if c.dep_ == "dobj"]
    if any(t.lower_ in ("today", "tonight") for t in verb.subtree):
        return False
    if verb.lemma_ in _ON_FOOT_VERBS and any(thing.lemma_.lower() in _ON_FOOT for thing in things):
        return True
    if any(_is_certain(thing) for thing in things):
        return False
    return verb.lemma_ in _BORNE and (_is_measured(verb) or _is_for_the_body(verb))


def _is_certain(thing: Token) -> bool:
    """Whether it is one that only the talk tells: what cannot be heard or lifted then is no limit of the body."""
    if thing.pos_ == "PRON" and thing.lower_ not in ("anything", "something", "much"):
        return True
    return any(c.lower_ in ("the", "this", "that", "these", "those", "another") for c in thing.children)


def _is_measured(verb: Token) -> bool:
    """ "For long", "far", "for more than an hour", "anything over 5 kilos"; not "more than two posts a week"."""
    below = list(verb.subtree)
    if not _is_of_a_person(verb, PERSONAL - {"we"} if verb.lemma_ in _HEAVED else PERSONAL) or _is_laden(verb):
        return False
    if any(t.lower_ in _HOW_LONG and t.head == verb for t in below):
        return True
    if verb.lemma_ in _HEAVED and any(t.lower_ in ("heavy", "heavier") for t in below):
        return True
    preps = [t for t in below if t.dep_ == "prep" and t.lower_ in ("for", "over", "above", "beyond")]
    if any(c.lower_ in _HOW_LONG or c.lemma_.lower() in _UNITS | _TIMES for prep in preps for c in prep.children):
        return True
    return any(t.lemma_.lower() in _UNITS and t.dep_ in ("dobj", "npadvmod") for t in below)


def _is_laden(verb: Token) -> bool:
    """ "Can't carry heavier loads in the truck": what bears them is no body."""
    return verb.lemma_ in _HEAVED and any(
        t.dep_ == "pobj" and t.head.lower_ in ("in", "on", "with", "by") and t.lemma_.lower() not in PARTS | _ON_FOOT
        and t.pos_ in ("NOUN", "PROPN") for t in verb.subtree
    )  # fmt: skip


def _is_for_the_body(verb: Token) -> bool:
    """ "Because of my back", "with this knee"."""
    return any(
        t.lemma_.lower() in PARTS and t.dep_ == "pobj" and t.head.lower_ in ("of", "with", "since", "for")
        and any(c.lower_ in ("my", "his", "her", "their", "this", "a") for c in t.children)
        for t in verb.subtree
    )  # fmt: skip


def _brings_on(verb: Token) -> bool:
    """ "Strobe lights give me seizures"."""
    if verb.lemma_ not in _BRINGING_ON or _is_denied(verb):
        return False
    whom = any(c.lower_ in _OF_SOMEBODY or c.ent_type_ == "PERSON" for c in verb.children if c.i > verb.i)
    of_work = any(c.dep_ == "nsubj" and c.lower_ in _ANYBODYS for c in verb.children)
    fits = _OF_AN_ILLNESS if of_work else _FITS
    return whom and any(c.dep_ == "dobj" and c.lemma_.lower() in fits for c in verb.children)


def _is_denied(verb: Token) -> bool:
    return any(c.dep_ == "neg" or c.lower_ in ("never", "no") for c in verb.children)
