"""How all texts of a kind are to be, told as a statement; what is told of one text, of others' texts or of things."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

from .test_requested import instructions

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "said",
    [
        "I always want emails in German.",
        "I always want messages to suppliers in Dutch, by the way.",
        "I want all emails to the board in formal English.",
        "I expect every estimate in hours, not days.",
        "I only want answers in Spanish.",
        "I'd always like to see the diff first.",
        "I always like my to-do lists numbered.",
        "In general I want short answers.",
        "I never want to read a wall of text.",
        "I always want recipes for four.",
        "Letters to the clinic should always be in Swedish.",
        "Messages for dad need to be in large print and simple words.",
        "Texts to the team must be under 50 words.",
        "Emails to Kofi should never have attachments.",
        "Summaries should always start with the decision.",
        "Whatever goes to customers has to be in formal German.",
        "Every report needs an executive summary at the top.",
        "All tickets need a priority and an owner.",
    ],
)
def test_how_all_texts_of_a_kind_are_to_be_is_a_wish(said: str) -> None:
    assert instructions(said) == [f"The user wants the assistant to keep to this: “{said}”"]


@pytest.mark.parametrize(
    "said",
    [
        "I want this email in German.",
        "I need the letter in French by Friday.",
        "I want the invoice for March in English.",
        "I only want prices without the VAT for this quote.",
        "Slides have to be in English for the conference.",
        "The drafts need to be in his inbox tonight.",
        "I want emails from Tom in a separate folder.",
        "Texts from the bank must be fake.",
        "My manager always wants reports in PDF.",
        "The style guide says reports must be in British English.",
        "In my old job letters had to be in formal English.",
        "Should emails to clients always be in French?",
        "I always like songs in Spanish.",
        "I only like poems in French.",
        "I always read books in English.",
        "Letters have to be under 20 grams.",
        "Everything for the trip has to be in bags under 20 kg.",
        "Tests should always have a control group.",
        "Every function needs a venue.",
        "Every story needs a conclusion.",
        "All tickets need to be stamped at the gate.",
        "Menus should be in English everywhere.",
        "Contracts must be in Polish by law.",
        "I want all letters in capitals on the sign.",
        "Notes should never be out of tune.",
        "Every email needs a subject, or so my boss claims",
        "Every report needs a summary at the top, they tell me at work",
        "Every report needs a summary at the top, which is stupid",
    ],
)
def test_what_is_told_of_one_text_or_of_something_else_is_none(said: str) -> None:
    assert instructions(said) == []


def test_what_was_made_of_such_a_wish_does_not_stand_beside_it() -> None:
    assert instructions("I'd prefer all times in CET.") == [
        "The user wants the assistant to keep to this: “I'd prefer all times in CET.”"
    ]


def test_an_answer_is_of_the_one_text_unless_it_says_more() -> None:
    def told(answer: str) -> list[str]:
        turns = [
            Turn("t1", "", "assistant", "Shall I write the email in Dutch?", NOW),
            Turn("t2", "", "user", answer, NOW),
        ]
        return [fact.content for fact in rules.extract(turns).facts if "instruction" in fact.tags]

    assert told("Yes. Emails should be in Dutch.") == []
    assert told("Yes, and sign it Joris. I always want messages to suppliers in Dutch.") == [
        "The user wants the assistant to keep to this: “I always want messages to suppliers in Dutch.”"
    ]
