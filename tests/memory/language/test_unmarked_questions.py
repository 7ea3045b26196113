"""Whoever types in haste leaves the question mark out; what only asks is known all the same."""

from __future__ import annotations

import pytest

from memory.language import ENGLISH, NEUTRAL
from memory.search.composing.quoting import only_asks


@pytest.mark.parametrize(
    "sentence",
    [
        "whats the tallest tower in porto",
        "how do i get chalk off a blackboard",
        "do you think they'd let me swim after a week",
        "did your manager answer",
        "why is rust red",
        "is the loft still free",
        "so what do you say",
        "hi, who's Milo",
        "isn't it late",
        "how many spoons do we need",
        "Is it Tuesday?",
        "Tuesday?",
    ],
)
def test_a_sentence_asks_without_its_mark(sentence):
    assert ENGLISH.asks(sentence)
    assert only_asks(sentence, ENGLISH)


@pytest.mark.parametrize(
    "sentence",
    [
        "do the dishes first",
        "have the keys with you",
        "when we met she was ten",
        "What I want is a dog",
        "how I love this town",
        "is working fine now",
        "was the worst day of my life",
        "It is what it is",
        "will do",
        "She asked how old he is",
        "can you move it to five, the dentist is at three now so no way that we make it",
        "Is it fun.",
    ],
)
def test_what_tells_orders_or_goes_on_is_no_question(sentence):
    assert not ENGLISH.asks(sentence)
    assert not only_asks(sentence, ENGLISH)


def test_only_asks_what_asks_in_each_of_its_sentences():
    assert only_asks("Where's Milo? did he leave", ENGLISH)
    assert not only_asks("Milo moved to Lund. did he leave", ENGLISH)


def test_where_questions_are_not_read_the_mark_alone_tells():
    assert NEUTRAL.asks("Wo ist Milo？")
    assert not NEUTRAL.asks("is the loft still free")
