"""What only begins like something that the speaker did is told of whatever it names; what stands beside it keeps what
it needs to be true."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_chat import contents


@pytest.mark.parametrize(
    "said",
    [
        "left achilles is a bit sore",
        "lost wallet was found by a neighbour",
        "Miss Adeyemi's on leave till May",
        "Miss Lowe's moving to Bath",
        "I signed up for the Lisbon one on 18 March instead",
    ],
)
def test_no_deed_is_learnt_of_who_did_nothing(said: str) -> None:
    assert not [fact for fact in contents(said) if fact.startswith("The user")]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("left my umbrella at Jane's", ["The user left their umbrella at Jane's."]),
        ("working part time at Lidl", ["The user is working part time at Lidl."]),
        ("Miss London a lot", ["The user misses London a lot."]),
        ("found out Mia is allergic to nuts", ["Mia is allergic to nuts."]),
        ("Petra W is my sister in law", ["Petra W is the user's sister-in-law."]),
        ("got lunch w my mum", ["The user got lunch with their mum."]),
        ("I'm the treasurer and the secretary of the Barrow Choir.",
         ["The user is the treasurer and the secretary of the Barrow Choir."]),
        ("My brother Ola got a job at a bakery there", ["The user's brother Ola got a job at a bakery."]),
        ("The concert is clashing with the fair so it's on the 17th", []),
        ("Warned Tom the road is icy", ["The user warned Tom the road is icy."]),
        ("Showed Ann how it works", ["The user showed Ann how it works."]),
        ("Got confirmation my visa is approved", ["The user got confirmation their visa is approved."]),
        ("Miss Anna's cooking", ["The user misses Anna's cooking."]),
        ("Working security at the airport", ["The user is working security at the airport."]),
        ("The film moved me to tears", ["The film moved the user to tears."]),
        ("I'm afraid I'll have to sell the house", ["The user is afraid they will have to sell the house."]),
    ],
)  # fmt: skip
def test_what_is_told_stays_as_it_was_told(said: str, facts: list[str]) -> None:
    assert contents(said) == facts


def test_the_day_of_what_somebody_signed_up_for_may_be_of_any_year() -> None:
    (told,) = contents("I signed up for the Lisbon marathon on 18 November")
    assert told.endswith("on 18 November.")
