"""The end of a year is not what somebody went with in the end."""

from __future__ import annotations

from maintenance.extraction import rules


def test_the_end_of_a_time_is_no_word_in_common_with_in_the_end() -> None:
    older = "The user will keep working for Maple Health, at least till the end of the year."
    newer = "The user went with Northstar in the end."
    assert rules.judge_pair(newer, older, newer).kind == "unrelated"
