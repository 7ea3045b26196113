"""Whom or what one has to do with no longer is named in both facts; and what only looks so."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user banks with Tindale.", "The user closed their account at Tindale."),
        ("The user works for Brightlamp.", "The user handed in their badge at Brightlamp on 27 February 2026."),
        ("The user's dentist is Dr Ek.", "The user ditched Dr Ek."),
        ("The user is renting a van from Avis for the move.", "The user ditched Avis."),
        ("The user trains at Forge.", "The user cancelled their membership at Forge."),
        ("The user is taking the overnight ferry to Oslo.", "The overnight ferry is cancelled."),
    ],
)
def test_a_tie_that_is_named_has_ended(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user has a mortgage with Tindale.", "The user closed their account at Tindale."),
        ("The user shops at Coop.", "The user quit their job at Coop."),
        ("The user works for Brightlamp.", "The user closed their account at Brightlamp."),
        ("The user's brother is Tom.", "The user dropped Tom."),
        ("The user works with Tom.", "The user left Tom at the station."),
        ("The user's dentist is Dr Ek.", "The user dropped Dr Ek off at the station."),
        ("The user likes Avis.", "The user ditched Avis."),
        ("The user banks with Tindale.", "The user's sister closed her account at Tindale."),
        ("The user goes to Berlin every month.", "The user left Berlin on 27 February 2026."),
        ("The user bakes bread for the market.", "The user has given up bread."),
        ("The user cooks for the shelter on Sundays.", "The user has given up cake."),
        ("The user is flying to Faro on 12 May 2026.", "The user flies back from Faro on 26 May 2026 now."),
    ],
)
def test_what_is_another_tie_or_none_holds(older: str, newer: str) -> None:
    assert rules.judge_pair(newer, older).kind == "unrelated"


def test_another_day_of_a_journey_is_told_by_the_place_in_the_talk() -> None:
    older, newer = "The user is flying to Faro on 12 May 2026.", "The user goes on 19 May 2026 now."
    assert rules.judge_pair(newer, older, "Faro got moved, we go on the 19th of May now").kind == "updates"
    assert rules.judge_pair(newer, older, "Crete got moved, we go on the 19th of May now").kind == "unrelated"


def _contents(said: str) -> list[str]:
    return [fact.content for fact in rules.extract([Turn("t1", "user", "user", said, NOW)]).facts]


@pytest.mark.parametrize("said", ["Don't call me, it's Sunday.", "Please don't ring my wife, we're in a lesson."])
def test_what_is_not_to_be_done_just_now_is_no_standing_wish(said: str) -> None:
    assert _contents(said) == []


def test_what_is_not_to_be_done_for_a_lasting_reason_is_one() -> None:
    assert _contents("Don't call me, I'm deaf.") == [
        "The user wants the assistant not to call them.",
        "The user is deaf.",
    ]


def test_a_role_by_its_bare_name_is_the_speakers() -> None:
    assert _contents("Supervisor is Prof. Holm.") == ["The user's supervisor is Prof. Holm."]
