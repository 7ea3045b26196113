"""What stands before a colon: a statement of its own, a condition, or who says what follows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

MAY = datetime(2026, 5, 11, 19, tzinfo=UTC)


def learnt(said):
    return [fact.content for fact in rules.extract([Turn("t1", "Maya", "user", said, MAY)]).facts]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "The airline changed our booking: our flight to Lisbon leaves on 23 May now.",
            ["The airline changed Maya's booking.", "Maya's flight to Lisbon will leave on 23 May 2026 now."],
        ),
        ("Here is what I decided: I take the job in Kiel.", ["Maya takes the job in Kiel."]),
        ("It's official: I'm a nurse!", ["Maya is a nurse."]),
        ("the landlord rang: the rent is 835 now", ["The rent is 835 now."]),
        ("I told them: I live in Bonn.", ["Maya lives in Bonn."]),
        ("The dentist wrote: the appointment is on 4 June now.", ["The appointment is on 4 June 2026 now."]),
    ],
)
def test_two_statements_with_a_colon_between_them_are_both_read(said, facts):
    assert learnt(said) == facts


@pytest.mark.parametrize(
    "said",
    [
        "My sister wrote: my flat is sold.",
        "Kim said: I live in Bonn.",
        "kim texted: i'm in hospital. i broke my leg",
        "Mum says: we're moving to Spain. I work at Bosch.",
        "My boss was like: I'm leaving for Oslo.",
        "I met Kim. She told me: I quit my job.",
        "If it rains: we stay in Kiel.",
        "unless it snows: i take the bike to work",
    ],
)
def test_what_another_says_of_themselves_or_what_depends_is_no_fact_of_ones_own(said):
    assert [fact for fact in learnt(said) if "Kim" not in fact] == []


def test_the_next_line_is_ones_own_again():
    assert learnt("Kim said: I live in Bonn.\nI live in Voss.") == ["Maya lives in Voss."]
