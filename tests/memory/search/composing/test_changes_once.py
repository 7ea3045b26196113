"""A change is told once, by what holds now, and that stands before what it replaced."""

from __future__ import annotations

from datetime import timedelta

from memory.search.composing import Replaced

from .test_choosing import MAY, composed, fact, turn

LATER = MAY + timedelta(days=60)
OLD = turn(1, "I work as a baker at Crumb.")
WAS = Replaced(1, "Ann works as a baker at Crumb.", 3, "Ann works at the library.", LATER)


def new(text: str, **fields):
    return turn(2, text, at=LATER, session="s2", **fields)


def now(text: str = "Ann works at the library."):
    return fact(3, text, at=LATER, sources=(2,))


def test_what_holds_now_stands_before_what_it_replaced_though_that_ranks_first():
    holds = now()
    lines = composed("Where do I work?", OLD, turn(4, "I like my work.", session="s3"), holds, replaced=[WAS]).lines
    assert lines[:2] == [
        "- m1 [2026-07-03] Ann works at the library. (before: Ann works as a baker at Crumb)",
        '- m2 [2026-05-04] Ann: "I work as a baker at Crumb." (no longer true: now "Ann works at the library")',
    ]


def test_a_prompt_that_asks_for_what_was_keeps_the_order_of_the_ranking():
    lines = composed("Where did I work before?", OLD, now(), replaced=[WAS]).lines
    assert [line.split("] ")[1].split()[0] for line in lines] == ["Ann:", "Ann"]


def test_a_fact_that_says_all_that_its_turn_does_stands_for_it():
    said = new("I work at the library.")
    choice = composed("Where do I work?", said, OLD, now(), ranked=[2, 1, 3], replaced=[WAS])
    assert sum("library." in line for line in choice.lines) == 1
    assert [item.rowids[0] for item in choice.items] == [3, 1]


def test_a_turn_that_says_more_than_its_fact_stands_for_it_where_what_was_before_stands_there_too():
    said = new("I work at the library, and Tom is my boss there since the strike ended.")
    choice = composed("Where do I work?", said, OLD, now(), ranked=[2, 1, 3], replaced=[WAS])
    assert sum("library, and Tom" in line for line in choice.lines) == 1
    assert not any(line.split("] ")[1].startswith("Ann works at the library") for line in choice.lines)
    assert 3 in {rowid for item in choice.items for rowid in item.rowids}


def test_a_turn_that_says_more_and_the_fact_are_both_told_where_nothing_else_tells_what_was_before():
    said = new("I work at the library, and Tom is my boss there since the strike ended.")
    lines = composed("Where do I work?", said, now(), replaced=[WAS]).lines
    assert len(lines) == 2
    assert any("(before: Ann works as a baker at Crumb)" in line for line in lines)
