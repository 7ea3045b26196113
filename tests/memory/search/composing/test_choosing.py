"""What goes into a block, given a ranking: within the budget, nothing twice, nothing superseded as if it held."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from memory.context_block import FACTS_HEADING, REFLECTION_HEADING, strip, token_estimate
from memory.search.candidates import Scored
from memory.search.composing import Candidate, Replaced, Want, bearing_on, compose
from memory.search.query import understood
from tests.memory.test_context_block import PAYLOADS, is_harmless

MAY = datetime(2026, 5, 4, 12, tzinfo=UTC)
LINE = re.compile(r"(?:  )?- m(\d+) \[\d{4}-\d\d-\d\d\] ?(.*)")


def turn(rowid, text, *, at=MAY, speaker="Ann", role="user", session="s1", position=None, **fields):
    place = rowid if position is None else position
    return Candidate(rowid, text, at, speaker=speaker, role=role, session_id=session, position=place, **fields)


def fact(rowid, text, *, at=MAY, **fields):
    return Candidate(rowid, text, at, kind="fact", **fields)


def composed(prompt, *pool, tokens=800, facts=5, ranked=None, **given):
    """The lines for a ranking in the order of `pool`, or of the rowids `ranked`."""
    rowids = [c.rowid for c in pool if c.eligible] if ranked is None else ranked
    order = [Scored(rowid, 1.0 - place / 1_000, {"coverage": 1.0}) for place, rowid in enumerate(rowids)]
    want = Want(tokens, facts, **({"include": given.pop("include")} if "include" in given else {}))
    return compose(understood(prompt), order, list(pool), want, weights={}, **given)


def test_neighbouring_quotes_are_one_passage_and_a_gap_is_shown():
    choice = composed(
        "the boat?", turn(1, "I saw a boat."), turn(2, "A fine one at that.", speaker="Bob"), turn(4, "The red boat."),
        turn(9, "Boats are dear."), ranked=[4, 1, 2, 9],
    )  # fmt: skip
    assert choice.lines == [
        '- m1 [2026-05-04] Ann: "I saw a boat." Bob: "A fine one at that." … Ann: "The red boat."',
        '- m2 [2026-05-04] Ann: "Boats are dear."',
    ]
    assert [item.rowids for item in choice.items] == [(1, 2, 4), (9,)]


def test_what_was_said_another_day_is_a_line_of_its_own_though_it_follows_in_the_session():
    review, moved = turn(1, "The review is at 3pm."), turn(2, "The review is at 4pm.", at=MAY + timedelta(days=60))
    assert composed("the review?", review, moved).lines == [
        '- m1 [2026-05-04] Ann: "The review is at 3pm."',
        '  - m2 [2026-07-03] (said later) Ann: "The review is at 4pm."',
    ]


def test_lines_stand_in_the_order_of_the_ranking_and_a_passage_in_that_of_time():
    later = turn(1, "We rowed to the mill.", at=MAY + timedelta(days=3), session="s2")
    red = turn(7, "The boat is red.")
    for ranked in ([1, 7], [7, 1]):
        assert [item.rowids for item in composed("boat", later, red, ranked=ranked).items] == [(one,) for one in ranked]
    beside = turn(8, "It was blue until April.")
    assert [item.rowids for item in composed("boat", red, beside, ranked=[8, 7]).items] == [(7, 8)]


def test_a_turn_that_only_asks_comes_with_its_answer_or_not_at_all():
    asks, tells = turn(1, "Where is the boat?"), turn(2, "At the mill.", speaker="Bob", eligible=True)
    assert [item.rowids for item in composed("boat", asks, tells, ranked=[1]).items] == [(1, 2)]
    assert composed("boat", asks).items == []


def test_what_the_assistant_ends_with_a_question_comes_with_the_answer():
    asked = turn(1, "Always. Did the move to the quay go through?", role="assistant", speaker="")
    done = turn(2, "yep, keys to the old place are handed in")
    assert '"yep, keys to the old place are handed in"' in composed("the move?", asked, done, ranked=[1]).lines[0]
    offered = turn(1, "The move is on Friday. Anything else?", role="assistant", speaker="")
    assert "keys" not in composed("the move?", offered, done, ranked=[1]).block


def test_a_short_answer_comes_with_its_question():
    pool = [turn(1, "Where is the boat?", speaker="Bob"), turn(2, "At the mill.")]
    assert [item.rowids for item in composed("mill", *pool, ranked=[2]).items] == [(1, 2)]


@pytest.mark.parametrize(
    ("other", "quoted"), [({"role": "tool"}, False), ({"eligible": False}, False), ({"role": "assistant"}, True)]
)
def test_who_is_quoted(other, quoted):
    choice = composed("boat", turn(1, "The boat is red and long.", **other), ranked=[1])
    assert bool(choice.items) is quoted


def test_a_fact_and_its_turn_are_one_item_told_by_the_turn_at_the_top_and_by_the_fact_below():
    top = composed("boat", fact(2, "Ann has a boat.", sources=(1,)), turn(1, "I have a red boat."))
    assert [item.rowids for item in top.items] == [(1, 2)]
    others = [turn(10 * n, f"Boat number {n} is mine.", session=f"t{n}") for n in range(1, 4)]
    below = composed("boat", *others, fact(2, "Ann has a boat.", sources=(1,)), turn(1, "I have a red boat."))
    assert (2,) in [item.rowids for item in below.items]
    assert not any(1 in item.rowids for item in below.items)


def test_two_facts_of_one_turn_are_two_items_where_the_turn_is_not_quoted():
    pool = [
        fact(2, "Ann has a boat.", sources=(1,)),
        fact(3, "Ann has a mill.", sources=(1,)),
        turn(1, "I have a boat and a mill."),
    ]
    choice = composed("boat and mill", *pool, include=frozenset({"facts"}))
    assert [item.rowids for item in choice.items] == [(2,), (3,)]


def test_the_limit_bounds_the_facts_and_not_the_quotes():
    names = ["red", "blue", "green", "brown"]
    pool = [fact(n, f"Ann has a {name} boat.") for n, name in enumerate(names)]
    quotes = [turn(10 + n, f"A {name} mast for the boat.", session=name) for n, name in enumerate(names)]
    choice = composed("boat", *pool, *quotes, facts=2)
    assert [item.rowids for item in choice.items][:2] == [(0,), (1,)]
    assert len(choice.items) == 6


def test_what_speaks_far_less_of_the_prompt_is_left_out():
    near, far = turn(1, "The red boat."), turn(2, "I like soup.", session="s2")
    order = [Scored(1, 1.4, {"coverage": 1.0, "voice": 0.35}), Scored(2, 0.45, {"coverage": 0.1, "voice": 0.35})]
    want = Want(10_000, 5)
    assert [i.rowids for i in compose(understood("boat"), order, [near, far], want, weights={}).items] == [(1,)]


def test_a_superseded_fact_gives_way_to_the_one_that_holds_and_that_says_what_was_before():
    old = fact(1, "Ann lives in Bergen.", superseded=True)
    replaced = [Replaced(1, "Ann lives in Bergen.", 9, "Ann lives in Voss.", MAY)]
    choice = composed("where", old, replaced=replaced)
    assert choice.lines == ["- m1 [2026-05-04] Ann lives in Voss. (before: Bergen)"]
    assert choice.items[0].rowids == (9,)
    hidden = [replaced[0]._replace(by=None)]
    assert composed("where", old, replaced=hidden).items == []


def test_a_turn_whose_statement_was_superseded_says_so():
    replaced = [Replaced(1, "Ann lives in Bergen.", None, "Ann lives in Voss.", MAY)]
    choice = composed("where", turn(1, "I live in Bergen."), replaced=replaced)
    assert choice.lines == ['- m1 [2026-05-04] Ann: "I live in Bergen." (no longer true: now "Ann lives in Voss")']


def test_a_turn_that_tells_more_is_told_what_of_it_holds_no_longer():
    said = turn(1, "I'm vegan and I carry an EpiPen for peanuts.")
    replaced = [Replaced(1, "Ann is vegan.", None, "Ann eats meat again.", MAY)]
    (line,) = composed("peanuts", said, replaced=replaced).lines
    assert line.endswith('for peanuts." (no longer true: "Ann is vegan", now "Ann eats meat again")')
    hidden = [replaced[0]._replace(now="")]
    (line,) = composed("peanuts", said, replaced=hidden).lines
    assert line.endswith('for peanuts." (no longer true: "Ann is vegan", it was changed since)')


@pytest.mark.parametrize(
    "wanted, bears",
    [
        ("to use metric units", True),
        ("to always write in short sentences", True),
        ("to always write commands for yarn", False),
        ("to use kroner when it names prices", False),
        ("to write mails to clients in French", False),
    ],
)
def test_an_instruction_that_tells_what_it_is_about_bears_on_that_alone(wanted, bears):
    told = fact(1, f"The user wants the assistant {wanted}.")
    assert bearing_on(understood("boat"), [told]) == ([told] if bears else [])


def test_instructions_come_first_in_a_small_share_and_none_is_said_twice():
    told = fact(5, "Ann asked the assistant to answer in Norwegian.")
    choice = composed("boat", told, turn(1, "The boat is red."), instructions=[told])
    assert [item.rowids for item in choice.items] == [(5,), (1,)]
    long = [told._replace(text="Always answer " + "very " * 100 + "briefly.")]
    assert composed("boat", turn(1, "The boat is red."), instructions=long, tokens=200).items[0].rowids == (1,)


def test_the_insight_comes_last_if_it_speaks_of_the_prompt():
    boat = turn(1, "The boat is red.")
    told = composed("boat", boat, reflection="A week of boats.")
    assert told.block.endswith(f"{REFLECTION_HEADING}\n> A week of boats.")
    assert composed("boat", boat, reflection="A week of soup.").reflection == []
    assert composed("boat", boat, reflection="A week of boats.", tokens=25).reflection == []


SAID = ["I saw the boat. " * 40, "Where is the boat?", "Yes.", "The boat was sold yesterday."]
TEXTS = PAYLOADS | st.sampled_from(SAID)


@st.composite
def pools(draw):
    """Turns and facts in any order, some with neighbours, some superseded."""
    size = draw(st.integers(0, 10))
    pool = []
    for rowid in range(1, size + 1):
        text, kind = draw(TEXTS), draw(st.sampled_from(["fact", "episode"]))
        if kind == "fact":
            sources = tuple(draw(st.lists(st.integers(1, size), max_size=2)))
            pool.append(fact(rowid, text, sources=sources, superseded=draw(st.booleans())))
        else:
            where = draw(st.sampled_from(["s1", "s2", None]))
            speaker = draw(PAYLOADS | st.sampled_from(["Ann", "assistant", ""]))
            pool.append(turn(rowid, text, speaker=speaker, session=where, role=draw(st.sampled_from(["user", "tool"]))))
    replaced = [
        Replaced(c.rowid, c.text, draw(st.sampled_from([None, 99])), draw(TEXTS), MAY)
        for c in pool if draw(st.booleans())
    ]  # fmt: skip
    return pool, replaced


@hypothesis_settings(max_examples=300)
@given(pools(), st.integers(1, 400), PAYLOADS, PAYLOADS)
def test_no_pool_breaks_the_budget_the_marks_or_the_shape(pool_and_replaced, tokens, reflection, prompt):
    pool, replaced = pool_and_replaced
    told = [c for c in pool if c.kind == "fact" and not c.superseded][:2]
    choice = composed(prompt, *pool, tokens=tokens, replaced=replaced, reflection=reflection, instructions=told)
    assert token_estimate(choice.block) <= tokens or choice.block == ""
    lines = choice.block.splitlines()
    items = [match for line in lines if (match := LINE.fullmatch(line))]
    assert [int(match[1]) for match in items] == list(range(1, len(choice.items) + 1))
    quoted = [line for line in lines if line.startswith("> ")]
    headings = [line for line in lines if line in (FACTS_HEADING, REFLECTION_HEADING)]
    assert len(items) + len(quoted) + len(headings) + lines.count("") == len(lines)
    for match in items:
        is_harmless(match[2].strip())
    rowids = [rowid for item in choice.items for rowid in item.rowids]
    assert len(rowids) == len(set(rowids))
    superseded = {c.rowid for c in pool if c.superseded}
    assert not superseded & set(rowids)
    assert strip(f"Hello.\n\n{choice.block}") == "Hello."
    assert all(strip(line) == "" for line in choice.lines)
