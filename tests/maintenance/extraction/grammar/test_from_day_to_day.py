"""From one weekday to another: both have a date or neither has."""

from __future__ import annotations

import pytest

from .test_days_of_one_journey import learnt


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I was in Rome from Friday to Sunday.", "from 4 September 2026 to 6 September 2026"),
        ("I was in Rome from Wednesday until Saturday.", "from 2 September 2026 until 5 September 2026"),
        ("I'm in Hamburg from Tuesday to Thursday.", "from 8 September 2026 to 10 September 2026"),
        ("My parents are visiting from Thursday till Sunday.", "from 10 September 2026 till 13 September 2026"),
        ("I'm away from Friday to Monday.", "from 11 September 2026 to 14 September 2026"),
        ("I will be in Oslo from Friday to the 20th.", "from 11 September 2026 to 20 September 2026"),
        ("I'll teach a class in Bonn from Thursday to Saturday.", "from 10 September 2026 to 12 September 2026"),
        ("I was off from 1 September to Friday.", "from 1 September 2026 to 4 September 2026"),
    ],
)
def test_the_last_day_is_dated_with_the_first(said: str, told: str) -> None:
    assert [fact for fact in learnt(said) if told in fact]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I work from Monday to Friday.", "works from Monday to Friday."),
        ("The shop is open from Monday to Saturday.", "is open from Monday to Saturday."),
        ("I'm on call from Friday to Monday.", "is on call from Friday to Monday."),
        ("The kids are with me from Monday to Wednesday.", "from Monday to Wednesday."),
        ("During term I'm in Leeds from Monday to Thursday.", "from Monday to Thursday."),
        ("My daughter is in Vienna from Monday to Friday and comes home at weekends.", "from Monday to Friday."),
        ("My dad worked from Monday to Saturday all his life.", "from Monday to Saturday all his life."),
        ("I will work from Monday to Thursday at my new job.", "at the user's new job."),
        ("They moved the meeting from Friday to Monday.", "was moved from Friday to Monday."),
    ],
)
def test_what_may_be_each_week_has_no_date(said: str, told: str) -> None:
    assert [fact for fact in learnt(said) if fact.endswith(told)]


def test_a_day_that_no_month_has_is_no_end() -> None:
    assert not [fact for fact in learnt("I will be in Oslo from Friday to the 31st.") if "31 September" in fact]
