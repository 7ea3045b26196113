"""The stretches of time that a question in English names."""

from datetime import UTC, date, datetime, timedelta

import pytest

from memory.language import of_query
from memory.language.en.feasts import easter, feast_of, latest_feast
from memory.language.en.stretches import stretches

ASKED = datetime(2026, 9, 16, 10, tzinfo=UTC)  # a Wednesday


def named(question, asked=ASKED):
    return [f"{one.since.date()}..{one.until.date() - timedelta(1)}" for one in stretches(question, asked)]


@pytest.mark.parametrize(
    ("question", "since", "last"),
    [
        ("What has changed since Easter?", "2026-04-02", "2026-09-16"),
        ("How is my knee since January?", "2026-01-01", "2026-09-16"),
        ("What did I sing from March on?", "2026-03-01", "2026-09-16"),
        ("What did we do between March and May?", "2026-03-01", "2026-05-31"),
        ("What was it between 3 and 10 August?", "2026-08-03", "2026-08-10"),
        ("Where was I from 12 to 15 July?", "2026-07-12", "2026-07-15"),
        ("What did I do between Friday and Monday?", "2026-09-11", "2026-09-14"),
        ("What did I do from the start of July until mid-August?", "2026-07-01", "2026-08-20"),
        ("What did I buy in the last few months?", "2026-05-17", "2026-09-16"),
        ("How did she sleep these past three nights?", "2026-09-13", "2026-09-16"),
        ("What broke the other day?", "2026-09-09", "2026-09-16"),
        ("What did I read a few weeks ago?", "2026-08-12", "2026-09-02"),
        ("Where was I this time last year?", "2025-09-02", "2025-09-29"),
        ("What did I learn in the first week of June?", "2026-06-01", "2026-06-07"),
        ("What did I do in the last two weeks of June?", "2026-06-17", "2026-06-30"),
        ("What did I earn in the second half of May?", "2026-05-17", "2026-05-31"),
        ("What was said in the week of 8 July?", "2026-07-06", "2026-07-12"),
        ("What was it at the end of last year?", "2025-10-01", "2025-12-31"),
        ("What did I do in late autumn?", "2025-10-31", "2025-11-30"),
        ("What was I worried about before the summer?", "2026-03-01", "2026-05-31"),
        ("What did I do just after New Year?", "2026-01-02", "2026-01-15"),
        ("What did I pack the week before Christmas?", "2025-12-17", "2025-12-23"),
        ("What did I earn in the third quarter of 2025?", "2025-07-01", "2025-09-30"),
        ("Who came over at Christmas?", "2025-12-24", "2025-12-26"),
        ("Who came over the Christmas holidays?", "2025-12-24", "2026-01-02"),
        ("Where were we around Easter?", "2026-03-29", "2026-04-10"),
        ("Where did I spend Easter 2025?", "2025-04-17", "2025-04-21"),
        ("Who cooked for Thanksgiving last year?", "2025-11-27", "2025-11-27"),
        ("What did I give up for Lent?", "2026-02-18", "2026-04-04"),
        ("What did I do on Sunday?", "2026-09-13", "2026-09-13"),
        ("What did I do at the weekend?", "2026-09-12", "2026-09-13"),
        ("What did I do in May last year?", "2025-05-01", "2025-05-31"),
    ],
)
def test_a_question_names_a_stretch_of_time(question, since, last):
    assert named(question) == [f"{since}..{last}"]


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("What did I eat from Monday to Thursday?", "2026-09-07..2026-09-10"),
        ("How did I sleep between Tuesday and Wednesday?", "2026-09-08..2026-09-09"),
        ("How did I sleep between Monday and Tuesday?", "2026-09-14..2026-09-15"),
    ],
)
def test_days_of_the_week_between_which_something_was_come_one_after_the_other(question, days):
    assert named(question) == [days]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("notes from early June", ["2026-06-01..2026-06-10", "2025-06-01..2025-06-10"]),
        ("photos, late summer", ["2026-08-01..2026-08-31", "2025-08-01..2025-08-31"]),
        ("hikes between June and August", ["2026-06-01..2026-08-31", "2025-06-01..2025-08-31"]),
        ("notes from early June 2026", ["2026-06-01..2026-06-10"]),
        ("notes from the end of next June", ["2026-06-21..2026-06-30"]),
        ("What did I note in early June?", ["2025-06-01..2025-06-10"]),
    ],
)
def test_without_a_tense_a_time_ahead_may_be_of_the_last_year_as_well(text, days):
    assert named(text, datetime(2026, 3, 10, 10, tzinfo=UTC)) == days


@pytest.mark.parametrize(
    "text", ["since Eaſter", "ſeptember", "in Auguſt", "Chrıstmas", "the firſt week of June", "late ſummer"]
)
def test_letters_that_look_like_others_are_read_as_these(text):
    plain = text.replace("ſ", "s").replace("ı", "i")
    assert stretches(f"What did I do {text}?", ASKED) == stretches(f"What did I do {plain}?", ASKED)


@pytest.mark.parametrize(
    "question",
    [
        "What are my plans for Easter?",
        "What were the last 3 day passes for?",
        "Who came to the last 10 year reunion?",
        "What is due before June?",
        "Where are the Christmas lights?",
        "What did I say in the May report?",
        "What has changed since it broke?",
        "What is between us?",
        "What did May tell me?",
        "What must I do after the end of the lease?",
        "What is the last week of the course about?",
        "What did I do in June?",  # a date alone is read as everywhere
        "What music have I been into lately?",  # how things are, and no time at which they were
        "Since when do I have the dog?",
        "",
    ],
)
def test_a_question_may_name_none(question):
    assert named(question) == []


def test_easter_is_computed():
    told = ["1961-04-02", "2000-04-23", "2008-03-23", "2019-04-21", "2024-03-31", "2026-04-05", "2038-04-25"]
    assert [str(easter(int(day[:4]))) for day in told] == told


def test_a_feast_that_is_kept_today_is_the_latest():
    assert latest_feast("Mother’s Day", date(2026, 5, 10)) == (date(2026, 5, 10), date(2026, 5, 11))
    assert latest_feast("mothers day", date(2026, 5, 9)) == feast_of("mother's day", 2025)


@pytest.mark.parametrize("asked", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_at_the_ends_of_the_calendar_nothing_fails(asked):
    for question in (
        "since Easter",
        "What did I do this time last year?",
        "in the last few years",
        "around New Year 2025",
    ):
        stretches(question, asked)


def test_other_languages_name_none():
    assert of_query("auto", "Was habe ich seit Ostern gemacht?").stretches("seit Ostern", ASKED) == []
