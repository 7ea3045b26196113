"""What ails somebody, and what they must not have, is learnt of whomever it is plainly said."""

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
        ("Ada has asthma.", "Ada has asthma."),
        ("Poppy has epilepsy.", "Poppy has epilepsy."),  # the parser takes it for a perfect tense
        ("Joy has eczema.", "Joy has eczema."),
        ("Ada (9) has type 1 diabetes.", "Ada has type 1 diabetes."),
        ("Arun is coeliac.", "Arun is coeliac."),
        ("I'm coeliac.", "Vera is coeliac."),
        ("I'm lactose intolerant.", "Vera is lactose intolerant."),
        ("Kit is 6 and has asthma.", "Kit has asthma."),
        ("Kit is 6 and is allergic to bee stings.", "Kit is allergic to bee stings."),
        ("Ben is 7 and cannot eat eggs.", "Ben cannot eat eggs."),
        ("Ben's seven, allergic to eggs", "Ben is seven, allergic to eggs."),
        ("Faye can't have nuts.", "Faye cannot have nuts."),
        ("The baby can't have honey.", "The baby cannot have honey."),
        ("Emil can eat nuts again.", "Emil can eat nuts again."),
        ("Nora eats no pork.", "Nora eats no pork."),
        ("My nan mustn't have sugar.", "Vera's nan must not have sugar."),
        ("I can't have gluten.", "Vera cannot have gluten."),
    ],
)
def test_a_condition_is_learnt_of_whoever_has_it(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    "said",
    [
        "Apple has a health app.",
        "Paris has a pollution problem.",
        "Dogs can't eat chocolate.",
        "If Ada has asthma, she should not run.",
        "Does Ada have asthma?",
        "Rose is a flower and has thorns.",
        "Lunch can't have nuts.",
        "Dinner must not have milk.",
        "Traffic has asthma on the rise.",
        "Vaping has cancer as its result.",
        "Nobody can't eat eggs.",
        "The recipe can't have too much salt in it, can it?",
    ],
)
def test_of_nobody_none_is_learnt(said):
    assert contents(said) == []


def test_whose_dose_it_is_without_what_it_is_of_is_not_learnt():
    assert contents("My neighbour Margaret takes warfarin too but hers is 3 milligrams.") == [
        "Vera's neighbour Margaret takes warfarin too."
    ]
