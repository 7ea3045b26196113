"""A short question says what it is after, and of whom."""

from __future__ import annotations

import pytest

from memory.language.en.asking import asked_for
from memory.language.en.cues import KNOWN_PERSON


@pytest.mark.parametrize(
    ("question", "details", "owner"),
    [
        ("What is my aunt's blood type?", {"aunt", "blood type"}, set()),
        ("Which school does Milan go to?", {"school"}, {"milan"}),
        ("What's the name of Signe's girlfriend?", {"girlfriend"}, {"signe"}),
        ("When does my visa run out?", {"visa"}, set()),
        ("How old is our neighbour?", {"how old", "neighbour"}, set()),
        ("Who mended the roof?", set(), set()),
        # What is done with it is no matter of whose it is.
        ("Where did I park at the hotel?", set(), set()),
    ],
)
def test_it_is_read_from_what_stands_before_where_and_with_whom(question, details, owner):
    asked = asked_for(question)
    assert asked is not None
    assert {word for word in details if any(found.asked.fullmatch(word) for found in asked.details)} == details
    assert len(asked.details) == len(details)
    assert asked.owner == owner


@pytest.mark.parametrize(
    "question",
    [
        "What blood pressure medication am I on?",
        "what's my dog food called?",
        "Which insurance company are we with?",
        "What school uniform does Ella wear?",
        "What is my bus stop?",
        "What's the partner api rate limit?",
    ],
)
def test_a_detail_that_tells_the_kind_of_another_thing_is_not_asked_for(question):
    asked = asked_for(question)
    assert asked is not None
    assert not asked.details


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("What is my wifi password?", 2),
        ("What's my dentist name?", 1),
        ("Which train do I take?", 1),
        ("What is my dad doing?", 1),
        ("What hotel did we book?", 1),
        ("What hotel we booked?", 1),
        ("What email address do I use?", 1),
        ("What is my partner's shoe size?", 2),
        ("What is my brother called now?", 1),
        ("Who is my insurance agent?", 1),
    ],
)
def test_a_detail_that_is_the_last_noun_is_asked_for(question, number):
    asked = asked_for(question)
    assert asked is not None
    assert len(asked.details) == number


@pytest.mark.parametrize(
    "prompt",
    [
        "Plan a dinner for my brother.",
        "Tell me what my dentist is called",
        "My dentist retired. What is the new one called?",
        "Is my dentist open today?",
        "What is " + "really " * 30 + "my dentist called?",
        "",
        "?",
        # They state something, and want something done.
        "What I need is a packing list",
        "When I am in Seville remind me of the tickets",
        "when Ann is in town, book a table",
        "What the team has is not enough",
    ],
)
def test_any_other_prompt_is_not_read(prompt):
    assert asked_for(prompt) is None


def test_what_it_is_for_is_not_asked_for():
    asked = asked_for("what are the opening hours of the afternoon, for Google")
    assert asked is not None
    assert asked.names == frozenset()


def test_a_weekday_is_no_name_and_a_noun_has_other_names():
    asked = asked_for("Where is the flat that I saw on Mondays with Torben?")
    assert asked is not None
    assert asked.names == {"torben"}
    assert asked.things >= {"flat", "apartment"}


@pytest.mark.parametrize("opening", ["How do I", "How should we", "Can I", "Should we", "And could I"])
def test_who_asks_how_to_is_after_no_detail_but_names_a_thing(opening):
    asked = asked_for(f"{opening} repaint the kitchen with Torben for my dentist?")
    assert asked is not None
    assert not asked.details
    assert "kitchen" in asked.things
    assert asked.names == ({"torben"} if opening.startswith("How") else frozenset())


@pytest.mark.parametrize("opening", ["Can I", "May we", "Should I"])
def test_who_asks_whether_they_may_asks_of_themselves_whatever_place_they_name(opening):
    assert asked_for(f"{opening} fly to Osaka?").names == frozenset()
    assert asked_for("How do I get to Osaka?").names == {"osaka"}


@pytest.mark.parametrize(
    "prompt", ["what time is the import kicked off", "and where do I park", "what's the gate code"]
)
def test_a_question_may_lack_its_mark(prompt):
    assert asked_for(prompt) is not None


def test_what_is_told_with_a_question_is_not_asked_for_and_a_list_is():
    told = asked_for("How much salt can he have, my dentist is at Kroger?")
    assert told is not None
    assert "dentist" not in told.things
    several = asked_for("Who are my doctor, my dentist and my vet?")
    assert several is not None
    assert several.things >= {"doctor", "dentist", "vet"}


@pytest.mark.parametrize(
    ("prompt", "known"),
    [
        ("Send him the charger", True),
        ("Her shoe size?", True),
        ("her birthday present ideas", True),
        ("Wrap a gift and send it to him", True),
        ("Write a story about a knight and his horse", False),
        ("A poem about a man who lost his dog", False),
        ("Who was Ada Lovelace, and when did she die?", False),
    ],
)
def test_whom_a_pronoun_alone_names_is_known(prompt, known):
    assert bool(KNOWN_PERSON.search(prompt)) is known
