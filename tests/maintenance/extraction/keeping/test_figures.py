"""Manners of speaking are no facts; what sounds like one and is meant stays."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_typed import contents


@pytest.mark.parametrize(
    "said",
    [
        "I'm dying for a coffee",
        "I'm dying to see Lisbon",
        "I'm dying of boredom",
        "I nearly died laughing",
        "I'm gasping for a tea",
        "I'm drowning in emails",
        "I'm sick to death of my commute",
        "I'm allergic to Mondays",
        "I'm allergic to small talk",
        "I'm allergic to Mondays and early mornings",
        "the kids are driving me up the wall",
        "my new shoes are killing me",
        "I'm dead on my feet",
        "work was mad today, two people off sick",
        "Muesli is under the bed",
        "Anna is in the kitchen",
    ],
)
def test_a_manner_of_speaking_and_what_is_over_within_the_hour_is_no_fact(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My gran is dying of cancer", "The user's gran is dying of cancer."),
        ("My dad died of a stroke in May", "The user's dad died of a stroke in May 2025."),
        ("I'm allergic to Mondays and peanuts", "The user is allergic to Mondays and peanuts."),
        ("I'm allergic to horses", "The user is allergic to horses."),
        ("I'm allergic to nonsense and to shellfish", "The user is allergic to nonsense and to shellfish."),
        ("I'm allergic to hard work, and eggs", "The user is allergic to hard work, and eggs."),
        ("I'm allergic to mornings and also to latex", "The user is allergic to mornings and to latex."),
        ("I'm allergic to exercise", "The user is allergic to exercise."),
        ("I'm scared to death of dogs", "The user is scared to death of dogs."),
        ("My uncle was drowning in debt until 2019", "The user's uncle was drowning in debt until 2019."),
        ("My son was drowning in the lake", "The user's son was drowning in the lake."),
        ("My gran is dying for want of a kidney", "The user's gran is dying for want of a kidney."),
        ("Nan is in a chair most of the day", "Nan is in a chair most of the day."),
        ("Anna's insulin is in the kitchen, top shelf", "Anna's insulin is in the kitchen, top shelf."),
        ("The shop is manic on Saturdays", "The shop is manic on Saturdays."),
        ("Ada drives a taxi in Hull", "Ada drives a taxi in Hull."),
        ("Anna is in hospital", "Anna is in hospital."),
        ("The budget was 980 in May", "The budget was 980 in May 2025."),
    ],
)
def test_what_is_meant_is_learnt(said, fact):
    assert contents(said) == [fact]
