"""A full stop that shortens a word ends no sentence, and no fact."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.abbreviated import carried, with_months
from maintenance.extraction.types import Turn


def learnt(said: str) -> list[str]:
    return [
        fact.content
        for fact in rules.extract([Turn("t", "Nora", "user", said, datetime(2026, 9, 1, tzinfo=UTC))]).facts
    ]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I work at Fa. Brandt in Kiel", "Nora works at Fa Brandt in Kiel."),
        ("my dentist is Dr. Ng on St. Mary's Rd. in Leeds", "Nora's dentist is Dr. Ng on St. Mary's Rd in Leeds."),
        ("i live at 22 Oak Ave. in Boston", "Nora lives at 22 Oak Ave in Boston."),
        ("my son studies at Univ. of Bonn", "Nora's son studies at Univ of Bonn."),
        (
            "I bought a car from Meyer & Co. in Ulm for 4000 euros",
            "Nora bought a car from Meyer & Co in Ulm for 4000 euros.",
        ),
        ("My daughter was born on Sept. 12 in Graz", "Nora's daughter was born on September 12 in Graz."),
    ],
)
def test_a_short_word_does_not_cut_a_fact_off(said, fact):
    assert fact in learnt(said)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Kiel.", "My sister lives in Hull"),
        ("I moved to Hull.", "in may i got a dog"),
        ("I watch TV.", "Anna reads"),
        ("I have a cat, Bo.", "Anna feeds him"),
        ("my car is red.", "2 of my kids hate it"),
        ("I live on Oak Rd.", "My brother lives in York"),
        ("we live at Hafenstr.", "it is loud"),
        ("I like jazz.", "3 of my friends do too"),
        ("My answer is no.", "It stays"),
        ("I saw a whirr.", "Anna too"),
        ("I live in Voss.", "Thanks!"),
        ("I have a cat, Bo.", "Cheers"),
    ],
)
def test_a_full_stop_that_ends_a_sentence_stays_its_end(before, after):
    assert carried(before, after) is None


def test_a_short_form_of_another_word_is_spelled_out():
    assert carried("my team has approx.", "40 people") == "my team has about"
    assert carried("our flat is no.", "12") == "our flat is number"


def test_many_short_words_are_read_in_time():
    assert len(rules.prose("Dr. A. Rd. in " * 2_000).sentences) <= 1


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Ana from Fa. Brandt in Kiel is our contact", ["Ana from Fa Brandt in Kiel is Nora's contact."]),
        ("Fa. Kern in Ulm is our supplier", ["Fa Kern in Ulm is Nora's supplier."]),
        ("Jonas from Kern Inc. in Boston is my manager", ["Jonas from Kern Inc in Boston is Nora's manager."]),
        ("Mia from Brandt Ltd. in Leeds is my contact", ["Mia from Brandt Ltd in Leeds is Nora's contact."]),
        ("Kern Corp. is our supplier", ["Kern Corp is Nora's supplier."]),
        ("I work at Kern Inc. in July my contract ends", ["Nora works at Kern Inc."]),
        ("The course runs in Jan. and Feb. every year", ["The course will run in January and February every year."]),
        (
            "I moved in Feb. In Mar. I start work.",
            ["Nora moved in February 2026.", "In March 2027 Nora starts work."],
        ),
        ("My exams are in Nov. and Dec.", ["Nora's exams are in November 2026 and December."]),
        ("My sister's name is Jan. I like her", ["Nora's sister's name is Jan."]),
        ("No. At home I speak Dutch", ["At home Nora speaks Dutch."]),
        ("No. I live in Graz", ["Nora lives in Graz."]),
        ("My locker is no. 31", ["Nora's locker is number 31."]),
        ("We married Jan. 5 in Graz", ["Nora married 5 January 2026 in Graz."]),
        ("My husband is Jan. and my son is Tim.", ["Nora's husband is Jan.", "Nora's son is Tim."]),
        ("I live with Jan. and our dog.", ["Nora lives with Jan."]),
        ("From Jan. I got a bike.", ["Nora got a bike."]),
        ("We hired Jan. last summer in Bonn.", ["Nora hired Jan."]),
    ],
)
def test_firms_months_and_numbers_keep_what_stands_behind_their_stop(said, facts):
    assert learnt(said)[: len(facts)] == facts


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("No.", "14 people came"),
        ("I live at 9 Bay Ct.", "With two dogs it's tight"),
        ("I work at Kern Inc.", "in July my contract ends"),
        ("I like Jan.", "In may we moved"),
        ("I am away in Nov.", "Dec. is free"),
        ("I met Jan.", "5 of us went"),
        ("I was hired by Jan.", "and our dog"),
    ],
)
def test_what_begins_behind_such_a_stop_begins_anew(before, after):
    assert carried(before, after) is None


@pytest.mark.parametrize(
    ("said", "month"),
    [
        ("since early Jan. and", "January"),
        ("by Nov. and", "November"),
        ("on 3 Jan. and", "January"),
        ("until Jan. next year", "January"),
        ("at the end of Jan. and", "January"),
        ("on Jan. 14 people", "January"),
        ("in Jan. or Feb.", "February"),
        ("with Jan. and Dec.", ""),
        ("is Jan. and", ""),
        ("married Jan. last summer", ""),
        ("a friend of Jan. and", ""),
        ("from Jan. and", ""),
    ],
)
def test_a_month_is_one_behind_a_word_of_time_or_a_number(said, month):
    before, _, after = with_months(f"I know {said}").partition(". ")
    told = f"{carried(f'{before}.', after) or before} {after}"
    assert {name for name in ("January", "February", "November", "December") if name in told} >= ({month} - {""})
    assert month or not {"January", "December"} & set(told.split())
