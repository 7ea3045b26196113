"""What is exchanged as people say it: two turns, what is learnt of each, and whether the newer changes the older."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.exchanged import exchanged
from tests.maintenance.extraction.test_rules_truth import contents

CHANGED = [
    ("My physio is Mr. Tran.", "I've changed physios, I go to Ms. Bauer now."),
    ("My number is 555 1234.", "I got a new number, it's 555 9876."),
    ("I use Notepad for my lists.", "I'm on Tasky these days instead of Notepad."),
    ("I commute by car.", "I take the train instead of the car now."),
    ("The budget for the garden is 2,000 euros.", "We had to cut the garden budget to 1,200."),
    ("My flatmate is Jonas.", "Jonas moved out last week."),
    ("My grandma is in hospital.", "Grandma came home from hospital yesterday."),
    ("I don't eat meat.", "I've started eating meat again."),
    ("I'm training for the Ulm marathon.", "I won't run the Ulm marathon after all."),
    ("I'm studying for the bar exam.", "I won't take the bar exam this year after all."),
    ("I use Trello for the wedding plans.", "I moved the wedding plans from Trello to Notion."),
    ("My tutor is Ines.", "Ines quit, my new tutor is Bram."),
    ("My laptop is in for repair.", "I got my laptop back from repair."),
    ("The delivery day is Tuesday.", "The mill changed the delivery day, it's Wednesdays now."),
    ("Our rent is 900 a month.", "Our landlord raised the rent, it's 980 a month now."),
    ("The deadline is May 7.", "The deadline was moved, it's the 14th of May."),
    ("My boss is Tom.", "My boss has changed, it's Karin now."),
]
BOTH_HOLD = [
    ("My laptop is in for repair.", "I got my phone back from repair."),
    ("My tutor is Ines.", "Ines quit, my new coach is Bram."),
    ("I use Trello for the wedding plans.", "I moved the garden plans from Trello to Notion."),
    ("My physio is Mr. Tran.", "I've changed dentists, I go to Ms. Bauer now."),
    ("I have a bike.", "I take the bus instead of the bike now."),
    ("I commute by car.", "My wife takes the train instead of the car now."),
    ("The budget for the garden is 2,000 euros.", "We had to cut the kitchen budget to 1,200."),
    ("My flatmate is Jonas.", "Timo moved out last week."),
    ("My grandma is in hospital.", "Kim's grandma came home from hospital yesterday."),
    ("I don't eat meat.", "I've started eating fish again."),
    ("I don't eat meat.", "My son has started eating meat again."),
    ("I'm training for the Ulm marathon.", "I won't run the Bonn marathon after all."),
    ("My number is 555 1234.", "My mum got a new number, it's 555 9876."),
    ("My phone number is 555 1234.", "My mum has a new phone number, it's 555 9876."),
    ("My dentist is Dr. Wolf.", "My sister has a new dentist, it's Dr. Ng."),
    ("The delivery day is Tuesday.", "The gym changed its hours, it's open on Wednesdays now."),
    ("Our rent is 900 a month.", "Our landlord raised the garage fee, it's 80 a month now."),
    ("My boss is Tom.", "My brother's boss has changed, it's Karin now."),
]


def changes(older: str, newer: str) -> bool:
    learnt = contents(older)
    assert learnt
    verdicts = [rules.judge_pair(new, old).kind for old in learnt for new in contents(newer)]
    return "updates" in verdicts


@pytest.mark.parametrize(("older", "newer"), CHANGED)
def test_a_change_that_is_told_in_a_turn_is_found(older: str, newer: str) -> None:
    assert changes(older, newer)


@pytest.mark.parametrize(("older", "newer"), BOTH_HOLD)
def test_what_only_sounds_like_it_changes_nothing(older: str, newer: str) -> None:
    assert not changes(older, newer)


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("We changed banks, we're with Sparda now", ["We changed banks.", "Our new bank is Sparda."]),
        ("I've changed jobs, I'm with Siemens now", ["I've changed jobs.", "My new job is with Siemens."]),
        ("My mum has a new number, it's 555 98", ["My mum has a new number.", "My mum's new number is 555 98."]),
        ("Ola changed her number, it's 555 98", ["Ola changed her number.", "Ola's new number is 555 98."]),
        ("Changed her number, it's 555 98", []),
        ("My wife changed jobs, she's at Lidl now", []),
        ("My wife changed jobs, she's a nurse now", []),
        ("My boss changed jobs, she's Head of Sales now", []),
        ("I changed jobs, he's happy now", []),
        ("I changed jobs, it's a mess now", []),
        ("I found a new job, it's with Lidl now", []),
        ("I changed doctors, he's Dr. Huber now", ["I changed doctors.", "My new doctor is Dr. Huber."]),
        ("My mum has a new doctor, she's Dr. Ng", ["My mum has a new doctor.", "My mum's new doctor is Dr. Ng."]),
        ("My son has a new tutor, he's called Bo", ["My son has a new tutor.", "My son's new tutor is Bo."]),
        ("I changed banks, it's sparda now", ["I changed banks.", "My new bank is sparda."]),
        ("I changed class, it's Room 5 now", []),
        ("I changed my mind, it's late", []),
        ("I bought a boat, it's Norwegian", []),
    ],
)
def test_the_new_one_is_named_as_what_it_is(said: str, parts: list[str]) -> None:
    assert exchanged(said) == parts


def test_she_behind_a_third_person_is_that_person():
    assert "The user's wife is a nurse now." in contents("My wife changed jobs, she's a nurse now")
    assert not any("job is" in fact for fact in contents("My brother got a new job, he's a plumber now"))
    assert changes("My wife is a teacher.", "My wife changed jobs, she's a nurse now.")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The mill changed the delivery day, it's Wednesdays now.", "The mill changed the delivery day to Wednesdays."),
        ("The physio changed the time, it's at 4 now", "The physio changed the time to 4."),
        ("They changed the visiting hours, it's 2 to 5 now", "They changed the visiting hours to 2 to 5."),
        ("The deadline was moved, it's the 14th of May", "The deadline was moved to the 14th of May."),
        ("The rent went up, it's 950 a month now", "The rent went up to 950 a month."),
        ("The wifi name changed, it's Korst-Gast now", "The wifi name changed to Korst-Gast."),
        ("My dentist changed, it's Dr Patel now", "My dentist is Dr Patel now."),
    ],
)
def test_a_change_is_told_with_what_it_is_now(said: str, told: str) -> None:
    assert exchanged(said) == [told]


@pytest.mark.parametrize(
    "said",
    [
        "The gym changed its hours, it's open till nine",
        "The weather changed, it's cold now",
        "The time changed, it's 5 now",
        "The clocks changed, it's 5 now",
        "The year changed, it's 2026 now",
        "He changed the subject, it's Monday",
        "The doctor changed the bandage, it's Monday today",
        "Someone changed the channel, it's 9 already",
        "They moved the party, it's a pity",
        "The price changed, it's Monday now",
        "The landlord changed the lock, it's Monday now",
        "The nurse changed the dressing, it's 5 now",
        "The bandage was changed, it's OK now",
        "I moved the sofa, it's Christmas now",
        "The cake was cut, it's 4 pm now",
        "If they changed the day, it's Friday now",
        "Did they change the day, it's Friday now",
    ],
)
def test_what_it_is_besides_is_no_value_of_the_change(said: str) -> None:
    assert exchanged(said) == []
