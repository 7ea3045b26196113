"""A prompt is of something to eat by the name of a dish, and of a place by what one goes to or lives in."""

from __future__ import annotations

import pytest

from memory.language import ENGLISH
from memory.language.en import foods
from memory.language.en.foods import singulars

FOOD, *_, PLACE = ENGLISH.cues.must_knows


@pytest.mark.parametrize(
    "prompt",
    [
        "Order me a curry",
        "Make satay",
        "Ramen tonight?",
        "Lasagne for six please",
        "What's in pesto?",
        "How do I make pad thai?",
        "granola bar ideas",
        "Which protein bar should I get?",
        "Which cereal should I get?",
        "marinade for chicken thighs",
        "Order Thai for tonight",
        "Book the Chinese on Mill Road",
        "What should I have for tea tonight?",
        "We're having people over, what do I serve?",
        "Something quick I can throw together tonight?",
        "Do the weekly shop for me",
        "Book a table at Wagamama",
        "Order a Deliveroo",
    ],
)
def test_it_is_of_eating(prompt):
    assert FOOD.bears_on(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "Recommend an Apple laptop",
        "Order an orange shirt",
        "Paint the kitchen olive",
        "What's the stock price of Apple?",
        "Mail Olive about the rent",
        "Mango is my manager, what's his number?",
        "Update the raspberry pi",
        "Fix the tomato timer app",
        "Set up a curry function in JavaScript",
        "Draft a toast for Ben's wedding",
        "Make a date with Tom",
        "Write a haiku about tea",
        "How do I grow tomatoes?",
        "Draw a picture of a pineapple",
        "Translate this into Chinese",
        "Book a French lesson",
        "Book the Chinese translator for Monday",
        "Order Italian shoes",
        "My laptop is toast",
        "Add a table for two columns",
        "Serve the static files with nginx",
        "Salt the password hashes",
    ],
)
def test_what_only_has_the_name_of_a_food_is_not(prompt):
    assert not FOOD.bears_on(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "Plan a day out in York",
        "Plan a weekend in Bath",
        "Find a flat for me",
        "Plan a weekend with Femi in Bath",
        "Book somewhere to stay in Bergen",
        "Find a quiet place to stay near York",
        "Find us a cottage for August",
        "Book a table at Luca's",
        "Where can we go on Sunday?",
        "Book a cinema for us",
    ],
)
def test_it_is_of_getting_around(prompt):
    assert PLACE.bears_on(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "Plan the release day",
        "Plan a day of writing",
        "Find a flat file parser",
        "Find a place for the lamp",
        "Plan a week with Femi in mind",
        "Find a house plant for the office",
        "Book the club membership renewal",
        "What can I do in Python?",
        "What shall we do about the invoice?",
        "Where can I find the log file?",
        "Visit the gallery page of the site",
    ],
)
def test_what_only_sounds_like_a_place_is_not(prompt):
    assert not PLACE.bears_on(prompt)


def test_a_word_that_begins_no_name_is_looked_at_once(monkeypatch):
    looked = []

    def counted(name):
        looked.append(name)
        return singulars(name)

    monkeypatch.setattr(foods, "singulars", counted)
    assert not foods.names_food("when does the ferry leave")
    assert looked == ["when", "does", "the", "ferry", "leave"]
    assert foods.names_food("make pad thai")
