"""A fact that tells one of two days, "next Friday" as two readers take it, and what tells later which of them it is."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user's review is on 6 or 13 March 2026.", "The user's review is on 13 March 2026."),
        ("The user's review is on 6 or 13 March 2026.", "The user's review is on 6 March 2026."),
        ("The user's mum arrives on 29 May or 5 June 2026.", "The user's mum arrives on 29 May 2026."),
        ("The user flies on 28 December 2026 or 4 January 2027.", "The user flies on 28 December 2026."),
    ],
)
def test_it_is_refined_by_one_of_them(older, newer):
    assert rules.judge_pair(newer, older).kind == "refines"


@pytest.mark.parametrize(
    ("newer", "kind"),
    [
        ("The user's review is on 20 March 2026.", "contradicts"),
        ("The user's review was moved to 20 March 2026.", "updates"),
        ("The user's exam is on 13 March 2026.", "unrelated"),
    ],
)
def test_another_day_or_thing_is_none(newer, kind):
    assert rules.judge_pair(newer, "The user's review is on 6 or 13 March 2026.").kind == kind
