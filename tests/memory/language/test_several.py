"""A prompt that asks for several things is told apart; one that asks for one thing is left alone."""

import pytest

from memory.language.en.several import MOST_CHARACTERS, asked_apart


@pytest.mark.parametrize(
    ("prompt", "apart"),
    [
        ("Where do I live, and does Kim drink tea?", ["Where do I live?", "does Kim drink tea?"]),
        ("When is the audit? And who signs it off?", ["When is the audit?", "And who signs the audit off?"]),
        ("whats the gate code + who has the spare key", ["whats the gate code?", "who has the spare key?"]),
        (
            "Tell me which tyre size we ordered; also whether the jack came.",
            ["Tell me which tyre size we ordered?", "also whether the jack came?"],
        ),
        (
            "Back from leave! They want to know what I earn and how long I have been here.",
            ["They want to know what I earn?", "how long I have been here?"],
        ),
        ("I need my blood type, the clinic's number and how I get there.",
            ["I need my blood type?", "the clinic's number?", "how I get there?"]),
        ("Can you give me:\n- what Otto eats\n- his vet\n- when he is fed",
            ["Can you give me: what Otto eats?", "Otto's vet?", "when Otto is fed?"]),
        ("what is Nora's cat called, and her dog?", ["what is Nora's cat called?", "Nora's dog?"]),
    ],
)  # fmt: skip
def test_several_questions_are_told_apart(prompt, apart):
    assert asked_apart(prompt) == apart


@pytest.mark.parametrize(
    "prompt",
    [
        "Where do I live?",
        "When I was ten, we moved to Rome. Where did we live before?",
        "Where and when is the dinner?",
        "Why did she leave, and when?",
        "Plan a dinner for Maya and her brother.",
        "Write a parser and explain how it works",
        "What did Ann say about the car and the garage?",
        "My mother called, she is fine. I told her about the flat and the garden.",
        "",
        "?",
        "*",
        "- bread\n- milk\n- eggs",
        "Fix this:\n- the login page\n- the header",
        "- ; + & ;",
        "When I sign up for something, what should I look at?",
        "What LGBTQ+ events did Ann join?",
        "Where do I live and what is my job? " * (MOST_CHARACTERS // 30),
    ],
)
def test_a_prompt_that_asks_for_one_thing_is_left_alone(prompt):
    assert asked_apart(prompt) == []


def test_whom_she_is_stays_open_where_two_are_named():
    assert asked_apart("What does Ann eat, what does Bea eat, and when did she call?")[-1] == "when did she call?"


def test_no_more_than_three_are_told_apart():
    apart = asked_apart("Where do I work? Who leads it? When did I start there? What do I earn there? Do I like it?")
    assert len(apart) == 3
    assert apart[-1].endswith("What do I earn there? Do I like it?")
