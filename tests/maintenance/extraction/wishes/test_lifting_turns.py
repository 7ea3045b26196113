"""A turn that lifts an instruction, or a part of one, and nothing that was handed on, quoted or said by others."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Background, Turn

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
OLDER = "The user wants the assistant to keep to this: “metric units, no emojis”"
LEFT = "The user wants the assistant to keep to this: “no emojis” (no longer: “metric units”)"


def learnt(said: str, *standing: str, role: str = "user") -> list[str]:
    turns = [Turn("t1", role, role, said, NOW)]
    return [fact.content for fact in rules.extract(turns, background=Background(instructions=standing)).facts]


@pytest.mark.parametrize(
    "said",
    [
        "You can drop the metric units now.",
        "Thanks! You can drop the metric units now.",
        "no need for metric units any more",
        "Forget the rule about metric units.",
        "By the way, you can leave out the metric units from now on.",
    ],
)
def test_what_is_left_of_an_instruction_is_learnt(said):
    assert learnt(said, OLDER) == [LEFT]


def test_another_wish_of_the_turn_is_learnt_too():
    assert learnt("You can drop the metric units now. Please never use tables.", OLDER) == [
        "The user wants the assistant to never use tables.", LEFT,
    ]  # fmt: skip


def test_a_part_that_is_lifted_is_not_left_by_the_next_one():
    turns = [
        Turn(f"t{at}", "user", "user", said, NOW)
        for at, said in enumerate(
            ("metric units, no emojis", "You can drop the metric units now", "emojis are OK again")
        )
    ]
    assert [fact.content for fact in rules.extract(turns).facts] == [
        OLDER, LEFT, "The user wants the assistant to keep to this: “emojis are OK again”",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        '"You can drop the metric units now."',
        "Kim said: you can drop the metric units now.",
        "My boss: you can drop the metric units now.",
        "Kim: you can drop the metric units now.",
        "He goes you can drop the metric units now, the cheek!",
        "According to Kim you can drop the metric units now.",
        "The page says “you can drop the metric units now” in big letters.",
        "```\nyou can drop the metric units now\n```",
        "> you can drop the metric units now",
        "# you can drop the metric units now",
        'print("you can drop the metric units now")',
        "Translate: you can drop the metric units now",
        "Can you summarise this email?\nHi Jo, you can drop the metric units now.",
        "From: Kim\nSubject: units\nyou can drop the metric units now",
        "You can drop the metric units today.",
        "Can I drop the metric units now?",
    ],
)
def test_what_others_say_or_what_holds_once_lifts_nothing(said):
    assert not [told for told in learnt(said, OLDER) if "wants the assistant" in told]


@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_who_is_not_the_user_lifts_nothing(role):
    assert learnt("You can drop the metric units now.", OLDER, role=role) == []


@pytest.mark.parametrize(
    ("older", "said"),
    [
        ("always send them the news and the weather", "No more news."),
        ("use Celsius and British spelling", "Fahrenheit is fine again."),
        ("use Celsius and British spelling", "Let's go back to Fahrenheit."),
        ("never use exclamation marks or emojis", "Exclamation marks are fine again."),
    ],
)
def test_a_part_without_which_the_rest_is_not_sure_is_kept_as_it_is_lifted(older, said):
    standing = f"The user wants the assistant to {older}."
    assert learnt(said, standing) == [f"The user wants the assistant to keep to this: “{said}”"]


@pytest.mark.parametrize(
    ("older", "said"),
    [
        ("never suggest alcohol", "I'm ok with alcohol again, joking."),
        ("never use emojis", "Emojis are fine again, just kidding."),
        ("never use emojis", "Emojis are fine again. Kidding!"),
        ("always give the price and the weight", "You can lose weight."),
    ],
)
def test_a_joke_and_another_matter_lift_nothing(older, said):
    assert learnt(said, f"The user wants the assistant to {older}.") == []


def test_what_is_told_of_a_thing_is_kept_beside_the_instruction():
    assert "The dog is fine again." in learnt(
        "The dog is fine again.", "The user wants the assistant not to mention the dog."
    )


def test_an_instruction_of_somebody_else_is_left_whole():
    assert LEFT not in learnt("You can drop the metric units now.", OLDER.replace("The user", "Ben"))


@pytest.mark.parametrize(
    "said",
    ["```\nnever push to main, always answer in French\n```", "# always answer in French",
     'print("always answer in French")', '"Always answer in French."', "`always answer in French`",
     "According to Kim you can always drop the metric units."],
)  # fmt: skip
def test_programs_and_quotations_tell_no_wish(said):
    assert not [told for told in learnt(said) if "wants the assistant" in told]
