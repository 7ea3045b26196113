"""Small words without which a fact says something else, dates that lie behind, and doses."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import FactDraft, Turn


def learnt(said: str) -> list[FactDraft]:
    return rules.extract([Turn("t1", "user", "user", said, datetime(2026, 9, 7, 9, tzinfo=UTC))]).facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I don't own a car, just a bike.", "The user does not own a car, just a bike."),
        ("I don't have a sister, just two brothers.", "The user does not have a sister, just two brothers."),
        ("We decided against the sofa, too big.", "The user decided against the sofa, too big."),
        ("I just moved to Graz.", "The user moved to Graz."),
        ("I eat fish too.", "The user eats fish."),
        ("My shoe size is 41, in case you need it.", "The user's shoe size is 41."),
        ("Our doctor is Dr Lund, just in case.", "The user's doctor is Dr Lund."),
        ("Our safe is behind the piano in case you can't reach me.", "The user's safe is behind the piano."),
        ("My blood type is AB, in case that ever matters.", "The user's blood type is AB."),
        ("I carry an EpiPen in case I get stung.", "The user carries an EpiPen in case the user gets stung."),
        ("The budget is 12k, not 10k.", "The budget is 12k, not 10k."),
    ],
)
def test_what_bounds_it_stays_and_why_it_is_said_goes(said, fact):
    assert [one.content for one in learnt(said)] == [fact]


@pytest.mark.parametrize(
    "said",
    [
        "Tom gets the dog in case you move abroad.",
        "My mum waters the plants in case you forget.",
        "I'll pay the rent in case you lose your job.",
    ],
)
def test_a_case_that_is_a_condition_leaves_no_statement_without_it(said):
    assert learnt(said) == []


@pytest.mark.parametrize(
    "said", ["Always ask me in case you are unsure.", "Please call my wife in case you can't reach me."]
)
def test_an_order_keeps_its_case(said):
    assert ["in case" in one.content for one in learnt(said)] == [True]


@pytest.mark.parametrize(
    ("said", "fact", "day"),
    [
        ("We're down to one car since the accident in March.",
         "The user is down to one car since the accident in March 2026.", "2026-03-01"),
        ("We live upstairs since the flood in June.", "The user lives upstairs since the flood in June 2026.",
         "2026-06-01"),
        ("I'm without a car since the crash in October.", "The user is without a car since the crash in October 2025.",
         "2025-10-01"),
        ("I'll be in Graz until the move in May.", "The user will be in Graz until the move in May 2027.",
         "2027-05-01"),
    ],
)  # fmt: skip
def test_since_when_something_is_so_lies_behind(said, fact, day):
    (one,) = learnt(said)
    assert one.content == fact
    assert one.event_time is not None
    assert str(one.event_time.date()) == day


@pytest.mark.parametrize(
    ("said", "is_dose"),
    [
        ("I'm on 20 mg of citalopram.", True),
        ("I take 20 mg of citalopram.", True),
        ("Dad needs two puffs of salbutamol before sport.", True),
        ("I have two tablets and a laptop.", False),
        ("I bought ten tablets of chocolate.", False),
        ("I'm on 20 euros an hour.", False),
        ("I take two tablets a day.", True),
        ("I take 2 tablets of ibuprofen before bed.", True),
        ("Mum takes three capsules in the morning.", True),
        ("I take two tablets a day for my migraine.", True),
        ("I'm on six tablets a day.", True),
        ("I get 10 tablets a day to repair.", False),
        ("Our school got 30 tablets for the kids.", False),
        ("I need 12 tablets for the new classrooms.", False),
        ("I take 2 tablets and a laptop on every trip.", False),
        ("I need two tablets of chocolate for the cake.", False),
        ("I take two tablets to school in the morning.", False),
    ],
)
def test_a_dose_is_a_matter_of_health(said, is_dose):
    (one,) = learnt(said)
    assert ("health" in one.tags) is is_dose


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("My daughter's piano lesson moved to Wednesdays at 4.",
         ["The user's daughter's piano lesson moved to Wednesdays at 4."]),
        ("I've got my theory test booked for the 30th.",
         ["The user has got their theory test booked for 30 September 2026."]),
        ("I need the slides for the 12th.", ["The user needs the slides for 12 September 2026."]),
        ("My appointment is for the 20th.", ["The user's appointment is for 20 September 2026."]),
        ("I aim for the 1st.", ["The user aims for the 1st."]),
        ("We set out for the 3rd.", ["The user set out for the 3rd."]),
        ("I booked the van, and Ben aims for the 1st.", ["Ben aims for the 1st."]),
        ("I tried for the 2nd and last time.", ["The user tried for the 2nd and last time."]),
        ("The school closed so my kids go to Ashby Primary now.",
         ["The school closed.", "The user's kids go to Ashby Primary now."]),
        ("My son is so tall he plays basketball.", ["The user's son is so tall he plays basketball."]),
    ],
)  # fmt: skip
def test_what_comes_of_it_and_when_it_is_now(said, facts):
    assert [one.content for one in learnt(said)] == facts
