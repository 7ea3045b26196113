"""A fact is one statement: what is glued to a second one, cut off or asked is none; and a pronoun stands for whom it
surely means."""

from __future__ import annotations

import pytest

from .test_typed import contents


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("so I get to the shop and Sol's gone he went to work for some boat outfit", "gone Sol"),
        ("we finally have a band name its Wet Cardigan dont laugh", "Cardigan"),
        ("8,400 euros saved. Can I have a better projector", "projector"),
        ("yeah with Callum, we were", "Callum"),
        ("and work I've told them I finish on the 3rd of July and Sunil takes my clients", "and Sunil"),
        ("Stolen 22 June. Receipt I have.", "Stolen"),
        ("in case I need to set the router up again", "router"),
        ("painted a test patch in the hall, looked like the inside of a liver", "liver"),
        ("and I did renew the passport, arrived yesterday", "arrived"),
    ],
)
def test_what_is_glued_cut_off_asked_or_of_something_else_is_no_fact(said, gone):
    assert not any(gone in fact for fact in contents(said))


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("ta and I'm booked at the clinic in Voss with a doctor called Pham", "The user is booked"),
        ("One thing, the paper goes to a journal in Leeds.", "The paper goes to a journal in Leeds."),
        ("morning so we moved the office to Voss", "The user moved the office to Voss."),
    ],
)
def test_what_only_opens_a_statement_is_none_of_it(said, fact):
    assert any(one.startswith(fact) for one in contents(said))


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I got my thyroid treated by Dr Lund in Bergen.", "The user got their thyroid treated by Dr Lund in Bergen."),
        ("I live in Voss because my wife works there.", "The user lives in Voss because their wife works in Voss."),
        (
            "The bakery that I opened in Bergen closes at six.",
            "The bakery that the user opened in Bergen closes at six.",
        ),
    ],
)
def test_what_is_joined_or_part_of_it_stays(said, fact):
    assert fact in contents(said)


def test_a_pronoun_does_not_stand_for_who_was_named_before_somebody_else():
    told = contents("News, van Rijsbergen retires in July, so my promotor is professor Okonkwo. She is more strict.")
    assert not any("Rijsbergen" in fact and "strict" in fact for fact in told)


def test_who_was_he_is_not_she():
    told = contents(
        "My brother Kerem became a father two days ago so he can't drive the van.", "A: Congratulations!",
        "She is called Elif, 3400 gram.",
    )  # fmt: skip
    assert not any("Elif" in fact for fact in told)
