"""Of whom "he" and "she" are told where a sentence has just named who holds a place, and where two fit."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from tests.maintenance.extraction.plain.test_typed import turns


def contents(said: str) -> list[str]:
    return [fact.content for fact in rules.extract(turns("A: Hello.", said, "A: Noted.")).facts]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Our old manager Ruth left. The new manager is Imre, he is vegetarian.", "Imre is vegetarian."),
        ("Our old manager Ruth left. The new manager is Imre. He is vegetarian.", "Imre is vegetarian."),
        ("The previous vet was Dr Osei. The new vet is Tamsin. She keeps bees.", "Tamsin keeps bees."),
        ("Our PM Lukas left. The new PM is Noor, she is based in Utrecht.", "Noor is based in Utrecht."),
        ("My trainer Ben is gone. The new one is Kofi, he is a runner.", "Kofi is a runner."),
        ("My new landlord is Ilse Brandt, she lives in Kiel.", "Ilse Brandt lives in Kiel."),
        ("Ruth's husband is Imre, he is vegetarian.", "Ruth's husband is vegetarian."),
        ("My sister Maja is a dentist. She lives in Lund.", "The user's sister Maja lives in Lund."),
    ],
)
def test_he_is_who_was_just_named_as_the_holder_of_a_place(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("My sister Maja introduced me to Lena. She is a dentist.", "dentist"),
        ("Our intern was Maja. Now it's Piet, he studies in Delft.", "Delft"),
        ("My friend Anna got a dog. The dog is Rex. She is a nurse.", "nurse"),
        ("My boss Dana hired a chef. The chef is Omar. She is on leave now.", "leave"),
        ("The new manager is Imre. My brother Tom knows him. He is vegan.", "vegan"),
        ("The new manager is Imre. I told Marek. He is vegan.", "vegan"),
        ("My brother Tom sold his car. The new one is Tesla, he loves driving.", "driving"),
    ],
)
def test_of_two_who_fit_nothing_is_learnt(said, told):
    assert not [fact for fact in contents(said) if told in fact]
