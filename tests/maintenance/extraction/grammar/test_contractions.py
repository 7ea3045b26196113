""" "'s" that owns nothing, and verbs whose past looks like their present."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_typed import contents


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Our manager's called Yusuf", "The user's manager is called Yusuf."),
        ("Dad's had a stroke", "The user's dad has had a stroke."),
        ("Leila's finished her degree", "Leila has finished her degree."),
        ("Our landlord's raised the rent to 980", "The user's landlord has raised the rent to 980."),
        ("The team's decided to drop Jira", "The team has decided to drop Jira."),
        ("Ann's left home", "Ann has left home."),
        ("My sister's car is a Fiat Panda", "The user's sister's car is a Fiat Panda."),
        ("Tom's named his son Leo", "Tom has named his son Leo."),
        ("Mum's called the ambulance twice this year", "The user's mum has called the ambulance twice in 2026."),
        ("St John's had a jumble sale", "St John's had a jumble sale."),
        ("McDonald's raised its prices in May", "McDonald's raised its prices in May 2025."),
        ("My mum's smoked for forty years", "The user's mum's smoked for forty years."),
    ],
)
def test_an_s_before_a_participle_is_written_out(said, fact):
    assert contents(said) == [fact]


def test_what_belongs_to_somebody_left_unnamed_is_no_deed_of_theirs():
    assert not [fact for fact in contents("Ann's left hand hurts") if "has" in fact]
    assert not [fact for fact in contents("The heater in my flat is fine, Tammy's went out on Friday") if "has" in fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I hurt my knee", "The user hurt their knee."),
        ("I put on three kilos", "The user put on three kilos."),
        ("I burst my eardrum", "The user burst their eardrum."),
        ("I put in a complaint about the noise", "The user put in a complaint."),
        ("Leo and I hurt our knees", "Leo and the user hurt their knees."),
        ("I put on sunscreen every morning", "The user puts on sunscreen every morning."),
        ("I put on a podcast when I cook", "The user puts on a podcast when they cook."),
        ("I put oat milk in my porridge", "The user puts oat milk in their porridge."),
        ("I put up shelves for a living", "The user puts up shelves for a living."),
        ("I put on a patch for the pain", "The user puts on a patch for the pain."),
        ("I put on a suit for the partners' meeting on Mondays", "The user puts on a suit."),
        ("I beat eggs for a living", "The user beats eggs for a living."),
    ],
)
def test_what_happened_once_is_no_habit(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "I've got a daughter, Mia, and Tom's got a son, Leo",
            ["The user has got a daughter, Mia.", "Tom has got a son, Leo."],
        ),
        (
            "I've got a son, Ben, and my sister's got twins",
            ["The user has got a son, Ben.", "The user's sister has got twins."],
        ),
        (
            "I'm allergic to nuts, eggs, and Tom is allergic to fish",
            ["The user is allergic to nuts, eggs.", "Tom is allergic to fish."],
        ),
        ("we got a new dev, Liam, joins on 5 May", ["The user got a new dev, Liam."]),
        ("and there's a new Anna, intern, started Monday", []),
        (
            "New colleague today: Wanda, tester, from Gdansk",
            ["The user's new colleague is Wanda, tester, from Gdansk."],
        ),
        ("Otto starts Thursday", ["Otto starts on 5 March 2026."]),
    ],
)
def test_who_somebody_is_between_two_commas_begins_no_statement(said, facts):
    assert contents(said) == facts
