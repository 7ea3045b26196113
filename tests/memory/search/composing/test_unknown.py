"""A question after something that nobody told gets no block of what is merely near."""

from __future__ import annotations

import pytest

from memory.search.candidates import Scored
from memory.search.query import understood
from memory.search.unknown import is_unknown

from .test_choosing import composed, fact, turn

TALK = (
    turn(1, "my aunt Sunniva comes on Saturday", position=1),
    turn(2, "How nice.", speaker="assistant", role="assistant", position=2),
    turn(3, "she is allergic to nuts", position=3),
    turn(20, "grandpa had his blood test on Monday, all fine", position=20),
    turn(21, "the plumber is Mr Tveit", session="s2", position=1),
    turn(22, "Oskar plays the cello", session="s2", position=5),
    turn(30, "Oskar's landlord wants more rent", session="s3", position=1),
)  # fmt: skip


def unknown(prompt, *pool, shares=0.3):
    order = [Scored(c.rowid, 0.5, {"coverage": shares} if shares else {}) for c in pool]
    return is_unknown(understood(prompt), order, pool)


@pytest.mark.parametrize(
    "prompt",
    [
        "What is my aunt's blood type?",  # her name and another's test are known
        "What is my dentist called?",
        "Which instrument does Sunniva play?",
        "What is grandpa allergic to?",
        "Which version of Terraform do we use?",
        "When is Oskar's birthday?",
        "What is the wifi password?",
        "What is the customer's email?",
        "When does the train leave?",
        "When does my train leave?",
        "When is Mum's birthday?",
        "Who is afraid of dogs?",
        "When's my vacation?",
        "Who's my partner?",
    ],
)
def test_what_nobody_told_is_unknown(prompt):
    assert unknown(prompt, *TALK)


@pytest.mark.parametrize(
    "prompt, told",
    [
        ("When do I train?", "training on Mondays and Fridays"),  # the verb is no train
        ("What is the customer's email?", "my email is hana@postbox.example"),
        ("When is Mum's birthday?", "Mum's 70th is on the 14th of March"),
        ("What was my last blood pressure?", "blood pressure is down to 128 over 82"),
        ("When is my sister's birthday?", "my sister's 40th is in June"),
        ("Who is afraid of dogs?", "Marek is scared of dogs"),
        ("Which school is Mia at?", "my daughter Mia is at St Anne's"),
        ("Who's my partner?", "my other half's called Callum"),
        ("What's my boyfriend's name?", "my other half's called Callum"),
        ("When's my vacation?", "we're off to Arran from the 15th"),
    ],
)
def test_what_was_told_in_other_words_is_known(prompt, told):
    assert not unknown(prompt, turn(1, told, position=1))


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Which school does Tim go to?", "Tim goes to the dentist twice a year."),
        ("Which school do the kids attend?", "Go to St. Olaf for the fair, the kids go to see it each year."),
        ("What is my wife called?", "My best friend's other half is called Jens."),
        ("Who is my boyfriend?", "My best friend's other half is called Jens."),
        ("When is my vacation?", "We were camping at the beach by the cottage in 2019."),
        ("When is my vacation?", "I fly to Oslo for work each month."),
    ],
)
def test_what_is_of_something_else_answers_nothing(prompt, told):
    assert unknown(prompt, turn(1, told, position=1))


def test_that_both_say_yesterday_tells_nothing_of_what_is_asked():
    swarm = turn(1, "Picked up a swarm yesterday, put it in the green box.", position=1, cosine=0.05)
    assert unknown("What did my boss say yesterday?", swarm, shares=0)


@pytest.mark.parametrize(
    "prompt",
    [
        "What is my aunt allergic to?",
        "What is Sunniva allergic to?",  # named two turns before
        "Which instrument does Oskar play?",
        "Who is Oskar's landlord?",
        "What is the plumber's name?",
        "Who comes on Saturday?",
        "Find me a dentist.",  # no question
        "How do I get a visa?",
    ],
)
def test_what_somebody_told_is_not(prompt):
    assert not unknown(prompt, *TALK)


def test_a_fact_is_of_whom_the_turns_name_that_it_was_drawn_from():
    told = fact(50, "The user's aunt has blood type A.", sources=(1,))
    assert not unknown("What is Sunniva's blood type?", *TALK, told)


def test_without_a_word_or_a_meaning_in_common_nothing_is_known_of_a_thing():
    near = [turn(n, text, cosine=cosine) for n, (text, cosine) in enumerate([("I bought a bike.", 0.1)] * 5)]
    assert unknown("How much was the sofa?", *near, shares=0)
    assert not unknown("How much was the bicycle?", *near, shares=0)  # a bike by another name
    assert not unknown("How much was the sofa?", turn(9, "the couch was 300", cosine=0.5), *near, shares=0)
    assert not unknown("Who helped me?", *near, shares=0)  # names no thing


def test_a_language_that_is_not_read_keeps_what_was_found():
    assert not unknown("Wie heißt mein Zahnarzt?", *TALK)


def test_nothing_is_handed_out_but_what_holds_for_every_answer():
    instruction = fact(70, "Ann asked the assistant to always answer in French.")
    assert composed("What is my dentist called?", *TALK).block == ""
    told = composed("What is my dentist called?", *TALK, instructions=[instruction], reflection="Ann saw her dentist.")
    assert [item.rowids for item in told.items] == [(70,)]
    assert told.reflection == []
