"""A pronoun for what the sentence before has named, and whose thing "his bed" is."""

from __future__ import annotations

import pytest

from ..plain.test_typed import contents


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Butter is from Weide & Co, they want orders by Thursday noon.", "Weide & Co wants orders by Thursday noon."),
        ("Flour comes from Mühle Brandt, they deliver Tuesdays.", "Mühle Brandt delivers Tuesdays."),
        (
            "We're building a tool called Quillsync. It syncs local notes to an S3-compatible bucket.",
            "Quillsync syncs local notes to an S3-compatible bucket.",
        ),
        ("We maintain a library named Quark. It parses CAD files.", "Quark parses CAD files."),
    ],
)
def test_a_firm_or_a_tool_is_named_again(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    "said",
    [
        "I moved to Berlin. They want rent by the 3rd.",
        "Tomasz moved to Oslo. They deliver on Tuesdays.",
        "Anna is ill. They deliver on Tuesdays.",
        "I called Vodafone about Acme. They deliver on Tuesdays.",
        "They deliver on Tuesdays.",
        "We looked at Foldr and Tandem. It syncs notes to S3.",
    ],
)
def test_who_may_be_others_is_not(said: str) -> None:
    assert not [fact for fact in contents(said, "A: Noted.") if "deliver" in fact or "rent" in fact or "sync" in fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My dad lives with us. His bed is in the living room now.", "The user's dad's bed is in the living room now."),
        ("Mum is 80. Her walker is in the hall cupboard.", "The user's mum's walker is in the hall cupboard."),
    ],
)
def test_his_bed_is_of_who_was_just_named(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    "said",
    [
        "Dad and Uncle Rolf share a flat. His bed is in the living room.",
        "Karin met Petra. Her bed is in the living room.",
        "His bed is in the living room now.",
    ],
)
def test_of_two_it_is_nobodys(said: str) -> None:
    assert not [fact for fact in contents(said, "A: Noted.") if "bed" in fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        (
            "My dad lives with us. My brother Anton has him every other weekend.",
            "The user's brother Anton has the user's dad every other weekend.",
        ),
        ("Rosa works Mondays and Thursdays, Emil has the weekends.", "Emil has the weekends."),
    ],
)
def test_who_has_somebody_or_some_days_by_turns_is_learnt(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    "said",
    [
        "My brother Anton has him every other weekend.",
        "Anna and Bea came. My brother has her every weekend.",
        "Emil has the weekend.",
        "Emil has not the weekends.",
    ],
)
def test_whom_nobody_named_and_one_weekend_are_not(said: str) -> None:
    assert not [fact for fact in contents(said, "A: Noted.") if " has " in fact]


@pytest.mark.parametrize(
    ("said", "falsely"),
    [
        ("We ordered from Brandt in Leeds. They deliver Tuesdays.", "Leeds delivers"),
        ("We play Leeds on Saturday. They lost three times.", "Leeds lost"),
        ("Plants are from Obi, they need water on Tuesdays.", "Obi needs"),
        ("Workers sync with Redis. They retry five times.", "Redis retries"),
        ("I use Windows. They changed the menu.", "Windows changed"),
        ("I bought AirPods. They are in my bag.", "AirPods is"),
        ("My dad likes the mayor. His flat is in Rome.", "flat"),
        ("My sister had a fight with a barista. Her car is in Hull.", "car"),
        ("My brother plays a wizard. His staff is on fire.", "staff"),
        ("I read a book called Emma. It is set in Highbury.", "Emma is set"),
        ("Emil has bad mornings.", "mornings"),
        ("Rome has warm nights.", "nights"),
    ],
)
def test_what_may_be_of_another_or_of_a_thing_is_not(said: str, falsely: str) -> None:
    assert not [fact for fact in contents(said, "A: Noted.") if falsely in fact]


def test_what_somebody_wants_by_a_day_keeps_its_date() -> None:
    facts = contents("My professors are nice, they want papers by Friday.", "A: Noted.")
    assert facts
    assert not [fact for fact in facts if "by Friday" in fact]


def test_what_a_carrier_lost_is_kept() -> None:
    assert "The user's bag was lost." in contents("I fly Ryanair. They lost my bag.", "A: Noted.")
