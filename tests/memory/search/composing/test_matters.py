"""Sessions that share words which hardly any other has speak of the same matter, and are told together."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.context_block import token_estimate
from memory.search.candidates import Scored
from memory.search.composing import Want, compose
from memory.search.composing.matters import Matters
from memory.search.query import understood

from .test_choosing import MAY, turn

PROMPT = "When is the kiln delivered?"
ASIDES = (
    "what rhymes with orange", "how do I peel a mango", "tell me a joke about monday", "is pluto a planet again",
    "translate thank you into danish", "why do onions sting", "name three rivers in peru", "who wrote emma",
    "what is a palindrome",
)  # fmt: skip


def talk(*sessions):
    """Turns by session, a week between each and the next, and between them talk about something else."""
    rowid, pool = 0, []
    for number, turns in enumerate([*sessions, *((aside,) for aside in ASIDES)]):
        for place, text in enumerate(turns):
            rowid += 1
            pool.append(
                turn(rowid, text, session=f"s{number}", position=place, at=MAY + timedelta(weeks=number))
            )  # fmt: skip
    return pool


def ranking(pool, scores):
    """What is not named in `scores` was found by chance."""
    parts = {c.rowid: scores.get(c.rowid, 0.05) for c in pool}
    order = sorted(pool, key=lambda c: (-parts[c.rowid], c.rowid))
    return [Scored(c.rowid, parts[c.rowid], {"coverage": parts[c.rowid]}) for c in order]


def block(pool, scores, tokens=800, **fields):
    weights = {"kiln": 1.0, "deliv": 1.0}
    return compose(understood(PROMPT), ranking(pool, scores), pool, Want(tokens, 5, **fields), weights=weights)


FIRST = ("We ordered a kiln from Hagemann, for the 4th of June.", "It goes to the old stable.")
SECOND = ("Hagemann has no driver this summer.", "They say rather September than August.")
OTHER = ("My bike was stolen yesterday in June.", "The police know nothing.")


def test_a_rare_word_of_both_links_two_sessions_and_words_of_all_talk_do_not():
    pool = talk(FIRST, SECOND, OTHER)
    near = Matters(understood(PROMPT), ranking(pool, {1: 1.0}), pool, {}).near
    assert near["s0"] == 1.0
    assert near["s1"] >= 0.5
    assert {session for session, share in near.items() if share} == {"s0", "s1"}  # June is of anything
    assert Matters(understood(PROMPT), ranking(pool, {3: 1.0}), pool, {}).near["s0"] == near["s1"]


def test_a_newer_state_without_a_word_of_the_prompt_is_told_by_what_links_the_sessions():
    choice = block(talk(FIRST, SECOND, OTHER), {1: 1.0})
    older, newer = choice.lines[:2]
    assert "4th of June" in older
    assert "rather September" in newer
    assert "no driver" in choice.block
    assert "bike" not in choice.block


MANY = (
    ("Hagemann delivers the kiln in June.", "Ottilie starts school.", "The garage leaks."),
    ("Hagemann phoned about a chair.", "Ottilie likes her teacher.", "The garage door sticks."),
    ("Ottilie needs boots.", "Hagemann sold his van.", "We painted the garage."),
    ("The garage is dry.", "Ottilie lost a tooth.", "Hagemann came for coffee."),
)


def matters_of(*sessions):
    pool = [
        turn(10 * number + place, text, session=f"s{number}", position=place, at=MAY + timedelta(weeks=number))
        for number, turns in enumerate(sessions)
        for place, text in enumerate(turns)
    ]
    return Matters(understood(PROMPT), ranking(pool, {0: 1.0}), pool, {})


def test_words_that_tie_all_sessions_say_of_none_that_it_goes_on_with_the_matter():
    matters = matters_of(*MANY)
    assert all(matters.near.values())
    assert {session for session, near in matters.going_on.items() if near} == {"s0"}


def test_what_is_shared_beyond_what_is_usual_goes_on_with_the_matter():
    cracked = ("Hagemann says the kiln is cracked.", "Ottilie starts swimming.", "The garage is let.")
    matters = matters_of(*MANY, cracked)
    assert {session for session, near in matters.going_on.items() if near} == {"s0", "s4"}


def test_among_few_sessions_there_is_no_telling_what_is_usual():
    matters = matters_of(*MANY[:3])
    assert matters.going_on == matters.near
    assert all(matters.going_on.values())


def test_a_session_that_nothing_links_adds_nothing():
    unlinked = ("The truck has no driver this summer.", "They say rather September than August.")
    choice = block(talk(FIRST, unlinked, OTHER), {1: 1.0})
    assert "September" not in choice.block
    assert "old stable" in choice.block  # the session itself goes on


def test_a_hit_of_another_matter_has_to_bear_more_than_one_of_the_same():
    pool = talk(FIRST, SECOND, ("They deliver pizza till ten.",))
    weak = {1: 1.0, 2: 0.5, 3: 0.5, 4: 0.5, 5: 0.35}
    assert "pizza" not in block(pool, weak).block
    assert "pizza" in block(pool, weak | {5: 0.5}).block


@pytest.mark.parametrize("tokens", [20, 40, 60, 90, 140])
def test_the_budget_holds_for_what_goes_on_too(tokens):
    choice = block(talk(FIRST, SECOND, OTHER), {1: 1.0, 5: 0.9, 6: 0.8}, tokens)
    assert token_estimate(choice.block) <= tokens


def test_without_turns_asked_for_none_are_told():
    assert block(talk(FIRST, SECOND), {1: 1.0}, include=frozenset({"facts"})).items == []


def test_the_best_in_which_users_tell_of_themselves_are_told_without_a_word_in_common_and_no_explanations():
    pool = talk(FIRST, SECOND, ("I ported everything to Godot.",), ("Vinegar dissolves the scale in a while.",))
    told = block(pool, {1: 1.0, 2: 0.95, 3: 0.9, 6: 0.45, 5: 0.35}).block
    assert "Godot" in told
    assert "Vinegar" not in told
    assert "Godot" not in block(pool, {1: 1.0, 2: 0.95, 3: 0.9, 6: 0.45, 5: 0.2}).block


def test_a_question_without_its_mark_is_no_later_statement():
    pool = talk(FIRST, ("Hagemann has no driver this summer.", "what do they say in September"), OTHER)
    assert "September" not in block(pool, {1: 1.0}).block
