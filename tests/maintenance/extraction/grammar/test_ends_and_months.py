"""On which side of the day of speaking an end lies, what is told behind "so", and a day behind another month's name."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from tests.maintenance.extraction.plain.test_typed import turns

TUESDAY = datetime(2026, 11, 3, 18, 30, tzinfo=UTC)


def contents(said: str) -> list[str]:
    """What is learnt of these words, said on Tuesday 3 November 2026."""
    told = [replace(turn, event_time=TUESDAY) for turn in turns("A: Hello.", said, "A: Noted.")]
    return [fact.content for fact in rules.extract(told).facts]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I worked at Kettlewell until March", "The user worked at Kettlewell until March 2026."),
        ("we used Redis 6 until May", "The user used Redis 6 until May 2026."),
        ("Bo led the team until May, now it's Ilse", "Bo led the team until May 2026."),
        ("Oscar was lodging with us until October", "Oscar was lodging with the user until October 2026."),
        ("I had the garage until 31 August", "The user had the garage until 31 August 2026."),
        ("my dad was in hospital until Friday", "The user's dad was in hospital until 30 October 2026."),
        ("we had cable until December", "The user had cable until December 2025."),
        ("I had the garage until 2 December", "The user had the garage until 2 December."),
        ("we rented a garage until August", "The user rented a garage until August."),
        ("I finished the essay by March", "The user finished the essay by March."),
        ("they gave me until 31 March", "The user was given until 31 March 2027."),
        ("the offer was extended until June", "The offer was extended until June 2027."),
        ("I'm on leave until Monday", "The user is on leave until 9 November 2026."),
    ],
)
def test_what_lasted_until_a_day_is_over_and_what_was_set_until_one_is_not(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I swapped with Lena so I work on Saturday", "The user works on 7 November 2026."),
        ("Lena swapped with me so she works Friday", "Lena swapped with the user so she works Friday."),
        ("we changed the plan so Cleo sings Sunday", "The user changed the plan so Cleo sings Sunday."),
        ("the bank closed early so I went home on Friday", "The user went home on 30 October 2026."),
    ],
)
def test_a_present_behind_so_is_not_dated_back(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("we fly to Oslo in March, back on the 9th", "The user flies to Oslo in March 2027, back on the 9th."),
        ("we're moving in January, the van comes on the 15th", "The van comes on the 15th."),
        ("we leave in December and we're back on the 4th", "The user is back on the 4th."),
        ("our exam is in March, on the 9th", "The user's exam is on 9 March 2027."),
        ("the meeting is on the 9th in March", "The meeting is on 9 March 2027."),
        ("I moved here in May; the plumber comes on the 9th", "The plumber comes on 9 November 2026."),
        ("we fly on 6 March, back on the 9th", "The user flies on 6 March 2027, back on 9 March 2027."),
        ("the warranty is two years from the 12th of October", "The warranty is two years from the 12th of October."),
    ],
)
def test_a_day_behind_another_months_name_is_not_of_this_month(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("the rollout slipped again, 14 March", "The rollout slipped again, 14 March 2027."),
        ("Ines was promoted and takes over on 9 October", "Ines was promoted and takes over on 9 October 2027."),
        (
            "my boss said I could take leave from 20 October",
            "The user's boss said the user could take leave from 20 October 2027.",
        ),
        ("I cancelled the yoga class on the 9th", "The user cancelled the yoga class on the 9th."),
        ("I quit my job at the end of June", "The user quit their job at the end of June."),
        ("we put the deposit down on the 9th", "The user put the deposit down on the 9th."),
        ("they pushed the demo to the 1st", "The demo was pushed to the 1st."),
    ],
)
def test_what_may_lie_on_either_side_has_no_date_and_a_plans_new_day_lies_ahead(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("the roof slipped on 14 October", "The roof slipped on 14 October 2026."),
        ("Ines moved again, 14 October", "Ines moved again, 14 October 2026."),
        ("I cancelled the gym on 14 October", "The user cancelled the gym on 14 October 2026."),
        ("Ines was promoted and took over on 9 October", "Ines was promoted and took over on 9 October 2026."),
        ("my sister Lena starts the 1st", "The user's sister Lena starts on 1 December 2026."),
        ("the course ends the 31st", "The course ends on 31 December 2026."),
    ],
)
def test_what_somebody_did_lies_behind_and_what_begins_ahead(said, fact):
    assert fact in contents(said)
