"""Which words are marked, what a change changed, and how things are said."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.admin import evidence, words


@given(st.text(), st.text())
def test_no_character_is_lost(text, claim):
    assert "".join(piece for piece, _ in evidence.marked(text, claim)) == text
    pieces = evidence.difference(text, claim)
    assert "".join(piece for piece, mark in pieces if mark != "new") == text
    assert "".join(piece for piece, mark in pieces if mark != "old") == claim


def test_words_of_the_claim_are_marked_whatever_their_form():
    pieces = evidence.marked("I have moved to Berlin with the cat", "Alice moves to Berlin.")
    assert [piece for piece, mark in pieces if mark] == ["moved", "Berlin"]


def test_neighbouring_words_are_one_mark():
    assert evidence.marked("my old red car", "an old red car")[1] == ("old red car", "hit")


def test_what_an_event_changed_is_told_field_by_field():
    rows = evidence.changes(
        {"base_confidence": 0.4, "confidence": 0.4, "base_set_at": "a", "tags": ["a"]},
        {"base_confidence": 1.0, "confidence": 1.0, "base_set_at": "b", "tags": []},
    )
    assert [(row["label"], row["old"], row["new"]) for row in rows] == [
        ("confidence", "0.40", "1.00"),
        ("tags", "a", "–"),
    ]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (("0", "4", "*", "*", "*"), "daily at 04:00 UTC"),
        (("30", "2", "*", "*", "sun"), "every Sunday at 02:30 UTC"),
        (("0", "9", "*", "*", "1,3"), "every Monday and Wednesday at 09:00 UTC"),
        (("0", "9", "*", "*", "1-5"), "every weekday at 09:00 UTC"),
        (("0", "9", "1", "*", "*"), "on day 1 of each month at 09:00 UTC"),
        (("*/5", "*", "*", "*", "*"), "at */5 * * * * (cron, UTC)"),
    ],
)
def test_a_schedule_in_plain_words(fields, said):
    names = ("minute", "hour", "day_of_month", "month_of_year", "day_of_week")
    assert words.cron(SimpleNamespace(**dict(zip(names, fields, strict=True)), timezone="UTC")) == said


@pytest.mark.parametrize(
    ("every", "period", "said"),
    [(60, "seconds", "every minute"), (2, "hours", "every 2 hours"), (1, "days", "every day")],
)
def test_an_interval_in_plain_words(every, period, said):
    assert words.schedule(SimpleNamespace(interval=SimpleNamespace(every=every, period=period))) == said


@pytest.mark.parametrize(
    ("seconds", "said"), [(1.25, "1.2 s"), (200, "3 min 20 s"), (3700, "1 h 1 min"), (200_000, "2 d 7 h")]
)
def test_a_span_in_plain_words(seconds, said):
    assert words.span(timedelta(seconds=seconds)) == said


def test_counts_leave_out_what_is_nought():
    assert words.counts({"saved": 3, "chunks": 1, "failed": 0, "note": "x"}) == "1 part, 3 saved"
    assert words.size(1536) == "1.5 KiB"


@pytest.mark.parametrize(
    ("length", "said"),
    [(0.5, "in less than a minute"), (12, "in 12 min"), (180, "in 3 h"), (47 * 60, "in 47 h"), (72 * 60, "in 3 days")],
)
def test_what_is_ahead_is_said_in_the_unit_that_people_use(length, said):
    assert words.ahead(timedelta(minutes=length)) == said
