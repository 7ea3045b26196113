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
        ("The flat is sold, oh and always use sentence case", "always use sentence case"),
        ("We sold the flat, and please always answer me briefly", "please always answer me briefly"),
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
        "Commit messages: always use the imperative, says our style guide.",
        "In code reviews, never be rude: that's what our handbook says.",
        "For essays, never use I: that's my teacher's rule.",
        "Tests: always use fixtures is what Ben always preaches.",
        "In slides, never use red - our company policy.",
        "The sign was clear, and please never leave the gate open.",
        "The hotel is nice, and please always leave your key at the desk.",
        "Our teacher is strict, oh and always use blue ink.",
        "Our landlord is odd, oh and always keep the door shut.",
        "Dinner was great, oh and never use that pan again.",
        "The pool is deep, and please never use the steps.",
        "btw don't ask Tom for money he's broke",
        "Quick note: always check the oil.",
        "By the way, never mark the wall",
        "In reports, use the Q3 numbers.",
        "In slides, use the photos from Rome.",
        "In letters to Bo, tell him I am sorry.",
        "In replies, tell them we are closed on Monday.",
        "In tests, use the staging key.",
        "In notes, mark who said what.",
        "For invoices, use the new template.",
    ],
)
def test_what_is_told_of_texts_or_of_others_is_no_wish(said):
    assert not any("wants the assistant" in fact for fact in learnt(said))


@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_who_is_not_the_user_wishes_nothing(role):
    turn = Turn("t1", role, role, "In emails to Rita, keep it formal. One more thing: never use tables.", NOW)
    assert rules.extract([turn]).facts == []


@pytest.mark.parametrize(
    "said",
    [
        "Recipes: always give grams.",
        "In emails to my bank, call me Samuel.",
        "In emails to Rita, always use my full name",
        "In slides, use bullet points",
        "In poems for Ola, keep it light",
        "Commit messages: always use the imperative",
    ],
)
def test_a_wish_on_a_kind_of_text_is_learnt_once(said):
    (fact,) = learnt(said)
    assert said.split(",")[0].split(":")[0].split()[-1].lower() in fact.lower()


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("As per my last message, never use emojis.", "never use emojis"),
        ("Apparently you keep using emojis, please never do that.", "please never do that"),
        ("According to my doctor salt is bad for me, so never suggest salty food.", "never suggest salty food"),
        ("They say salt is bad, so never suggest salty food.", "never suggest salty food"),
        ("Apparently I have to repeat it: never use emojis.", "never use emojis"),
        ("Always format dates as `YYYY-MM-DD`.", "format dates as `YYYY-MM-DD`"),
        ("Please always end commit messages with `[skip ci]`.", "end commit messages with `[skip ci]`"),
    ],
)
def test_a_reason_that_others_tell_and_a_word_of_code_take_no_wish_away(said, wish):
    assert any("wants the assistant" in fact and wish in fact for fact in learnt(said))


@pytest.mark.parametrize(
    "said",
    [
        "According to our style guide, always use the Oxford comma.",
        "Apparently always use sentence case.",
        "As per HR, don't share salaries.",
        "It says never wash above 30.",
        "`never commit secrets` is in the README.",
        "The README has `always sign commits` in it.",
    ],
)
def test_a_wish_that_is_reported_itself_is_none(said):
    assert not any("wants the assistant" in fact for fact in learnt(said))


def test_of_two_names_the_one_to_use_is_learnt():
    assert learnt("Never call me Sir, always call me Captain.") == ["The user wants to be called Captain."]


def test_what_the_speaker_never_did_is_told_beside_a_wish():
    assert "The user never studied computer science." in learnt(
        "Please explain things step by step, I never studied computer science."
    )
