"""On what a standing instruction bears: its subject, its condition, every answer."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.search.composing import Candidate, bearing_on
from memory.search.query import understood

MAY = datetime(2026, 5, 4, 12, tzinfo=UTC)
TABS = "The user wants the assistant to use tabs and no comments when it writes code for the user."
METRIC = "The user wants the assistant to always answer in metric units."
LOCAL = "If the user asks about rent, the assistant should quote it in Swiss francs."
FORMAL = "Letters to clients should be signed with the full name."
POLITE = "The user wants the assistant to answer politely when possible."


def bears(instruction, prompt, related):
    told = Candidate(1, instruction, MAY, kind="fact", speaker="user")
    return bearing_on(understood(prompt), [told], related=related) == [told]


@pytest.mark.parametrize("related", [True, False])
@pytest.mark.parametrize(
    "instruction, prompt, expected",
    [
        (TABS, "Write a function that parses the invoice file", True),
        (TABS, "Refactor this loop to use channels", True),
        (TABS, "Which database do we use?", False),
        (TABS, "What is my blood type?", False),
        (TABS, "Write me a birthday poem", False),
        (METRIC, "How tall is a door?", True),
        (METRIC, "What did my boss say?", True),
        (POLITE, "How tall is a door?", True),
        (LOCAL, "What rent is usual in Zug?", True),
        (LOCAL, "Plan a picnic", False),
        (FORMAL, "Draft a reply to Contoso", True),
        (FORMAL, "Why is the ocean salty?", False),
    ],
)
def test_an_instruction_bears_on_its_subject_alone_or_on_every_answer(instruction, prompt, related, expected):
    assert bears(instruction, prompt, related) == expected


def test_where_nothing_else_is_known_a_word_of_what_is_to_be_done_is_no_subject():
    spelling = "Ann wants British spelling in the comments she sorts."
    assert bears(spelling, "Write a comment for a loop", False)
    wish = "The user wants the assistant to always write her reports in bullet points."
    assert bears(wish, "Write a poem", True)
    assert not bears(wish, "Write a poem", False)
