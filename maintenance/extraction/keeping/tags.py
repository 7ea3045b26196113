"""What a kept statement is about, as tags, the most telling first: read off its verb, its objects and its adverbs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from memory.language.en.foods import names_food
from memory.language.en.medicines import is_medicine

from ..grammar.health import AILMENTS, ails, is_kept_from_for_good, may_again, names_illness, reacts
from ..grammar.lexicon import FREQUENCY_DETERMINERS, HABITS, KIN, LASTING, LIKING, PEOPLE, PETS, word_set
from ..grammar.limits import tells_limit
from ..grammar.statement import Learnable

if TYPE_CHECKING:
    from spacy.tokens import Token

HEALTH = AILMENTS | word_set(
    "allergic allergy diagnose diagnosis surgery hospital doctor injury injure "
    "asthma diabetes diabetic migraine anxiety depression therapy therapist "
    "medication pill prescription pregnant cancer illness disease sick flu insomnia "
    "intolerant celiac coeliac epileptic asthmatic "
    "vegan vegetarian ankle knee sprain fracture dentist physio diet blood adhd"
)
_BIOGRAPHY_VERBS = word_set("live work study graduate grow move born raise retire major bear settle emigrate")
_SKILL_WORDS = word_set("speak fluent learn skilled proficient certify teach play")
_GOAL_WORDS = word_set("goal dream aim ambition aspiration aspire pursue become achieve")
_PLAN_VERBS = word_set("plan consider intend prepare schedule book decide")
_ENTHUSIASM = word_set("keen interested passionate obsessed crazy addicted partial fan into")
_FRIENDS = word_set("friend boss colleague")


def tags(said: Learnable) -> tuple[str, ...]:
    """At least one tag; what none of the tests knows is a habit, an opinion, an event or of somebody's life."""
    lemmas = {token.lemma_.lower() for token in said.clause.all_tokens}
    objects = {c.lemma_.lower() for c in said.head.children if c.dep_ in ("dobj", "attr")}
    found = [tag for tag, holds in _TESTS if holds(said, lemmas, objects)]
    if said.is_past and "biography" not in found and said.lemma not in LIKING and said.lemma != "be":
        found.append("event")
    if not found and said.dated and not said.ahead and said.lemma != "be":
        found.append("event")
    found = found or [_otherwise(said)]
    if _is_standing_wish(said, lemmas):
        found.append("instruction")
    return tuple(dict.fromkeys(found))


