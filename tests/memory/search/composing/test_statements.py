"""Of a turn that states two things one may hold no longer: who asks after the other is not told of its change."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.language.porter import stem
from memory.search.candidates import Scored
from memory.search.composing import Replaced, Want, compose
from memory.search.query import understood

from .test_choosing import MAY, fact, turn

LATER = MAY + timedelta(days=60)
SAID = turn(1, "I live in Bergen and my sister Ruth is a vet.")
MOVED = turn(2, "I moved to Voss last week.", at=LATER, session="s2")
BERGEN = fact(3, "Ann lives in Bergen.", sources=(1,), superseded=True)
RUTH = fact(4, "Ann's sister Ruth is a vet.", sources=(1,))
VOSS = fact(5, "Ann moved to Voss.", at=LATER, sources=(2,))
CHANGED = [Replaced(rowid, BERGEN.text, 5, VOSS.text, LATER) for rowid in (1, 3)]
POOL = [SAID, RUTH, BERGEN, VOSS, MOVED]


def lines(prompt, pool=POOL, replaced=CHANGED, told=(), **given):
    question = understood(prompt)
    order = [
        Scored(c.rowid, 1.0 - place / 100, {"coverage": 1.0} | ({"told": 1.0} if c.rowid in told else {}))
        for place, c in enumerate(pool)
    ]
    weights = dict.fromkeys(map(stem, question.words), 1.0)
    want = Want(800, given.pop("facts", 5), **given)
    choice = compose(question, order, list(pool), want, weights=weights, replaced=replaced)
    return [line.split("] ", 1)[1] for line in choice.lines]


def test_the_fact_of_the_other_statement_stands_for_the_turn():
    found = lines("What does my sister do?", [SAID, RUTH, BERGEN])
    assert found == ["Ann's sister Ruth is a vet."]


def test_what_replaced_a_statement_that_does_not_bear_leads_nothing():
    found = lines("What does my sister do?")
    assert found[0] == "Ann's sister Ruth is a vet."
    assert not any("(before" in one and "Bergen" in one for one in found[:1])
    assert not any("no longer true" in one for one in found)


@pytest.mark.parametrize("prompt", ["Where do I live?", "Is it raining in Bergen?", "Does my sister live nearby?"])
def test_a_statement_that_has_a_word_of_the_prompt_is_told_with_what_holds_now(prompt):
    found = lines(prompt)
    assert found[0].startswith("Ann moved to Voss. (before: Ann lives in Bergen)")


def test_a_statement_without_a_word_of_the_prompt_is_told_with_what_holds_now_where_its_property_is_asked_for():
    found = lines("What is home like for my sister?", told=[BERGEN.rowid])
    assert found[0].startswith("Ann moved to Voss. (before: ")


def test_a_statement_that_is_as_near_in_meaning_as_the_other_bears():
    near = [
        SAID, RUTH._replace(cosine=0.4), BERGEN._replace(cosine=0.5), VOSS, MOVED,
    ]  # fmt: skip
    assert "(before: " in lines("Which town does my sister come to see me in?", near)[0]
    far = [one if one.rowid != BERGEN.rowid else BERGEN._replace(cosine=0.3) for one in near]
    assert lines("Which town does my sister come to see me in?", far)[0] == "Ann's sister Ruth is a vet."


def test_a_turn_that_says_more_than_what_was_learnt_of_it_is_quoted_and_says_what_holds_no_longer():
    more = SAID._replace(text="I live in Bergen and my sister Ruth is a vet who comes at Whitsun with her terriers.")
    found = lines("What does my sister do?", [more, RUTH, BERGEN, VOSS, MOVED])
    assert found[0].startswith('Ann: "I live in Bergen and my sister Ruth is a vet who comes')
    assert '(no longer true: "Ann lives in Bergen", now "Ann moved to Voss")' in found[0]


def test_a_turn_of_which_nothing_bears_but_what_holds_no_longer_is_told_as_before():
    found = lines("How is the weather at home?")
    assert any("no longer true" in one for one in found)


def test_a_prompt_that_asks_for_what_was_is_told_the_turn_as_it_was_said():
    found = lines("Where was my sister working before?")
    assert any(one.startswith('Ann: "I live in Bergen and my sister') for one in found)


def test_a_turn_without_what_holds_no_longer_stands_for_its_facts():
    found = lines("What does my sister do?", [SAID, RUTH, fact(3, BERGEN.text, sources=(1,))], [])
    assert found == ['Ann: "I live in Bergen and my sister Ruth is a vet."']


def test_each_fact_of_the_turn_that_bears_is_told():
    said = turn(1, "I live in Bergen, my sister Ruth is a vet and my sister Ida is a pilot.")
    ida = fact(6, "Ann's sister Ida is a pilot.", sources=(1,))
    found = lines("What do my sisters do?", [said, BERGEN, RUTH, ida])
    assert found == ["Ann's sister Ruth is a vet.", "Ann's sister Ida is a pilot."]


def test_where_no_facts_are_wanted_the_turn_is_quoted():
    found = lines("What does my sister do?", [SAID, RUTH, BERGEN], include=frozenset({"turns"}))
    assert len(found) == 1
    assert found[0].startswith(
        'Ann: "I live in Bergen and my sister Ruth is a vet." (no longer true: "Ann lives in Bergen"'
    )
