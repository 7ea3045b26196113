"""A plan for a place is none that is bought, and the end of a year is not what one went with in the end."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("The user uses the Oslo plan for the trip.", "The user switched to the Pro plan.", "unrelated"),
        ("The user has a plan for Lisbon.", "The user is on the Pro plan now.", "unrelated"),
        ("The Oslo plan costs 400 euros.", "The user is on the Pro plan now.", "unrelated"),
        ("The user is on the Basic plan.", "The user is on the Pro plan now.", "updates"),
        ("The user will keep working for Maple Health, at least till the end of the year.",
         "The user went with Northstar in the end.", "unrelated"),
    ],
)  # fmt: skip
def test_what_bears_one_word_by_chance_ends_nothing(old: str, new: str, kind: str) -> None:
    assert rules.judge_pair(new, old, new).kind == kind
