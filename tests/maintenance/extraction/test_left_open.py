"""A fact is understood by who has not seen the talk: what belongs to one of its words stands beside it, or it is not
learnt."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

NOW = datetime(2026, 3, 10, 9, 30, tzinfo=UTC)


def learnt(*said: str) -> list[str]:
    """What is learnt of a user's turns; one that begins with "?" is the assistant's."""
    turns = [
        Turn(f"t{place}", "assistant", "assistant", text[1:], NOW)
        if text[0] == "?"
        else Turn(f"t{place}", "Maya", "user", text, NOW)
        for place, text in enumerate(said)
    ]
    return [fact.content for fact in rules.extract(turns).facts]


@pytest.mark.parametrize(
    "said",
    [
        ("?How often do you go?", "Tuesdays and Saturdays."),
        ("We met at the astronomy club.",),
        ("The website stays with the agency. Our contact there is Mr Quist.",),
        ("My neighbour has Crimson Crush and hers are spotless.",),
        ("My wife pays only 19, for the same.",),
        ("We've got a talk on comets next time.",),
        ("I am customer since 2015.",),
        ("I'm down to 102 this week, at last.",),
        ("I carried with my neighbour Paddy from downstairs.",),
    ],
)
def test_what_a_word_wants_beside_it_is_there_or_nothing_is_learnt(said):
    assert learnt(*said) == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I go to the gym on Tuesdays.", "Maya goes to the gym on Tuesdays."),
        ("The bus to Holt goes at 8.", "The bus to Holt goes at 8."),
        ("We met Ottilie at the astronomy club.", "Maya met Ottilie at the astronomy club."),
        ("I've been a member of the choir since 2019.", "Maya has been a member of the choir since 2019."),
        ("I'm a customer of Telara.", "Maya is a customer of Telara."),
        ("I'm down to 102 kilos.", "Maya is down to 102 kilos."),
        ("I carried the piano with my neighbour Paddy.", "Maya carried the piano with their neighbour Paddy."),
        ("I sell on Etsy.", "Maya sells on Etsy."),
        ("I buy in bulk.", "Maya buys in bulk."),
        ("I take after my father.", "Maya takes after their father."),
        ("I keep to a low-salt diet.", "Maya keeps to a low-salt diet."),
        ("I prepare for the bar exam.", "Maya prepares for the bar exam."),
        ("My shop buys from farmers nearby.", "Maya's shop buys from farmers nearby."),
        ("I use and recommend Obsidian.", "Maya uses and recommends Obsidian."),
        ("My wife carries and delivers parcels.", "Maya's wife carries and delivers parcels."),
        ("I came to Norway at 26.", "Maya came to Norway at 26."),
        ("My dad went blind at 50.", "Maya's dad went blind at 50."),
        ("My daughter is going on 7.", "Maya's daughter is going on 7."),
        (
            "I always order the same: a flat white with oat milk.",
            "Maya always orders the same: a flat white with oat milk.",
        ),
        ("My sister has the same, a red Fiat.", "Maya's sister has the same, a red Fiat."),
        ("I had a stroke last time I flew.", "Maya had a stroke last time they flew."),
        ("Nordbank is a client.", "Nordbank is a client."),
        ("I went part-time in March.", "Maya went part-time in March 2026."),
        ("I carry on working until 67.", "Maya carries on working until 67."),
        ("We moved for the last time in 2018.", "Maya moved for the last time in 2018."),
    ],
)
def test_a_sentence_that_has_it_is_learnt(said, fact):
    assert learnt(said) == [fact]


def test_where_somebody_goes_is_told_as_a_goal():
    assert learnt("My sister runs a bakery in Holt. She goes there at four each morning.")[1] == (
        "Maya's sister goes to Holt at four each morning."
    )
    assert "Maya got a job in Voss." in learnt("My brother lives in Voss. I got a job there.")


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I grew up in Trier and went to school there.", "Maya went to school in Trier."),
        ("I have a flat in Holt. I take photos there.", "Maya takes photos in Holt."),
        ("There is a park in Holt. I walk my dog there.", "Maya walks their dog in Holt."),
        ("There is a park in Holt. I go for walks there.", "Maya goes for walks in Holt."),
        ("My parents live in Voss. We drive on the left there.", "Maya drives on the left in Voss."),
        ("My parents live in Voss. We went back there in May.", "Maya went back to Voss in May 2025."),
        ("My parents live in Voss. We took our kids there in 2019.", "Maya took their kids to Voss in 2019."),
    ],
)
def test_what_is_done_at_a_place_is_not_told_as_going_to_it(said, fact):
    assert fact in learnt(said)


def test_what_somebody_is_on_is_not_cut_off():
    assert learnt("the dog is on the new tablets one in the morning with food for his heart") == []


def test_who_owns_a_thing_is_no_month():
    assert learnt("The flat is owned by Jun.") == ["The flat is owned by Jun."]
    assert learnt("The mural was painted by April.") == ["The mural was painted by April."]
    assert learnt("The house will be sold by Jun.") == ["The house will be sold by June 2026."]
    assert learnt("The report is finished by June.") == ["The report is finished by June 2026."]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My lease runs out at the end of Jan.", "Maya's lease runs out at the end of January."),
        ("I work from Jan to March in Zermatt.", "Maya works from January to March in Zermatt."),
        ("My rent goes up from Jan on.", "Maya's rent goes up from January on."),
        ("I got a letter from Jan about the fence.", "Maya got a letter from Jan."),
    ],
)
def test_a_short_month_is_told_from_a_name(said, fact):
    assert learnt(said) == [fact]


def test_who_gives_somebody_something_is_not_given_it():
    assert learnt("The nanny's given me my evenings back.") == ["The nanny has given Maya Maya's evenings back."]


def test_what_was_years_ago_this_week_has_the_month_of_that_year():
    assert learnt("My wife Edna passed away four years ago this week.") == [
        "Maya's wife Edna passed away in March 2022."
    ]


def test_a_subject_that_is_said_twice_is_told_once():
    assert learnt("I pay 29 euros and my wife she pays only 19 euros.")[-1] == "Maya's wife pays only 19 euros."
    assert "Maya pays 29 euros and their wife." not in learnt("I pay 29 euros and my wife she pays only 19 euros.")


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("the plumber is coming wednesday at two no wait three", "The plumber is coming on 11 March 2026 at three."),
        ("my appointment is monday no sorry tuesday at nine", "Maya's appointment is Tuesday at nine."),
        ("my appointment is at two no wait three no wait four", "Maya's appointment is at four."),
    ],
)
def test_a_value_that_is_put_right_in_the_same_breath_is_told_right(said, fact):
    assert learnt(said) == [fact]


def test_who_is_called_owns_nothing():
    assert learnt("bro my laptop died") == ["Maya's laptop died."]


def test_how_not_and_how_to_reach_somebody_are_two_wishes():
    assert learnt("From now on don't call me, email me.") == [
        "Maya wants the assistant not to call them.",
        "Maya wants the assistant to always email them.",
    ]