def _is_goal(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    return bool(lemmas & _GOAL_WORDS) and (not said.is_past or said.lemma in ("want", "hope"))


def _is_plan(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    head = said.head
    infinitive = any(c.dep_ == "xcomp" and any(g.tag_ == "TO" for g in c.children) for c in head.children)
    if (said.lemma == "go" and head.tag_ == "VBG" and infinitive) or said.modals & {"will", "'ll", "wo"}:
        return True
    if said.lemma == "look" and "forward" in said.lowers:
        return True
    may = said.modals & {"might", "may"} and not may_again(head)
    if (may and said.lemma != "be") or (said.lemma == "need" and said.child("xcomp")):
        return True
    wished = said.lemma in ("want", "hope") or (said.lemma == "think" and said.child("ccomp") is None)
    return not said.is_past and (said.lemma in _PLAN_VERBS or wished or said.ahead)


def _is_preference(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    keen = said.lowers & _ENTHUSIASM and said.lemma == "be"
    return said.is_dislike or said.lemma in LIKING or bool(lemmas & {"favorite", "favourite"}) or bool(keen)


def _is_health(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    if (
        reacts(said.head)
        or tells_limit(said.head)
        or may_again(said.head)
        or _tells_dose(said)
        or _tells_medicine(said)
    ):
        return True
    if is_kept_from_for_good(said.head) and said.modals & {"ca", "can", "must"}:
        return True
    if said.is_be and any(
        ails(noun) for c in said.complement if c.lower_ == "with" and c.dep_ == "prep" for noun in c.children
    ):
        return True  # "in bed with a bad back"
    told = lemmas | said.lowers  # the lemma of "diabetes" is "diabete"
    of_health = bool(told & HEALTH) or any(map(names_illness, said.clause.all_tokens))
    return of_health and said.lemma not in ("work", "study", "volunteer")


_DOSES = word_set("mg mcg µg milligram microgram puff")
_PIECES = word_set("tablet capsule pill drop spray sachet teaspoon ml injection")
_FEW = word_set("half one two three four five six seven eight nine ten eleven twelve").union(map(str, range(1, 13)))
_WHEN_TAKEN = re.compile(
    r"\b(?:a day|daily|(?:once|twice|times)|(?:before|after|with) (?:food|meals?|breakfast|lunch|dinner|supper|bed"
    r"|bedtime|sport|exercise|sleep|water)|(?:in the|every|each) (?:morning|evening|night)|at (?:night|bedtime))\b"
)
_DOSED = word_set("take be get need inject swallow")
_GIVEN = _DOSED | word_set("put prescribe start use stay")


def _tells_medicine(said: Learnable) -> bool:
    """ "Is on ramipril now", "was put on statins": a medicine is of somebody's health without a dose, too."""
    if said.about == "thing" or said.lemma not in _GIVEN:
        return False
    return any(is_medicine(token.lower_) for token in said.clause.all_tokens)


def _tells_dose(said: Learnable) -> bool:
    """ "Takes 20 mg of citalopram", "is on two tablets a day"; not "takes two tablets and a laptop along"."""
    if said.about == "thing" or said.lemma not in _DOSED:
        return False
    return any(
        any(child.like_num or child.lower_ == "half" for child in token.children)
        if token.lemma_.lower() in _DOSES
        else token.lemma_.lower() in _PIECES and _is_taken(said, token)
        for token in said.clause.all_tokens
    )


def _is_taken(said: Learnable, pieces: Token) -> bool:
    """Whether they are few, and it is told of what or when: a tablet is a device too, and is taken somewhere."""
    beside = (*said.head.children, *pieces.children)
    led = (c for c in beside if c.lower_ in ("to", "for", "on") and c.dep_ == "prep" and c != pieces.head)
    worked_on = any(c.dep_ in ("xcomp", "relcl", "advcl") and c.tag_ == "VB" for c in beside)
    few = any(child.lower_ in _FEW for child in pieces.children)
    if not few or worked_on or not all(any(map(ails, prep.children)) for prep in led):
        return False
    of_what = any(
        not names_food(f"eat {drug.lower_}") and not any(child.dep_ == "det" for child in drug.children)
        for of in pieces.children
        if of.lower_ == "of"
        for drug in of.children
    )
    return of_what or _WHEN_TAKEN.search(" ".join(token.lower_ for token in said.clause.all_tokens)) is not None


def _is_relation(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    subject = said.subject.lemma_.lower() if said.subject is not None else ""
    kin = subject in KIN | PETS | _FRIENDS
    return kin or said.lemma in ("marry", "date", "divorce") or (
        said.lemma in ("have", "meet") and bool(objects & (PEOPLE | PETS))
    )  # fmt: skip


def _is_biography(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    if said.about != "speaker":
        return False
    lasting = objects or said.lowers & LASTING or said.lowers & {"from", "old"}
    return said.lemma in _BIOGRAPHY_VERBS or (said.lemma == "be" and bool(lasting))


def _is_possession(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    has = said.lemma in ("own", "buy", "purchase") or (said.lemma == "have" and not said.is_past)
    return has and bool(objects) and not objects & (PEOPLE | PETS)


def _is_skill(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    skilled = said.lemma in _SKILL_WORDS and not (said.is_past and said.lemma == "speak")
    return "can" in said.modals or skilled or bool(said.lowers & {"fluent", "fluently"})


def _is_habit(said: Learnable, lemmas: set[str], objects: set[str]) -> bool:
    every = any(token.dep_ == "det" and token.lower_ in FREQUENCY_DETERMINERS for token in said.clause.all_tokens)
    return (bool(said.lowers & HABITS) or every) and not said.is_past


def _otherwise(said: Learnable) -> str:
    head = said.head
    if said.lemma in ("think", "believe", "find") and said.child("ccomp", "oprd") is not None:
        return "opinion"
    if head.tag_ in ("VBP", "VBZ") and said.lemma not in ("be", "feel", "have", "need"):
        return "habit"
    if said.lemma in ("be", "feel"):
        return "opinion" if said.adjective is not None and said.about not in ("own", "named", "thing") else "biography"
    return "event" if head.tag_ == "VBG" else "biography"


_WANTING = word_set("want prefer")
_BOOKED_VERBS = word_set("sit stay fly travel book")
_BOOKED = word_set(
    "seat aisle window coach carriage compartment hotel hostel room floor train flight plane airline luggage baggage"
)


def _is_standing_wish(said: Learnable, lemmas: set[str]) -> bool:
    """ "I always want an aisle seat", "I only ever stay in hotels with a lift": whoever books it has to know."""
    if said.is_past or said.about != "speaker" or not said.lowers & {"always", "ever", "never"}:
        return False
    opening = [token.lower_ for token in said.head.doc[:2]]
    if opening in (["as", "a"], ["as", "an"]):  # "As a user I want dates always in my format" is a story of anybody's
        return False
    things = [c for c in said.head.children if c.dep_ == "dobj"]
    wants = said.lemma in _WANTING and any(
        thing.tag_ == "NNS" or any(c.lower_ in ("a", "an") for c in thing.children) for thing in things
    )
    return wants or said.lemma in _BOOKED_VERBS and bool(lemmas & _BOOKED)


_TESTS: tuple[tuple[str, Callable[[Learnable, set[str], set[str]], object]], ...] = (
    ("goal", _is_goal),
    ("plan", _is_plan),
    ("preference", _is_preference),
    ("health", _is_health),
    ("relation", _is_relation),
    ("biography", _is_biography),
    ("possession", _is_possession),
    ("skill", _is_skill),
    ("habit", _is_habit),
)
