"""A fact is one statement: what is glued to a second one, cut off or asked is none; and a pronoun stands for whom it
surely means."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.plain.test_typed import contents


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
        ("The vet confirmed Milo has diabetes.", "The vet confirmed Milo has diabetes."),
        ("My bank warned me my card expires in May.", "The user's bank warned them their card expires in May 2026."),
        ("I carry an EpiPen in case I eat nuts.", "The user carries an EpiPen in case the user eats nuts."),
        ("I eat whatever my wife cooks.", "The user eats whatever their wife cooks."),
        (
            "In case of emergency my sister Ann has a spare key.",
            "In case of emergency the user's sister Ann has a spare key.",
        ),
        ("My mum is 77, lives alone in Hull.", "The user's mum lives alone in Hull."),
        ("I'm 34, work as a nurse.", "The user works as a nurse."),
        ("My sister sold her flat, bought a houseboat.", "The user's sister bought a houseboat."),
        ("Vegetarian I am.", "Vegetarian the user is."),
        ("TA hours are on Mondays at 3.", "TA hours are on Mondays at 3."),
        (
            "Morning, afternoon and evening I take metformin.",
            "Morning, afternoon and evening the user takes metformin.",
        ),
    ],
)
def test_what_is_joined_or_part_of_it_stays(said, fact):
    assert fact in contents(said)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My sister Ann visited. Tom met her at the station. He works at Bosch.", "Tom works at Bosch."),
        ("My wife drove to Hull. Kerem sold her the van. He works at Bosch.", "Kerem works at Bosch."),
        ("My wife drove to Hull. Kerem sold her the van.", "Kerem sold the user's wife the van."),
        ("My son is 8. Clara teaches him piano. She lives in Hull.", "Clara lives in Hull."),
        ("My dad is 70. Mia visits his house daily. She is a nurse.", "Mia is a nurse."),
        ("My uncle moved to Spain. The house is Casa Rosa. He is 80.", "The user's uncle is 80."),
        ("My brother is ill. Covid. He is in bed.", "The user's brother is in bed."),
        ("My sister moved to Voss. She works at the harbour.", "The user's sister works at the harbour."),
        ("My favourite drink is Dr Pepper. I buy it at Tesco.", "The user buys the user's favourite drink at Tesco."),
    ],
)
def test_a_pronoun_stands_for_the_one_who_fits(said, fact):
    assert fact in contents(said)


def test_another_cousin_may_be_a_woman():
    told = contents("My cousin is a vet. He lives in Hull.", "A: Nice.", "My cousin is a baker. She lives in York.")
    assert "The user's cousin lives in York." in told


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        (("Ann called. Tom drove her home. He has a van.",), "Ann has"),
        (("My daughter has a new coach. Marko trains her on Mondays. He lives in Hull.",), "coach lives"),
        (
            ("Tam fell off a ladder. It's his nephew Ross who'll see to the boiler. He's charging 95.",),
            "Tam is charging",
        ),
        (("My granddaughter Iona might take it, if her father will pay. He's from Aberdeen.",), "Aberdeen"),
        (("The tests of Jonas P. were negative, the doctor has said he can eat all, he has had three buns.",), "buns"),
        (
            (
                "Nia starts as our nanny on Monday.",
                "A: Nia sounds ideal.",
                "she had avocado and made a face",
            ),
            "avocado",
        ),
        (("Mats broke his collarbone. Leonie says no. I think Danylo, he has hands like a door.",), "hands"),
    ],
)
def test_a_pronoun_that_may_be_another_s_is_nobody_s(said, gone):
    assert not any(gone in fact for fact in contents(*said))


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("in the car, he says honey I don't want to go to a home and I don't want to go to Ray's", "want to go"),
        ('"Dear Dee, thank you for your interest. We have decided to move on with others." that\'s #14', "decided"),
        ('My boss wrote "I am leaving. We move to Oslo." I start at Bosch on Monday.', "Oslo"),
        ("Wedding's dry!!! Groom's folks.", "wedding"),
        ("Sent the stout to the county competition. Judging June 6.", "judging"),
    ],
)
def test_what_somebody_else_says_is_not_the_user_s_nor_is_a_noun_what_they_do(said, gone):
    assert not any(gone in fact for fact in contents(said))


def test_what_somebody_tells_of_the_user_is():
    assert "The doctor says the user needs more iron." in contents("The doctor says I need more iron.")


def test_a_pronoun_does_not_stand_for_who_was_named_before_somebody_else():
    told = contents("News, van Rijsbergen retires in July, so my promotor is professor Okonkwo. She is more strict.")
    assert not any("Rijsbergen" in fact and "strict" in fact for fact in told)


def test_who_was_he_is_not_she():
    told = contents(
        "My brother Kerem became a father two days ago so he can't drive the van.", "A: Congratulations!",
        "She is called Elif, 3400 gram.",
    )  # fmt: skip
    assert not any("Elif" in fact for fact in told)
