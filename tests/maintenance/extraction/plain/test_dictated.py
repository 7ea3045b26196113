"""What is dictated in one breath: each statement is read by itself, and what hangs on another stays together."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.plain.dictated import with_stops
from maintenance.extraction.types import Turn

SAID_AT = datetime(2026, 10, 5, 9, tzinfo=UTC)


def _learnt(text: str) -> list[str]:
    return [fact.content for fact in rules.extract([Turn("1", "Wanda", "user", text, SAID_AT)]).facts]


def _stopped(text: str) -> list[str]:
    return with_stops(text, rules._language()).split(". ")


DICTATED = (
    "right so this is me talking into the thing again and um my hip operation has been moved to the third of"
    " December and and my son Piotr he drives me there because he has the week off and then the cat goes to Mrs"
    " Bell next door and oh yes I'm allergic to morphine so somebody has to tell them that and my brother Karim"
    " works nights at the hospital in Bolton and the key safe code has been changed to 4471"
)


def test_each_statement_of_a_run_is_learnt():
    learnt = _learnt(DICTATED)
    assert "Wanda is allergic to morphine." in learnt
    assert "Wanda's brother Karim works nights at the hospital in Bolton." in learnt
    assert "The key safe code has been changed to 4471." in learnt


@pytest.mark.parametrize(
    "part",
    [
        "my son Piotr drives me there because he has the week off",
        "the cat goes to Mrs Bell next door",
        "I'm allergic to morphine",
        "the key safe code has been changed to 4471",
    ],
)
def test_a_run_is_parted_where_a_subject_and_its_verb_stand(part):
    assert part in _stopped(DICTATED)


@pytest.mark.parametrize(
    "text",
    [
        "I take bisoprolol in the morning and my wife takes it in the evening.",
        "I need milk, eggs, bread and butter, and my wife needs tea, and we both need a new lamp for the hall,"
        " as the old one has been broken since we came back from the coast.",
        "so the plan for next week is that the builder brings the bricks and the sand and the big mixer and a"
        " second man for the roof and the two windows of the room at the back of the house",
    ],
)
def test_what_is_short_or_has_marks_or_one_verb_stays_as_it_is(text):
    assert with_stops(text, rules._language()) == text


@pytest.mark.parametrize(
    "text",
    [
        "so if we moved to Leeds and I got the job at the museum and we had a garden and a dog then my mother"
        " came to live with us and we sold the second car to my brother in York",
        "when I was a girl we lived in a house by the canal and my father was a joiner and I had a rabbit called"
        " Snowy and I was allergic to the hay and my brother fed him",
        "I keep thinking what if I had studied medicine and we lived in the country and I had three children and"
        " a horse and never had to sit in an office with a broken heater",
        "I wish I lived in Bergen and I had a boat and my wife worked from home and we went out on the fjord"
        " each morning and the children spoke Norwegian to the neighbours",
        "can you help me with the letter to the landlord and the heating is off and I have a cold and my wife is"
        " away and we need him to come by on Monday at the latest",
        "imagine you are my landlord and I have a cat and my husband is a drummer and I work nights and we want"
        " to stay in the flat until the summer of next year",
    ],
)
def test_what_hangs_on_a_condition_a_wish_or_a_request_is_not_parted(text):
    assert with_stops(text, rules._language()) == text


def test_what_another_says_of_themselves_is_not_parted():
    text = (
        "my friend Carla rang me up and she was in tears and she said I love you all but I am moving to Porto and I am"
        " allergic to this town and I want to open a bakery by the sea"
    )
    assert _stopped(text)[-1].startswith("she said I love you all but I am moving to Porto and I am allergic")


def test_what_is_taken_back_in_the_same_breath_is_not_told():
    text = (
        "I take the bus to work on Mondays and my appointment with the eye doctor is on the fourteenth no wait the"
        " fifteenth of October and I am out on Thursday and no sorry that was last week and we live in Bolton"
    )
    assert _stopped(text) == ["I take the bus to work on Mondays", "we live in Bolton"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "I am allergic to latex and I mean properly allergic with hives and all and my brother is allergic to wasps"
            " and my husband cannot eat eggs so we read each label in the shop every single week",
            "Wanda is allergic to latex.",
        ),
        (
            "my gran is moving in with us in the spring and I mean really moving in with all her chairs and she is"
            " diabetic so we have to change what we eat and my husband is not happy about that",
            "Wanda's gran is diabetic.",
        ),
        (
            "my name is Wanda and I live in Leeds with my partner and we have a cat called Muffin and no that's not"
            " because we like them and I am allergic to dogs and my mum has asthma",
            "Wanda and their partner have a cat called Muffin",
        ),
    ],
)
def test_what_is_told_more_exactly_or_explained_is_not_taken_back(text, fact):
    assert any(learnt.startswith(fact) for learnt in _learnt(text))


@pytest.mark.parametrize(
    "text",
    [
        "I told them at the desk that my husband Lars and I are going to Madeira in February for two weeks and"
        " that we stay in a small house by the harbour of Funchal",
        "for the big party on the first Saturday of next month my sister and my brother are driving down from"
        " Leeds with all of their children and with the old dog in the back",
    ],
)
def test_a_subject_of_two_is_not_parted(text):
    assert with_stops(text, rules._language()) == text
