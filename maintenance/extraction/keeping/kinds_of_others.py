"""What is kept of others: of somebody and something of the speaker's, with a name, or definite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.language.en.change_words import LEADING

from ..grammar.duties import has_by_turns, is_on_call
from ..grammar.health import tells_health
from ..grammar.lexicon import (
    ABSTRACT,
    ATTITUDES,
    EMPTY_NOUNS,
    EVALUATIONS,
    LASTING,
    LIKING,
    PEOPLE,
    PETS,
    TALK_VERBS,
    WEEKDAYS,
    names_a_doer,
    word_set,
)
from ..grammar.mentions import is_person
from ..grammar.rewrite import FIRST_PERSON
from ..grammar.rule import Rule
from ..grammar.statement import LIGHT, STATE_VERBS, Learnable, content, tells_condition
from .arrangements import is_chosen, is_dealt_with
from .departures import LIFE_EVENTS, has_left
from .kinds import EMPTY_ATTRIBUTES, FEELINGS, PERSONS, SKILLS, always, is_made_lasting, is_to_me, touches_feelings
from .numbered import WANTING, is_numbered, is_party, is_state_of_work, keeps_status, wants_for_the_hour
from .ours import is_beside_us, is_of_ours

if TYPE_CHECKING:
    from spacy.tokens import Token

_FADING_SUBJECTS = word_set(
    "code script function query program output heart mind head eye hand face body soul self emotion feeling spirit "
    "mood answer question point bad guess hat thought word fault pleasure "
    "day week weekend morning night evening month year time vibe jam"
)
_SAYS_LITTLE = word_set("sound seem look mean matter rule happen warm thank")


def _is_of_no_weight(said: Learnable) -> bool:
    """Whether it speaks of a body part, a mood, a passing thing, or nothing that can be named."""
    if said.subject is None:
        return False
    if said.about in ("named", "known") and tells_health(said.head):
        return False  # "Joy has asthma"
    is_hyphened = said.subject.i > 1 and said.subject.nbor(-1).text == "-"  # "the all-hands"
    name = "" if is_hyphened else said.subject.lemma_.lower()
    empty = name in EMPTY_NOUNS - {"place"}
    if said.names_a_value and not empty and any(c.dep_ in ("compound", "amod") for c in said.subject.children):
        return False  # "the gate code is 2231", "our fiscal year starts in April"
    part = is_of_ours(said.clause) or (name == "one" and any(c.lower_ == "of" for c in said.subject.children))
    if (not part and name in EMPTY_NOUNS and not is_dealt_with(said)) or (
        name in _FADING_SUBJECTS and said.about != "resolved"
    ):
        return True
    it_is = said.lemma == "be" or said.adjective is not None or said.head.tag_ == "VBG"
    if said.subject.lower_ == "it" and said.about in ("own", "resolved", "thing") and said.names_a_value:
        return False  # "(the boiler,) it's from 2008"
    return (said.subject.lower_ == "it" and it_is) or (said.lemma in ("start", "begin") and name in ABSTRACT)


def _is_own_quality(said: Learnable) -> bool:
    adjective = said.adjective
    # "Our goalkeeper is Bastian": who it is, which the parser takes for how. "My desk is next to the window": where.
    if adjective is None or (adjective.lower_ == "next" and any(c.lower_ == "to" for c in adjective.children)):
        return False
    return adjective.pos_ != "PROPN" and said.lemma in STATE_VERBS | {"be"}


def _keeps_own_quality(said: Learnable) -> bool:
    adjective = said.adjective
    assert adjective is not None
    word, says = adjective.lower_, said.content
    if word in LASTING:
        return True
    if said.about not in ("own", "known"):
        return said.about == "other" and (says >= 4 or is_to_me(said.complement, ("me", "us")))
    if word == "old" and any(c.dep_ == "npadvmod" for c in adjective.children):
        return True
    if word in FEELINGS and says >= 1 and any(c.lower_ == "about" for c in adjective.children):
        return True
    tied = any(c.dep_ == "xcomp" or c.lower_ in ("about", "with", "at", "for") for c in adjective.children)
    plain = word not in EVALUATIONS and word not in FEELINGS and adjective.pos_ == "ADJ"
    return plain or (tied and says >= 3)


_AS_OFTEN = word_set("daily weekly fortnightly biweekly monthly quarterly yearly")


def _keeps_own_identity(said: Learnable) -> bool:
    if said.dated and said.about == "other" and said.subject is not None and said.subject.pos_ == "NOUN":
        return True
    if said.recurs or said.lowers & _AS_OFTEN:
        return True
    if said.attribute is not None and said.attribute.lemma_.lower() in EMPTY_ATTRIBUTES:
        return said.about == "own" and said.content >= 4
    return said.content >= 2 or (said.is_change and said.content >= 1)


def _keeps_effect(said: Learnable) -> bool:
    return said.subject is not None and said.subject.lemma_.lower() not in ABSTRACT | EMPTY_NOUNS


def _says_nothing(said: Learnable) -> bool:
    """ "He told us today", "my sister says come over": not what, or bidden."""
    if said.lemma not in ("say", "tell", "ask"):
        return False
    told = said.child("ccomp", "xcomp", "prep", "oprd")
    bidden = (
        told is not None
        and told.tag_ == "VB"
        and said.lemma == "say"
        and not any(c.dep_ in ("nsubj", "nsubjpass", "aux") for c in told.children)
    )
    return bidden or (told is None and said.content < 2)


_OCCUPYING = word_set("work study live teach train serve volunteer play")


def _is_concrete(subject: Token | None) -> bool:
    return subject is not None and subject.lemma_.lower() not in ABSTRACT | EMPTY_NOUNS | _FADING_SUBJECTS


_MOVING = word_set("move shift change switch")
# What contracts, rules and those who make them lay down.
_TERMS = word_set("cover include exclude allow permit forbid require reimburse pay charge guarantee let ban")
_AGREEMENTS = word_set(
    "insurance plan contract policy warranty lease licence license subscription visa permit insurer employer company "
    "firm school union landlord landlady club bank mortgage package"
)


def _is_agreed(subject: Token | None) -> bool:
    return subject is not None and subject.lemma_.lower() in _AGREEMENTS


def _keeps_own_deed(said: Learnable) -> bool:
    if tells_health(said.head):
        return True  # "milk upsets my stomach"
    if said.lemma in _SAYS_LITTLE or _says_nothing(said):
        return False
    mine = said.about in ("own", "known")
    told = said.content >= 1 or said.lemma not in LIGHT | ATTITUDES or said.child("prt") is not None
    if mine and said.modals & {"can", "could", "ca"} and said.lemma in SKILLS:
        return True  # "my dad can walk again"
    if mine and said.is_past and said.child("auxpass") is not None and _is_concrete(said.subject):
        return True  # "my card was declined"
    if mine and said.is_change and told and _is_concrete(said.subject):
        return True  # "my visa came through", "our backups go to the cloud now"
    if mine and (has_by_turns(said.head) or (said.recurs and said.lemma not in LIGHT - {"come"})):
        return True
    standing = said.head.tag_ in ("VBZ", "VBP") and said.lemma not in LIGHT | ATTITUDES | TALK_VERBS
    if mine and standing and said.content >= 1 and is_of_ours(said.clause):
        return True  # "nobody in our house eats pork"
    if mine and said.lemma in _TERMS and not said.is_past and said.content >= 1 and _is_agreed(said.subject):
        return True  # "our insurance doesn't cover dental work"
    tells = said.lemma not in LIGHT | ATTITUDES or said.child("prt") is not None
    if mine and said.ahead and tells and _is_concrete(said.subject):
        return True  # "my lease ends next month", "our rent goes up next year"
    if said.recurs and said.lemma in _MOVING and said.subject is not None and not is_person(said.subject):
        return True  # "my daughter's choir moved to Thursdays"
    if mine and said.is_past and said.lemma not in LIGHT | ATTITUDES:
        concrete = said.subject is not None and said.subject.lemma_.lower() not in ABSTRACT
        final = said.dated or said.child("prt") is not None or said.lemma in LIFE_EVENTS
        return (concrete and (said.content >= 1 or final)) or said.content >= 2
    alone = said.lemma == "live" and ("alone" in said.lowers or is_beside_us(said.head, "with"))
    if mine and said.lemma in _OCCUPYING and not said.is_past and (alone or said.content >= 1):
        return True
    given = said.is_past and any(t.lower_ == "me" and t.dep_ in ("dative", "dobj", "compound") for t in said.complement)
    return said.content >= (2 if mine or given else 3)


def _has_a_duty(said: Learnable) -> bool:
    return ("charge" in said.lowers and said.content >= 1) or any(map(is_on_call, said.complement))


def _keeps_named(said: Learnable) -> bool:
    """Whether somebody or something with a name is told of in words that can be known again."""
    told = _reports(said) or _is_done_to_us(said) or _is_one_of_ours(said) or tells_health(said.head)
    if told or is_chosen(said.clause):  # "branch is main now"
        return True
    if said.lemma in _SAYS_LITTLE | TALK_VERBS | LIKING - {"like", "love", "prefer"} or said.subject is None:
        return False
    if said.is_negated and said.modals & {"can", "ca"} and said.lemma in SKILLS:
        return True  # "Emil can't walk yet"
    if _is_heading(said) or said.modals & {"can", "could"} or _is_about_the_house(said):
        return False
    attribute = said.attribute
    if said.lemma == "be" and attribute is not None and attribute.pos_ == "NOUN" and not said.dated:
        # "Python is a language" is so for everybody; "Ann is a nurse", "Ann is our contact" tell of one.
        ours = bool(said.lowers & FIRST_PERSON)
        kind = attribute.lemma_.lower() in PEOPLE | PETS
        return ours or kind or _is_an_office(said, attribute) or any(t.like_num for t in said.complement)
    if said.adjective is not None and not said.names_a_value:
        return said.adjective.lower_ in LASTING or (said.adjective.lower_ not in EVALUATIONS and said.content >= 2)
    ours = bool(said.lowers & FIRST_PERSON)
    if said.recurs and (said.lemma not in LIGHT or said.content >= 2 or said.is_change):
        return True  # "Tennis is on Wednesdays now", which the parser takes for a name
    if ours and not said.is_past and said.lemma not in LIGHT | ATTITUDES and is_beside_us(said.head, "for"):
        return True  # "Mira babysits for us"
    if said.is_change and not said.is_be and said.lemma not in LIGHT | ATTITUDES and (said.content >= 1 or ours):
        return True
    if said.is_be and _has_a_duty(said):
        return True  # "Tom is in charge of hiring", "Nils is on call for payments"
    if said.is_be and said.attribute is None and said.lowers & _ABSENT:
        return True  # "Nils is on parental leave", "Nils is back"
    if ours and said.modals & {"will", "'ll"} and said.lemma not in LIGHT | ATTITUDES:
        # "Jonas will cover for me".
        return True
    if said.is_past and not said.is_negated and has_left(said):
        return True
    if _leads(said) or _is_diet(said) or is_made_lasting(said) or has_by_turns(said.head):
        return True  # "Lena does payroll", "Marta reviews everything that touches billing": what somebody has charge of
    # "Sass has many features" is so for everybody; "Milan owns the billing module" tells of one.
    definite = any(t.dep_ == "poss" or (t.dep_ == "det" and t.lower_ == "the") for t in said.complement)
    return said.content >= (1 if said.names_a_value else 2) and (
        ours or definite or said.names_a_value or said.is_past
    )  # fmt: skip


# "Does justice to the role", "does harm", "does wonders".
_SAYING_LITTLE_OF = word_set("justice harm damage good wonders magic time business stuff things drugs favours favors")


def _leads(said: Learnable) -> bool:
    if said.lemma == "do":
        is_told = said.target is not None and said.target.lower_ not in _SAYING_LITTLE_OF
        return said.head.tag_ == "VBZ" and is_told and said.content >= 2
    return said.lemma in LEADING and (said.content >= 1 or said.target is not None)


def _is_diet(said: Learnable) -> bool:
    """ "Piet eats fish again", "Mira drinks oat milk": of a kind, so without an article; not "eats a sandwich"."""
    what = said.child("dobj")
    if said.lemma not in ("eat", "drink") or said.head.tag_ != "VBZ" or what is None or what.pos_ != "NOUN":
        return False
    return not any(child.dep_ in ("det", "poss", "nummod") for child in what.children)


def _is_an_office(said: Learnable, attribute: Token) -> bool:
    """ "Karl is the scrum master now", "is head of the support team": what one person is at a time has no "a"."""
    articles = {child.lower_ for child in attribute.children if child.dep_ == "det"}
    of_something = not articles and any(child.lower_ in ("of", "for") for child in attribute.children)
    is_one = attribute.tag_ == "NN" and articles <= {"the"} and (said.is_change or of_something)
    return is_one and names_a_doer(attribute.lemma_.lower())


_ABOUT_THE_HOUSE = word_set(
    "bed sofa couch table floor chair armchair rug garden kitchen bathroom bath shower lap car stairs doorstep balcony"
)


def _is_about_the_house(said: Learnable) -> bool:
    """ "Muesli is under the bed": for an hour. Anna's insulin is kept in the kitchen, and "in the garden during the
    day" tells more than where."""
    if not said.is_be or said.subject is None or said.subject.pos_ != "PROPN" or not said.complement:
        return False
    place = said.complement[-1]
    is_last = place.dep_ == "pobj" and place.lower_ in _ABOUT_THE_HOUSE
    return is_last and any(child.lower_ == "the" for child in place.children)


