"""Whom "we" and "us" mean, where the speaker alone would be wrong."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn
from tests.maintenance.extraction.plain.test_typed import contents

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday


def said_by(*turns: tuple[str, str]) -> list[str]:
    told = [Turn(f"t{number}", name, "user", text, NOW) for number, (name, text) in enumerate(turns)]
    return [fact.content for fact in rules.extract(told).facts]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("we're a nut-free house because of Finn", "The user's household is a nut-free house because of Finn."),
        ("we're a small bakery in Hove", "The user's group is a small bakery in Hove."),
        ("we only deploy on Wednesdays from now on", "The user's group only deploys on Wednesdays from now on."),
        ("we're closed on Mondays", "The user's group is closed on Mondays."),
        ("Chris P. is leaving us end of August", "Chris P. is leaving the user's group end of August."),
        (
            "offsite is 11 and 12 June in Ghent, 9 of us",
            "Offsite is 11 and 12 June 2026 in Ghent, 9 of the user's group.",
        ),
        ("we're vegetarian, Tom and I", "Tom and the user are vegetarian."),
        ("we both have asthma, my brother and me", "The user's brother and the user have asthma."),
        ("we have a nut allergy, me and my son", "The user's son and the user have a nut allergy."),
    ],
)
def test_what_is_of_several_is_not_the_speakers_alone(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("we only eat out on Fridays", "The user only eats out on Fridays."),
        ("we're a customer of Northwind", "The user is a customer of Northwind."),
        ("we're gluten free at home", "The user is gluten free at home."),
        ("Grandad left us the house", "The user's grandad left the user the house."),
        ("Mia is joining us on Sunday", "Mia is joining the user on 8 March 2026."),
        ("My wife left us in May", "The user's wife left the user in May 2025."),
        ("Our cleaner is leaving us in June", "The user's cleaner is leaving the user in June 2026."),
        ("Uncle Ray left us in 2019", "Uncle Ray left the user in 2019."),
        ("The storm left us without power", "The storm left the user without power."),
        ("We're open about our son's autism", "The user is open about their son's autism."),
        ("we release our album in May", "The user releases their album in May 2026."),
    ],
)
def test_what_is_the_speakers_own_stays_so(said, fact):
    assert contents(said) == [fact]


def test_us_among_several_is_the_speaker_unless_only_several_can_be_meant():
    learnt = said_by(
        ("Ines", "Chris P. is leaving us end of August"),
        ("Yusuf", "Kai trains us on Thursdays"),
        ("Marek", "mama is diabetic"),
        ("Marek", "nonna has dementia"),
        ("Ines", "The landlord gave us notice and wants us out by June"),
    )
    assert "Chris P. is leaving Ines's group end of August." in learnt
    assert "Kai trains Yusuf on Thursdays." in learnt
    assert {"Marek's mama is diabetic.", "Marek's nonna has dementia."} <= set(learnt)
    assert "The landlord gave Ines notice." in learnt


def test_us_at_home_is_no_group_among_colleagues():
    learnt = said_by(
        ("Ana", "dad moved in with us"),
        ("Ed", "The vet told us our dog Rex has diabetes"),
        ("Jo", "Dr Patel put us both on statins"),
    )
    assert learnt == [
        "Ana's dad moved in with Ana.",
        "The vet told Ed their dog Rex has diabetes.",
        "Dr Patel put Jo both on statins.",
    ]


def test_a_name_that_begins_as_kin_do_is_a_name():
    assert contents("Papa John's gave me a refund") == ["Papa John's gave the user a refund."]
    assert contents("Grandpa Joe lives in Deal") == ["The user's grandpa Joe lives in Deal."]
    assert not [fact for fact in contents("Mama Mia is moving to Elm Street in May") if "user's" in fact]
