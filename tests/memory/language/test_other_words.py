"""A question in another word than the talk's is after what was told: its age in words, its kindergarten, its guests."""

from __future__ import annotations

import pytest

from memory.language.en.asking import asked_for


@pytest.mark.parametrize(
    ("asked", "told", "tells"),
    [
        ("How old is my mum?", "mum turned eighty one on Sunday", True),
        ("How old is Rosa?", "Rosa's seven", True),
        ("How old is Rosa?", "Rosa has seven cats", False),
        ("Which kindergarten does Rosa go to?", "Rosa goes to the Kita in the park", True),
        ("What's my salary?", "I take home 2,900 a month", True),
        ("What's my salary?", "the rent is 2,900 a month", False),
    ],
)
def test_a_detail_is_told_in_any_of_its_words(asked: str, told: str, tells: bool) -> None:
    question = asked_for(asked)
    assert question is not None
    assert question.details
    assert bool(question.details[-1].told.search(told)) is tells


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("How many of our guests are vegan?", "invited"),
        ("What's my share?", "percent"),
        ("Who is my flatmate?", "roommate"),
        ("When is my surgery?", "op"),
    ],
)
def test_a_thing_of_ones_own_is_known_by_its_other_names(asked: str, word: str) -> None:
    question = asked_for(asked)
    assert question is not None
    assert word in question.other_names
