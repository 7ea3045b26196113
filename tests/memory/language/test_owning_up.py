"""Who owns up that something told before was wrong is understood, and nobody else is read for it."""

from __future__ import annotations

import pytest

from memory.language import ENGLISH, NEUTRAL
from memory.language.en import changing
from memory.language.words import folded_words


def owns_up(text: str) -> bool:
    return ENGLISH.changes.owns_up(text, folded_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "Correction: the room is 12.",
        "I was wrong about the rent, it's 740.",
        "i am so confused, it was Tuesday",
        "I am mistaken, it's the other one",
        "oh and was wrong about the gate",
        "sorry, was mistaken there",
        "I told you the sulfa was 1987",
        "I've told u it's Friday",
        "I wrote 40, it is 14",
        "I’d typed the old code",
        "I said the 4th",
        "I had put my old number",
        "I gave you dr Ames's number",
        "I gave 2 as the floor",
        "I made a mistake with the date",
        "We did an error there",
        "They made a slip",
        "that made a typo",
        "I misspoke",
        "I mixed them up",
        "mixed my dates up again",
        "Got the name wrong",
        "A wrong thing came out",
        "I meant Thursday",
    ],
)
def test_it_is_understood(text):
    assert owns_up(text)
    assert owns_up(text.upper())


@pytest.mark.parametrize("text", ["What is wrong with it?", "He said it.", "The error is gone.", "Put it there.", ""])
def test_what_only_has_such_a_word_owns_up_to_nothing(text):
    assert not owns_up(text)


def test_a_text_without_such_a_word_is_not_read_for_it(monkeypatch):
    monkeypatch.setattr(changing, "_OWNING_UP", None)  # reading it would raise
    assert not owns_up("We had soup on Sunday, and the dog ate most of it.")


def test_in_a_language_that_is_not_read_for_it_nobody_owns_up():
    assert not NEUTRAL.changes.owns_up("I was wrong about the rent", ["i", "was", "wrong"])
