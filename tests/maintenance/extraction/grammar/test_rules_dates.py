"""Relative dates against the day of speaking, Monday 8 May 2023 unless said otherwise."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintenance.extraction.grammar import dates

MONDAY = date(2023, 5, 8)

TOLD = (
    ("I ran yesterday", True, "on 7 May 2023", "2023-05-07"),
    ("the day before yesterday", True, "on 6 May 2023", "2023-05-06"),
    ("I ran last Friday", True, "on 5 May 2023", "2023-05-05"),
    ("I ran last Monday", True, "on 1 May 2023", "2023-05-01"),
    ("on Friday", True, "on 5 May 2023", "2023-05-05"),
    ("on Friday", False, "on 12 May 2023", "2023-05-12"),
    ("next Tues", False, "on 9 or 16 May 2023", "2023-05-16"),
    ("two days ago", True, "on 6 May 2023", "2023-05-06"),
    ("last week", True, "in the week before 8 May 2023", "2023-05-01"),
    ("from last week", True, "the week before 8 May 2023", "2023-05-01"),
    ("next week", False, "in the week after 8 May 2023", "2023-05-15"),
    ("last weekend", True, "on the weekend of 6 May 2023", "2023-05-06"),
    ("this weekend", True, "on the weekend of 6 May 2023", "2023-05-06"),
    ("this weekend", False, "on the weekend of 13 May 2023", "2023-05-13"),
    ("two weekends ago", True, "on the weekend of 29 April 2023", "2023-04-29"),
    ("next month", False, "in June 2023", "2023-06-01"),
    ("last month", True, "in April 2023", "2023-04-01"),
    ("later this month", False, "in May 2023", "2023-05-08"),
    ("last year", True, "in 2022", "2022-01-01"),
    ("ten years ago", True, "in 2013", "2013-01-01"),
    ("three weeks ago", True, "around 17 April 2023", "2023-04-17"),
    ("a few weeks ago", True, "a few weeks before 8 May 2023", "2023-04-17"),
    ("last summer", True, "in summer 2022", "2022-06-01"),
    ("next winter", False, "in winter 2023", "2023-12-01"),
    ("in June", False, "in June 2023", "2023-06-01"),
    ("in June", True, "in June 2022", "2022-06-01"),
    ("last August", True, "in August 2022", "2022-08-01"),
    ("on July 5th", False, "on 5 July 2023", "2023-07-05"),
    ("on 5 May 2021", True, "on 5 May 2021", "2021-05-05"),
    ("tonight", False, "on the evening of 8 May 2023", "2023-05-08"),
    ("last night", True, "on the night of 7 May 2023", "2023-05-07"),
    ("tomorrow morning", False, "on the morning of 9 May 2023", "2023-05-09"),
    ("next year's trip", False, "the 2024", "2024-01-01"),
    ("in 2019", True, "in 2019", "2019-01-01"),
)


@pytest.mark.parametrize(("said", "past", "replacement", "day"), TOLD)
def test_a_time_expression_is_resolved(said: str, past: bool, replacement: str, day: str) -> None:
    (match,) = dates.find(said, MONDAY, past=past)
    assert (match.replacement, match.day.isoformat()) == (replacement, day)


@pytest.mark.parametrize(
    "said", ["on Fridays", "the other day", "recently", "30 February", "since I was 7", "May I come?"]
)
def test_what_names_no_day_is_left_alone(said: str) -> None:
    assert dates.find(said, MONDAY, past=True) == []


@given(st.text(max_size=120), st.dates(), st.booleans())
def test_any_text_is_searched_without_failing_and_matches_do_not_overlap(said: str, today: date, past: bool) -> None:
    position = 0
    for match in dates.find(said, today, past=past):
        assert position <= match.start < match.end <= len(said)
        position = match.end


@given(st.dates(min_value=date(2, 1, 1), max_value=date(9990, 1, 1)))
def test_the_past_lies_behind_and_the_future_ahead(today: date) -> None:
    for said in (
        "yesterday",
        "last Friday",
        "two weeks ago",
        "last month",
        "last year",
        "last weekend",
        "last summer",
    ):
        (match,) = dates.find(said, today, past=True)
        assert match.day < today, said
    for said in ("tomorrow", "next Friday", "next week", "next month", "next year", "next weekend"):
        (match,) = dates.find(said, today, past=False)
        assert match.day > today, said
