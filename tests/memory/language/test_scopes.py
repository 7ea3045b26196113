"""What an instruction is about alone, and what is about every answer."""

from __future__ import annotations

import pytest

from memory.language.en.cues import tells_manner
from memory.language.en.recipients import names_one, written_to
from memory.language.en.scopes import names_scope, scope_of


def as_told(wish):
    return f"The user wants the assistant to keep to this: “{wish}”"


@pytest.mark.parametrize(
    ("instruction", "scope"),
    [
        (as_told("For commit messages use the imperative mood."), "commit messages"),
        ("The user wants the assistant to never put more than five lines on slides.", "slides"),
        (as_told("Letters to the landlord should be formal."), "Letters to the landlord"),
        (as_told("Setlists: slow songs last."), "Setlists"),
        (as_told("Keep abstracts under 200 words."), "abstracts"),
        (as_told("No emojis in my README files."), "my README files"),
        # What heads these is no kind of text: the words of the whole tell what they are about.
        (as_told("Customers should hear of delays at once."), ""),
        (as_told("Distances in kilometres."), ""),
        (as_told("Use metric, also in recipes."), ""),
        (as_told("Celsius please. In recipes, four lines."), ""),
        ("The user wants the assistant to always answer in metric units.", ""),
        ("The user wants the assistant to never promise a refund.", ""),
        (as_told("On Fridays, no calls."), ""),
        # A head that names no kind is none either.
        (as_told("On health topics, cite sources."), ""),
        (as_told("For code reviews be blunt."), "code reviews"),
        (as_told("For my mum write in German."), "my mum"),
    ],
)
def test_the_words_for_what_an_instruction_is_about_alone(instruction, scope):
    assert scope_of(instruction) == scope


@pytest.mark.parametrize(
    ("wish", "on_every_answer"),
    [
        ("Hymn numbers in bold.", False),
        ("Session recaps in the past tense.", False),
        ("Reply to German customers in German.", False),
        ("Numbers in bold.", True),
        ("Dates in ISO format, 24h clock.", True),
        ("Answer me in Dutch.", True),
        ("Reply to me in Dutch.", True),
        ("Answers should be brief.", True),
        ("In general, no emojis.", True),
        ("For each answer give a source.", True),
        ("In any answer avoid jargon.", True),
        ("At the end of each answer add a joke.", True),
        ("For clarity use short sentences.", True),
        ("On principle never use emojis.", True),
        ("In a friendly tone, always.", True),
        ("In the morning keep answers short.", True),
        ("On my phone, keep it short.", True),
        ("For every claim cite a source.", True),
        ("For maths show the steps.", True),
        ("For emails use short sentences.", False),
    ],
)
def test_what_is_about_something_of_its_own_is_not_on_every_answer(wish, on_every_answer):
    assert tells_manner(as_told(wish)) is on_every_answer
    assert names_scope(wish) is not on_every_answer


def test_a_text_is_written_to_who_has_a_name():
    assert written_to("Emails to Rita should be in Portuguese") == {"Rita"}
    assert written_to("write Ann and Ben a note") == {"Ann", "Ben"}
    assert written_to("let Ann know I'm late") == {"Ann"}
    assert written_to("when is Rita coming?") == frozenset()
    assert written_to("let Ann in") == frozenset()


def test_one_of_ones_own_and_who_has_a_name_is_a_person():
    assert names_one("my mum")
    assert names_one("Ann")
    assert not names_one("my phone")
    assert not names_one("general")
    assert not names_one("clarity")
