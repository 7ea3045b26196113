"""Two statements in one sentence: both are learnt, and what is one is not divided."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.test_rules_talk import contents


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("I'm allergic to sesame and I get home at 6 pm.",
         ["The user is allergic to sesame.", "The user gets home at 6 pm."]),
        ("I'm lactose intolerant and I have asthma.",
         ["The user is lactose intolerant.", "The user has asthma."]),
        ("I like tea but I hate coffee.", ["The user likes tea.", "The user hates coffee."]),
        ("Henrike is allergic to penicillin and Ole carries an EpiPen.",
         ["Henrike is allergic to penicillin.", "Ole carries an EpiPen."]),
        ("I'm 43, and I have a cat but I hate dogs.",
         ["The user is 43.", "The user has a cat.", "The user hates dogs."]),
    ],
)  # fmt: skip
def test_each_of_two_joined_statements_is_learnt(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Sam and I went to the Tate on Saturday.", ["Sam and the user went to the Tate on 8 March 2025."]),
        ("I think Sam and I should buy a tent.", []),
        ("If it rains, I stay at home and I bake bread for my neighbours.", []),
        ('She said "I live in Rome and I love it".', []),
        ("I used to smoke but I quit in 2019.", ["The user used to smoke.", "The user quit in 2019."]),
        ("Can you help me and I will tell my boss.", []),
    ],
)  # fmt: skip
def test_what_is_one_statement_or_hangs_on_the_rest_stays_whole(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


def test_the_day_of_one_statement_is_not_taken_for_the_other() -> None:
    assert contents("I moved to Linz in March 2019 and I met Ole at a concert.") == [
        "The user moved to Linz in March 2019.",
        "The user met Ole at a concert.",
    ]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My manager told me that the office in Erfurt closes in June.",
         "The user's manager told the user that the office in Erfurt closes in June 2025."),
        ("The meeting with Frau Holm was moved from 12 May to 19 May.",
         "The meeting with Frau Holm was moved from 12 May 2025 to 19 May 2025."),
        ("I play the viola.", "The user plays the viola."),
    ],
)  # fmt: skip
def test_a_date_lies_where_its_own_verb_points(said: str, fact: str) -> None:
    assert contents(said) == [fact]


def test_what_the_speaker_said_before_is_not_so_because_of_that() -> None:
    assert contents("I said I was allergic to nuts, but it turns out I'm only allergic to cashews.") == [
        "The user is only allergic to cashews."
    ]
