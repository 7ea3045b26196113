""" "100 micrograms rather than 75" ends 75 micrograms, and no other 75."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user has been put on 75 micrograms of levothyroxine by Dr Anand.",
         "From 31 March 2026 the user is on 100 micrograms rather than 75."),
        ("The user takes 75 micrograms of levothyroxine.", "The user is on 100 micrograms rather than 75 now."),
        ("The user was started on 5 mg of ramipril.", "The user takes 10 mg of ramipril rather than 5 now."),
        ("The user's son takes 5 ml of the syrup.", "The user's son takes 10 ml instead of 5 now."),
        ("The user pays 900 a month in rent.", "The rent is 950 rather than 900 from March."),
        ("The user pays 90 for the gas bill.", "The gas bill is 95 rather than 90 now."),
        ("The user takes 20 mg of citalopram.", "The user takes 10 mg of citalopram rather than 20 now."),
        ("The user is on 50 mg of sertraline.", "The user takes 100 mg instead of 50 from Monday."),
    ],
)  # fmt: skip
def test_the_amount_that_is_named_holds_no_longer(older, newer):
    assert rules.judge_pair(newer, older, newer).kind in ("updates", "corrects")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user's flat is 75 square metres.", "From 31 March 2026 the user is on 100 micrograms rather than 75."),
        ("The user takes 40 mg of furosemide.", "The user takes 10 mg of statin rather than 40 now."),
        ("The user pays 90 for the gas bill.", "The water bill is 95 rather than 90 now."),
        ("The user takes 75 mg of aspirin.", "The user's mum is on 100 mg rather than 75."),
        ("The user is 75 years old.", "The user is on 100 micrograms rather than 75 now."),
        ("The user has 75 chickens.", "The user is on 100 micrograms rather than 75 now."),
        ("The user was given 75 micrograms of morphine in hospital.",
         "The user is on 100 micrograms rather than 75 now."),
        ("The user pays 900 for the nursery.", "The rent is 950 rather than 900 now."),
        ("The user ran 10 km on Sunday.", "The user runs 12 km rather than 10 now."),
        ("The user's sister pays 900 a month in rent.", "The user's rent is 950 rather than 900 from March."),
    ],
)  # fmt: skip
def test_the_same_figure_of_something_else_stays(older, newer):
    assert rules.judge_pair(newer, older, newer).kind == "unrelated"
