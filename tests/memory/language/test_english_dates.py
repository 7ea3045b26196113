from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.en import dates
from memory.language.en.dates import resolve_dates
from tests.pace import is_brief

HERE = timezone(timedelta(hours=2))
SAID = datetime(2023, 5, 8, 13, 56, 30, tzinfo=HERE)  # a Monday


def read(text: str, said: datetime = SAID) -> list[tuple[str, str | None, str]]:
    return [
        (span.text, span.value.strftime("%Y-%m-%d %H:%M") if span.value else None, span.granularity)
        for span in resolve_dates(text, said)
    ]


@pytest.mark.parametrize(
    "phrase, day, granularity",
    [
        ("2023-05-07", "2023-05-07", "day"),
        ("2023/05/07", "2023-05-07", "day"),
        ("2023-06", "2023-06-01", "month"),
        ("7 May 2023", "2023-05-07", "day"),
        ("the 7th of May, 2023", "2023-05-07", "day"),
        ("May 7, 2023", "2023-05-07", "day"),
        ("May 7th", "2023-05-07", "day"),
        ("Dec 25", "2022-12-25", "day"),
        ("3/4/2023", "2023-03-04", "day"),
        ("13/4/2023", "2023-04-13", "day"),
        ("13.4.2023", "2023-04-13", "day"),
        ("June 2021", "2021-06-01", "month"),
        ("Friday 12th", "2023-05-12", "day"),
        ("fri the 26th", "2023-05-26", "day"),
        ("Sunday 30th", "2023-04-30", "day"),
        ("June 12 of 2027", "2027-06-12", "day"),
        ("today", "2023-05-08", "day"),
        ("yesterday", "2023-05-07", "day"),
        ("yesterday morning", "2023-05-07", "day"),
        ("last night", "2023-05-07", "day"),
        ("tomorrow", "2023-05-09", "day"),
        ("the day before yesterday", "2023-05-06", "day"),
        ("the day after tomorrow", "2023-05-10", "day"),
        ("last Friday", "2023-05-05", "day"),
        ("last Monday", "2023-05-01", "day"),
        ("this Friday", "2023-05-12", "day"),
        ("next Friday", "2023-05-12", "day"),
        ("next Monday", "2023-05-15", "day"),
        ("last week", "2023-05-01", "week"),
        ("this week", "2023-05-08", "week"),
        ("next week", "2023-05-15", "week"),
        ("last weekend", "2023-05-06", "day"),
        ("next month", "2023-06-01", "month"),
        ("last month", "2023-04-01", "month"),
        ("last year", "2022-01-01", "year"),
        ("two weeks ago", "2023-04-24", "week"),
        ("a couple of weeks ago", "2023-04-24", "week"),
        ("a few days ago", "2023-05-05", "day"),
        ("10 years ago", "2013-01-01", "year"),
        ("in three months", "2023-08-01", "month"),
        ("3 days from now", "2023-05-11", "day"),
        ("June", "2023-06-01", "month"),
        ("March", "2023-03-01", "month"),
        ("last March", "2023-03-01", "month"),
        ("last June", "2022-06-01", "month"),
        ("2016", "2016-01-01", "year"),
        ("last summer", "2022-06-01", "season"),
        ("this summer", "2023-06-01", "season"),
        ("next winter", "2023-12-01", "season"),
        ("summer of 2022", "2022-06-01", "season"),
    ],
)
def test_a_phrase_is_resolved_against_the_day_it_was_said(phrase, day, granularity):
    before = "since " if phrase == "2016" else "in " if phrase in {"June", "March"} else ""
    assert read(f"We did it {before}{phrase}, I think.") == [(phrase, f"{day} 00:00", granularity)]


@pytest.mark.parametrize(
    "phrase, moment",
    [
        ("3pm", "2023-05-08 15:00"),
        ("15:00", "2023-05-08 15:00"),
        ("12 a.m.", "2023-05-08 00:00"),
        ("tomorrow at 3:30 pm", "2023-05-09 15:30"),
        ("8am on 2023-06-01", "2023-06-01 08:00"),
        ("two hours ago", "2023-05-08 11:56"),
        ("2023-05-07T10:30:00", "2023-05-07 10:30"),
    ],
)
def test_times_join_the_day_beside_them(phrase, moment):
    assert read(f"Call me {phrase}") == [(phrase, moment, "hour")]


