"""Of whom "she" is told where two fit, and what is left of a clause."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.reading.test_holders import contents


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Offsite was great. Ines is back early, she took the pager back yesterday.", "Offsite"),
        ("My mum is in hospital. Clara visits daily. She has pneumonia.", "Clara has"),
        ("My sister Ruth called. Clara gave her a lift. She works at the library.", "library"),
        ("Clara called her mother. She is moving to Leeds.", "Leeds"),
        ("Tom saw Clara. She plays the harp. Anna and Clara came. She sings.", "sings"),
        ("Lena and Clara came over. She plays the harp.", "harp"),
    ],
)
def test_of_two_who_fit_nothing_is_learnt(said, told):
    assert not [content for content in contents(said) if told in content]


@pytest.mark.parametrize(
    "said",
    [
        "Offsite was great. I got an offer accepted! Her name's Zuzanna, starts in August.",
        "Tamsin called. Her name is Zuzanna.",
    ],
)
def test_who_was_called_by_a_name_is_not_given_another(said):
    assert not [content for content in contents(said) if "name" in content]


def test_a_name_that_ends_like_a_plural_is_a_name():
    assert "Ines is back earlier than planned." in contents("Ines is back earlier than planned, she is well.")


@pytest.mark.parametrize("said", ["Sofia and I don't talk any more.", "I'm off the crutches since Monday."])
def test_what_is_left_of_a_clause_is_no_fact_of_its_own(said):
    assert contents(said) == []


def test_two_who_are_named_together_keep_their_names():
    assert contents("Tom and I sing in a choir.") == ["Tom and the user sing in a choir."]
    assert contents("I told my sister and I left Google in May.") == ["The user left Google in May 2025."]
