"""Relative dates resolved where they stand; what cannot be told stays as it was said."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language import ENGLISH, NEUTRAL

SAID = datetime(2026, 3, 4, 9, 0, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("said", "annotated"),
    [
        ("We met last Friday.", "We met last Friday (27 February 2026)."),
        ("I'll see her next Tuesday", "I'll see her next Tuesday (10 March 2026)"),
        ("I ran yesterday, and again this morning.",
         "I ran yesterday (3 March 2026), and again this morning (the morning of 4 March 2026)."),
        ("Last week was long", "Last week (the week before 4 March 2026) was long"),
        ("It began two weeks ago", "It began two weeks ago (18 February 2026)"),
        ("A few days ago it rained", "A few days ago (a few days before 4 March 2026) it rained"),
        ("Last summer we sailed.", "Last summer (summer 2025) we sailed."),
        ("I moved here last year", "I moved here last year (2025)"),
        ("The call was moved to Friday.", "The call was moved to Friday (6 March 2026)."),
        ("I booked a flight for January 9.", "I booked a flight for January 9 (9 January 2027)."),
        ("I quit smoking in January.", "I quit smoking in January (January 2026)."),
        ("He quit in June.", "He quit in June (June 2025)."),
        ("She told me she went on the 2nd.", "She told me she went on the 2nd (2 March 2026)."),
        ("I was in Rome in June.", "I was in Rome in June (June 2025)."),
        ("We're going to Rome in June.", "We're going to Rome in June (June 2026)."),
        ("Since October I have a dog", "Since October (October 2025) I have a dog"),
        ("In February, we moved", "In February (February 2026), we moved"),
        ("She met us, and in January went home", "She met us, and in January (January 2026) went home"),
        ("I saw her on Monday", "I saw her on Monday (2 March 2026)"),
    ],
)  # fmt: skip
def test_a_relative_date_is_resolved_in_place(said, annotated):
    assert ENGLISH.annotate_dates(said, SAID) == annotated


@pytest.mark.parametrize(
    "said",
    [
        "I always ski in January", "We meet on Fridays", "on Wednesday", "My birthday is in June", "Call me at 3pm",
        "7 May 2023 and 2024-01-02 and in 2019", "We used to swim in the summer", "I saw May and April",
        "They told me I will fly in June", "I was there for April 9", "I learnt it in two weeks", "Friday, maybe",
        "Before October 13th, 2023 it was open", "Dariusz quoted 14,500, starts 2 January, takes four weeks",
        "Need a card for my aunt, she turns 60 on the 25th of January", "Got an extension, submission now 31 January",
        "I've signed up for the city 10k in June", "The bus leaves in February, I asked",
        # The day and the month are told, and the year is that of the talk.
        "I booked a flight for April 9", "She's moved to Leeds on 10 February", "Moved to Leeds on 10 February",
        # Of what lies nearly a year behind one tells the year.
        "I was promised delivery on 16 March", "They gave me the end of the month, 31 March",
        "I've told them I finish on the 3rd of April", "The defence is fixed, 11 December",
        # It is that day, or was noted for it.
        "They pushed me again and it's the 23rd", "Noted: nothing with gluten for Dede on Friday",
        "Changed: submission is on Friday", "The date's fixed, 11 December",
        # What was to come, was put off, or is a plan as likely, may lie on either side.
        "They said it would ship on the 14th", "I thought the exam was on the 2nd",
        "The release slipped again, 1 December", "I had to cancel the dentist on the 14th",
        "I quit at the end of June", "She told us he'd come on the 2nd",
        # Earlier than what, only the talk tells.
        "The opera wants her a week earlier",
        # Another clause's past is not this one's.
        "They changed our booking: our flight leaves on 23 May now", "I painted it and the lease begins in May",
    ],
)  # fmt: skip
def test_what_is_whole_or_cannot_be_told_stays(said):
    assert ENGLISH.annotate_dates(said, SAID) == said


def test_the_speakers_day_counts():
    late = datetime(2026, 3, 4, 23, 30, tzinfo=UTC)
    assert ENGLISH.annotate_dates("I ran today", late, 120) == "I ran today (5 March 2026)"


def test_in_an_unknown_language_nothing_is_resolved():
    assert NEUTRAL.annotate_dates("Gestern, am Freitag um 15:00", SAID) == "Gestern, am Freitag um 15:00"


@given(st.lists(st.sampled_from("I ran will in on last next June Friday ago two weeks 2023 . for April 9 the".split())))
def test_annotating_adds_and_takes_nothing_away(words):
    said = " ".join(words)
    annotated = ENGLISH.annotate_dates(said, SAID)
    kept = iter(annotated)
    assert all(letter in kept for letter in said)


@pytest.mark.parametrize(
    ("said", "dated"),
    [
        ("I changed jobs, starting at Arup in January.", "in January (January 2027)."),
        ("I took a course, finishing in October.", "in October (October 2026)."),
        ("We rented a boat for a summer, starting in May.", "in May."),
    ],
)
def test_a_participle_has_no_tense_of_its_own(said: str, dated: str) -> None:
    assert ENGLISH.annotate_dates(said, datetime(2026, 11, 16, 12, tzinfo=UTC)).endswith(dated)
