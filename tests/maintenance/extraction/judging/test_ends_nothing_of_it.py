"""What shares a time, a firm or a noun with what was told, and ends nothing of it."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user goes running three times a week.", "The user is down to 24 hours a week since the baby."),
        ("The user gets a vegetable box every week.", "The user is down to 24 hours a week since the baby."),
        ("The user's course starts on 3 May 2026.", "The course ends on 30 June 2026 now."),
        ("The user has a gym membership at Ironworks.", "The user skipped the gym in the week of 30 March 2026."),
        ("The user's contact at Brevio is Jakob.", "The user's contact at Lumo is Salome now."),
        ("The user's brother's rent is 700 euros.", "The user's rent went up to 800 euros."),
    ],
)
def test_what_shares_a_time_a_firm_or_a_noun_ends_nothing(older, newer):
    assert rules.judge_pair(newer, older, newer).kind == "unrelated"


def test_what_was_so_today_is_as_usual_tomorrow():
    talk = "Today we had standup at 11 instead."
    assert rules.judge_pair("The user had the standup at 11.", "The standup is at 9:30.", talk).kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer", "kind"),
    [
        ("The user reports to Henrike at the moment.", "The user has got a new boss, Tobias Lang.", "updates"),
        ("The user's boss is Leticia.", "The user reports to Henrik now.", "updates"),
        ("The user's project manager is Gerda Voss.", "The user's boss is Tobi Adler.", "unrelated"),
        ("The user's manager is Gerda Voss.", "The user's sister has a new boss, Tobi Adler.", "unrelated"),
    ],
)
def test_to_whom_one_reports_is_the_boss(older, newer, kind):
    assert rules.judge_pair(newer, older, newer).kind == kind


def test_what_it_is_a_day_may_be_another_now():
    newer = "The user's commute went down to 20 minutes a day."
    assert rules.judge_pair(newer, "The user's commute is 50 minutes a day.", newer).kind == "updates"


@pytest.mark.parametrize(
    ("older", "newer", "talk"),
    [
        ("The standup is at 9:30.", "The standup moved to 11.", "Today we decided standup moved to 11."),
        ("The daughter's cello teacher is Ms Lee.", "The cello teacher is Mr Kay now.", ""),
        ("The dog's vet is Dr Sand.", "The vet is Dr Moor now.", ""),
    ],
)
def test_what_was_decided_today_or_names_no_owner_may_end_it(older, newer, talk):
    assert rules.judge_pair(newer, older, talk or newer).kind == "updates"
