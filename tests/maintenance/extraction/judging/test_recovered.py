"""A limit of the body ends where the same doing is possible again, now and in full."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("The user cannot drive.", "The user can drive again.", "I can drive again, the cast came off on Friday"),
        ("The user cannot drive.", "The user can drive again since 27 March 2026.", ""),
        ("The user cannot lift anything heavy.", "The user may lift again.", "the doctor says I may lift again"),
        ("The user's dad cannot climb stairs.", "The user's dad can climb the stairs again.", ""),
        ("The user cannot climb stairs.", "The user can climb steps again now.", ""),
        ("The user cannot climb ladders.", "The user can climb again.", ""),
    ],
)
def test_a_limit_is_over(old, new, said):
    assert rules.judge_pair(new, old, said).kind == "updates"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("The user cannot drive.", "The user can drive again on 3 April 2026.", "I can drive again on Friday"),
        ("The user cannot drive.", "The user can drive again in June 2026.", "I can drive again in June"),
        ("The user cannot drive.", "The user can drive again.", "I can drive again tomorrow"),
        ("The user cannot drive.", "The user can drive again.", "the cast comes off on Friday, then I can drive again"),
        ("The user cannot lift anything heavy.", "The user may lift again in July 2026.", ""),
        ("The user's dad cannot climb stairs.", "The user's dad can climb stairs again on Monday.", ""),
        ("The user cannot climb stairs.", "The user can climb ladders again.", ""),
        ("The user cannot climb.", "The user can climb stairs again.", ""),
        ("The user cannot drive.", "The user can walk again.", ""),
        ("The user cannot drive.", "The user's mum can drive again.", ""),
    ],
)
def test_a_limit_holds_that_is_over_later_or_in_part(old, new, said):
    assert rules.judge_pair(new, old, said).kind not in ("updates", "corrects", "contradicts")
