"""What is left of a list of which a part holds no longer, and what two people have who swapped."""

from __future__ import annotations

import pytest

from maintenance.extraction.judging.lists import whole
from tests.maintenance.test_changes_in_turns import holding


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "left", "gone"),
    [
        ("Leo takes the bus to work and school.", "Leo no longer takes the bus to school.",
         "Leo takes the bus to work.", "Leo takes the bus to work and school."),
        ("I swim on Tuesdays and Thursdays.", "I no longer swim on Tuesdays.",
         "The user swims on Thursdays.", "The user swims on Tuesdays and Thursdays."),
    ],
)  # fmt: skip
def test_the_rest_of_a_list_holds(namespace, older, newer, left, gone):
    facts = holding(namespace, older, newer)
    assert left in facts
    assert gone not in facts


@pytest.mark.django_db
@pytest.mark.parametrize("newer", ["Mia no longer takes the bus to school.", "Leo no longer takes the tram to school."])
def test_a_list_of_somebody_or_something_else_holds_whole(namespace, newer):
    older = "Leo takes the bus to work and school."
    assert older in holding(namespace, older, newer)


KNOWN = ("Tom has the Friday shift.", "The user has the Monday shift.")


def test_each_of_two_who_swapped_has_what_the_other_had():
    now = ["Tom has the Monday shift now, not Friday shift.", "I have the Friday shift now, not Monday shift."]
    assert whole("Tom and I swapped shifts.", "Tom and I swapped shifts.", "The user", KNOWN) == now
    said = "Tom and I swapped: he has Monday now, I have Friday."
    assert whole("Tom and I swapped: he has Monday now", said, "The user", KNOWN) == now


@pytest.mark.parametrize(
    "said", ["Tom and I swapped recipes.", "Kim and I swapped shifts.", "Tom and Kim swapped shifts."]
)
def test_who_swapped_something_else_has_what_they_had(said):
    assert whole(said, said, "The user", KNOWN) == []
