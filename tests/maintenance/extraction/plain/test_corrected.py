"""What is taken back, or put right, in the next breath is not learnt as it was said first."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.corrected import settled
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)


def talk(*said: str) -> list[Turn]:
    """The turns of Ann; what begins with "A: " is the assistant's."""
    return [
        Turn(f"t{n}", "assistant", "assistant", text[3:], NOW)
        if text.startswith("A: ")
        else Turn(f"t{n}", "Ann", "user", text, NOW)
        for n, text in enumerate(said)
    ]


def contents(*said: str) -> list[str]:
    return [fact.content for fact in rules.extract(talk(*said)).facts]


@pytest.mark.parametrize(
    "said",
    [
        ("I'm diabetic. Just kidding, I'm fine.",),
        ("I'm engaged! lol jk",),
        ("I'm engaged!", "Just kidding."),
        ("I'm quitting my job at Acme. Scratch that.",),
        ("We might move to Leeds. Actually no, we're staying.",),
        ("I may have coeliac disease. Update: blood test came back clear, so no.",),
        ("I could have asthma. Update: the doctor says I don't.",),
        ("I'm going to be a father in March. No, false alarm, she isn't pregnant.",),
        ("Ben is allergic to fish. No wait, that's Tom.",),
        ("Always answer in French. Just kidding.",),
    ],
)
def test_what_is_taken_back_is_not_learnt(said):
    assert contents(*said) == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        (("I take 20 mg of citalopram. Sorry, 10 mg.",), "Ann takes 10 mg of citalopram."),
        (("I take 20 mg of citalopram.", "Sorry, 10 mg."), "Ann takes 10 mg of citalopram."),
        (("I take 20 mg, sorry, 10 mg of citalopram.",), "Ann takes 10 mg of citalopram."),
        (("I'm on 75 micrograms of levothyroxine. No, 100.",), "Ann is on 100 micrograms of levothyroxine."),
        (("My daughter is six. I mean seven.",), "Ann's daughter is seven."),
        (("I have 2 kids. *3",), "Ann has 3 kids."),
        (("My flight is on 3 May. Oh no, it's the 4th.",), "Ann's flight is on 4 May 2026."),
        (("My flight is on 3 May.", "Sorry, 4 May."), "Ann's flight is on 4 May 2026."),
        (("The rent is £820 a month. Wait, no, £850.",), "The rent is £850 a month."),
        (("My locker is number 14. Strike that, number 41.",), "Ann's locker is number 41."),
        (("I live at 12 Quay Lane. Sorry, 14 Quay Lane.",), "Ann lives at 14 Quay Lane."),
        (("I think I'm allergic to kiwi. Scratch that, it was the pineapple.",), "Ann is allergic to pineapple."),
        (("I'm allergic to penicillin. Excuse me, I mean to amoxicillin.",), "Ann is allergic to amoxicillin."),
        (("My sister lives in York. No wait, she lives in Hull.",), "Ann's sister lives in Hull."),
        (("My sister lives in York - no wait, Hull.",), "Ann's sister lives in Hull."),
        (("I work at Siemens. Sorry, I meant Bosch.",), "Ann works at Bosch."),
        (("I'm a nurse at St Mary's.", "No sorry, St Luke's."), "Ann is a nurse at St Luke's."),
        (("My brother is moving to Oslo. Not Oslo, Bergen.",), "Ann's brother is moving to Bergen."),
        (("my boss is called karen. sorry, carol",), "Ann's boss is called Carol."),
        (("I bought a Honda. Wait no, a Hyundai.",), "Ann bought a Hyundai."),
        (("Our wifi box is in the cellar. Actually no, it's in the hall.",), "Ann's wifi box is in the hall."),
        (("I might be pregnant. No I'm not, the test was negative.",), "Ann is not pregnant."),
    ],
)
def test_what_is_put_right_is_learnt_as_it_is(said, fact):
    assert contents(*said) == [fact]


