"""What is told behind "so" has a tense of its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules

from .test_typed import turns

TUESDAY = datetime(2026, 11, 3, 18, 30, tzinfo=UTC)


def contents(said: str) -> list[str]:
    """What is learnt of these words, said on Tuesday 3 November 2026."""
    told = [replace(turn, event_time=TUESDAY) for turn in turns("A: Hello.", said, "A: Noted.")]
    return [fact.content for fact in rules.extract(told).facts]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I swapped with Lena so I work on Saturday", "The user works on 7 November 2026."),
        ("Lena swapped with me so she works Friday", "Lena swapped with the user so she works Friday."),
        ("we changed the plan so Cleo sings Sunday", "The user changed the plan so Cleo sings Sunday."),
        ("the bank closed early so I went on Friday", "The user went on 30 October 2026."),
    ],
)
def test_a_present_behind_so_is_not_dated_back(said, fact):
    assert fact in contents(said)
