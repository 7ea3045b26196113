"""How all that the assistant makes of a kind is to be, said in passing or in haste; and what is asked for once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

from .test_requested import instructions

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "said",
    [
        "Tests should use pytest",
        "Commit messages should start with a ticket number",
        "Slides should have no more than 20 words",
        "Headlines should be in title case",
        "Functions should not use globals",
        "Slides without gradients please",
        "metric only, thx",
        "code only, thx",
        "Emails should be under 100 words",
        "weekly summary please",
    ],
)
def test_what_is_told_of_all_of_a_kind_is_a_wish(said: str) -> None:
    assert instructions(said) == [f"The user wants the assistant to keep to this: “{said}”"]


@pytest.mark.parametrize(
    "said",
    [
        "Two coffees without sugar please",
        "Emails without attachments please",
        "Recipes without mushrooms please",
        "Slides without the last chart please",
        "A table for four please",
        "just the diff please",
        "Tests should pass now",
        "Tests should use the new fixtures from this PR",
        "My boss says tests should use pytest",
        "Tests should use pytest, says Bob",
        "Should tests use pytest?",
        "Reports should be ready by Friday",
        "Replies should be in today",
        "Essays should be in by Monday",
        "Cakes should have no sugar",
        "Essays should have an introduction",
        "Functions must have one variable in front",
        "Posts must have at least two metres between them",
        "Letters should be in an envelope",
        "Letters have to use a stamp",
        "Graphs must have an even number of odd vertices",
        "Tests must be under an hour",
        "Docs should avoid prescribing antibiotics",
        "no sugar, thx",
        "done, thx",
        "short version please",
        "english version pls",
        "quick recap of it, thx",
    ],
)
def test_what_is_asked_for_once_or_told_of_others_is_none(said: str) -> None:
    assert instructions(said) == []


def test_of_those_that_were_just_made_it_is_asked_for_once() -> None:
    turns = [
        Turn("t1", "", "user", "Make five slides about churn", NOW),
        Turn("t2", "", "assistant", "Done.", NOW),
        Turn("t3", "", "user", "Slides without gradients please", NOW),
    ]
    assert not [fact for fact in rules.extract(turns).facts if "instruction" in fact.tags]
