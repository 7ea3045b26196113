"""A full stop that shortens a word ends no sentence, and no fact."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.abbreviated import carried
from maintenance.extraction.types import Turn


def learnt(said: str) -> list[str]:
    return [
        fact.content
        for fact in rules.extract([Turn("t", "Nora", "user", said, datetime(2026, 9, 1, tzinfo=UTC))]).facts
    ]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I work at Fa. Brandt in Kiel", "Nora works at Fa Brandt in Kiel."),
        ("my dentist is Dr. Ng on St. Mary's Rd. in Leeds", "Nora's dentist is Dr. Ng on St. Mary's Rd in Leeds."),
        ("i live at 22 Oak Ave. in Boston", "Nora lives at 22 Oak Ave in Boston."),
        ("my son studies at Univ. of Bonn", "Nora's son studies at Univ of Bonn."),
        (
            "I bought a car from Meyer & Co. in Ulm for 4000 euros",
            "Nora bought a car from Meyer and Co in Ulm for 4000 euros.",
        ),
        ("My daughter was born on Sept. 12 in Graz", "Nora's daughter was born on September 12 in Graz."),
    ],
)
def test_a_short_word_does_not_cut_a_fact_off(said, fact):
    assert fact in learnt(said)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Kiel.", "My sister lives in Hull"),
        ("I moved to Hull.", "in may i got a dog"),
        ("I watch TV.", "Anna reads"),
        ("I have a cat, Bo.", "Anna feeds him"),
        ("my car is red.", "2 of my kids hate it"),
        ("I live on Oak Rd.", "My brother lives in York"),
        ("we live at Hafenstr.", "it is loud"),
        ("I like jazz.", "3 of my friends do too"),
        ("My answer is no.", "It stays"),
        ("I saw a whirr.", "Anna too"),
        ("I live in Voss.", "Thanks!"),
        ("I have a cat, Bo.", "Cheers"),
    ],
)
def test_a_full_stop_that_ends_a_sentence_stays_its_end(before, after):
    assert carried(before, after) is None


def test_a_short_form_of_another_word_is_spelled_out():
    assert carried("my team has approx.", "40 people") == "my team has about"
    assert carried("our flat is no.", "12") == "our flat is number"


def test_many_short_words_are_read_in_time():
    assert len(rules.prose("Dr. A. Rd. in " * 2_000).sentences) <= 1
