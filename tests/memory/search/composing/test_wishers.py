"""Whose standing instructions lead where several people talk with one memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.search.composing import Candidate, bearing_on, for_asker
from memory.search.query import understood

MAY = datetime(2026, 5, 4, 12, tzinfo=UTC)
TOLD = (
    ("Tim", "Tim wants to be called Timothy."),
    ("Tim", "Tim wants the assistant to never use small talk."),
    ("Rosa", "Rosa wants the assistant to keep answers short."),
    ("Bo", "Bo wants the assistant to never deploy on Fridays."),
    ("Pedro", "Pedro wants the assistant to always answer them in Spanish."),
    ("Gunhild", "Gunhild wants the assistant to never send them marketing."),
)


def told(prompt, asker, stated=TOLD):
    """The instructions for this prompt, of those `stated`, the newest first."""
    known = [
        Candidate(place, text, MAY - timedelta(days=place), kind="fact", speaker=speaker, role="user")
        for place, (speaker, text) in enumerate(stated, 1)
    ]
    question = understood(prompt)
    return [one.text for one in for_asker(question, bearing_on(question, known), prompt, lambda: asker)]


@pytest.mark.parametrize(
    ("asker", "prompt", "first"),
    [
        ("Pedro", "Good morning", "Pedro wants the assistant to always answer them in Spanish."),
        ("pedro", "Where does my order go?", "Pedro wants the assistant to always answer them in Spanish."),
        ("Rosa", "Explain how a mutex works", "Rosa wants the assistant to keep answers short."),
        ("Gunhild", "Send me the marketing plan", "Gunhild wants the assistant to never send them marketing."),
        ("Gunhild", "Write a reply to Pedro", "Pedro wants the assistant to always answer them in Spanish."),
        ("gunhild", "write a reply to tim", "Tim wants to be called Timothy."),
        ("Rosa", "Draft marketing mails for Gunhild", "Rosa wants the assistant to keep answers short."),
    ],
)
def test_those_of_who_asks_and_of_whom_the_prompt_names_come_first(asker, prompt, first):
    assert told(prompt, asker)[0] == first


def test_how_another_wants_to_be_talked_to_bears_on_no_prompt_of_ones_own():
    assert told("Good morning", "Rosa") == [TOLD[2][1], TOLD[1][1]]
    assert told("Send Ottoline the marketing offers", "Ottoline") == [TOLD[1][1], TOLD[2][1]]


def test_what_is_wanted_of_the_work_bears_whoever_wants_it():
    own = [("Ann", f"Ann wants the assistant to {what}.") for what in ("use bullets", "answer briefly", "be blunt")]
    assert told("Deploy the release on Friday", "Rosa")[:2] == [TOLD[2][1], TOLD[3][1]]
    assert TOLD[3][1] in told("Deploy the release on Friday", "Ann", [*own, *TOLD])[:3]
    before = ("Bo", "Bo wants the assistant to tell them before it deploys anything.")
    assert told("Deploy the release", "Ann", [before]) == [before[1]]


@pytest.mark.parametrize(
    ("prompt", "bears"), [("Book the dentist for me", False), ("Book a table for us", True), ("Book Tim in", True)]
)
def test_what_is_wanted_for_one_bears_on_what_is_for_them(prompt, bears):
    ban = ("Tim", "Tim wants the assistant to never book anything before 10 for them.")
    assert bool(told(prompt, "Ann", [ban])) is bears


@pytest.mark.parametrize("asker", [None, "", "user"])
def test_all_is_as_it_is_where_nobody_knows_who_asks(asker):
    newest_first = [text for place, (_, text) in enumerate(TOLD) if place not in (3, 5)]
    assert told("Good morning", asker) == newest_first


def test_what_nobody_with_a_name_wants_is_everybodys():
    house = ("", "Answer briefly.")
    unnamed = ("user", "The user wants the assistant to use metric units.")
    assert told("Good morning", "Pedro", [TOLD[1], house, unnamed, TOLD[4]]) == [
        house[1], unnamed[1], TOLD[4][1], TOLD[1][1],
    ]  # fmt: skip


def test_a_longer_name_may_be_the_same_persons():
    mine = ("Tim Brown", "Tim Brown wants to be called Timothy.")
    assert told("Good morning", "Tim", [mine]) == [mine[1]]


def test_one_persons_language_replaces_nobody_elses():
    french = ("Ann", "Ann wants the assistant to always answer in French.")
    spanish = ("Bob", "Bob wants the assistant to always answer in Spanish.")
    assert told("Good morning", "Ann", [spanish, french]) == [french[1]]
    assert told("Good morning", "Bob", [spanish, french]) == [spanish[1]]
    assert told("Good morning", None, [spanish, french]) == [spanish[1], french[1]]
