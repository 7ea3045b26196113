"""The words of a turn that are quoted: all of a short one, the telling sentences of a long one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.search.composing.quoting import WHOLE, quoted, telling, tells_all
from memory.search.query import understood

QUESTION = understood("How many eggs go into the cake?")
WEIGHTS = {"egg": 3.0, "cake": 2.0}
FILLER = "The weather was fine and nothing else of any note happened on that day. "


@pytest.mark.parametrize("text", ["", "Four eggs.", "No end", "First. Second! Third?", FILLER * 3])
def test_a_short_turn_is_quoted_as_it_is(text):
    assert telling(text, QUESTION, WEIGHTS) == text


def test_of_a_long_turn_the_sentences_that_tell_are_quoted_in_their_order():
    text = FILLER * 2 + "It rained. " * 20 + "The cake takes four eggs. " + FILLER * 10
    found = telling(text, QUESTION, WEIGHTS)
    assert "… It rained. The cake takes four eggs." in found
    assert found.endswith(" …")
    assert len(found.split()) <= WHOLE + 10


def test_the_dates_of_an_english_turn_are_told_whatever_language_asks():
    asked = understood("Wann ist mein Termin beim Zahnarzt?")
    said_at = datetime(2026, 6, 22, 12, tzinfo=UTC)
    told = quoted("My appointment with the dentist is tomorrow.", said_at, asked, WEIGHTS)
    assert told == "My appointment with the dentist is tomorrow (23 June 2026)."
    german = "Letzten Freitag war ich beim Zahnarzt."
    assert quoted(german, said_at, asked, WEIGHTS) == german


def test_of_a_long_turn_that_tells_nothing_the_beginning_is_quoted():
    text = "".join(f"Line number {word} of the log was written out in full today. " for word in "abcdefghijklm")
    assert telling(text, QUESTION, {}).startswith("Line number a of the log")


def test_one_endless_sentence_is_cut_with_a_mark():
    found = telling("word " * 1_000, QUESTION, WEIGHTS)
    assert len(found.split()) == WHOLE + 1
    assert found.endswith("…")


def test_relative_dates_are_resolved_where_they_stand():
    said_at = datetime(2026, 6, 24, 9, tzinfo=UTC)
    assert quoted("We met last Friday.", said_at, QUESTION, WEIGHTS) == "We met last Friday (19 June 2026)."


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("Use metric units, a 24h clock, British spelling and no emojis, please.", True),
        ("Use metric units, a 24h clock, British spelling and no emojis. My flight is BA117.", False),
        ("Use metric units, a 24h clock, British spelling and no emojis, says Karin.", False),
    ],
)
def test_a_turn_with_another_name_or_number_says_more_than_the_fact(turn, expected):
    fact = "The user wants the assistant to use metric units, a 24h clock, British spelling and no emojis."
    assert tells_all(fact, turn, understood(turn).language) is expected
