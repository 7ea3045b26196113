"""What is said in short of what is known ends that: "Lisbon is off", "it's wasps, not bees", "4.2 slips a week"."""

from __future__ import annotations

import pytest

from maintenance.extraction.judging.recalled import whole
from tests.maintenance.test_changes_in_turns import SAID, holding


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "gone", "come"),
    [
        ("My flight to Lisbon is on 3 December.", "Lisbon is off.",
         "The user's flight to Lisbon is on 3 December 2026.", "The user's trip to Lisbon is cancelled."),
        ("We're going to Crete in September.", "Crete's off, sadly.",
         "The user is going to Crete in September 2026.", "The user's trip to Crete is cancelled."),
        ("Kit is allergic to bee stings.", "Kit saw the allergist, turns out it's wasps, not bees.",
         "Kit is allergic to bee stings.", "Kit is allergic to wasps, not bees."),
        ("I work from Lisbon for the next three weeks.", "Back from Lisbon since Tuesday.",
         "The user works from Lisbon for the next three weeks.", "The user is back from Lisbon since 24 March 2026."),
        ("Release 4.2 is planned for 22 April.", "4.2 slips a week, so the 29th of April.",
         "Release 4.2 is planned for 22 April 2026.", "Version 4.2 slips a week to 29 April 2026."),
        ("I take bisoprolol, 5 mg in the morning.",
         "The heart doctor halved the bisoprolol, so that's two and a half now.",
         "The user takes bisoprolol 5 mg in the morning.",
         "The heart doctor halved the bisoprolol to two and a half now."),
        ("I'm a nurse at Queen's Hospital.", "I got a new job at a GP practice in Leeds.",
         "The user is a nurse at Queen's Hospital.", "The user got a new job at a GP practice in Leeds."),
    ],
)  # fmt: skip
def test_what_is_said_in_short_ends_what_is_known(namespace, older, newer, gone, come):
    facts = holding(namespace, older, newer)
    assert come in facts
    assert gone not in facts


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "known"),
    [
        ("My aunt lives in Lisbon.", "Lisbon is off.", "The user's aunt lives in Lisbon."),
        ("My flight to Lisbon is on 3 December.", "Porto is off.",
         "The user's flight to Lisbon is on 3 December 2026."),
        ("Kit is allergic to bee stings.", "The nest in the shed is wasps, not bees.",
         "Kit is allergic to bee stings."),
        ("Kit is allergic to bee stings.", "The doctor looked at Nora's arm, turns out it's wasps, not bees.",
         "Kit is allergic to bee stings."),
        ("I work from Lisbon for the next three weeks.", "Tom is fine. Back from Lisbon since Tuesday.",
         "The user works from Lisbon for the next three weeks."),
        ("Release 4.2 is planned for 22 April.", "4.3 slips a week, so the 29th of April.",
         "Release 4.2 is planned for 22 April 2026."),
        ("I work as a baker at Crumb.", "I got a job at the library for the weekends too.",
         "The user works as a baker at Crumb."),
    ],
)  # fmt: skip
def test_what_is_said_in_short_of_something_else_ends_nothing(namespace, older, newer, known):
    assert known in holding(namespace, older, newer)


def test_of_two_who_may_be_meant_neither_is():
    facts = ("Kit is allergic to bees.", "Nora is allergic to bees.")
    said = "Kit and Nora were at the clinic, it's wasps, not bees."
    assert whole(said, said, "user", facts, SAID) == []
    assert whole("Lisbon is off.", "Lisbon is off.", "user", (), SAID) == []