def _is_one_of_ours(said: Learnable) -> bool:
    """ "Dora is my youngest"."""
    return said.lemma == "be" and any(
        {t.lower_, t.lemma_.lower()} & PERSONS and any(c.lower_ in ("my", "our") for c in t.children)
        for t in (*said.head.children, *(g for c in said.head.children for g in c.children)) if t.i > said.head.i
    )  # fmt: skip


_APPOINTING = word_set("make appoint name promote elect hire invite accept reject refuse")


def _is_done_to_us(said: Learnable) -> bool:
    """Whether the speaker was made something, or taken or turned down: "Vodafone made me permanent"."""
    inner = said.child("ccomp", "dobj")
    if inner is None or not said.is_past or said.lemma not in _APPOINTING:
        return False
    if said.lemma != "make":
        return inner.lower_ in ("me", "us")
    made = inner.pos_ in ("ADJ", "NOUN") and inner.lower_ not in EVALUATIONS | FEELINGS
    return made and any(c.lower_ in ("me", "us") for c in inner.children)


_ABSENT = word_set(
    "leave holiday vacation sick hospital away back home diet medication antibiotics crutches wheelchair therapy rehab "
    "treatment probation sabbatical university college"
)


_DOCTORS = word_set("doctor doc gp vet pediatrician paediatrician dentist midwife physio consultant surgeon pharmacist")


