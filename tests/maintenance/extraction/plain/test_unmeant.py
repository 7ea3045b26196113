"""What is only thought, joked or said by others is not learnt as true, and what merely sounds like it is."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_typed import contents


@pytest.mark.parametrize(
    "said",
    [
        "I thought I'd hate Leeds but I love it",
        "I thought I'd hate Leeds.",
        "I thought Tom was vegan but he isn't",
        "I was sure Ben lived in Leeds, turns out he's in York",
        "apparently I'm vegan now according to my mum lol",
        "according to my mum I'm a vegetarian",
        "My boss thinks I'm a vegetarian, no idea why",
        "apparently I'm moving to the Bristol office, haha no",
        "we're getting a llama lol jk",
        "I'm moving to Leeds. haha no",
        "keep me posted lol as if the plumber ever would",
        "Mia's allergic to eggs, or was, she's fine now",
        "Rosa has asthma, or had, she grew out of it",
        "I work at Bosch, or did until Friday",
    ],
)
def test_what_is_not_meant_is_not_learnt(said: str) -> None:
    assert contents(said, "A: Noted.") == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I think I'm allergic to nuts", "The user is allergic to nuts."),
        ("I'm allergic to peanuts, lol", "The user is allergic to peanuts."),
        (
            "My consultant Dr Moss says I have coeliac disease, no idea why",
            "The user's consultant Dr Moss says the user has coeliac disease, no idea why.",
        ),
        ("I work for JK.", "The user works for JK."),
        ("I have three kids. Haha, no, I won't die of it", "The user has three kids."),
        ("I thought about it and I'm moving to Leeds", "The user is moving to Leeds."),
        ("My doctor thinks I have asthma", "The user's doctor thinks the user has asthma."),
        ("According to my doctor I have asthma", "According to the user's doctor the user has asthma."),
        ("I thought Tom was vegan, but I am vegan", "The user is vegan."),
        ("I'm diabetic or prediabetic, the doctor will tell", "The user is diabetic or prediabetic."),
        ("I moved to Leeds haha, best decision ever", "The user moved to Leeds, best decision ever."),
    ],
)
def test_what_only_sounds_like_it_is_learnt(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")
