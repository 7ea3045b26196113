"""What is told in the shape of a question, of a comparison or of a bid is learnt as what it says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def contents(said: str) -> list[str]:
    return [fact.content for fact in rules.extract([Turn("t1", "Vera", "user", said, NOW)]).facts]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Can you remember that the spare key is with Ida at number 31?", "The spare key is with Ida at number 31."),
        ("Could you note that my locker is 14?", "Vera's locker is 14."),
        ("Can you please remember I park on level 3?", "Vera parks on level 3."),
        ("Would you make a note that the alarm code changed to 7719?", "The alarm code changed to 7719."),
        ("Could you keep in mind that I'm colour-blind?", "Vera is colour-blind."),
        ("can u write down that Gus takes 2 tablets each morning", "Gus takes 2 tablets each morning."),
        ("Make a note that my locker is 14.", "Vera's locker is 14."),
        ("I'd like you to remember that I hate coriander.", "Vera hates coriander."),
        ("Please bear in mind that my mum uses a wheelchair.", "Vera's mum uses a wheelchair."),
        ("Did you know that I'm allergic to kiwi?", "Vera is allergic to kiwi."),
        ("Have I told you that my daughter is allergic to wasps?", "Vera's daughter is allergic to wasps."),
    ],
)
def test_a_question_that_asks_to_remember_tells_what(said, fact):
    assert contents(said) == [fact]


def test_what_is_to_be_remembered_when_the_assistant_does_something_is_an_instruction():
    assert contents("Can you keep in mind that I'm vegan when you suggest recipes?") == [
        "Vera wants the assistant to remember that they are vegan when it suggests recipes."
    ]


@pytest.mark.parametrize(
    "said",
    [
        "Can you remember what I said about the boiler?",
        "Can you remember if I'm allergic to kiwi?",
        "Can you remember my last question?",
        "Could you note down the main points of this article?",
        "Could you keep in mind that if I get the job I'd move to Leeds?",
        "Did you know that honey never spoils?",
        "Did you know that Serena Williams is pregnant?",
        "Did you know that my laptop is faster or yours?",
        "Can you tell me whether I'm allergic to this?",
    ],
)
def test_a_question_that_asks_for_an_answer_tells_nothing(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I'm the one with the coeliac disease.", "Vera has coeliac disease."),
        ("I'm the one with the nut allergy in our house.", "Vera has a nut allergy."),
        ("I'm the one who is allergic to nuts.", "Vera is allergic to nuts."),
        ("Ruth is the one who can't have shellfish.", "Ruth cannot have shellfish."),
        ("same for Ravi, he's just told me he's allergic to sesame", "Ravi is allergic to sesame."),
        ("Ditto for Jonas, he's got asthma.", "Jonas has got asthma."),
        ("no nuts for Leo, he ended up in A&E", "Leo must not have nuts."),
        ("Kit saw the allergist, turns out it's wasps, not bees", "Kit is allergic to wasps, not bees."),
    ],
)
def test_whoever_is_told_to_be_the_one_is_told_of(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    "said",
    [
        "I'm the one who told him.",
        "Same for Ravi, he told me.",
        "No bread for Sam, he had some already.",
        "I'm the person with no intolerance.",
        "No wine for Sam, he is ill today.",
        "No beer for Ida, she drives, er, later.",
        "No chocolate for Bello, he was sick on the sofa.",
        # He may be another.
        "Ida says he has asthma.",
        "My aunt told me he is coeliac.",
    ],
)
def test_who_is_like_that_in_nothing_that_is_named_is_not_told_of(said):
    assert contents(said) == []


def test_what_no_allergy_was_found_to_be_is_no_allergy():
    assert contents("I had the allergy test, turns out it's nerves, not asthma.") == ["Vera had the allergy test."]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I'm vegan btw so pls no more pepperoni at the retro", "Vera is vegan."),
        ("im vegan no pepperoni pls", "Vera is vegan."),
        ("I'm vegan, no more ham please", "Vera is vegan."),
        ("Our boss is diabetic so less sugar in the cake please", "Vera's boss is diabetic."),
    ],
)
def test_a_state_is_told_without_what_is_bidden_for_it(said, fact):
    assert contents(said) == [fact]
