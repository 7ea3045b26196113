"""What is told of somebody else in short: "and my son too", "and so is Ben", "neither does my wife"."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn


def learnt(said: str) -> list[str]:
    turn = Turn("t1", "user", "user", said, datetime(2026, 9, 7, 9, tzinfo=UTC))
    return [fact.content for fact in rules.extract([turn]).facts]


@pytest.mark.parametrize(
    ("said", "of_one", "of_other"),
    [
        ("I'm allergic to nuts, and my son too.", "The user is allergic to nuts.",
         "The user's son is allergic to nuts."),
        ("I live in Graz and my sister too", "The user lives in Graz.", "The user's sister lives in Graz."),
        ("I don't eat meat and neither does my wife.", "The user does not eat meat.",
         "The user's wife does not eat meat."),
        ("I'm vegan and my wife is as well.", "The user is vegan.", "The user's wife is vegan."),
        ("I'm vegan and so's Ben.", "The user is vegan.", "Ben is vegan."),
        ("I can't swim, and neither can Ola.", "The user cannot swim.", "Ola cannot swim."),
        ("We have season tickets and so do my parents.", "The user has season tickets.",
         "The user's parents have season tickets."),
        ("My brother works at Bosch and so does my sister.", "The user's brother works at Bosch.",
         "The user's sister works at Bosch."),
        ("My dad's got asthma and so has my uncle.", "The user's dad has got asthma.",
         "The user's uncle has got asthma."),
        ("I moved to Graz and so did my mum.", "The user moved to Graz.", "The user's mum moved to Graz."),
    ],
)  # fmt: skip
def test_it_is_told_of_both(said, of_one, of_other):
    assert learnt(said) == [of_one, of_other]


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("I'm allergic to Ibuprofen and Aspirin too.", "Aspirin"),
        ("I'm fluent in German and French too.", "French"),
        ("I live in Leeds and London too.", "London"),
        ("We are open on Saturdays and Sundays too.", "Sundays"),
        ("I live in Rome and Florence too.", "Florence"),
        ("I'm free in May and June too.", "June"),
        ("I'm on Slack and Teams as well.", "Teams"),
        ("I'm engaged to Ben, and Kim too.", "Kim"),
    ],
)
def test_what_has_a_capital_may_be_a_second_thing(said, named):
    assert not [fact for fact in learnt(said) if fact.startswith(named)]


@pytest.mark.parametrize("said", ["I love my job, and so does my wife.", "I love my mum, and so does Ben."])
def test_whose_it_is_for_the_other_is_not_guessed(said):
    assert len(learnt(said)) == 1


@pytest.mark.parametrize(
    "said",
    [
        "I'm fond of Ben and my son too.",  # fond of both
        "I'm seeing Ben on Friday, and Ola too.",
        "I'd like the soup and Ola too.",
        "I don't think so and neither does Ben.",
        "Are you vegan and is my wife too?",
    ],
)
def test_nothing_is_told_of_the_other(said):
    assert not [
        fact for fact in learnt(said) if fact.startswith(("Ola ", "Ben ", "The user's son ", "The user's wife "))
    ]