@pytest.mark.parametrize(
    "text", ["in Auguſt", "since Eaſter", "laſt ſummer", "on 3 Aprıl", "laſt WEE\u212a", "two dayſ ago"]
)
def test_letters_that_look_like_others_are_read_as_these(text):
    plain = text.replace("ſ", "s").replace("ı", "i").replace("\u212a", "K")
    assert read(f"I came {text}.") == read(f"I came {plain}.") != []


def test_a_zone_in_the_text_wins_over_the_speakers():
    (span,) = resolve_dates("at 2023-05-07T10:30:00-05:00", SAID)
    assert span.value
    assert span.value.utcoffset() == timedelta(hours=-5)


def test_a_number_of_things_behind_a_day_is_no_year():
    assert read("27 Feb, 2000 words") == [("27 Feb", "2023-02-27 00:00", "day")]
    assert read("27 Feb, 2000") == [("27 Feb, 2000", "2000-02-27 00:00", "day")]


def test_a_weekday_alone_has_no_value():
    assert read("See you on Friday") == [("Friday", None, "day")]


def test_without_a_reference_only_whole_dates_have_a_value():
    spans = resolve_dates("yesterday or May 7 or 3pm or 2023-05-07")
    assert [span.value for span in spans] == [None, None, None, datetime(2023, 5, 7, tzinfo=UTC)]


def test_a_naive_reference_counts_as_utc():
    (span,) = resolve_dates("yesterday", datetime(2023, 5, 8))
    assert span.value == datetime(2023, 5, 7, tzinfo=UTC)


