"""What somebody is for a living, and what they only are beside it."""

from __future__ import annotations

import pytest

from maintenance.extraction import properties_of
from maintenance.extraction.judging.occupations import line_of_work


@pytest.mark.parametrize(
    ("content", "who", "what"),
    [
        ("The user is a freelance illustrator.", "the user", "a freelance illustrator"),
        ("Ola is now a marine biologist.", "ola", "a marine biologist"),
        ("The user's sister is a nurse at the clinic in Graz.", "the user's sister", "a nurse"),
        ("Maya is a bus driver, mostly at night.", "maya", "a bus driver"),
        ("The user is an estate agent.", "the user", "an estate agent"),
    ],
)
def test_what_somebody_is_for_a_living(content, who, what):
    assert line_of_work(content) == (who, what)
    assert "line of work" in {told.name for told in properties_of(content)}


@pytest.mark.parametrize(
    "content",
    [
        "The user is a vegetarian.", "The user is a terrible cook.", "The user's dad is a retired teacher.",
        "The user is a careful driver.", "The user is a runner.", "The printer is a Brother.",
        "The user is a volunteer firefighter.", "The user is not a nurse.", "Ola wants to be a pilot.",
        "The user is a member of the choir.", "The user is a nurse-to-be.",
    ],
)  # fmt: skip
def test_what_nobody_lives_by(content):
    assert line_of_work(content) is None
