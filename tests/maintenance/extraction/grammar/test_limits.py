"""A limit of somebody's body or senses is learnt as health, and what only sounds like one is not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import FactDraft, Turn

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def learnt(said: str) -> list[FactDraft]:
    return rules.extract([Turn("t1", "user", "user", said, NOW)]).facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I'm hard of hearing, by the way.", "The user is hard of hearing."),
        ("I'm deaf in my left ear, so seat me on the right.", "The user is deaf in their left ear."),
        ("Our tester Priya is colour blind.", "The user's tester Priya is colour blind."),
        ("I've got a bad back.", "The user has got a bad back."),
        ("I have a bad back.", "The user has a bad back."),
        (
            "I can't sit for more than an hour because of my back.",
            "The user cannot sit for more than an hour because of their back.",
        ),
        ("I can't lift anything over 5 kilos.", "The user cannot lift anything over 5 kilos."),
        ("My nan can't use the stairs.", "The user's nan cannot use the stairs."),
        ("I can't kneel because of my knee.", "The user cannot kneel because of their knee."),
        ("My dad can't walk far.", "The user's dad cannot walk far."),
        ("Strobe lights give me seizures.", "Strobe lights give the user seizures."),
        ("I can't lift anything heavy.", "The user cannot lift anything heavy."),
        ("I may lift again.", "The user may lift again."),
        ("My dad may climb stairs again.", "The user's dad may climb stairs again."),
        ("I can drive again.", "The user can drive again."),
        ("I may carry things again.", "The user may carry things again."),
        ("I can't eat nuts.", "The user cannot eat nuts."),
        ("I can't eat gluten.", "The user cannot eat gluten."),
        ("I can eat nuts again.", "The user can eat nuts again."),
        ("My dad can walk without crutches again.", "The user's dad can walk without crutches again."),
        ("Lena can run again.", "Lena can run again."),
        ("Amir may climb ladders again.", "Amir may climb ladders again."),
        ("I can't carry heavy bags.", "The user cannot carry heavy bags."),
        ("Work gives me migraines.", "Work gives the user migraines."),
        ("Mondays give me seizures.", "Mondays give the user seizures."),
        ("I can't have milk at all.", "The user cannot have milk at all."),
        ("I can't have milk in my coffee.", "The user cannot have milk in their coffee."),
        ("I can't eat grapefruit on warfarin.", "The user cannot eat grapefruit on warfarin."),
    ],
)
def test_a_limit_is_learnt_as_health(said, fact):
    (one,) = learnt(said)
    assert one.content == fact
    assert "health" in one.tags


@pytest.mark.parametrize(
    "said",
    [
        "I can't hear you, the line is bad.",
        "I can't sit through another of these meetings.",
        "I can't lift the ban on my own.",
        "I have a weak hand in this game.",
        "I have a bad hand at poker.",
        "I can't write more than two posts a week.",
        "I can't hold the price for longer than Friday.",
        "I'm blind to the charm of it.",
        "I can't drive for more than an hour today.",
        "We can't reach more than 100 users.",
        "The alerts give me headaches.",
        "Mondays give me a headache.",
        "Work gives me a headache.",
        "I'm tone deaf.",
        "I'm tone-deaf, so no karaoke.",
        "I can write emails again.",
        "I can drive you again.",
        "I don't eat meat.",
        "I can't eat lunch before two.",
        "Traffic gives me headaches.",
        "The trains can run again.",
        "The server can run again.",
        "Our van can't carry heavy loads.",
        "We can't carry heavy parcels.",
        "I can't carry heavier loads in the truck.",
        "I may run again for council.",
        "We may drive to Spain again this summer.",
        "I may climb Mont Blanc again.",
        "I can carry on again.",
        "I can't have milk in the office fridge.",
        "My team can't have milk delivered before nine.",
        "I can't drink milk without cookies.",
        "I can't eat fish on Fridays.",
        "I can't have coffee tonight.",
    ],
)
def test_what_is_no_limit_of_the_body_is_no_health(said):
    assert not any("health" in one.tags for one in learnt(said))


@pytest.mark.parametrize(
    "said",
    ["I may run again for council.", "We may drive to Spain again this summer.", "I may climb Mont Blanc again."],
)
def test_what_may_be_done_again_stays_a_plan(said):
    (one,) = learnt(said)
    assert "plan" in one.tags
