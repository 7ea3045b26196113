"""Who has charge of what, where one's people work, what belongs to whom; and what only sounds like a plan."""

from __future__ import annotations

import pytest

from tests.maintenance.extraction.test_rules_truth import contents

LEARNT = [
    ("Ingo owns the migration.", "Ingo owns the migration."),
    ("Marta reviews everything that touches billing.", "Marta reviews everything that touches billing."),
    ("My brother Nils works nights at the bakery.", "works nights at the bakery."),
    ("Ana is on call for payments.", "Ana is on call for payments."),
    ("Leila is on call for the database.", "Leila is on call for the database."),
    ("Dr Weiss is on call at the clinic now.", "Dr Weiss is on call at the clinic now."),
    ("Bram is on call now.", "Bram is on call now."),
    ("The cottage in Sweden belongs to my uncle.", "The cottage in Sweden belongs to"),
    ("My budget for the trip is about 1,800 euros.", "budget for the trip is about 1,800 euros."),
    ("I'm left-handed.", "is left-handed."),
    ("I'm left-handed and my son is too.", "is left-handed."),
    ("My mother-in-law is gluten-free.", "mother-in-law is gluten-free."),
    ("I prefer calls after 5.", "prefers calls after 5."),
    # No plan: nothing is said of a day to come.
    ("My account number ends in 88.", "account number ends in 88."),
    ("Our lease ends in March 2031.", "lease will end in March 2031."),
]
NOT_LEARNT = [
    "Does Ingo own the migration?",
    "If Ingo owns the migration, I'm in.",
    "Ingo used to own the migration.",
    "She owns the migration.",
    "Ingo doesn't own the migration.",
    "I might be left-handed.",
    "Is Ana on call for payments?",
    "If Ana is on call, ask her.",
    "Ana is on a call.",
    "Ana is on the phone.",
    "She is on call with us.",
    "Somebody is on call.",
    "Tomas is on call with her.",
]


@pytest.mark.parametrize(("said", "fact"), LEARNT)
def test_what_is_said_plainly_is_learnt(said: str, fact: str) -> None:
    (learnt,) = contents(said)
    assert learnt.endswith(fact) or learnt.startswith(fact)


@pytest.mark.parametrize("said", NOT_LEARNT)
def test_what_is_asked_supposed_over_or_denied_is_not(said: str) -> None:
    assert contents(said) == []


def test_a_month_that_may_be_of_two_years_keeps_the_words_of_the_speaker() -> None:
    # It is May: next June is in a month or in thirteen, next April lies ahead in any case.
    assert contents("I'm moving to Ulm next June.") == ["The user is moving to Ulm next June."]
    assert contents("I'm moving to Ulm next April.") == ["The user is moving to Ulm in April 2024."]


def test_an_engagement_of_somebodys_is_learnt() -> None:
    assert contents("My cousin Lena got engaged.") == ["The user's cousin Lena got engaged."]
