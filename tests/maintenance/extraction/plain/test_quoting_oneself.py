"""What speakers say of themselves within marks is theirs; what others say of themselves without any is not."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.quoting_oneself import said_of_oneself
from maintenance.extraction.plain.text import prose
from maintenance.extraction.types import Background, Person, Turn
from tests.maintenance.extraction.plain.test_others_words import NOW, learnt


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ('I told my doctor "I sleep badly" and he gave me drops', "Nora's doctor gave Nora drops."),
        ('I told my new dentist "I\'m allergic to latex"', "Nora is allergic to latex."),
        ('My motto is "I never skip lunch"', "Nora never skips lunch."),
        ('My rule is "I don\'t work on Sundays".', "Nora does not work on Sundays."),
    ],
)
def test_who_quotes_themselves_tells_so(said, fact):
    assert fact in learnt(said)


@pytest.mark.parametrize(
    "said",
    [
        'My sister told my doctor "I sleep badly" and he gave her drops',
        'My son\'s motto is "I never skip lunch"',
        'My motto is "I came, I saw, I conquered"',
        'My sister said "I am moving to Rome"',
        'I told my son "You never eat" and he cried',
        'I told Mia "I\'m allergic to nuts"',
        'I told the scammer "My name is John Smith" and he hung up',
        'I told the guy "I\'m single" and he left',
        'I told the doctor "I\'m single" and he left',
        'I told Tom "I\'m moving to Spain" but it was a joke',
        'I told my doctor "I sleep well" but I lied',
        'I told my nurse "I\'m pregnant" and she saw it was a joke',
        'My old bio says "I\'m 29"',
        'My fake profile says "I\'m 29"',
        'My status says "I\'m on leave until May"',
        'My voicemail says "I\'m away"',
        'My old rule is "I never work late"',
        'I told Mia a story about "I, Robot" and he cried',
    ],
)
def test_other_quotations_stay_as_they_are(said):
    assert said_of_oneself(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "she was like, I'm pregnant",
        "Mia was like I'm pregnant",
        "and he goes, I live in Bonn",
        "Tom goes, my wife left me",
        "My sister is like I do, vegan.",
        "My boss is like I am, very tidy",
        "my brother was all like, I'm allergic to fish",
        "summarise this chat? Lena: I moved to Oslo",
        "Kim Ng, my boss: he lives in Bonn\nTom, my mate: I live in Bonn",
        "Ahmed Salah: I live in Graz\nLena Kurz: I moved to Oslo",
        "Lena: I moved to Oslo\nTom: I live in Graz",
        "Lena: I'm on leave. \n Me: no way!",
        "What do they want in this chat: Lena: we moved to Oslo",
    ],
)
def test_what_others_say_of_themselves_is_not_the_speakers(said):
    assert [fact for fact in learnt(said) if fact.startswith("Nora") and "boss lives" not in fact] == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My son goes to school, I work from home", "Nora works from home."),
        ("Tom is like my brother", "Tom is like Nora's brother."),
        ("Lisbon: I live near the harbour", "Nora lives near the harbour."),
        ("Needs: I use a wheelchair", "Nora uses a wheelchair."),
        ("Related: I live in Graz", "Nora lives in Graz."),
        ("Mark: I live in Graz", "Nora lives in Graz."),
        ("Nora: I live in Graz", "Nora lives in Graz."),
        ("Me: I live in Graz", "Nora lives in Graz."),
        ("Anna: we work at the same bank.", "Nora works at the same bank."),
        ("Tom: we share a flat in Leeds.", "Nora shares a flat in Leeds."),
        ("Sofia: I was born in Bulgaria.", "Nora was born in Bulgaria."),
        ("Mum goes, my dad stays at home with the kids.", "Nora's dad stays at home with the kids."),
        ("Tom goes, we have no CTO.", "Nora has no CTO."),
        ("My brother is like I was, he hates school.", "Nora's brother hates school."),
    ],
)
def test_labels_and_looks_alike_are_the_speakers(said, fact):
    assert fact in learnt(said)


def test_who_says_that_they_are_called_so_is_the_speaker():
    assert "The user lives in Graz." in learnt("I'm Tom. Tom: I live in Graz", speaker="user")


def test_whom_the_memory_knows_is_no_label():

    turn = Turn("t", "Nora", "user", "Aigerim: I live in Graz", NOW)
    known = Background(people=(Person("Aigerim Bek", "person"),))
    assert rules.extract([turn]).facts
    assert not rules.extract([turn], background=known).facts


def test_many_marks_are_read_in_time():
    assert len(prose('I told my "' * 3_000).sentences) <= 1
