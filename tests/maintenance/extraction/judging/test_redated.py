"""What was moved to a day of no month: the month is that of the date told before, and that date holds no longer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.extraction import rules
from maintenance.extraction.judging import recalled
from maintenance.extraction.types import Background, Told, Turn

NOW = datetime(2026, 3, 25, 9, tzinfo=UTC)


def learnt(*said: str, known: tuple[str, ...] = (), speakers: tuple[str, ...] = ()) -> list[str]:
    """The facts of turns said at one-minute steps, by "user" or by each of `speakers`."""
    turns = [
        Turn(f"t{at}", speakers[at] if speakers else "user", "user", text, NOW + timedelta(minutes=at))
        for at, text in enumerate(said)
    ]
    return [fact.content for fact in rules.extract(turns, background=Background(facts=known)).facts]


@pytest.mark.parametrize(
    ("known", "said", "fact"),
    [
        ("The launch is on 20 May 2026.", "The launch was pushed to the 27th.",
         "The launch was pushed to 27 May 2026."),
        ("The launch is on 20 May 2026.", "The launch is now on the 27th.", "The launch is now on 27 May 2026."),
        ("The launch is on 20 May 2026.", "The launch was postponed to Wednesday the 27th.",
         "The launch was postponed to 27 May 2026."),
        ("The launch is on 20 May 2026.", "we moved the launch to the 27th",
         "The user moved the launch to 27 May 2026."),
        ("The user's scan is on 28 May 2026.", "My scan was postponed to the 3rd.",
         "The user's scan was postponed to 3 June 2026."),
        ("The kickoff is on 28 December 2026.", "The kickoff got pushed to the 4th.",
         "The kickoff got pushed to 4 January 2027."),
        ("The kickoff is on 3 June 2026.", "The kickoff was brought forward to the 29th.",
         "The kickoff was brought forward to 29 May 2026."),
    ],
)  # fmt: skip
def test_a_day_of_no_month_is_counted_from_the_date_that_is_known(known, said, fact):
    assert learnt(said, known=(known,)) == [fact]
    assert rules.judge_pair(fact, known, said).kind == "updates"


@pytest.mark.parametrize(
    ("known", "fact"),
    [
        (("The user's appointment is on 12 January 2026.",), "The user's appointment was moved to 28 March 2026."),
        (("The user's appointment is on 20 March 2026.",), "The user's appointment was moved to 28 March 2026."),
        (("The user's appointment is on 5 May 2026.", "The user's appointment is on 12 May 2025."),
         "The user's appointment was moved to 28 April 2026."),
        (("The user's appointment is on 2 July 2026.", "The user's appointment is on 20 April 2026."),
         "The user's appointment was moved to 28 April 2026."),
        (("The user's appointment is on 20 April 2026.", "The user's appointment is on 2 July 2026."),
         "The user's appointment was moved to 28 April 2026."),
        (("The user's appointment is on 20 April 2026.", "The user's appointment was moved to 2 July 2026."),
         "The user's appointment was moved to 28 June 2026."),
    ],
)  # fmt: skip
def test_a_date_of_long_ago_counts_for_nothing_and_of_several_the_nearest_ahead_does(known, fact):
    assert learnt("My appointment was moved to the 28th.", known=known) == [fact]


def test_the_date_may_have_been_told_in_the_same_talk():
    assert "The launch was pushed to 27 May 2026." in learnt(
        "The launch is on 20 May.", "The launch was pushed to the 27th."
    )
    exams = learnt("My exam is on 20 May.", "My exam was moved to the 27th.", speakers=("Ana", "Ben"))
    assert not any("27 May" in fact for fact in exams)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("The launch is on 20 May 2026.", "The party was pushed to the 27th."),
        ("Ben's launch is on 20 May 2026.", "My launch was pushed to the 27th."),
        ("The desk is on the 4th floor.", "The desk was moved to the 5th floor."),
        ("The launch is on 20 May 2026.", "The launch was postponed to Monday the 27th."),
        ("The launch is on 20 May 2026.", "The launch was pushed to the 20th."),
    ],
)
def test_what_is_known_of_another_thing_dates_nothing(known, said):
    assert not any("May" in fact for fact in learnt(said, known=(known,)))


@pytest.mark.parametrize(
    ("kind", "new"),
    [
        ("updates", "The launch was pushed to the 27th."),
        ("updates", "The launch was moved to the 27th because of the strike."),
        ("unrelated", "The launch party was moved to the 27th."),
        ("unrelated", "The launch was moved to the 5th floor."),
        ("unrelated", "The launch was moved to the 20th."),
        ("unrelated", "The price was raised to 27 euros."),
    ],
)
def test_a_day_without_its_month_takes_the_place_of_a_date(kind, new):
    assert rules.judge_pair(new, "The launch is on 20 May 2026.").kind == kind


def test_the_date_is_looked_for_under_the_thing_that_was_moved():
    assert Told("launch", "value") in recalled.recalled_of("ok so. The launch was pushed to the 27th.", ["user"])
    assert Told("user dentist appointment", "value") in recalled.recalled_of(
        "My dentist appointment was moved to the 21st", ["user"]
    )
    told = recalled.recalled_of("The launch was pushed to 27 May.", ["user"])
    assert not any(one.name == "value" for one in told)
