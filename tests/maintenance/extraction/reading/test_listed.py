"""Answers that name several things, and what is no such answer."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_typed import contents


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("Any allergies?", "nuts, shellfish", "The user has allergies: nuts, shellfish."),
        ("Do you have any allergies?", "nuts, shellfish", "The user has allergies: nuts, shellfish."),
        (
            "Which tools does your team use?",
            "Jira, Slack, Figma for design",
            "The user's team uses Jira, Slack, Figma for design.",
        ),
    ],
)
def test_several_things_answer_what_was_asked_for(asked: str, said: str, fact: str) -> None:
    assert contents(f"A: {asked}", said) == [fact]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Which topics should the email cover?", "pricing, timeline"),
        ("Which topics should the email cover?", "pricing and timeline"),
        ("Any allergies?", "none, luckily"),
        ("Any plans for the weekend?", "gym, a film"),
        ("Any issues with the release?", "login, export"),
        ("Which fields do you want?", "name, email"),
        ("What sizes do you need?", "M, L"),
        ("Which of these do you like?", "the second, the third"),
        ("What have you tried?", "restart, reset, nothing works"),
        ("Which error does your app show?", "timeout"),
        ("What does your team want on the pizza?", "mushrooms, olives"),
    ],
)
def test_what_is_of_the_hour_or_no_list_tells_nothing(asked: str, said: str) -> None:
    assert contents(f"A: {asked}", said) == []


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("What medication do you need?", "insulin and metformin", "The user needs insulin and metformin."),
        ("Which aids do you need?", "a wheelchair and a ramp", "The user needs a wheelchair and a ramp."),
        ("Which languages do you speak?", "German, French", "The user speaks German, French."),
    ],
)
def test_what_lasts_is_learnt(asked: str, said: str, fact: str) -> None:
    assert contents(f"A: {asked}", said) == [fact]


def test_whoever_tells_what_they_do_is_no_list() -> None:
    assert contents("A: What are you up to?", "learning Welsh and training for a marathon")
