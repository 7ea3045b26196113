"""Signs that are looked for together are found as each alone is."""

from __future__ import annotations

import random

import pytest

from memory.redaction import mask
from memory.redaction.signs import SignTable

SIGNS = ["", "_", "--", "key", "pass", "password", "sk-ant-", "密码", "パスワード", "пароль", "hasł", "a b", "\n-"]


@pytest.mark.parametrize("text", ["", "k", "ke", "key", "a key", "pass", "PASS", "密", "密码", "\ud800key", "x" * 99])
def test_a_short_text_has_the_signs_that_stand_in_it(text):
    assert SignTable(SIGNS).within(text) == {sign for sign in SIGNS if sign in text}


def test_any_text_has_the_signs_that_stand_in_it():
    table, drawn = SignTable(SIGNS), random.Random(11)
    met = set()
    for _ in range(2_000):
        pieces = drawn.choices([*SIGNS, *"kepaswordy_- \n", "🧠", "\u3042", "\x00"], k=drawn.randrange(1, 40))
        text = "".join(piece[drawn.randrange(2) :] for piece in pieces)
        within = table.within(text)
        assert within == {sign for sign in SIGNS if sign in text}
        met |= within
    assert met == set(SIGNS)


@pytest.mark.parametrize("length", [0, 150, 250, 7_000, 9_000])
def test_a_secret_is_found_at_any_place_of_a_text_of_any_length(length):
    """What a text holds is looked for in two ways, by its length."""
    key = "glpat-" + "Ab1" * 7
    for before in (0, length // 2, length):
        text = f"{'so it is. ' * (before // 10)}{key} {'and so on. ' * ((length - before) // 11)}"
        assert mask(text) == (text.replace(key, "[secret: gitlab token]"), 1)
