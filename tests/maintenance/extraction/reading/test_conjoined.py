"""Of two who are named together "she" is the one whom a word, a title or the name tells to be a woman, else nobody."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_typed import contents


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("We had lunch with Lucy and Pete. She's pregnant.", "Lucy is pregnant."),
        ("John and Maria are coming on Saturday. He's diabetic.", "John is diabetic."),
        ("Kay and Rob split up, she's back at mum's", "Kay is back at mum's."),
        ("met up with Priya and Joss, she's moving to Bath", "Priya is moving to Bath."),
        ("my aunt Lucy and uncle Pete are coming, she's allergic to eggs", "The user's aunt Lucy is allergic to eggs."),
        ("Uncle Rob and Kim are here. He's allergic to mustard.", "Uncle Rob is allergic to mustard."),
        ("Mr Hale and Ines run the choir. He lives in Truro.", "Mr Hale lives in Truro."),
        ("My sister Lucy and my brother Pete are coming. She's pregnant.", "The user's sister Lucy is pregnant."),
    ],
)
def test_whose_gender_is_told_is_who_is_meant(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    "said",
    [
        "My sons Leo and Max are ill. He has asthma.",
        "Alex and Jo moved in next door. She has asthma.",
        "Mia and Ella are nine. She has asthma.",
        "Lucy, Pete and Kim are coming. She has asthma.",
    ],
)
def test_of_two_who_may_both_be_meant_nobody_is_taken(said: str) -> None:
    assert not [fact for fact in contents(said, "A: Noted.") if "asthma" in fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Ines's replacement is called Sofia, she's from Kraków", "Sofia is from Kraków."),
        ("Zoe's successor is called Bram, he's from Delft", "Bram is from Delft."),
        ("Omar's replacement starts Monday. she's called Wei", "Omar's replacement is called Wei."),
        ("Tom's mum is called Ruth, she lives in Ely", "Tom's mum lives in Ely."),
    ],
)
def test_who_is_in_anothers_place_is_not_the_other(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")
    assert not [one for one in contents(said, "A: Noted.") if one.startswith(("Ines is", "Zoe is", "Omar is"))]
