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


def test_what_its_fact_holds_is_not_quoted_as_well():
    assert instructions("I'd like you to call me June at the earliest.") == ["The user wants to be called June."]


def test_of_a_turn_that_tells_more_the_wish_is_quoted():
    assert instructions("could you stop suggesting mushrooms? I hate them") == [
        "The user wants the assistant to keep to this: “could you stop suggesting mushrooms?”"
    ]


@pytest.mark.parametrize(
    "said",
    [
        "I always want an aisle seat",
        "As I'm tall I always want an aisle seat",
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
        "As a user I want dates always in my local format so that I'm not confused",
        "I'm dyslexic so I hated school",
        "Could you please cut the jokes from the speech?",
        "Could you avoid emojis in the tweet?",
        "Would you lose the slang in line 3?",
        "Can you avoid jargon in the press release?",
        "Can you drop summaries from the spreadsheet?",
        "Could you leave out the greetings in the mail to Ben?",
        "Could you skip the introductions at the party and go straight to the food?",
        "Could you make all of your paragraphs shorter in the essay you sent?",
        "Can you stop asking people for money in this letter?",
        "Can you leave your messages after the beep?",
        "Can you stop sending money to Bob?",
        "Would you stop telling Tom that I'm rich?",
        "Can you stop adding my brother to the group?",
        "Can you stop adding sugar to the recipe?",
        "I don't want waffle, I'd rather have pancakes.",
        "I don't want fluff, the dryer is full of it.",
        "I don't need filler, the wall is smooth already.",
        "I don't want any lectures, I skip them and study at home.",
        "I don't need lectures or seminars for my degree",
        "I don't need introductions, I know everybody at the wedding.",
        "I don't want greetings, my birthday is sad enough.",
        "I don't want jokes or clowns at the party.",
        "I don't want slang or jargon in the contract.",
        "I don't need disclaimers, the lawyer said.",
        "I don't need recaps, I have seen all the episodes.",
        "I don't want intros or credits in my film.",
        "I don't need the summaries, Tom has them.",
        "Tables work best for me at restaurants near the window.",
        "Big tables are best for me because I'm tall.",
        "Small steps are best for me since the surgery.",
        "Steps are good for me, I do 10000 a day.",
        "Tables are easier for me to make than chairs.",
        "Short sentences help me a lot when I read to my daughter.",
        "No appointments on Wednesdays, the surgery is shut.",
        "No bookings on Mondays, we're closed.",
        "No bookings after 9, the restaurant is full.",
        "No emails after 8pm, the server goes down.",
        "No calls after 6, the office is closed.",
        "No texts after midnight, he promised.",
        "No phone calls during dinner, that's the rule for my kids.",
        "No meetings on Fridays, it's company policy.",
        "No calls on Sundays, my mum is at church.",
        "My train is late and nothing until noon, please tell Ann.",
        "Nothing after lunch, please, I feel sick.",
        "Can you call me March?",
        "Could you call me Uber?",
        "Can you call me Dr Smith's office?",
        "Would you call me Ishmael a good opening line?",
        "I'd love you to call me Christmas morning.",
    ],
)
def test_what_is_of_this_once_or_of_others_is_none(said):
    assert instructions(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "My PIN is 4711. Never text them about it please.",
        "How are you? Never contact them by phone.",
        "The car broke down again. Never call them before nine, please.",
        "I'm at the office until five. When clients phone, always call them back within an hour.",
    ],
)
def test_a_sentence_that_names_nobody_is_not_quoted_with_the_wish(said):
    assert not any(said.split(". ")[0].split("? ")[0] in told for told in instructions(said))


def test_what_is_so_is_learnt_without_what_is_bidden_because_of_it():
    assert "The user works nights at the bakery." in [
        fact.content for fact in learnt("I work nights at the bakery so please nothing before 1pm")
    ]
    assert [fact.content for fact in learnt("I get up at 6 now so call whenever you like")] == [
        "The user gets up at 6 now."
    ]
