"""Days that depend on one another, or on what is done on them: out and back, the end of the month, pay day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import FactDraft
from tests.maintenance.extraction.plain.test_typed import turns

MONDAY = datetime(2026, 9, 7, 9, 0, tzinfo=UTC)


def drafts(said: str) -> list[FactDraft]:
    told = [replace(turn, event_time=MONDAY) for turn in turns("A: Hello.", said, "A: Noted.")]
    return list(rules.extract(told).facts)


def learnt(said: str) -> list[str]:
    """What is learnt of these words, said on Monday 7 September 2026."""
    return [fact.content for fact in drafts(said)]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm flying out Thursday and back Sunday.", "flying out on 10 September 2026 and back on 13 September 2026"),
        ("I'm driving up Friday and back Wednesday.", "up on 11 September 2026 and back on 16 September 2026"),
        ("My mother arrives on Friday and leaves on Tuesday.", "on 11 September 2026 and leaves on 15 September 2026"),
        ("My aunt arrives Friday and leaves Tuesday.", "will leave on 15 September 2026"),
        ("The plumber is coming Tuesday and the painter Thursday.", "The painter is coming on 10 September 2026"),
        ("Jo is coming Friday and Sam Wednesday.", "Sam is coming on 9 September 2026"),
        ("I have to hand in my thesis by the end of the month.", "by the end of September 2026"),
        ("I'm moving out by the end of the year.", "by the end of 2026"),
        ("My lease ends at the end of next month.", "ends at the end of October 2026"),
        ("They diagnosed my dad with Parkinson's last week.", "in the week before 7 September 2026"),
        ("Our rent goes up at the beginning of next year.", "at the beginning of 2027"),
        ("My visa runs out at the end of the year.", "at the end of 2026"),
        ("My sister flies to Oslo Friday.", "to Oslo on 11 September 2026"),
        ("The audit is next week.", "in the week after 7 September 2026"),
    ],
)
def test_each_day_is_dated(said: str, told: str) -> None:
    assert any(told in fact for fact in learnt(said)), learnt(said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("My landlord is nice, he pays by standing order on the 1st.", "on the 1st"),
        ("My sister pays her rent on the 3rd.", "on the 3rd"),
        ("I get my pension on the 1st.", "on the 1st"),
        ("I get paid on the 28th.", "on the 28th"),
        ("We do the books at the end of the month.", "at the end of the month"),
        ("I pay my staff by the end of the month.", "by the end of the month"),
        ("I need to send invoices by the end of the month.", "by the end of the month"),
        ("I'm working Tuesday and Thursday.", "working Tuesday and Thursday"),
        ("It was Lotte's last week in our team.", ""),
    ],
)
def test_what_is_so_each_time_has_no_date(said: str, told: str) -> None:
    facts = learnt(said)
    assert not any("2026" in fact for fact in facts), facts
    assert not told or any(told in fact for fact in facts), facts


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("I'm paying the deposit on the 3rd.", "3 October 2026"),
        ("I pay the deposit on the 3rd.", "3 October 2026"),
        ("I pay Tom back on the 15th.", "15 September 2026"),
    ],
)
def test_what_is_paid_once_is_dated(said: str, day: str) -> None:
    assert any(day in fact for fact in learnt(said))


def test_the_end_of_a_month_is_its_last_day() -> None:
    (fact,) = drafts("I have to hand in my thesis by the end of the month.")
    assert fact.event_time is not None
    assert fact.event_time.date() == date(2026, 9, 30)
