"""Of which property of whom a short question asks."""

from __future__ import annotations

import pytest

from memory.language.en.asked_properties import asked_properties


@pytest.mark.parametrize(
    ("prompt", "owners", "name"),
    [
        ("Where do I live?", {""}, "home"),
        ("where do i live now", {""}, "home"),
        ("So where am I living these days?", {""}, "home"),
        ("Where do we live at the moment?", {""}, "home"),
        ("Which city do I live in?", {""}, "home"),
        ("What's my address?", {""}, "address"),
        ("what is my new home address", {""}, "address"),
        ("Where does Priya live?", {"priya"}, "home"),
        ("Where does Anna Berg live now?", {"anna berg"}, "home"),
        ("Where does my sister live?", {"user's sister", "user sister"}, "home"),
        ("what's my sister's address?", {"user's sister", "user sister"}, "address"),
        ("Where do I work?", {""}, "employer"),
        ("Who do I work for now?", {""}, "employer"),
        ("What do I do for a living?", {""}, "occupation"),
        ("what's my job", {""}, "job"),
        ("Who's Tom's employer?", {"tom"}, "employer"),
        ("When is my birthday?", {""}, "birthday"),
        ("When was I born?", {""}, "birth year"),
        ("How old am I?", {""}, "age"),
        ("How old is Mia?", {"mia"}, "age"),
    ],
)
def test_a_plain_question_asks_for_a_property(prompt, owners, name):
    asked = asked_properties(prompt)
    assert {one.owner for one in asked} == owners
    assert name in {one.name for one in asked}


@pytest.mark.parametrize(
    "prompt",
    [
        "Where do I live it up tonight?",
        "Where do I put the bins?",
        "Where does the train leave?",
        "where do i work out nearby",
        "What do I do for lunch?",
        "Where do I live, who is my dentist, and what is the best way from one to the other by bus?",
        "Write a poem about where I live.",
        "Where do kids work in Oliver Twist?",
        "When is the birthday party?",
        "What is an employer?",
    ],
)
def test_another_question_asks_for_none(prompt):
    assert asked_properties(prompt) == ()
