"""On what a standing instruction bears: its subject, its condition, every answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.search.composing import Candidate, bearing_on
from memory.search.composing.instructing import tells_later
from memory.search.query import understood

MAY = datetime(2026, 5, 4, 12, tzinfo=UTC)
TABS = "The user wants the assistant to use tabs and no comments when it writes code for the user."
METRIC = "The user wants the assistant to always answer in metric units."
LOCAL = "If the user asks about rent, the assistant should quote it in Swiss francs."
FORMAL = "Letters to clients should be signed with the full name."
POLITE = "The user wants the assistant to answer politely when possible."


def bears(instruction, prompt):
    told = Candidate(1, instruction, MAY, kind="fact", speaker="user")
    return bearing_on(understood(prompt), [told]) == [told]


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
def test_an_instruction_bears_on_its_subject_alone_or_on_every_answer(instruction, prompt, expected):
    assert bears(instruction, prompt) == expected


def as_told(wish):
    return f"The user wants the assistant to keep to this: “{wish}”"


@pytest.mark.parametrize(
    ("wish", "prompt", "expected"),
    [
        ("and never write 'delighted' or 'thrilled' in anything for me", "draft the thank you card for Joan", True),
        ("and never write 'delighted' or 'thrilled' in anything for me", "which day am I off now", False),
        ("For anything you draft that clients will read: British spelling.", "write to the Hales about the roof", True),
        ("For anything you draft that clients will read: British spelling.", "how tall is the roof", False),
        ("no emojis, and never say “no worries” in your answers", "how tall is the roof", True),
        ("when i ask you for a list keep it to five points", "list what to take to the fair", True),
        ("when i ask you for a list keep it to five points", "is the lame ewe still about", False),
        ("When I ask for a reply to a tenant, keep it under eighty words.", "Draft the reply to flat 3", True),
        ("When I ask for a reply to a tenant, keep it under eighty words.", "Whom do I call about the lift?", False),
        ("Please draft letters to them in a polite tone. And sign them R. Holm.", "Write to the council", True),
        (
            "Please draft letters to them in a polite tone. And sign them R. Holm.",
            "When is the boiler serviced?",
            False,
        ),
        ("msgs to work folk max 3 lines", "write Bo that I'm late", False),
        ("msgs to work folk max 3 lines", "send the team a message that I'm late", True),
        ("no rhymes in songs, and no emojis anywhere", "When do we play?", True),
        ("Cover letters: nothing flowery.", "My cousin wants to see the flat", False),
        ("keep your messages short", "Which doctor do I see?", True),
        ("answer me in Spanish even when I write in English", "Who mends the lift?", True),
        ("call me Bex, only my nan calls me Rebecca, and only when I'm in trouble", "What's on today?", True),
        ("if you don't know, say so", "Who owns the mill?", True),
        ("end each reply with a word of Irish", "Who owns the mill?", True),
        ("Please write American English", "What did my boss say?", True),
        ("Always write at most three lines", "What did my boss say?", True),
        ("no stories please, short answers", "What did my boss say?", True),
        ("always use metric, also in recipes", "How tall is a door?", True),
        ("No emojis in texts or answers", "How tall is a door?", True),
        ("always add references to your answers", "How tall is a door?", True),
        ("keep emails short", "How tall is a door?", False),
        ("Celsius please. When I ask for a recipe, four lines.", "How warm is it in Bari in May?", True),
    ],
)
def test_how_one_kind_of_text_is_to_be_made_bears_on_that_kind_alone(wish, prompt, expected):
    assert bears(as_told(wish), prompt) is expected


COMMITS = as_told("For commit messages use the imperative mood.")
TO_RITA = as_told("Emails to Rita should be in Portuguese.")


@pytest.mark.parametrize(
    ("instruction", "prompt", "expected"),
    [
        (COMMITS, "Write a commit message for the retry loop", True),
        (COMMITS, "Write me a function that merges two lists", False),
        ("The user wants the assistant to never put more than five lines on slides.", "Make a deck on kelp", True),
        ("The user wants the assistant to never put more than five lines on slides.", "What shall I put on?", False),
        (as_told("Tests should use pytest, not unittest."), "What instrument do I play?", False),
        (as_told("Tests should use pytest, not unittest."), "Write tests for the tokenizer", True),
        ("The user wants the assistant to use type hints in Python.", "Implement a helper that trims commas", True),
        (TO_RITA, "Send Rita a note that the contract is ready", True),
        (TO_RITA, "Draft an email to Tom", False),
        (TO_RITA, "Draft the email on the contract", True),
        (TO_RITA, "When does Rita arrive?", False),
        ("The user wants the assistant to never suggest anything that needs an oven.", "What could we cook?", True),
        ("The user wants the assistant to never suggest anything that needs an oven.", "Who can we trust?", False),
        ("The user wants the assistant to never share salary figures.", "What does Tomas earn?", True),
    ],
)
def test_an_instruction_bears_on_what_it_is_about_alone(instruction, prompt, expected):
    assert bears(instruction, prompt) is expected


def test_a_word_of_what_is_to_be_done_is_no_subject():
    spelling = "Ann wants British spelling in the comments she sorts."
    assert bears(spelling, "Write a comment for a loop")
    wish = "The user wants the assistant to always write her reports in bullet points."
    assert not bears(wish, "Write a poem")
    assert bears(wish, "Write the report on the boat")


@pytest.mark.parametrize(
    ("older", "newer", "is_replaced"),
    [
        ("prices in euros please", "prices in dollars from now on, I moved to Ohio", True),
        ("metric pls", "Please use miles, I'm back in Leeds", True),
        ("Always answer in English.", "answer in German please", True),
        ("24h clock", "12h clock please", True),
        ("bullet points please", "no more lists, paragraphs please", False),
        ("letters to Ann in Spanish please", "letters to Ben in English please", False),
        ("prices in euros please", "prices in euros please, with VAT", False),
        ("distances in miles please", "temperatures in celsius please", False),
        ("weights in kg", "weights in grams for recipes", False),
        ("Always answer in English, never mention my divorce.", "Answer in German please.", False),
        ("Never use tables.", "Never use bullets.", False),
    ],
)
def test_of_what_there_is_one_at_a_time_the_newest_wish_bears_alone(older, newer, is_replaced):
    told = [
        Candidate(number, f"The user wants the assistant to keep to this: “{text}”", at, kind="fact", speaker="user")
        for number, text, at in ((1, older, MAY), (2, newer, MAY + timedelta(days=9)))
    ]
    for given in (told, told[::-1]):
        bearing = bearing_on(understood("Write Ann and Ben a recipe, the prices, the distance and the time"), given)
        assert {one.rowid for one in bearing} == ({2} if is_replaced else {1, 2})


def test_an_instruction_of_another_namespace_replaces_none():
    told = [
        Candidate(1, "Distances in kilometres.", MAY, kind="fact"),
        Candidate(2, "Distances in miles.", MAY + timedelta(days=9), kind="fact", space=1),
    ]
    assert bearing_on(understood("What is the distance to the mill?"), told) == told


@pytest.mark.parametrize(
    ("instruction", "always"),
    [
        ("The user wants the assistant to answer in one sentence, without comments.", True),
        ("The user wants the assistant to keep to this: “24h clock, and tabs in code”", True),
        ("The user wants the assistant to keep to this: “code style: tabs, no docstrings”", False),
        ("The user wants the assistant to use 2 spaces in C++.", False),
    ],
)
def test_how_code_is_to_be_written_bears_on_code_alone(instruction, always):
    assert bears(instruction, "What did my boss say?") is always
    assert bears(instruction, "Write a function that sorts the list")


def test_an_instruction_brings_the_newer_one_on_the_same_thing_along():
    marks = Candidate(1, "The user wants the assistant to mark every change in brackets when it corrects a text.", MAY)
    bare = Candidate(
        2, "The user wants the assistant to keep to this: “you don't need to mark the changes”", MAY + timedelta(days=9)
    )
    other = Candidate(3, "The user wants the assistant to sign letters to Karen.", MAY + timedelta(days=9))
    asked = understood("Correct this text please: the colour are nice")
    assert bearing_on(asked, [other, bare, marks]) == [marks, bare]
    # An older one is not brought by a newer, nor one of another namespace.
    elsewhere = bare._replace(space=1)
    assert bearing_on(asked, [elsewhere, marks]) == [marks]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (LOCAL, "If the user is sad, the assistant should tell a story."),
        ("The assistant should call the user Max.", "The assistant should not tell the user jokes."),
        (
            "The user wants the assistant to use tabs when it writes code for the user.",
            "The user wants the assistant to add tests when it writes code for the user.",
        ),
    ],
)
def test_whom_it_names_and_when_it_bears_is_not_what_an_instruction_is_about(older, newer):
    language = understood("code").language
    told = [Candidate(1, older, MAY, speaker="user"), Candidate(2, newer, MAY + timedelta(days=9), speaker="user")]
    assert not tells_later(language, told[1], told[0])


def test_where_few_have_room_an_older_one_stands_with_the_newer():
    wishes = ["British spelling please", "metric units please", "mark every change in brackets please"]
    told = [Candidate(n, as_told(wish), MAY, kind="fact", speaker="user") for n, wish in enumerate(wishes)]
    newer = Candidate(9, as_told("you don't need to mark the changes"), MAY + timedelta(days=9), speaker="user")
    assert [one.rowid for one in bearing_on(understood("Mark the letter"), [*told, newer])][:2] == [2, 9]


def test_what_instructions_tell_by_themselves_is_worked_out_once_for_all_prompts():
    asked = understood("Mark the letter")
    compared, read = [], []

    def lifts(newer, older):
        compared.append((newer, older))
        return asked.language.cues.lifts(newer, older)

    def tells_manner(text):
        read.append(text)
        return asked.language.cues.tells_manner(text)

    language = replace(asked.language, cues=replace(asked.language.cues, lifts=lifts, tells_manner=tells_manner))
    wishes = ["British spelling please", "mark every change in brackets please", "you don't need to mark the changes"]
    told = [
        Candidate(n, as_told(wish), MAY + timedelta(days=n), kind="fact", speaker="user")
        for n, wish in enumerate(wishes)
    ]
    found = [
        bearing_on(replace(understood(prompt), language=language), told)
        for prompt in ("Mark the letter", "What is the capital of Peru?", "Mark the letter")
    ]
    assert found[0] == found[2] == bearing_on(asked, told)
    assert len(compared) == len(set(compared)) > 0
    assert sorted(read) == sorted({one.text for one in told})
    # Who said it, when, and where is no part of what is kept.
    marks, bare = told[1:]
    assert tells_later(language, bare, marks)
    assert not tells_later(language, marks, bare)
    assert not tells_later(language, bare, marks._replace(event_time=MAY + timedelta(days=30)))
    assert not tells_later(language, bare._replace(space=1), marks)


NOT_BEFORE_TEN = "Ann wants the assistant not to schedule meetings before 10."
NO_SUGAR = "Ann wants the assistant to never put sugar in recipes."
CALORIES = "Ann wants the assistant to never mention calories."
AISLE = "Ann always wants an aisle seat."
TO_MUM = as_told("when you write to my mum, use big simple words, she's 85")
LANDLORD = "Ann wants the assistant to stay formal when it writes to their landlord."


@pytest.mark.parametrize(
    ("instruction", "prompt", "expected"),
    [
        ("Ann wants the assistant to always give them measurements in grams.", "Banana bread recipe", True),
        ("Ann wants the assistant to give their son 10 euros each week.", "Banana bread recipe", False),
        (as_told("it'd be great if you didn't use emojis with me"), "How tall is a door?", True),
        (as_told("it'd be great if you didn't use emojis when you write to clients"), "How tall is a door?", False),
        ("Ann wants the assistant not to use emojis with Ann.", "How tall is a door?", True),
        (CALORIES, "Suggest a breakfast", True),
        (CALORIES, "How do I make pancakes?", True),
        (CALORIES, "Draft a mail to my boss", False),
        (AISLE, "Book me a flight to Rome", True),
        (AISLE, "Suggest a breakfast", False),
        (as_told("no meetings before 10, I do the school run"), "Schedule a call with Tim", True),
        (as_told("nothing on Sundays please"), "Schedule the dentist", True),
        (as_told("could you stop suggesting mushrooms?"), "Suggest a dinner", True),
        (as_told("Please don't suggest mushrooms for dinner"), "How should I fix this segfault?", False),
        (as_told("never suggest films to me"), "Can you plan a workout?", False),
        ("Ann wants the assistant not to offer discounts to customers.", "What should I cook tonight?", False),
        (NOT_BEFORE_TEN, "How do I set up Postgres on Debian?", False),
        (NOT_BEFORE_TEN, "Arrange this tune for strings", False),
        ("Ann wants the assistant to keep to this: “Don't deploy after 4.”", "Set up a meeting with Tim", False),
        (as_told("No washing before 9"), "Book a table for lunch", False),
        (NO_SUGAR, "How do I wrap a present?", False),
        (NO_SUGAR, "What is a sandwich attack?", False),
        (NO_SUGAR, "How do I jam on the guitar?", False),
        (NO_SUGAR, "How do I cancel the pizza box collection?", False),
        (NO_SUGAR, "How do I make a pie chart?", False),
        (NO_SUGAR, "How do I make a cherry pie for Tom?", True),
        (as_told("remind Tom not to eat snacks"), "How do I make a pie chart?", False),
        (as_told("keep the rooms tidy in the game"), "Which hotels are in Bern?", False),
        (as_told("always book the ground floor"), "Which trains go to Bern?", False),
        (as_told("When you write to my grandma, large print."), "Write a letter to my gran", True),
        (as_told("When you write to my wife, use German."), "Message my partner that dinner is late", True),
        (as_told("When you write to my landlord, be formal."), "Write to my landlady", True),
        (as_told("When you write to my lawyer, cc Tim."), "Write a mail to my solicitor", True),
        (as_told("When you write to my mum, use big words."), "Text my mummy a letter", True),
        (as_told("When you write mails to my team, no emojis."), "Write mails to my staff", True),
        (as_told("Never write to my ex; always sign mails with Jo."), "Write a mail to my boss about the leave", True),
        (as_told("Be kind when you talk about my dad."), "What is the capital of Peru?", False),
        (as_told("Be nice when you respond to customers."), "What is the capital of Peru?", False),
        ("Ann wants the assistant to be kind when it talks to Ann's mum.", "What is the capital of Peru?", False),
        (as_told("It's better if you call me Jo at work, always."), "What is the capital of Peru?", False),
        (as_told("I'd love it when you explain physics with pictures."), "Write a poem on rain", False),
        (as_told("I'd prefer it if you answered mails in French."), "Write a poem on rain", False),
        (as_told("It would be great if you replied to the landlord in German."), "How tall is a door?", False),
        (as_told("could you stop suggesting mushrooms?"), "Who wrote Emma?", False),
        (TO_MUM, "Draft a mail to my mum", True),
        (TO_MUM, "Write a letter to my mother", True),
        (TO_MUM, "Draft a mail to my boss", False),
        (TO_MUM, "Draft a mail to Joan", True),
        (LANDLORD, "Draft a message to my sister", False),
        (LANDLORD, "text my landlord about the leak", True),
        (FORMAL, "Draft a reply to my boss", True),
        *(
            (f"Ann wants the assistant to {what}.", "What is the capital of Peru?", False)
            for what in (
                "always quote the rent in euros for the tenants",
                "give the baby's feeds in ounces",
                "list the running routes in miles",
                "state the doses in grams",
                "keep the ledger in Swiss francs",
                "measure the curtains in cm",
                "show the hike in km",
                "put the tip in dollars",
                "quote customers in euros",
                "not to put sensitive data in units",
            )
        ),
    ],
)
def test_an_instruction_bears_where_it_matters_and_on_nobody_else(instruction, prompt, expected):
    assert bears(instruction, prompt) == expected
