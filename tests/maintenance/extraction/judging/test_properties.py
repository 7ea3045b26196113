"""What a fact is about: under which subject and property another fact finds it."""

from __future__ import annotations

import pytest

from maintenance.extraction import properties_of


def keys(content: str) -> set[tuple[str, str]]:
    return {(one.subject, one.name) for one in properties_of(content)}


@pytest.mark.parametrize(
    ("one", "other", "subject", "name"),
    (
        ("Kofi lives in Accra.", "Kofi has moved to Kumasi.", "kofi", "home"),
        ("Kofi works at Zenith Bank.", "Kofi is employed at Calbank.", "kofi", "employer"),
        ("Kofi goes to the pool on Fridays.", "Kofi has given up the pool.", "kofi", "pool"),
        ("Kofi takes 5 mg of ramipril.", "Kofi stopped taking ramipril.", "kofi", "ramipril"),
        ("Kofi's passport is valid until May.", "Kofi has a new passport.", "kofi", "passport"),
        ("The vet of the goats is Dr. Boateng.", "The goats have a new vet.", "goat", "vet"),
        ("Kofi is single.", "Kofi got married in May.", "kofi", "state: single"),
        ("Project Dune has a budget of 9,000 euros.", "Project Dune's budget was cut.", "project dune", "budget"),
    ),
)
def test_rivals_meet_under_one_subject_and_property(one: str, other: str, subject: str, name: str) -> None:
    assert (subject, name) in keys(one)
    assert (subject, name) in keys(other)


def test_what_is_said_of_a_subject_is_its_value() -> None:
    values = {one.name: one.value for one in properties_of("Kofi lives in Accra.")}
    assert values["home"] == "accra"


def test_a_sentence_in_another_language_tells_nothing() -> None:
    assert properties_of("Kofi wohnt seit dem Sommer mit seiner Schwester in einer kleinen Wohnung in Bonn.") == ()


@pytest.mark.parametrize(
    ("content", "is_home"),
    [
        ("The bank moved Kofi to Kumasi.", True),
        ("Choir has moved Kofi to the altos.", False),
        ("The doctor moved Kofi to 10 mg.", False),
        ("Kofi was moved to ward 4.", False),
    ],
)
def test_where_others_move_somebody_is_a_home_only_where_it_is_a_place_with_a_name(content: str, is_home: bool) -> None:
    assert (("kofi", "home") in keys(content)) is is_home
