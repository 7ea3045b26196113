"""The words of a turn that are quoted: all of a short one, the telling sentences of a long one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.search.composing.quoting import MOST_PART, WHOLE, quoted, telling, tells_all
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


DICTATED = (
    "okay so hello this is Wanda talking into the thing again and the hip operation has been moved to the third of"
    " December and my son Piotr drives me there because he has the week off and the cat goes to Mrs Bell next door and"
    " I keep the garden as it is until the spring and my daughter Zofia comes from Gdańsk with the boys Adam and um"
    " Bruno no sorry Bruno is the dog the boy is Marek and the oven takes four eggs I mean the cake does"
)


@pytest.mark.parametrize(
    ("asked", "weights", "told"),
    [
        ("What are Zofia's boys called?", {"zofia": 3.0, "boi": 2.0}, "the boys Adam and um Bruno no sorry Bruno is"),
        ("Who drives me?", {"drive": 3.0}, "and my son Piotr drives me there because he has the week off"),
        ("Where is the cat?", {"cat": 3.0}, "and the cat goes to Mrs Bell next door"),
        ("How many eggs go into the cake?", WEIGHTS, "takes four eggs I mean the cake does"),
    ],
)
def test_what_is_dictated_without_stops_is_quoted_by_the_parts_that_tell(asked, weights, told):
    found = telling(DICTATED, understood(asked), weights)
    assert told in found
    assert "…" in found
    assert len(found.split()) <= WHOLE + 10


def test_a_sentence_that_can_be_quoted_is_not_taken_apart():
    text = "It rained. " * 30 + "The cake takes four eggs and the bread takes none and the pie takes flour and milk."
    assert text.split(". ")[-1] in telling(text, QUESTION, WEIGHTS)


def test_of_one_endless_sentence_so_many_words_are_quoted_with_a_mark():
    found = telling("word " * 1_000, QUESTION, WEIGHTS)
    assert WHOLE - MOST_PART < len(found.split()) <= WHOLE + 1
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
