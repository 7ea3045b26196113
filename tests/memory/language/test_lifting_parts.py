"""A part of a standing instruction that is lifted by itself, and what is left of it."""

from __future__ import annotations

import pytest

from memory.language.en.lifting import left_of, lifts, lifts_any

QUOTED = "Ann wants the assistant to keep to this: “%s”"


@pytest.mark.parametrize(
    ("wish", "newer", "left", "gone"),
    [
        ("24h clock, metric units, no emojis", "You can drop the metric units now.", "24h clock, no emojis",
         "metric units"),
        ("24h clock, metric units, no emojis", "Emojis are OK after all.", "24h clock, metric units", "no emojis"),
        ("metric units, 24h clock", "No need for metric units any more.", "24h clock", "metric units"),
        ("Answer in Dutch and keep it under five lines.", "The five line limit no longer applies.", "Answer in Dutch",
         "keep it under five lines"),
        ("When you write code, use tabs and add docstrings", "you can leave out the docstrings from now on",
         "When you write code, use tabs", "add docstrings"),
        ("cc Rita and Bob on mails to the board", "No need to cc Bob any more.", "cc Rita on mails to the board",
         "Bob"),
        ("use tabs, type hints and docstrings in my code", "you can stop using docstrings",
         "use tabs and type hints in my code", "docstrings"),
        ("Always give the price and the weight.", "You can lose the weight.", "Always give the price", "the weight"),
        ("Sign as Dr. Wu, no greetings, plain text only.", "Greetings are fine now.", "Sign as Dr. Wu, plain text only",
         "no greetings"),
    ],
)  # fmt: skip
def test_the_rest_stands_where_a_part_is_lifted(wish, newer, left, gone):
    rest = left_of(newer, QUOTED % wish)
    assert rest == f"{QUOTED % left} (no longer: “{gone}”)"
    assert lifts(rest, QUOTED % wish)
    assert lifts_any(newer, QUOTED % wish)
    assert not lifts(newer, QUOTED % wish)


def test_of_an_instruction_that_was_rewritten_the_rest_stands_too():
    older = "Ann wants the assistant to never use exclamation marks and no emojis."
    rest = left_of("Emojis are okay after all.", older)
    assert rest == "Ann wants the assistant to never use exclamation marks (no longer: “no emojis”)"
    assert left_of("exclamation marks are fine again", rest) is None
    assert lifts("exclamation marks are fine again", rest)
    assert not lifts("emojis are fine again", rest)


@pytest.mark.parametrize(
    ("wish", "newer"),
    [
        ("no emojis, hashtags", "emojis are OK again"),  # "hashtags" alone would ask for them
        ("no exclamation marks or emojis", "exclamation marks are fine again"),
        ("invite Rita and Bob to each call", "no need to invite Rita any more"),
        ("add a summary and keep it short", "no need for a summary any more"),
        ("Use Celsius and British spelling.", "Fahrenheit is fine again."),  # "British spelling" alone has no verb
        ("Always give the price and the weight.", "You can lose weight."),
        ("metric units, no emojis", "Emojis are fine again, joking."),
        ("metric units, no emojis", "As if emojis are fine again."),
        ("24h clock, metric units, no emojis", "No need for metric units today."),
        ("24h clock, metric units, no emojis", "Kim: you can drop the metric units now."),
        ("24h clock, metric units, no emojis", "Kim says you can drop the metric units now."),
        ("24h clock, metric units, no emojis", "You can drop the metric tons now."),
        ("short mails to Bo, no jokes", "You can drop the mails to Kim now."),
    ],
)
def test_what_is_left_has_to_be_sure(wish, newer):
    assert left_of(newer, QUOTED % wish) is None
    assert not lifts(newer, QUOTED % wish)


def test_a_shorter_wish_that_lifts_nothing_is_not_the_rest_of_a_longer_one():
    older = QUOTED % "24h clock, metric units, no emojis"
    assert not lifts(QUOTED % "24h clock, no emojis", older)
    assert not lifts(f"{QUOTED % '24h clock'} (no longer: “metric units”)", older)
    assert not lifts(
        "Ben wants the assistant to keep to this: “24h clock, no emojis” (no longer: “metric units”)", older
    )
    assert left_of("You can drop the metric units now.", "The user likes metric units and a 24h clock.") is None


def test_all_parts_lifted_leave_nothing():
    older = QUOTED % "When you write code, add tests and docs"
    assert lifts("You can stop adding tests and docs.", older)
    assert lifts("Cancel the code rule.", older)
    assert left_of("Cancel the code rule.", older) is None


def test_a_report_lifts_no_scope():
    assert not lifts("Kim said, that rule about commit messages is off.", QUOTED % "Commit messages: always short")
    assert lifts("That rule about commit messages is off.", QUOTED % "Commit messages: always short")