def test_a_day_across_a_clock_change_keeps_its_own_offset():
    said = datetime(2023, 3, 26, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    (span,) = resolve_dates("yesterday", said)
    assert span.value
    assert span.value.isoformat() == "2023-03-25T00:00:00+01:00"


@pytest.mark.parametrize(
    "text",
    [
        "may I march on", "the fall was bad", "summer camp", "31 June", "2023-13-45", "25:00", "version 3.4.23",
        "a 50/50 chance", "room 2023", "Sun is out, I sat down", "1.2.3.4", "x2023-05-07y", "13pm",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_date_is_none(text):
    assert read(text) == []


UNITS = ["1 ", "may ", "1/", "2023-", "in the ", "a couple of ", "the day ", "10:", "last ", "a ", "January 1 "]


@pytest.mark.timed
@pytest.mark.parametrize("unit", UNITS)
def test_hostile_text_is_read_in_linear_time(unit):
    assert is_brief(lambda: resolve_dates(unit * (262_144 // len(unit)), SAID), 3)


WORDS = "in on the a last next this two 31 2023 May June Friday weeks days ago year summer 3pm at of 99999 , / - : 1"


@given(st.lists(st.sampled_from(WORDS.split())).map(" ".join) | st.text(), st.datetimes(timezones=st.just(UTC)))
def test_any_text_at_any_time_gives_ordered_spans_of_the_text(text, said):
    end = 0
    for span in resolve_dates(text, said):
        assert span.start >= end
        assert text[span.start : span.end] == span.text
        assert span.value is None or span.value.tzinfo is not None
        end = span.end


@pytest.mark.parametrize(
    ("said", "direction", "value"),
    [
        ("I booked a flight for April 9", "past", "2026-04-09"),
        ("I quit smoking in January", "past", "2026-01-01"),
        ("I flew on April 9", "past", "2025-04-09"),
        ("I will fly on April 9", "future", "2026-04-09"),
        ("I met her in June", "past", "2025-06-01"),
        ("I will meet her in June", "future", "2026-06-01"),
        ("It was moved to June", "past", "2026-06-01"),
        ("It is open until June", "past", "2026-06-01"),
        ("It was open until June", "past", "2025-06-01"),
        ("We lived there until Monday", "past", "2026-03-02"),
        ("They closed it until June", "past", None),
        ("She said it was open until June", "past", None),
        ("They gave us until Friday", "past", "2026-03-06"),
        ("Noted: he is away until Friday", "past", "2026-03-06"),
        ("It was sold by June", "past", None),
        ("I decided to sell it by June", "past", "2026-06-01"),
        ("I have sung since June", "future", "2025-06-01"),
        ("It is valid for two years from 12 June", "future", None),
        ("We pay 4 euros from 12 June", "future", "2026-06-12"),
        ("We fly in June, back on the 9th", "future", None),
        ("We were there in January, back on the 1st", "past", None),
        ("I moved in May, and it comes on the 9th", "future", "2026-03-09"),
        ("We fly in June, on the 9th", "future", "2026-06-09"),
        ("We met on Friday", "past", "2026-02-27"),
        ("We meet on Friday", "future", "2026-03-06"),
        ("They said it is due by Friday", "past", "2026-03-06"),
        ("This Monday was fun", "past", "2026-03-02"),
        ("Before October 13th, 2023 it was open", "past", "2023-10-13"),
        ("I was there for April 9", "past", None),
        ("We meet on Wednesday", "future", None),
        ("From Monday to Thursday", "future", None),
        ("My appointment is on 1 March", "future", None),
        ("We met on Friday", "unknown", None),
        ("We meet on Friday evening", "future", "2026-03-06"),
        ("We meet on Friday evenings", "future", None),
        ("I moved it to Tuesday mornings", "past", None),
        ("last Christmas", "unknown", "2025-12-01"),
        ("two summers ago", "unknown", "2024-06-01"),
    ],
)
def test_an_open_expression_lies_on_the_side_that_the_sentence_tells(said, direction, value):
    span = resolve_dates(said, datetime(2026, 3, 4, 9, 0, tzinfo=UTC), direction)[-1]
    assert (span.value and span.value.date().isoformat()) == value


@pytest.mark.parametrize("said", ["in the next few months", "in the next two weeks", "in the next couple of years"])
def test_a_stretch_of_time_ahead_is_no_day(said):
    assert [value for _, value, _ in read(f"I want to learn Danish {said}")] == [None]


def test_what_took_two_weeks_is_no_date():
    assert resolve_dates("I learnt it in two weeks", SAID, "past") == []


@pytest.mark.parametrize(
    "said",
    [
        "a teaspoon in a day",
        "He sailed in November 74",
        "We dine on the last Tuesday of the month",
        "We dine last Tuesday of every month",
        "Lotte's last week in our team",
        "I enjoyed my last month at Acme",
    ],
)
def test_what_tells_how_often_or_another_century_is_no_date(said):
    assert [value for _, value, _ in read(said) if value] == []


def test_a_day_or_two_is_a_date():
    assert [value for _, value, _ in read("I leave in a day or two")] == ["2023-05-09 00:00"]


@pytest.mark.parametrize("said", ["on Monday 22", "on Monday 22.", "from Friday 9, I think"])
def test_a_weekday_with_a_bare_number_may_be_any(said):
    assert [span.value for span in resolve_dates(said, SAID, "future")] == [None]


@pytest.mark.parametrize("said", ["on Friday 3 people come", "on Friday"])
def test_a_number_of_things_is_none_of_the_weekday(said):
    assert [str(span.value)[:10] for span in resolve_dates(said, SAID, "future")] == ["2023-05-12"]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("Saturday 16 September", "2023-09-16"),
        ("Thurs, the 16th of March", "2023-03-16"),
        ("Wed March 15", "2023-03-15"),
        ("on Friday, 15 September", "2023-09-15"),
        ("Thursday 15 September", "2022-09-15"),
    ],
)
def test_the_weekday_tells_the_year(said, day):
    assert [str(span.value)[:10] for span in resolve_dates(said, SAID, "past") if span.value][-1:] == [day]


@pytest.mark.parametrize("said", ["Thursday 15 September", "Friday 15 September", "Sunday 15 September"])
def test_what_is_to_come_stays_ahead_whatever_its_weekday(said):
    assert [str(span.value)[:10] for span in resolve_dates(said, SAID, "future") if span.value][-1:] == ["2023-09-15"]


def test_a_weekday_that_is_wrong_tells_no_year():
    assert [str(span.value)[:10] for span in resolve_dates("Saturday 13 June", SAID, "future") if span.value] == [
        "2023-06-13"
    ]
    assert [span.value for span in resolve_dates("Monday 31 June", SAID, "future") if span.value] == []


def test_a_text_is_looked_through_once_whatever_the_moment(monkeypatch):
    looked: list[str] = []

    def places(text, rules):
        looked.append(text)
        return []

    monkeypatch.setattr(dates, "places", places)
    short, long = "It rained on 3 May, said nobody else.", "It rained on 3 May. " * (dates.LONGEST_KEPT // 10)
    for text in (short, long, short, long):
        dates.find_places(text)
    dates._places_kept.cache_clear()  # what it found here is nothing
    assert looked == [short, long, long]
