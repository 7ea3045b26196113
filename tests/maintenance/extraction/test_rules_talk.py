"""Talk of support, teams, work, change and learners of English: what is drawn from it, and what is not made of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import FactDraft, Turn
from memory.redaction import mask

NOW = datetime(2025, 3, 10, 9, 0, tzinfo=UTC)


def learnt(*said: str, asked: str = "") -> list[FactDraft]:
    before = [Turn("t0", "assistant", "assistant", asked, NOW)] if asked else []
    return rules.extract([*before, *(Turn(f"t{n}", "user", "user", text, NOW) for n, text in enumerate(said, 1))]).facts


def contents(*said: str, asked: str = "") -> list[str]:
    return [fact.content for fact in learnt(*said, asked=asked)]


def in_group(*said: tuple[str, str]) -> list[FactDraft]:
    return rules.extract([Turn(f"t{n}", who, "user", text, NOW) for n, (who, text) in enumerate(said)]).facts


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Synthetic, I'm vegan.", "The user is vegan."),
        ("Big news, I handed in my notice yesterday.", "The user handed in their notice on 9 March 2025."),
        ("No garden, so I'm giving my roses to my neighbour Jean.",
         "The user is giving their roses to their neighbour Jean."),
        ("Last year, I moved to Leeds.", "In 2024, the user moved to Leeds."),
        ("And that we need 60,000 pounds to go on.", "The user needs 60,000 pounds to go on."),
        ("I can't stand guessing where things come from.", "The user cannot stand guessing where things come from."),
        ("I don't can eat lactose.", "The user cannot eat lactose."),
        ("I'm not vegetarian any more.", "The user is not vegetarian any more."),
        ("Wiebke's sister comes on 1 April.", "Wiebke's sister comes on 1 April 2025."),
        ("Jonas will cover for me.", "Jonas will cover for the user."),
        ("Kira still comes over on Sundays to play chess.", "Kira still comes over on Sundays to play chess."),
        ("Our season runs from May to September.", "The user's season runs from May to September."),
    ],
)  # fmt: skip
def test_a_remark_before_the_clause_or_a_crossing_parse_leaves_the_claim_whole(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("On the 15th we're at a wedding in Lisbon.", "On 15 March 2025 the user is at a wedding in Lisbon."),
        ("I have a dentist appointment on the 4th.", "The user has a dentist appointment on 4 April 2025."),
        ("My uncle Albert died six years ago in March.", "The user's uncle Albert died in March 2019."),
        ("We'll move to Leeds in the next few months.", "The user will move to Leeds in the next few months."),
        ("I want to run in Lund on 19 October next year.", "The user wants to run in Lund on 19 October 2026."),
        ("I'm off from Wednesday.", "The user is off from 12 March 2025."),
        ("The reception closes at 16:00.", "The reception closes at 16:00."),
    ],
)  # fmt: skip
def test_a_day_of_the_month_and_a_month_of_a_year_ago_are_told_in_full(said, fact):
    assert contents(said) == [fact]


@pytest.mark.parametrize("said", [
    "I've never had access to the vault.",
    "We have 900.",
    "Don't ring me then.",
    "I have to leave for the dentist in ten minutes.",
    "We split up in July.",
    "I stopped twelve years ago.",
    "Maksym has fourteen.",
    "I used my stick, not the frame.",
    "The budget is 3,500 euros for both of us without the flights.",
])  # fmt: skip
def test_what_would_say_more_than_was_said_or_leaves_open_of_what_is_not_told(said):
    assert contents(said) == []


def test_another_persons_event_takes_no_day_from_the_speakers_story():
    found = contents("I moved to Bergen in July. Our drummer moved to Tallinn.")
    assert found[-1] == "The user's drummer moved to Tallinn."


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("Any allergies?", "Yes, peanuts.", "The user has allergies: peanuts."),
        ("Do you have a car?", "No.", "The user does not have a car."),
        ("Do you exercise?", "Yes.", "The user exercises."),
        ("Have you ever been to Japan?", "No.", "The user has never been to Japan."),
        ("Are you allergic to anything?", "No.", "The user is not allergic to anything."),
        ("Do you take folic acid?", "Yes, 400 micrograms a day.", "The user takes folic acid: 400 micrograms a day."),
        ("Do you inject insulin?", "Ten units before bed.", "The user injects insulin: ten units before bed."),
        ("When is your appointment?", "Tuesday.", "The user's appointment is on 11 March 2025."),
    ],
)  # fmt: skip
def test_a_bare_answer_is_made_whole_by_its_question(asked, said, fact):
    found = learnt(said, asked=asked)
    assert [one.content for one in found] == [fact]
    assert found[0].rule == "short_answer"
    bare = said in ("Yes.", "No.")  # all that it says is what was asked
    assert found[0].source_ids == (("t0", "t1") if bare else ("t1",))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Shall I send it?", "Yes."),
        ("Do you still have your backup codes?", "No."),
        ("Do you want a script?", "Yes."),
        ("Are you ready?", "Yes."),
        ("Which would you prefer?", "A replacement, please."),
        ("Do you have any questions?", "No."),
    ],
)
def test_an_answer_to_an_offer_or_about_the_talk_states_nothing(asked, said):
    assert contents(said, asked=asked) == []


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("How is your sister?", "She moved to Leeds.", "The user's sister moved to Leeds."),
        ("How is Alfie?", "He wants to be a bin man.", "Alfie wants to be a bin man."),
        ("Do she and your brother get along?", "She moved to Leeds.", None),
    ],
)
def test_whom_the_question_names_the_answer_may_call_she_or_he(asked, said, fact):
    assert contents(said, asked=asked) == ([fact] if fact else [])


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Our bookkeeper, Rosalind Achebe.", "The user's bookkeeper is Rosalind Achebe."),
        ("My neighbour Mr Pereira.", "The user's neighbour is Mr Pereira."),
        ("Just my tortoise, Balthasar.", "The user's tortoise is Balthasar."),
        ("My brother-in-law Pieter.", "The user's brother-in-law is Pieter."),
    ],
)
def test_somebody_named_in_passing_is_introduced(said, fact):
    assert contents(said) == [fact]


def test_of_two_who_travel_one_may_be_called_she_afterwards():
    found = contents("My sister Leonie and I travel a lot. She's celiac.")
    assert "The user's sister Leonie is celiac." in found


def test_in_a_group_of_three_we_are_the_group_and_definite_things_are_told():
    found = [fact.content for fact in in_group(
        ("Dana", "We decided to go with Postgres for billing."),
        ("Mei", "The client moved the launch to 6 June."),
        ("Jonas", "PR 412 is merged."),
    )]  # fmt: skip
    assert found == [
        "Dana's group decided to go with Postgres for billing.",
        "The client moved the launch to 6 June 2025.",
        "PR 412 is merged.",
    ]


@pytest.mark.parametrize("said", [
    "Ticket 5531 is still open.",
    "I've tried using the required attribute on the fields.",
    "I want to add a search box to the page.",
])  # fmt: skip
def test_the_state_of_a_ticket_and_a_step_of_the_work_are_tasks_that_soon_fade(said):
    assert [fact.tags[0] for fact in learnt(said)] == ["task"]


@pytest.mark.parametrize("said", ["I want to improve my Spanish.", "I want to run a marathon before I turn 40.",
                                  "I've set up a bakery in Bergen."])  # fmt: skip
def test_what_is_done_in_ones_own_life_is_no_task(said):
    assert all("task" not in fact.tags for fact in learnt(said))
    assert learnt(said)


@pytest.mark.parametrize(
    "said",
    [
        "My api key is sk-proj-abcDEF1234567890abcDEF1234567890abcDEF12 don't lose it.",
        "My password is hunter2-Tulip!, please keep it.",
        "We pay with 4111 1111 1111 1111 at Globex.",
    ],
)
def test_nothing_is_learnt_of_a_sentence_that_lost_a_secret(said):
    masked = mask(said).text
    assert masked != said
    assert contents(masked, "I live in Leeds.") == ["The user lives in Leeds."]