def _reports(said: Learnable) -> bool:
    """ "The new test says I'm not allergic to cats", "Lucia told us that Matthias took over our account", "the vet says
    Momo must lose two kilos"."""
    told = said.child("ccomp")
    if said.lemma not in ("say", "show", "confirm", "tell") or told is None or said.is_negated:
        return False
    ours = any(token.lower_ in FIRST_PERSON for token in told.subtree)
    if said.subject is not None and said.subject.lemma_.lower() in _DOCTORS:
        # Not "Tom is a lovely boy", "Tuesday works".
        of_body = (told.lemma_ != "be" or tells_health(told)) and not said.modals
        named = (c for c in told.children if c.dep_ == "nsubj" and c.pos_ == "PROPN")
        ours = ours or (of_body and any(one.lower_ not in WEEKDAYS for one in named))
    return ours and content([token for token in told.subtree if token != told]) >= 2


def _is_heading(said: Learnable) -> bool:
    """Whether the subject is only a label before a colon, or a part of a quotation."""
    return any(token.text in (":", '"', "*", "**") for token in said.clause.tokens if token.i < said.head.i)


_HECTIC = word_set("mad manic hectic chaotic mental bonkers")  # how work was today


def _keeps_thing(said: Learnable) -> bool:
    """Whether a definite thing is given a name, a number, a date or an owner."""
    of_somebody = said.subject is not None and said.subject.lemma_.lower() in PERSONS
    if _reports(said) or (of_somebody and tells_health(said.head)):
        return True
    little = said.lemma in _SAYS_LITTLE and not (said.recurs or said.dated)  # "deploys happen on Thursdays"
    if little or said.lemma in TALK_VERBS or said.is_negated or _is_heading(said) or said.subject is None:
        return False
    if is_chosen(said.clause):
        return True  # "default branch is trunk"
    if any(token.tag_ == "VBG" or token.lower_ in ("a", "an") for token in said.subject.subtree):
        # "The chance of throwing a six is 1/6": so for everybody.
        return False
    told_apart = any(child.dep_ == "compound" for child in said.subject.children)
    if tells_condition(said.clause) and (told_apart or _is_concrete(said.subject)):
        return True  # "the importer is merged"
    hectic = said.adjective is not None and said.adjective.lower_ in _HECTIC and said.is_past
    if hectic or (said.adjective is not None and said.adjective.lower_ in EVALUATIONS):
        return False
    if said.lemma == "belong":  # "the cottage belongs to my uncle"
        return bool(said.lowers & FIRST_PERSON) or said.names_a_value
    pointing = any(token.lower_ == "it" for token in said.complement)
    if is_numbered(said.subject) and wants_for_the_hour(said):
        return False
    if is_party(said.subject) and said.lemma in WANTING and not said.is_past and said.content >= 1:
        return True  # "customer 4471 wants invoices as PDF"
    if said.subject.lemma_.lower() in PERSONS and not pointing and said.content >= 1 + said.is_past:
        return True  # "the client wants a website"
    if said.recurs or (said.is_change and _is_concrete(said.subject) and said.subject.lower_ != "it"):
        return True  # "swimming is on Fridays now", "the cast came off"
    if said.is_be and said.attribute is None and said.adjective is None and told_apart and said.content >= 2:
        return True  # "the wifi password is in the drawer"
    return said.names_a_value and said.content + 2 * said.dated >= 2


