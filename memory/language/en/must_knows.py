"""What must not be forgotten where somebody eats, takes medicine, meets animals or gets around. Pure data."""

from __future__ import annotations

import re

from ..base import MustKnow


def _any(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words.split())})\b", re.IGNORECASE)


_ALLERGY = (
    "allerg(?:y|ies|ic) anaphyla\\w+"
    " (?:must\\snot|may\\snot|can\\s?not|can['’]t|never)\\s(?:be\\sgiven|have|take|eat|drink|tolerate|stomach)"
)
_ALLERGIC = ("allergy", "allergies", "allergic", "anaphylaxis", "anaphylactic", "tolerate", "stomach")

MUST_KNOWS = (
    MustKnow(
        asked=_any(
            "dinners? lunch(?:es)? breakfasts? brunch suppers? meals? menus? recipes? cook(?:s|ing)? bak(?:e|es|ing)"
            " cakes? desserts? snacks? restaurants? picnics? barbecues? bbq cater(?:er|ing)? buffet food groceries"
            " potluck takeaway lunchbox(?:es)? cookies pizzas? feed treats? eat(?:s|ing)? drink(?:s|ing)?"
            " (?:do|dough)nuts? ice\\scream chocolates? sweets beers? wine cocktails? coffee"
        ),
        told=_any(
            f"{_ALLERGY} intoleran\\w+ coeliac celiac gluten lactose vegans? vegetarians? pescatarians? halal kosher"
            " diabet\\w+ pregnant"
        ),
        words=(
            *_ALLERGIC, "intolerant", "intolerance", "coeliac", "celiac", "gluten", "lactose", "vegan", "vegetarian",
            "pescatarian", "halal", "kosher", "diabetic", "diabetes", "pregnant",
        ),
    ),
    MustKnow(
        asked=_any(
            "medicines? medications? pills? painkillers? ibuprofen aspirin paracetamol antibiotics? penicillin"
            " allerg(?:y|ies) prescri\\w+ vaccin\\w+ doctor dentist hospital surgery ana?esthe\\w+ fever headaches?"
            " migraines? pharmac\\w+ chemist ambulance"
        ),
        told=_any(
            f"{_ALLERGY} intoleran\\w+ diabet\\w+ asthma\\w* epilep\\w+ pregnant pacemaker insulin ha?emophilia"
            " blood\\s(?:thinners?|type|group)"
        ),
        words=(
            *_ALLERGIC, "penicillin", "intolerant", "intolerance", "diabetic", "diabetes", "asthma", "asthmatic",
            "epilepsy", "epileptic", "pregnant", "pacemaker", "insulin", "haemophilia", "hemophilia",
            "thinner", "thinners",
        ),
    ),
    MustKnow(
        asked=_any("pets? kittens? pupp(?:y|ies) adopt bouquets? flowers?"),
        told=_any(f"{_ALLERGY} asthma\\w*"),
        words=(*_ALLERGIC, "asthma", "asthmatic"),
    ),
    MustKnow(
        asked=_any(
            "trips? hik(?:e|es|ing) outings? excursions? itinerar(?:y|ies) venues? hotels? tours? museums? sightseeing"
            " holidays? vacations?"
        ),
        told=_any(
            "wheelchair crutches deaf blind claustrophob\\w+ carsick seasick vertigo epilep\\w+ pregnant pacemaker"
        ),
        words=(
            "wheelchair", "crutches", "deaf", "blind", "claustrophobic", "claustrophobia", "carsick", "seasick",
            "vertigo", "epilepsy", "epileptic", "pregnant", "pacemaker",
        ),
    ),
)  # fmt: skip
