"""Which instructions are on another kind of thing than a prompt, and what a turn tells beside its wishes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.search.composing import Candidate, bearing_on, is_on_another, tells_more
from memory.search.query import understood

MAY = datetime(2026, 5, 4, 12, tzinfo=UTC)


def as_told(wish):
    return f"The user wants the assistant to keep to this: “{wish}”"


def wished(wish):
    return Candidate(1, as_told(wish), MAY, kind="fact", speaker="user")


def bears(wish, prompt):
    told = wished(wish)
    return bearing_on(understood(prompt), [told]) == [told]


@pytest.mark.parametrize(
    "wish",
    [
        "in general, no emojis",
        "for each answer give a source",
        "in any answer avoid jargon",
        "at the end of each answer add a joke",
        "for clarity use short sentences",
        "on principle never use emojis",
        "in a friendly tone, always",
        "in the morning keep answers short",
        "on my phone, keep it short",
        "for every claim give a source",
        "with facts always give a source",
    ],
)
def test_what_heads_an_instruction_and_is_no_kind_leaves_it_on_every_answer(wish):
    for prompt in ("how hot is the sun", "Write a card for Joan"):
        assert bears(wish, prompt), prompt


@pytest.mark.parametrize(
    ("wish", "prompt"),
    [
        ("for maths show the steps", "solve x^2=4"),
        ("gifts should be under 30 euros", "what should I get my sister for her birthday?"),
        ("on health topics, cite sources", "is coffee bad for you?"),
        ("tickets should have steps to reproduce", "open an issue on the crash"),
        ("books in Spanish only", "recommend me a novel"),
        ("for code reviews be blunt", "look over this patch"),
        ("corrections in bold", "fix my spelling"),
        ("emails to Ann should be short", "let Ann know I'm late"),
        ("emails to Contoso must cite the order", "complain to Contoso about the parcel"),
        ("tests should use pytest fixtures", "add coverage for the login view"),
        ("minutes should list who decided", "summarise the meeting"),
        ("when you write to Anna call her Annie", "text Annie that I'm late"),
    ],
)
def test_a_prompt_of_no_known_kind_may_be_of_the_instructions(wish, prompt):
    assert bears(wish, prompt)
    assert not is_on_another(understood(prompt), wished(wish))


@pytest.mark.parametrize(
    ("wish", "prompt"),
    [
        ("for code reviews be blunt", "write a poem on rain"),
        ("tests should use pytest fixtures", "write a commit message"),
        ("tests should use pytest fixtures", "What time is lunch?"),
        ("no emojis in my README files", "hi, how was your day"),
        ("keep commit messages under 50 characters", "write an email to Bo"),
        ("emails to Priya in British English", "email Tom about the slides"),
        ("emails to Ann should be short", "when does Ann arrive?"),
    ],
)
def test_one_on_a_known_kind_or_person_bears_on_no_other(wish, prompt):
    assert not bears(wish, prompt)
    assert is_on_another(understood(prompt), wished(wish))


@pytest.mark.parametrize(
    ("wish", "prompt", "expected"),
    [
        ("never suggest restaurants with loud music", "where should we eat tonight?", True),
        ("never suggest restaurants with loud music", "what should I do on Friday?", True),
        ("never suggest restaurants with loud music", "what should I name this variable?", False),
        ("never suggest restaurants with loud music", "any ideas why the build fails?", False),
        ("don't suggest flying", "what should we do in August?", True),
        ("don't suggest flying", "which test should I run first?", False),
        ("don't suggest flying", "ideas for the commit message?", False),
    ],
)
def test_what_is_not_to_be_suggested_matters_where_the_prompt_is_of_no_other_kind(wish, prompt, expected):
    assert bears(wish, prompt) is expected


@pytest.mark.parametrize(
    ("turn", "wish", "more"),
    [
        ("Tests should use fixtures.", "tests should use fixtures", False),
        ("Hey, tests should use fixtures, please!", "tests should use fixtures", False),
        ("We switched from Postgres to MySQL. Tests should use fixtures.", "tests should use fixtures", True),
        ("My daughter was born! For emails, keep them short.", "for emails, keep them short", True),
    ],
)
def test_what_a_turn_tells_beside_its_wish(turn, wish, more):
    assert tells_more(understood("x").language, turn, [as_told(wish)]) is more
