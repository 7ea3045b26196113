"""Wishes on one kind of text, learnt with what they are on, and wishes said in passing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn
from memory.search.composing import Candidate, bearing_on
from memory.search.query import understood

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def learnt(said: str) -> list[str]:
    return [fact.content for fact in rules.extract([Turn("t1", "", "user", said, NOW)]).facts]


@pytest.mark.parametrize(
    ("said", "on", "beside"),
    [
        ("Unit tests: always use pytest", "Write unit tests for the parser", "How old is Mia?"),
        ("Captions for the shop: never hashtags", "Write a caption for the new mugs", "How do I get to Oslo?"),
        ("In emails to Rita, keep it formal", "Draft an email to Rita about the rent", "Explain how tides work"),
        ("In reports for the board, no jargon please", "Write the report for the board", "What does API mean?"),
        ("For commit messages use the imperative", "Write a commit message for this", "Write a poem for Ola"),
        ("When you write SQL, upper-case the keywords", "Write an SQL query for all orders", "Where is Peru?"),
    ],
)
def test_a_wish_on_a_kind_of_text_is_learnt_whole_and_bears_on_that_kind(said, on, beside):
    facts = learnt(said)
    assert facts == [f"The user wants the assistant to keep to this: “{said}”"]
    told = [Candidate(1, facts[0], NOW, kind="fact", speaker="user")]
    assert bearing_on(understood(on), told) == told
    assert bearing_on(understood(beside), told) == []


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("oh and by the way always cc Rita on those", "oh and by the way always cc Rita on those"),
        ("I sent the minutes to Rita, and please never use my full name", "please never use my full name"),
        ("My tutor is ill again, oh and never use Comic Sans in my slides", "never use Comic Sans in my slides"),
        ("one more thing: no exclamation marks", "one more thing: no exclamation marks"),
    ],
)
def test_a_wish_said_in_passing_is_learnt(said, wish):
    facts = learnt(said)
    assert f"The user wants the assistant to keep to this: “{wish}”" in facts
    assert not any("never uses" in fact for fact in facts)


@pytest.mark.parametrize(
    "said",
    [
        "Unit tests: always red since Monday",
        "Captions for the shop: never finished them",
        "Emails to Rita: always bounce",
        "In reports for the board we never use jargon",
        "In the email to Rita, keep it formal",
        "For this ticket, use the template",
        "She worries easily, so please do not make too much of the damage",
        "And then he said please never use my full name",
        "Kim went on, and please never use my full name, he said",
        '"In emails to Rita, keep it formal," said Kim.',
        "The style guide says: unit tests always use pytest",
        "Oh and by the way Rita never came",
        "PS: Ola never showed up",
        "One more thing: no trains on Sunday",
    ],
)
def test_what_is_told_of_texts_or_of_others_is_no_wish(said):
    assert not any("wants the assistant" in fact for fact in learnt(said))


@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_who_is_not_the_user_wishes_nothing(role):
    turn = Turn("t1", role, role, "In emails to Rita, keep it formal. One more thing: never use tables.", NOW)
    assert rules.extract([turn]).facts == []
