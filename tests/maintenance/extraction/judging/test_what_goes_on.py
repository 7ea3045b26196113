"""What was stopped, swapped or dropped may leave what an older fact tells; what is still so, or was counted on a
day, is no announcement."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import Turn, rules


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user smokes a pipe on Sundays.", "The user stopped smoking cigarettes."),
        ("The user has Netflix.", "The user dropped Netflix for January."),
        ("The user goes to the gym.", "The user gave up the gym for the rest of July."),
        ("The user has a red bike.", "The user swapped bikes with Ben."),
        ("The user has a night shift.", "The user swapped shifts with their sister."),
    ],
)
def test_it_goes_on(older, newer):
    assert rules.judge_pair(newer, older).kind not in ("updates", "corrects", "contradicts")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user smokes ten cigarettes a day.", "The user stopped smoking cigarettes."),
        ("The user smokes ten a day.", "The user stopped smoking cigarettes."),
        ("The user smokes cigars on weekends.", "The user quit smoking."),
        ("The user smokes a pipe.", "The user gave up smoking."),
        ("The user smokes cigarillos.", "The user kicked the habit of smoking."),
        ("The user drinks beer.", "The user has given up drinking."),
        ("The user teaches piano on Mondays.", "The user quit teaching."),
        ("The user has Netflix.", "The user dropped Netflix in January."),
        ("The user uses Slack.", "The user swapped Slack for Teams."),
    ],
)
def test_it_is_over(older, newer):
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("From October I still have the bill.", "From October the user still has the bill."),
        ("As of Monday, I have three open tickets.", "As of 4 May 2026, the user has three open tickets."),
        ("As of Monday, we have 12 volunteers.", "As of 4 May 2026, the user has 12 volunteers."),
        ("As of Monday, we have three standups a week.", "As of 11 May 2026, the user has three standups a week."),
        ("As of Monday, I have 12 tickets in a queue.", "As of 4 May 2026, the user has 12 tickets in a queue."),
        ("As of Monday, the rent is 900 euros.", "As of 11 May 2026, the rent is 900 euros."),
        ("Starting Monday I have three students.", "As of 11 May 2026, the user has three students."),
    ],
)
def test_what_is_still_so_or_counted_is_no_announcement(said, fact):
    turn = Turn("t0", "user", "user", said, datetime(2026, 5, 6, 10, tzinfo=UTC), 0)  # a Wednesday
    assert fact in [one.content for one in rules.extract([turn]).facts]
