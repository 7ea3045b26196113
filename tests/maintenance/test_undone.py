"""A change that is taken back lets the former fact hold again: "we reversed that", "never mind, we're back to 9:30"."""

from __future__ import annotations

import pytest

from maintenance.extraction.judging.undone import restored
from maintenance.extraction.types import Changed
from tests.maintenance.test_changes_in_turns import holding

REVIEW = Changed("The review is on Tuesdays.", "The review is on Wednesdays now.")
TRAIN = Changed("The user takes the 7:40 train.", "The user takes the 8:10 train now.")
TOMS = Changed("Tom takes the 7:40 train.", "Tom takes the 8:10 train now.")
CRETE = Changed("The user is going to Crete in September 2026.", "The user's trip to Crete is cancelled.")
BUDGET = Changed("The budget is 20k.", "The budget was cut to 15k.")
TOOL = Changed("The user's CI runs on GitLab.", "The user migrated the CI to Buildkite.")
MEETING = Changed("The meeting is on Mondays.", "The meeting was moved to Tuesdays.")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "second", "third", "again"),
    [
        ("Standup is at 9:30.", "Standup is at 10 now.", "Never mind, we're back to 9:30.", "Standup is at 9:30."),
        ("The kickoff is on 6 April.", "The kickoff slipped to 13 April.",
         "Scratch that, the kickoff stays on 6 April.", "The kickoff is on 6 April 2026."),
        ("Our CI runs on GitLab.", "We migrated the CI to Buildkite.",
         "The Buildkite thing was rolled back, CI is on GitLab again.", "The user's CI runs on GitLab."),
        ("The review is on Tuesdays.", "The review is on Wednesdays now.", "Undo that, it's Tuesdays again.",
         "The review is on Tuesdays."),
        ("We're going to Crete in September.", "Crete is off.", "Crete is back on!",
         "The user is going to Crete in September 2026."),
    ],
)  # fmt: skip
def test_what_was_so_before_a_change_holds_again_alone(namespace, first, second, third, again):
    assert holding(namespace, first, second, third) == [again]


def test_what_we_reversed_is_named_in_the_turns_before():
    assert restored("We reversed that.", "We reversed that.", "Is it on Wednesdays?", "user", [REVIEW]) == REVIEW.before


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("I'm back on the 7:40.", TRAIN), ("Tom is back on the 7:40.", TOMS), ("It's 20k again.", BUDGET),
        ("The cut was reversed, we have the full 20k.", BUDGET), ("We rolled back the Buildkite migration.", TOOL),
        ("Crete is going ahead after all.", CRETE), ("We went back to Mondays.", MEETING),
    ],
)  # fmt: skip
def test_a_change_is_taken_back_by_either_value(said, change):
    assert restored(said, said, "", "user", [change]) == change.before


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ("We reversed that.", [REVIEW]),
        ("Choir is on Tuesdays again.", [REVIEW]),
        ("Maybe it's Tuesdays again.", [REVIEW]),
        ("Is it Tuesdays again?", [REVIEW]),
        ("My sister reversed that, it's Tuesdays again.", [REVIEW]),
        ("I take the 7:40 again today.", [TRAIN]),
        ("Tom is back on the 7:40.", [TRAIN]),
        ("I'm back on the 7:40.", [TOMS]),
        ("My sister's cut was reversed.", [BUDGET]),
        ("The cut was reversed.", [BUDGET]),
        ("We rolled back the database migration.", [TOOL]),
        ("Never mind the GitLab outage.", [TOOL]),
        ("Back to work!", [TOOL]),
        ("Lisbon is back on!", [CRETE]),
        ("We're back from Crete.", [CRETE]),
        ("It's Tuesdays again.", [REVIEW, Changed("The class is on Tuesdays.", "The class is on Fridays now.")]),
    ],
)  # fmt: skip
def test_what_may_be_of_something_else_takes_nothing_back(said, changes):
    assert restored(said, said, "", "user", changes) is None
