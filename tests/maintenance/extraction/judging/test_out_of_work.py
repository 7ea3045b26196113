"""Whoever has lost or quit their job works no longer for whom they did; a job beside it and another's go on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Claim


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user works at Costa.", "The user got fired."),
        ("The user works at Costa.", "The user lost their job."),
        ("The user works at Costa.", "The user quit their job."),
        ("The user works at Costa.", "The user got the sack."),
        ("The user works at Costa.", "The user was made redundant in October 2026."),
        ("The user works as a barista at Costa.", "The user got laid off in the week before 12 November 2026."),
        ("The user is a barista at Costa.", "The user was let go."),
        ("The user is a data analyst at Aviva.", "The user lost their job on 3 May 2026."),
        ("The user works at Costa.", "The user is unemployed."),
        ("The user's dad works at Shell.", "The user's dad retired."),
        ("Priya works for Deloitte.", "Priya resigned."),
    ],
)
def test_a_job_ends_that_somebody_lost_or_quit(older, newer):
    assert rules.judge_pair(newer, older, newer).kind == "updates"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user works at Costa.", "The user's dad retired."),
        ("The user works at Costa on Saturdays.", "The user was made redundant."),
        ("The user works at Costa.", "The user lost their part-time job."),
        ("The user works at Costa.", "The user lost their job at the library."),
        ("The user works at Costa.", "The user was fired from Tesco."),
        ("The user works at Costa.", "The user retired from football."),
        ("The user works at Costa.", "The user almost got fired."),
        ("The user works at Costa.", "The user was not laid off."),
        ("The user works at Costa.", "The user was laid off three years ago."),
        ("The user works at Costa.", "The user lost their job in 2019."),
        ("The user works at Costa.", "The user lost their work on the essay."),
        ("The user works at Costa.", "The user will quit their job."),
        ("The user works from home.", "The user quit their job."),
        ("The user volunteers at the shelter.", "The user quit their job."),
        ("The user is a student at Leeds.", "The user lost their job."),
        ("The user is a nurse.", "The user quit their job."),
        ("The user works at Costa.", "The user left their work because it was late."),
        ("The user works at Costa.", "The user lost the work."),
        ("The user works at Costa.", "The user quit their old job."),
        ("The user works at Costa.", "The user was fired and rehired."),
        ("The user works at Costa.", "The user left their job because Costa pays better."),
        ("The user works at Costa and at the library.", "The user lost their job."),
        ("The user works for himself.", "The user quit their job."),
    ],
)
def test_nothing_ends_of_another_job_or_of_anybody_elses(older, newer):
    assert rules.judge_pair(newer, older, newer).kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user goes to the gym on Mondays.", "The user cancelled the gym, too dear."),
        ("The user is learning Spanish on Duolingo.", "The user gave up on Spanish ages ago."),
        ("The user's boyfriend is called Sam.", "The user and Sam split up in the week before 12 November 2026."),
        ("The user lives with their boyfriend.", "The user and their boyfriend broke up on 3 March 2026."),
    ],
)
def test_why_or_when_it_was_hides_no_end(older, newer):
    assert rules.judge_pair(newer, older, newer).kind == "updates"


def _judged(new: Claim, *older: Claim) -> list[str]:
    return [verdict.kind for verdict in rules.judge(new, older).verdicts]


def test_a_job_told_of_after_the_loss_is_another():
    told = Claim("The user works at Costa.", datetime(2026, 11, 11, tzinfo=UTC))
    lost = "The user was made redundant."
    assert _judged(Claim(lost, datetime(2026, 6, 1, tzinfo=UTC)), told) == ["unrelated"]
    assert _judged(Claim(lost, datetime(2026, 11, 12, tzinfo=UTC)), told) == ["updates"]


def test_which_of_two_jobs_was_lost_is_not_told():
    held = Claim("The user works at Costa."), Claim("The user works at the library.")
    assert _judged(Claim("The user lost their job."), *held) == ["unrelated", "unrelated"]
    assert _judged(Claim("The user retired."), *held) == ["updates", "updates"]
    same = Claim("The user works at Costa."), Claim("The user is a barista at Costa.")
    assert _judged(Claim("The user lost their job."), *same) == ["updates", "updates"]


def test_whoever_was_taken_back_has_the_job():
    talk = "I got fired yesterday, then they reinstated me."
    assert _judged(Claim("The user got fired.", talk=talk), Claim("The user works at Costa.")) == ["unrelated"]
