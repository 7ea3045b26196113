"""Who introduces themselves by the name that they are known by, and what is told beside it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def contents(content: str, speaker: str) -> list[str]:
    return [fact.content for fact in rules.extract([Turn("t0", speaker, "user", content, NOW)]).facts]


@pytest.mark.parametrize(
    ("speaker", "said", "learnt"),
    [
        ("Priya", "I'm Priya, a nurse from Leicester", ["Priya is a nurse from Leicester."]),
        ("Walter", "I am Walter, 78, a widower, and I live in Keswick",
         ["Walter is 78, a widower.", "Walter lives in Keswick."]),
        ("Priya Shah", "I'm Priya, 34, from Leicester.", ["Priya Shah is 34, from Leicester."]),
        ("Priya", "I'm Priya, vegan and allergic to nuts.", ["Priya is vegan and allergic to nuts."]),
        ("Dorothy", "Hello, I am Dorothy Lamb, a retired midwife with type 2 diabetes.",
         ["Dorothy is a retired midwife with type 2 diabetes."]),
        ("Ravi", "I'm Ravi, coeliac and lactose intolerant.", ["Ravi is coeliac and lactose intolerant."]),
        ("Ravi", "I'm Ravi, diabetic.", ["Ravi is diabetic."]),
        ("Kofi", "I'm Kofi, Ana's brother.", ["Kofi is Ana's brother."]),
        ("Lea", "I'm Lea from Ghent.", ["Lea is from Ghent."]),
        ("Ines", "My name is Ines, a retired teacher from Porto.", ["Ines is a retired teacher from Porto."]),
        ("Kofi", "I'm Kofi, Ana's boss.", ["Kofi is Ana's boss."]),
        ("Kofi", "I'm Kofi, Ana's sister is a nurse.", ["Ana's sister is a nurse."]),
        ("Kofi", "I'm Kofi, a nurse, and my son is allergic to nuts.",
         ["Kofi is a nurse.", "Kofi's son is allergic to nuts."]),
        ("Kofi", "I'm Kofi, a nurse who lives in Porto.", ["Kofi is a nurse who lives in Porto."]),
        ("user", "I'm Priya, a nurse from Leicester", ["The user is Priya, a nurse from Leicester."]),
    ],
)  # fmt: skip
def test_what_stands_beside_ones_own_name_is_told_of_oneself(speaker, said, learnt):
    assert contents(said, speaker) == learnt


@pytest.mark.parametrize(
    "said",
    [
        "I'm Priya.",
        "My name is Priya.",
        "I'm Priya, nice to meet you.",
        "I'm Priya, not a nurse.",
        "I'm not Priya, a nurse from Leicester.",
        "I'm Priya, Tom, and Jo in one person.",
        "I'm Priya, she/her.",
        "I'm Priya, a question about my bill in Leeds.",
        "I'm Priya, a nurse is coming at five.",
        "I'm Priya, room 12.",
        "In the play I'm Priya, a queen from Persia.",
        "Priya here, a reminder that the rent is due on Friday.",
        "This is Priya, a message from Leeds.",
        "I'm Priya, my wife's 41.",
        "I'm Priya, my mum's diabetic.",
        "I'm Priya, my son's allergic to nuts.",
        "I'm Priya, Tom's vegan.",
        "I'm Priya, diabetic son.",
        "I'm Priya, diabetic mum in tow.",
        "I'm Priya, once a nurse.",
        "I'm Priya, a vegan until last year.",
        "I'm Priya, a small favour please.",
        "My name is Priya, short for Priyanka.",
    ],
)
def test_what_is_no_such_introduction_is_told_of_nobody(said):
    assert contents(said, "Priya") == []


@pytest.mark.parametrize("said", ["My name is Priya.", "My name's Priya.", "my name's priya"])
def test_whoever_has_no_name_yet_tells_theirs(said):
    assert contents(said, "user") == ["The user's name is Priya."]


def test_what_belongs_to_a_name_is_no_name():
    assert contents("my name's origin is sanskrit", "user") == []
