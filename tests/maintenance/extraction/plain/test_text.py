"""From what somebody typed to plain sentences."""

from __future__ import annotations

import pytest

from maintenance.extraction.plain.text import prose


def sentences(said: str) -> list[str]:
    return [plain.text for plain in prose(said).sentences]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("My user name is 'admin'.", "My user name is 'admin'."),
        ("The role is called 'super admin' now.", "The role is called 'super admin' now."),
        ("I've been runnin' a lot.", "I've been running a lot."),
        ("I'm goin' home 'cause I'm tired.", "I'm going home because I'm tired."),
    ],
)
def test_only_a_clipped_word_gets_its_g_back(said, plain):
    assert sentences(said) == [plain]


def test_fenced_and_indented_code_is_no_sentence():
    assert sentences("I use this:\n```\nI am a string\n```\nI like it.") == ["I use this", "I like it."]
    assert sentences("I live in Oslo.\n    I am a string\n\tI too\n\n\nI work there.") == [
        "I live in Oslo.", "I work there.",
    ]  # fmt: skip


def test_a_picture_between_two_sentences_ends_the_first():
    assert sentences("I bought a canoe 😀🛶 My sister likes it") == ["I bought a canoe", "My sister likes it"]
    assert sentences("I bought a 🛶 canoe") == ["I bought a canoe"]
