"""Who lived alone and does not, who works another shift, and what somebody does no longer, with why behind it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction.judging.properties import properties_of
from maintenance.extraction.rules import judge, judge_pair
from maintenance.extraction.types import Claim
from tests.maintenance.extraction.test_rules_truth import contents

CHANGED = [
    ("The user lives alone.", "The user lives with Dev now."),
    ("The user lives on their own in Leeds.", "The user lives with their sister now."),
    ("The user lives alone.", "Dev moved in with the user on 3 March 2026."),
    ("The user's mum lives alone.", "The user's mum lives with the user now."),
    ("The user works nights at the hospital.", "The user works days now."),
    ("The user works nights.", "The user switched to day shifts."),
    ("The user is on late shifts.", "The user moved to earlies."),
    ("The user's husband works nights.", "The user's husband works earlies now."),
    ("The user plays squash on Tuesdays.", "The user no longer plays squash, shoulder trouble."),
    ("The user drinks coffee.", "The user no longer drinks coffee, tea or beer."),
    ("The user's son studies law in Kiel.", "The user's son dropped out of the course."),
]
BOTH_HOLD = [
    ("The user lives alone.", "The user lives with Dev on weekends."),
    ("The user lives alone during the week.", "The user lives with their dad on Sundays."),
    ("The user lives alone.", "The user lives with two cats now."),
    ("The user lives alone.", "The user lives with diabetes now."),
    ("The user lives alone.", "The user's neighbour lives with her son now."),
    ("The user lives alone.", "Dev moved in with his brother."),
    ("The user lives alone.", "Dev almost moved in with the user."),
    ("The user lives alone.", "Dev moved in with the user over Christmas."),
    ("The user lives alone.", "The user lives with Dev in their dreams now."),
    ("The user lives alone.", "The user's neighbour's cat moved in with the user."),
    ("The user lives alone.", "Dev moved in with the user for the summer."),
    ("The user's mum lives alone.", "The user's aunt moved in with Dev's mum."),
    ("The user works nights.", "The user's brother works days now."),
    ("The user works nights.", "The user works days and nights now."),
    ("The user works nights.", "The user worked days before."),
    ("The user works nights.", "The user works days this week."),
    ("The user works early shifts.", "The user switched to lates for two weeks."),
    ("The user works nights.", "The user also works days now."),
    ("The user works nights.", "The user is on days on Saturdays now."),
    ("The user works nights.", "The user changed days with Tom."),
    ("The user works nights.", "The user switched to days with Tom on Friday."),
    ("The user works days.", "The user works nights on Fridays now."),
    ("The user eats meat.", "The user no longer eats meat, mostly."),
    ("The user eats meat.", "The user no longer eats meat, at home anyway."),
    ("The user works nights at Amazon.", "The user works days at a bakery now."),
    ("The user plays squash on Tuesdays.", "The user no longer plays squash, only on Fridays."),
    ("The user eats fish.", "The user no longer eats meat, fish only."),
    ("The user drinks tea.", "The user no longer drinks coffee, tea instead."),
]


@pytest.mark.parametrize(("older", "newer"), CHANGED)
def test_what_was_so_is_over(older: str, newer: str) -> None:
    assert judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(("older", "newer"), BOTH_HOLD)
def test_what_is_told_of_something_else_or_for_a_while_ends_nothing(older: str, newer: str) -> None:
    assert judge_pair(newer, older).kind == "unrelated"


def test_whom_the_talk_calls_a_pet_is_no_company() -> None:
    newer, older = "The user lives with Mochi now.", "The user lives alone."
    assert judge_pair(newer, older, "I live with Mochi now, she's a cat.").kind == "unrelated"


def test_who_moved_in_long_before_may_have_left() -> None:
    at, long_ago = datetime(2026, 3, 2, tzinfo=UTC), datetime(2019, 3, 1, tzinfo=UTC)
    older = Claim("The user lives alone.", at)
    (then,) = judge(Claim("Dev moved in with the user in March 2019.", long_ago), [older]).verdicts
    (now,) = judge(Claim("Dev moved in with the user on 1 March 2026.", at), [older]).verdicts
    assert (then.kind, now.kind) == ("unrelated", "updates")


def test_who_moves_in_with_the_user_is_held_against_how_they_lived() -> None:
    older, newer = (
        {(told.subject, told.name) for told in properties_of(content)}
        for content in ("The user lives alone.", "Dev moved in with the user.")
    )
    assert ("user", "home") in older & newer


def test_what_one_dropped_out_of_is_known_by_that() -> None:
    assert contents("I dropped out of the choir.") == ["The user dropped out of the choir."]
    assert contents("I backed out of the driveway.") == []
