"""Wishes to the assistant that are put as a question, a dislike, what suits, or what is not to be arranged."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import FactDraft, Turn

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def learnt(said: str) -> list[FactDraft]:
    return list(rules.extract([Turn("t1", "", "user", said, NOW)]).facts)


def instructions(said: str) -> list[str]:
    return [fact.content for fact in learnt(said) if "instruction" in fact.tags]


@pytest.mark.parametrize(
    "said",
    [
        "can you keep your answers short, I read these on my phone",
        "Could you please leave out the pep talk, I just need facts",
        "I would like you to call me Mr Pym, not Walter.",
        "would you call me Taz instead of Tariq",
        "I don't want small talk, just the answer",
        "I'm dyslexic so bullet points work best for me",
        "no meetings before 10, I do the school run",
        "nothing on Sundays please, that's family day",
        "I work nights at the bakery so please nothing before 1pm",
        "broke up with Daniel. don't mention him please",
    ],
)
def test_a_wish_is_known_by_its_build(said):
    assert instructions(said) == [f"The user wants the assistant to keep to this: “{said}”"]


def test_what_would_be_welcome_is_wanted():
    assert instructions("it'd be great if you didn't use emojis with me") == [
        "The user wants the assistant not to use emojis with the user."
    ]


def test_of_a_turn_that_tells_more_the_wish_is_quoted():
    assert instructions("could you stop suggesting mushrooms? I hate them") == [
        "The user wants the assistant to keep to this: “could you stop suggesting mushrooms?”"
    ]


@pytest.mark.parametrize(
    "said",
    [
        "I always want an aisle seat",
        "I only ever stay in hotels with a lift",
        "I always sit in the quiet coach",
        "I always prefer direct flights",
    ],
)
def test_what_one_always_wants_booked_is_an_instruction(said):
    assert len(instructions(said)) == 1


@pytest.mark.parametrize(
    "said",
    [
        "can you keep this one short, I'm in a hurry",
        "could you make it shorter?",
        "no meetings today, hooray",
        "no meetings before 10 tomorrow, I have the plumber here",
        "no trains before 10, there's a strike",
        "nothing on Sunday so far, maybe we go to the lake",
        "I would like you to call me at 5",
        "can you call me Friday?",
        "I don't want kids, just a dog",
        "Tom doesn't want small talk, just the answer",
        "could you stop the timer?",
        "can you stop the dog barking? I hate it",
        "can you keep the receipts together, I need them for tax",
        "I thought you could call me a cab, not Uber",
        "I always want my mum when I'm ill",
        "Tom always wants an aisle seat",
        "I'm dyslexic so I hated school",
    ],
)
def test_what_is_of_this_once_or_of_others_is_none(said):
    assert instructions(said) == []


def test_what_is_so_is_learnt_without_what_is_bidden_because_of_it():
    assert "The user works nights at the bakery." in [
        fact.content for fact in learnt("I work nights at the bakery so please nothing before 1pm")
    ]
    assert [fact.content for fact in learnt("I get up at 6 now so call whenever you like")] == [
        "The user gets up at 6 now."
    ]