OF_OTHERS = (
    Rule(
        "no_weight", "What is said of a mood, a body part, the hour, or of nothing that has a name.",
        "My day was long and full of rain.", "My brother was a sailor on a tall ship.", _is_of_no_weight,
    ),
    Rule(
        "named", "What somebody or something with a name is, has or does.",
        "Karin Holm is our contact at Northwind.", "Karin Holm is great.",
        lambda said: said.about == "named", _keeps_named, confidence=-0.1,
    ),
    Rule(
        "status", "How far a numbered piece of work is.",
        "Ticket 5531 is still open.", "Ticket 5531 is nice.",
        is_state_of_work, keeps_status,
        confidence=-0.15, tag="task",
    ),
    Rule(
        "thing", "What a definite thing costs, when it is, what it is called: a name, a number or a date.",
        "The budget is 40,000 euros.", "The budget is fine.",
        lambda said: said.about == "thing", _keeps_thing, confidence=-0.15,
    ),
    Rule(
        "own_quality", "How somebody or something of the speaker's is.",
        "My sister is allergic to walnuts.", "My sister is great.", _is_own_quality, _keeps_own_quality,
    ),
    Rule(
        "own_identity", "What or where somebody or something of the speaker's is.",
        "My sister is a nurse in Bergen.", "My sister is a gem.",
        lambda said: said.lemma == "be", _keeps_own_identity,
    ),
    Rule(
        "effect", "What makes the speaker feel some way.",
        "Thunderstorms make me nervous.", "Life makes me happy.",
        lambda said: said.about == "other" and touches_feelings(said), _keeps_effect,
    ),
    Rule(
        "own_deed", "What somebody or something of the speaker's does, did, or has done to it.",
        "My brother moved to Bergen.", "My brother seems nice.", always, _keeps_own_deed,
    ),
)  # fmt: skip