@pytest.mark.parametrize(
    "said",
    [
        ("I'm allergic to nuts. Not kidding.",),
        ("I'm pregnant. No, I'm not joking.",),
        ("I'm not vegan. No, I'm not.",),
        ("I take 20 mg of citalopram and 5 mg of ramipril. Sorry, 10 mg at night.",),
        ("I take 5 mg of ramipril. Sorry, 10 years already.",),
        ("My sister lives in York. Sorry for the late reply.",),
        ("I bought a Honda. Sorry, mum!",),
        ("I run on Mondays. Sorry, Ben!",),
        ("I have two cats. Not three.",),
        ("I have a peanut allergy. Scratch that itch, I say.",),
        ("My landlord is Mr Osei. No, he is nice.",),
        ("I work from home. No, it's nice.",),
        ("My brother lives in Oslo. No, he lives in a big house there.",),
        ("I quit smoking in May. Update: still going strong.",),
        ("I may have asthma. No idea what comes next.",),
        ("I'm moving to Oslo in May.", "Actually no, don't book the hotel yet."),
        ("I live in York.", "A: Shall I look for a hotel in Bath?", "No, Hull."),
        ("I'm vegan.", "A: So you lack iron.", "No I'm not."),
        ("I work at Siemens.", "A: Siemens is in Munich.", "No, Berlin."),
        ("Translate this: I live in Bath. Sorry, Bristol.",),
        # Somebody is called, or arrives.
        ("I moved to York. Sorry, Claude.",),
        ("I bought a Volvo. Sorry, Gemini, I lost the thread.",),
        ("My son is called Piet. Oops, Muffin, get off!",),
        ("My brother lives in Bath. Hold on, UPS.",),
        # It is told more exactly.
        ("I'm allergic to eggs. I mean, deadly.",),
        ("I'm vegetarian. I mean, strictly.",),
        ("I'm engaged. I mean, finally!",),
        ("I play the flute. I mean, badly.",),
        ("I love my school. I mean, the teachers.",),
        # An order, and what is said of the assistant's answer.
        ("I eat fish. Make it vegetarian, please.",),
        ("I have 3 sons.", "A: Here is a cake for 3.", "Make it 8."),
        ("My exam is on 3 June.", "A: Shall I plan the evening?", "Make it 5 June."),
        ("I was born on 9 May. Book a table.", "A: I booked it for 9 May.", "No, 10 May please."),
        ("My husband is from Lyon.", "A: Here is a guide to France.", "Sorry, I meant Spain."),
        ("I live in Bath.", "A: Here are hotels in York.", "Sorry, Hull."),
        ("I have eczema.", "A: Here is a text on psoriasis.", "Ignore that. I need a cream."),
        ("I'm allergic to wool.", "A: Here are scarves.", "Forget that, what about hats?"),
        ("I'm coeliac.", "A: Here is a loaf.", "lol jk, what a loaf!"),
        ("I work at Siemens. Ignore that, Ben says.",),
        # Another statement stands between.
        ("My rent is £700. I can pay more. No, £800.",),
        ("I'm coeliac. No wait, I have to read the label.",),
        ("I take 5 mg of ramipril. No wait, that is the one I told you about.",),
        ("I live in York. No wait, it gets better, I'm moving to Rome in May.",),
        # Both hold.
        ("I have a cat. No, I have a rabbit too.",),
        ("I work with Ben. Sorry, I work with Ida as well.",),
        # Of another matter, or another person.
        ("I think my son has eczema. The test for flu was negative.",),
        ("I may need an operation in May. My daughter's flu test was negative.",),
        ("I think I'll take the flat in Bath. My brother decided to stay.",),
        ("I'm 20 weeks pregnant. False alarm!",),
    ],
)
def test_what_only_begins_like_a_correction_takes_nothing_back(said):
    turns = talk(*said)
    assert settled(turns).turns == turns


def test_the_answer_to_a_question_takes_back_nothing_that_was_said_before_it():
    turns = talk("I have a dog.", "A: Do you have a cat? Do you smoke?", "I live in Bath. No, I don't.")
    assert settled(turns).turns == turns


def test_of_turns_that_are_there_as_context_nothing_is_written_anew():
    before = Turn("t0", "Ann", "user", "I take 20 mg of citalopram.", NOW, is_context=True)
    after = Turn("t1", "Ann", "user", "Sorry, 10 mg.", NOW)
    found = rules.extract([before, after])
    assert [(fact.content, fact.source_ids) for fact in found.facts] == [("Ann takes 10 mg of citalopram.", ("t1",))]
    assert settled([before, after]).turns[0] == before
