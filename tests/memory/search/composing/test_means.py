"""What is to be used, or not, is for what is made with it; what every answer is made of is on each answer."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.search.composing import Candidate, bearing_on
from memory.search.query import understood

MAY = datetime(2026, 5, 4, 12, tzinfo=UTC)


def bears(wish, prompt):
    told = Candidate(1, wish, MAY, kind="fact", speaker="user")
    return bearing_on(understood(prompt), [told]) == [told]


def to_use(what):
    return f"The user wants the assistant to {what}."


def as_told(wish):
    return f"The user wants the assistant to keep to this: “{wish}”"


@pytest.mark.parametrize(
    ("wish", "prompt", "expected"),
    [
        (to_use("never use gradients anywhere"), "Who won the 1998 World Cup?", False),
        (to_use("never use gradients anywhere"), "Give me a scone recipe", False),
        (to_use("never use gradients anywhere"), "How do I get rid of a blister?", False),
        (to_use("never use gradients anywhere"), "Design a slide on the new wing", True),
        (to_use("never use gradients anywhere"), "Make a banner for the fair", True),
        (to_use("use serif fonts only"), "Which typeface should the leaflet have?", True),
        (to_use("use serif fonts only"), "Why is the sea salty?", False),
        (to_use("use portions instead of calories"), "How much pasta is a serving?", True),
        (to_use("use portions instead of calories"), "Which plaster is best for a blister?", False),
        (to_use("use portions instead of calories"), "What does a normal pulse look like?", False),
        (as_told("use portions, not calories, the numbers stress me out"), "Who wrote Faust?", False),
        (to_use("use olive oil"), "Write a function to sum a list", False),
        (to_use("use olive oil"), "Fry some mushrooms", True),
        (to_use("use Postgres, not MySQL"), "Set up the new service", True),
        (to_use("use Postgres, not MySQL"), "Are octopuses clever?", False),
        (to_use("use gender-neutral words there"), "Who repaired the oven?", False),
        (to_use("use gender-neutral words there"), "Write a job ad for a baker", True),
        (to_use("use simple words"), "Why is the sea salty?", True),
        (to_use("never use contractions"), "Who won the 1998 World Cup?", True),
        (to_use("use metric units"), "Who won the 1998 World Cup?", True),
        (to_use("never use emojis anywhere"), "Who won the 1998 World Cup?", True),
        (as_told("Use footnotes in my thesis."), "Why is the sea salty?", False),
        (as_told("Use footnotes in my thesis."), "Can Opa eat grapefruit?", False),
        (as_told("Use footnotes in my thesis."), "Write the introduction of my thesis", True),
        (to_use("always list the ingredients first"), "Recipe for gnocchi", True),
    ],
)
def test_what_is_to_be_used_bears_on_what_is_made_with_it(wish, prompt, expected):
    assert bears(wish, prompt) is expected
