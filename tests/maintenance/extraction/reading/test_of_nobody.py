"""A role without an owner, and a sentence that breaks off, are no facts."""

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn


def learnt(said):
    return [
        fact.content for fact in rules.extract([Turn("t1", "", "user", said, datetime(2026, 5, 4, tzinfo=UTC))]).facts
    ]


@pytest.mark.parametrize(
    "said",
    [
        "Ulla left the company. New contact is Hanno Brand",
        "contact is Pia Berger",
        "The depot renews in May. Replacement is Otto Lind.",
    ],
)
def test_whose_contact_somebody_is_has_to_be_told(said):
    assert not [fact for fact in learnt(said) if "contact is" in fact.lower() or "replacement is" in fact.lower()]


def test_one_whose_owner_is_named_is_learnt():
    assert learnt("Our contact at Norwind is Karin Holm.") != []
    assert learnt("Norwind's new contact is Karin Holm.") != []


def test_what_breaks_off_is_no_fact():
    assert not [fact for fact in learnt("i dont eat meat anymore btw, since like 2 weeks") if fact.endswith("since.")]
