"""What ends is the activity with that object, and no fact that only has the word."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules

MILK = "Eva stopped drinking milk at the beginning of the summer."
SPORT = "Olga stopped running because her hip hurts all the time."


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Eva drinks her tea with milk at breakfast every day.", MILK),
        ("Kim uses Illustrator for logos and Photoshop brushes in it.",
         "Kim stopped using Photoshop when the licence ran out."),
        ("Lin eats tomato soup with bread at the canteen on Tuesdays.",
         "Lin stopped eating bread because wheat disagrees with her."),
        ("Olga runs the book club at the library on Saturdays.", SPORT),
        ("The user runs two shops.", "The user stopped running because of their knee."),
        ("The user drinks coffee in the morning.", "The user stopped drinking coffee after 4 pm."),
        ("The user eats snacks at four.", "The user stopped eating snacks after nine in the evening."),
        ("The user drinks tea at four.", "The user stopped to drink tea."),
        ("The user's daughter goes to Hill School.", "The user dropped their daughter at school."),
    ],
)  # fmt: skip
def test_what_is_done_with_another_thing_goes_on(older, newer):
    assert rules.judge_pair(newer, older).kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Eva drinks a glass of milk before bed every evening.", MILK),
        ("Olga runs ten kilometres along the river on Saturdays.", SPORT),
        ("Olga runs along the river on Saturdays.", SPORT),
        ("Lin eats bread with cheese for lunch on working days.",
         "Lin stopped eating bread because wheat disagrees with her."),
        ("The user runs marathons.", "The user stopped running in 2025."),
        ("The user runs the parkrun on Saturdays.", "The user stopped running."),
        ("The user teaches yoga on Mondays.", "The user stopped teaching."),
        ("The user coaches the under-12s.", "The user stopped coaching."),
        ("The user takes a vitamin D tablet every day.", "The user stopped taking vitamin D."),
        ("The user watches crime series on Netflix.", "The user stopped watching Netflix."),
        ("The user goes to the gym on Tuesdays.", "The user stopped going to the gym because of her knee."),
    ],
)  # fmt: skip
def test_what_was_stopped_has_ended(older, newer):
    assert rules.judge_pair(newer, older).kind == "updates"
