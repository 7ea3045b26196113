"""Of two who are named, which one is meant: the one whom the words tell, else nobody."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_typed import contents


@pytest.mark.parametrize(
    "said",
    [
        "I met Anna and Beate. She is a nurse.",
        "I got a letter from Anna and Beate. She is a nurse.",
        "Anna sits next to Beate. She is pregnant.",
        "My colleague Uta sits next to Beate. She is pregnant.",
        "I had lunch with Anna and Beate. She is pregnant.",
    ],
)
def test_who_may_be_either_is_nobody(said: str) -> None:
    assert not [fact for fact in contents(said, "A: Noted.") if "nurse" in fact or "pregnant" in fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I met Anna and Tom. She is a nurse.", "Anna is a nurse."),
        ("My colleague Uta sits next to me. She is pregnant.", "The user's colleague Uta is pregnant."),
        ("My house is next to Tesco. It has three floors.", "The user's house has three floors."),
    ],
)
def test_who_alone_may_be_meant_is(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    "said",
    [
        "Tom is my son, Lily is my daughter.",
        "Ben is my husband, Mia is our dog.",
        "I live with my brother, Ann lives alone.",
    ],
)
def test_the_name_of_the_next_clause_is_nobody_who_was_named_before(said: str) -> None:
    told = contents(said, "A: Noted.")
    assert not [fact for fact in told if fact in ("The user's son is Lily.", "The user's husband is Mia.")]
    assert not [fact for fact in told if fact.endswith("brother is Ann.")]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("could my brother Yusuf sleep here?", "The user's brother is Yusuf."),
        ("could our neighbour, Mr Pereira, keep the key?", "The user's neighbour is Mr Pereira."),
        ("can you ask my sister, Ann, for it?", "The user's sister is Ann."),
        ("My neighbour, Mr Pereira has it?", "The user's neighbour is Mr Pereira."),
    ],
)
def test_who_is_named_beside_what_they_are_is_introduced(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("My niece is in year nine. I teach her algebra.", "teaches the user's niece algebra."),
        ("My daughter is nine. I teach her the piano.", "teaches the user's daughter the piano."),
        ("My colleague Mina is ill. I teach her class.", "teaches the user's colleague Mina's class."),
        ("My colleague Mina is ill. I teach her students on Fridays.", "Mina's students on Fridays."),
    ],
)
def test_what_somebody_is_taught_is_not_theirs_and_a_class_is(said: str, told: str) -> None:
    assert [fact for fact in contents(said, "A: Noted.") if fact.endswith(told)]


def test_who_is_left_in_charge_is_not_left() -> None:
    said = "My boss Ruth is on leave till September. She left me in charge of the budget."
    assert not [fact for fact in contents(said, "A: Noted.") if fact.endswith("left the user.")]
    assert contents("My husband left me.", "A: Noted.") == ["The user's husband left the user."]
