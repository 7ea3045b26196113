"""Truth goes before coverage: what is said with a condition, a denial or a doubt is kept as such, or not at all."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import FactDraft, Turn

NOW = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def learnt(*said: str, asked: str = "") -> list[FactDraft]:
    before = [Turn("t0", "assistant", "assistant", asked, NOW)] if asked else []
    return rules.extract([*before, *(Turn(f"t{n}", "user", "user", text, NOW) for n, text in enumerate(said, 1))]).facts


def contents(*said: str, asked: str = "") -> list[str]:
    return [fact.content for fact in learnt(*said, asked=asked)]


@pytest.mark.parametrize(
    "said",
    [
        "If all goes well I'll start at Siemens in May.",
        "If all goes well, I'll start at Siemens in May.",
        "Unless it rains we go sailing in Bergen on Sunday.",
        "I'll take the bus to Voss if I miss the ferry.",
        "I was going to learn Polish, but I gave up.",
        "Not that I don't like Berlin.",
        "As long as the visa is granted, I'm moving to Kyoto.",
        "Marketing gets 12,000 dollars this quarter.",
    ],
)
def test_what_is_conditional_given_up_or_denied_as_a_whole_is_not_told_as_so(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        (
            "As long as the bank agrees, we'll buy the house in Voss.",
            "As long as the bank agrees, the user will buy the house in Voss.",
        ),
        ("Maybe I'll move to Bergen in May.", "Maybe the user will move to Bergen in May 2023."),
        ("We might go to Iceland in September.", "The user might go to Iceland in September 2023."),
    ],
)
def test_a_condition_or_a_doubt_stays_in_the_words(said, fact):
    found = learnt(said)
    assert [one.content for one in found] == [fact]
    assert found[0].confidence < 0.85


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My sister's login is 'admin'.", "The user's sister's login is 'admin'."),
        ("I booked a flight for June 9.", "The user booked a flight for 9 June 2023."),
        ("I quit smoking in January.", "The user quit smoking in January 2023."),
        ("Hello Sam, Kim lives in York.", "Kim lives in York."),
        ("Hi Sam, I live in York.", "The user lives in York."),
        ("Sam, I live in York.", "The user lives in York."),
        ("The dentist of my son is turning 40.", "The dentist of the user's son is turning 40."),
        ("My dentist is turning 40.", "The user's dentist is turning 40."),
    ],
)
def test_a_quoted_word_a_greeting_or_another_person_changes_no_meaning(said, fact):
    assert contents(said) == ([fact] if fact else [])


@pytest.mark.parametrize(
    ("said", "fact", "rule"),
    [
        ("The budget is 40,000 euros.", "The budget is 40,000 euros.", "thing"),
        ("The launch moved to 4 October.", "The launch moved to 4 October 2023.", "thing"),
        (
            "Karin Holm is our contact at Northwind.",
            "Karin Holm is the user's contact at Northwind.",
            "named",
        ),
        ("Jonas will cover for me in August.", "Jonas will cover for the user in August 2023.", "named"),
        ("Milan owns the billing module.", "Milan owns the billing module.", "named"),
        ("It turns out our boiler is from 1987.", "The user's boiler is from 1987.", "own_identity"),
        ("I should mention that I'm vegetarian.", "The user is vegetarian.", "quality"),
        ("I take 20 mg of lisinopril.", "The user takes 20 mg of lisinopril.", "deed"),
        ("Our flight leaves on 22 May.", "The user's flight will leave on 22 May 2023.", "own_deed"),
        ("I can't stand coriander.", "The user cannot stand coriander.", "liking"),
    ],
)
def test_things_and_third_persons_are_learnt_by_the_rule_that_the_fact_names(said, fact, rule):
    assert [(one.content, one.rule) for one in learnt(said)] == [(fact, rule)]


@pytest.mark.parametrize("said", ["Python is a language.", "The weather is lovely today.", "The budget is fine."])
def test_what_is_so_for_everybody_or_has_no_value_is_no_fact_of_a_thing(said):
    assert contents(said) == []


def test_a_wish_for_something_instead_is_two_standing_instructions_of_the_user_alone():
    said = "Don't call me, email me."
    assert contents(said) == [
        "The user wants the assistant not to call them.", "The user wants the assistant to always email them.",
    ]  # fmt: skip
    assert rules.extract([Turn("t1", "assistant", "assistant", said, NOW)]).facts == []
    among_people = [Turn("t1", "Ada", "user", said, NOW), Turn("t2", "Bea", "user", "Sure.", NOW)]
    assert rules.extract(among_people).facts == []


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("Are you allergic to anything?", "Yes, peanuts.", "The user is allergic to peanuts."),
        ("Do you have any food allergies?", "Yes, nuts and soy.", "The user has food allergies: nuts and soy."),
        ("Do you prefer tea or coffee?", "Tea.", "The user prefers tea."),
        ("Are you allergic to anything?", "No, peanuts are fine.", None),
        ("Do you prefer tea or coffee?", "Water.", None),
        ("Do you like it?", "Yes, peanuts.", None),
    ],
)
def test_a_short_answer_to_the_assistant_is_made_whole_where_it_says_yes(asked, said, fact):
    assert contents(said, asked=asked) == ([fact] if fact else [])


@pytest.mark.parametrize(
    "said",
    [
        "I'm trying to handle errors in Flask.",
        "I'm having trouble with the login page of my shop.",
        "I want to make sure the query uses the index.",
        "I need help with my SQL query.",
    ],
)
def test_the_task_of_the_hour_is_no_durable_fact(said):
    assert contents(said) == []


def test_what_is_tried_for_longer_or_told_to_a_friend_is_one():
    assert contents("I'm trying to quit smoking.") == ["The user is trying to quit smoking."]
    talk = [
        Turn("t1", "Ada", "user", "I'm trying to fix the roof of our cabin.", NOW),
        Turn("t2", "Bea", "user", "Good.", NOW),
    ]
    assert [fact.content for fact in rules.extract(talk).facts] == ["Ada is trying to fix the roof of their cabin."]


@pytest.mark.parametrize(
    "said",
    [
        "We're 9 people, seed stage, runway till October.",
        "So we're ten.",
        "We're a team of five.",
        "we're at 48 now",
        "We're customers of Nordea since 2019.",
    ],
)
def test_who_we_are_together_is_not_who_the_speaker_is(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("yeah I started swimming, tuesdays at the Lido", ["The user started swimming, Tuesdays at the Lido."]),
        (
            "My email is ann@postbox.example now, and please don't send parcels to the office any more",
            ["The user's email is ann@postbox.example now."],
        ),
        ("My staff are on holiday.", ["The user's staff are on holiday."]),
    ],
)
def test_what_is_asked_or_no_verb_at_all_is_no_statement_of_the_subject_before_it(said, facts):
    assert contents(said) == facts


@pytest.mark.parametrize(
    "said",
    [
        "Pretend you are my landlord. I have to move out by June.",
        "Imagine I live in Rome. I work at the Vatican library.",
        "Let's do a role play. You are the customer. I work at the bank in Oslo.",
        "Suppose our budget is 40,000 euros. My team works at Acme.",
        "For the exercise, I'm a doctor in Paris.",
        "In this scenario I work as a pilot.",
        "Hypothetically, I live in Norway.",
        "You play a recruiter. I work for Siemens in Munich.",
    ],
)
def test_what_is_only_played_or_supposed_is_not_learnt(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "Imagine my surprise. I work at the Vatican library.",
        "Act as a senior developer. I work at the Vatican library.",
        "I work at the Vatican library. Pretend you are my landlord.",
    ],
)
def test_what_is_said_beside_it_is_learnt(said):
    assert contents(said) == ["The user works at the Vatican library."]
