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
        ("How old is my dad?", "my dad is seventy two", True),
        ("How old is my dad?", "my dad is sixty-one now", True),
        ("How old is my mum?", "mum has sixty hens", False),
        ("How old is my tutor?", "my tutor's five minutes late each time", False),
        ("How old is Ben?", "Ben is two metres tall", False),
        ("Which kindergarten does Rosa go to?", "Rosa goes to the Kita in the park", True),
        ("What's my salary?", "I take home 2,900 a month", True),
        ("What's my salary?", "I take home the leftovers", False),
        ("What does my wife earn?", "my wife takes home 3100.", True),
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
        ("Who is my flatmate?", "roommate"),
    ],
)
def test_a_thing_of_ones_own_is_known_by_its_other_names(asked: str, word: str) -> None:
    question = asked_for(asked)
    assert question is not None
    assert word in question.other_names


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("What is my share of the rent?", "cut"),
        ("Where do I get my petrol?", "gas"),
        ("When was my booster?", "shot"),
        ("When is my exam?", "test"),
        ("When is my operation?", "procedure"),
        ("What is my rota?", "shift"),
        ("Who are my guests?", "attending"),
        ("How long is my commute?", "office"),
    ],
)
def test_a_word_of_many_meanings_is_no_other_name(asked: str, word: str) -> None:
    question = asked_for(asked)
    assert question is not None
    assert word not in question.other_names
