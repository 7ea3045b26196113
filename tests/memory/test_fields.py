"""Single values from outside, by table and by property."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.fields import Moment, moment


@pytest.mark.parametrize(
    "given_value, seconds, offset",
    [
        ("1970-01-01T00:00:10Z", 10, None),
        ("1970-01-01t00:00:10z", 10, None),
        ("1970-01-01T00:00:10", 10, None),
        ("1970-01-01T01:00:10+01:00", 10, 60),
        ("1970-01-01T01:00:10 01:00", 10, 60),
        ("1969-12-31T20:00:10-0400", 10, -240),
        ("1970-01-01T00:00:10+00:00", 10, 0),
        ("1970-01-01T23:59:40+23:59:30", 10, 1439),
        ("1969-12-31T00:00:25-23:59:45", 10, -1439),
        ("1970-01-01", 0, None),
        ("1970-01-01 00:00:10.5", 10.5, None),
        ("19700101", 0, None),
        ("19700101T000010Z", 10, None),
        ("100000000", 100_000_000, None),
        (19700101, 19_700_101, None),
        ("10", 10, None),
        (" 10.5 ", 10.5, None),
        (-10, -10, None),
        (10.5, 10.5, None),
    ],
)
def test_times_are_read(given_value, seconds, offset):
    assert moment(given_value) == Moment(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds), offset)


@pytest.mark.parametrize(
    "value",
    ["20261301", "2026", "202605", "2026131", "２０２６０５１１", "", "now", "2026-13-01",
     "2026-02-30T00:00:00Z", "24:00", "1e400", "9" * 30, "0x10", "2026-01-01T25:00:00Z",
     "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01", "2026-01-01T00:00:00+99:00", "x" * 10_000,
     1e400, float("nan"), -1e18, 10**30, True, None, [], {}],
)  # fmt: skip
def test_what_is_no_time_is_refused(value):
    with pytest.raises(ValueError, match=r".+"):
        moment(value)


@given(st.datetimes(timezones=st.just(UTC)) | st.datetimes(timezones=st.just(timezone(timedelta(hours=5, minutes=30)))))
def test_every_time_of_the_calendar_is_read_or_refused_by_a_message(value):
    in_utc = value.year < 9999 or value.utcoffset() >= timedelta(0)
    if value.year > 1 and in_utc:
        assert moment(value.isoformat()).at == value
        return
    try:
        assert moment(value.isoformat()).at == value
    except ValueError:
        return


@given(st.text() | st.floats() | st.integers())
def test_nothing_else_is_raised(value):
    try:
        assert moment(value).at.tzinfo is UTC
    except ValueError:
        return
