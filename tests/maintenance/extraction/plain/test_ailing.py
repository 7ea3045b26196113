"""What somebody must not have, or what ails them, is learnt from everyday words too, as what it says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def facts(said: str):
    return rules.extract([Turn("t1", "Vera", "user", said, NOW)]).facts


def contents(said: str) -> list[str]:
    return [fact.content for fact in facts(said)]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Nora can't do dairy", "Nora cannot have dairy."),
        ("can't do chilli I'm afraid", "Vera cannot have chilli."),
        ("no dairy for me btw, it goes straight through me", "Vera cannot have dairy."),
        ("no nuts anywhere near me", "Vera cannot have nuts around."),
        ("shellfish doesn't agree with me", "Vera does not tolerate shellfish."),
        ("I react badly to kiwi", "Vera reacts badly to kiwi."),
        ("milk upsets my tummy", "Vera does not tolerate milk."),
        ("sulfa drugs bring me out in hives", "Sulfa drugs bring Vera out in hives."),
        ("nuts could kill me", "Nuts can kill Vera."),
        ("bee stings can kill me, I carry a pen", "Vera carries an EpiPen for bee stings."),
        ("I carry an epi-pen, it's for shellfish", "Vera carries an epi-pen for shellfish."),
        ("I've been told to lay off salt", "Vera has to lay off salt."),
        ("the doctor told me to avoid grapefruit", "Vera has to avoid grapefruit."),
        ("I can't eat anything with eggs in it", "Vera cannot eat eggs in anything."),
        ("Two years sober today!", "Vera has been sober for two years."),
        ("I don't drink, haven't for years", "Vera does not drink alcohol."),
        ("got my results back, it's coeliac", "Vera has coeliac disease."),
        ("Ella's just been diagnosed with type 1", "Ella has been diagnosed with type 1 diabetes."),
        ("both kids are lactose intolerant", "Vera's kids are lactose intolerant."),
        ("my mum had a bad reaction to ibuprofen once, she's not to have it", "Vera's mum cannot have ibuprofen."),
        ("I can't have ibuprofen.", "Vera cannot have ibuprofen."),
        ("can't do lactose, sorry", "Vera cannot have any lactose."),
        ("My son can't have lactose.", "Vera's son cannot have any lactose."),
        ("I eat fish now btw, doctor's orders. still no meat or dairy", "Vera still eats no meat or dairy."),
        ("I eat chicken now, still no pork or beef", "Vera eats no pork or beef."),
    ],
)
def test_it_is_learnt_as_what_it_says(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    "said",
    ["penicillin brings me out in hives", "nuts could kill me", "I've got an EpiPen for nuts", "I react badly to kiwi"],
)
def test_it_is_of_health(said):
    assert ["health" in fact.tags for fact in facts(said)] == [True]


@pytest.mark.parametrize(
    "said",
    [
        "Nora can't do Monday",
        "Tom can't do nights any more",
        "no coffee for me tonight",
        "no wine for me, I'm driving",
        "the news makes me ill",
        "Tom doesn't agree with me",
        "this job will kill me",
        "the boss could kill me",
        "I react to messages quickly",
        "Two years married today!",
        "got my results back, it's a 2:1",
        "Leo's just been diagnosed with a bad case of Mondays",
        "both kids are at school",
        "still no coffee or tea",
        "still no reply from the landlord",
        "I've been told to avoid the A64",
        "that film upsets my stomach",
        "I could eat nuts all day",
        "he's not to have the car",
    ],
)
def test_what_only_sounds_like_it_is_not(said):
    assert contents(said) == []


def test_of_several_things_none_is_lost():
    assert contents("I can't have dairy or gluten") == ["Vera cannot have dairy.", "Vera cannot have any gluten."]
    assert contents("my son can't do nuts or eggs") == ["Vera's son cannot have nuts or eggs."]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm vegan and allergic to peanuts", ["Vera is vegan.", "Vera is allergic to peanuts."]),
        ("I'm allergic to peanuts and vegan.", ["Vera is allergic to peanuts.", "Vera is vegan."]),
        ("Nora's coeliac and lactose intolerant", ["Nora is coeliac.", "Nora is lactose intolerant."]),
        ("Tom is vegetarian and has asthma", ["Tom is vegetarian.", "Tom has asthma."]),
        ("I live in York with my son Leo, who has asthma",
         ["Vera lives in York with their son Leo.", "Vera's son Leo has asthma."]),
        ("We're staying with my brother Dan, who's allergic to cats and dogs",
         ["Vera is staying with their brother Dan.", "Vera's brother Dan is allergic to cats and dogs."]),
        # One state of two things, and what is no state of anybody's of the speaker's.
        ("I'm allergic to soy and vegan cheese", ["Vera is allergic to soy and vegan cheese."]),
        ("I'm vegan and happy", ["Vera is vegan and happy."]),
        ("I'm going with my friend Ana, who has a car", ["Vera is going with their friend Ana, who has a car."]),
        ("I babysit for the Hales and their son Max, who is allergic to nuts",
         ["Vera babysits for the Hales and their son Max, who is allergic to nuts."]),
    ],
)  # fmt: skip
def test_two_states_are_two_facts(said, told):
    assert [fact.content for fact in facts(said)] == told
