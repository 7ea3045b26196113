"""A plan that is called off or put off by its name ends, and no other does."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from maintenance.extraction import rules
from maintenance.extraction.judging.named_plans import wanted, whole
from memory.models import Memory
from memory.services.talk import sessions
from tests.maintenance.test_changes_in_turns import SAID, holding
from tests.store import say

LATER = datetime(2026, 3, 30, 18, tzinfo=UTC)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "gone", "come"),
    [
        ("I'm moving to Bergen in May.", "The move is off.",
         "The user is moving to Bergen in May 2026.", "The user's move to Bergen is cancelled."),
        ("I'm moving to Bergen on May 20.", "The move has been pushed to June 10.",
         "The user is moving to Bergen on 20 May 2026.", "The user's move to Bergen was pushed to 10 June 2026."),
        ("I'm starting a job at Ikea in June.", "the job at Ikea fell through",
         "The user is starting a job at Ikea in June 2026.", "The user's job at Ikea is cancelled."),
        ("I'm starting a job at Ikea in June.", "So the Ikea thing fell through.",
         "The user is starting a job at Ikea in June 2026.",
         "The user is not starting a job at Ikea in June 2026 after all."),
        ("I plan to learn the cello.", "The cello idea is off.",
         "The user plans to learn the cello.", "The user no longer plans to learn the cello."),
        ("We're getting married in September in Cork.", "the wedding's off. long story",
         "The user is getting married in September 2026 in Cork.", "The user's wedding is cancelled."),
        ("We're going to switch our CI to Buildkite in May.", "The switch to Buildkite is off, security said no.",
         "The user is going to switch their CI to Buildkite in May 2026.",
         "The user's switch to Buildkite is cancelled."),
        ("My sister is visiting in June.", "My sister's visit is off.",
         "The user's sister is visiting in June 2026.", "The user's sister's visit is cancelled."),
        ("My dentist appointment is on April 13.", "dentist got pushed to april 17 btw",
         "The user's dentist appointment is on 13 April 2026.",
         "The user's dentist appointment was pushed to 17 April 2026."),
        ("We're going to adopt a puppy in June.", "We decided against the puppy.",
         "The user is going to adopt a puppy in June 2026.", "The user decided against the puppy."),
        ("We're going to Crete in September.", "crete's off",
         "The user is going to Crete in September 2026.", "The user's trip to Crete is cancelled."),
        ("We're going to Crete in September.", "Crete is off, we're doing Naxos instead.",
         "The user is going to Crete in September 2026.", "The user is going to Naxos instead."),
    ],
)  # fmt: skip
def test_what_is_called_off_by_its_name_is_planned_no_longer(namespace, older, newer, gone, come):
    facts = holding(namespace, older, newer)
    assert come in facts
    assert gone not in facts


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "known"),
    [
        # Somebody else's, or another one of ours.
        ("I'm moving to Bergen in May.", "The office move is off.", "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "Ann's move to Bergen is off.", "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "My sister's move is off.", "The user is moving to Bergen in May 2026."),
        ("My sister is moving to Bergen in May.", "The move is off.",
         "The user's sister is moving to Bergen in May 2026."),
        ("I'm starting a job at Ikea in June.", "The Ikea sale is off.",
         "The user is starting a job at Ikea in June 2026."),
        ("I'm starting a job at Ikea in June.", "The Ikea shelf fell through the floor.",
         "The user is starting a job at Ikea in June 2026."),
        # Not told as so, or no calling off.
        ("I'm moving to Bergen in May.", "What if the move is off?", "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "If the move is off, I'll cry.", "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "The move is off to a good start.",
         "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "My sister called. The move is off.",
         "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "I lost my chess game. The move is off, says my coach.",
         "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "The move is off, she's staying in Cork.",
         "The user is moving to Bergen in May 2026."),
        ("We're buying a house in May.", "My friend Lu was buying a house too. The house fell through.",
         "The user is buying a house in May 2026."),
        ("I'm going to Ann's party on May 20.", "The party got moved to May 25.",
         "The user is going to Ann's party on 20 May 2026."),
        ("I'm going to study law in May.", "The trip is off.", "The user is going to study law in May 2026."),
        ("I'm going to Rome in May.", "The tour is cancelled, the band split up.",
         "The user is going to Rome in May 2026."),
        ("I'm moving to Bergen in May.", "The move is off, right?", "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "The move is off, unless I get a raise.",
         "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "The move is off, but only for two weeks.",
         "The user is moving to Bergen in May 2026."),
        ("I'm moving to Bergen in May.", "The move isn't happening, yet.",
         "The user is moving to Bergen in May 2026."),
        # A thing is off that is dark, or bad; a person who is not at work.
        ("I'm installing an alarm on May 20.", "The alarm is off.",
         "The user is installing an alarm on 20 May 2026."),
        ("I'm getting the heating fixed on May 20.", "Our heating is off.",
         "The user is getting the heating fixed on 20 May 2026."),
        ("My dentist appointment is on April 13.", "My dentist is off.",
         "The user's dentist appointment is on 13 April 2026."),
        ("My dentist appointment is on April 13.", "My dentist is off on Friday.",
         "The user's dentist appointment is on 13 April 2026."),
        ("I'm switching to Linux in May.", "The switch is off.", "The user is switching to Linux in May 2026."),
        ("I'm going to the gym in May.", "I'm no longer going to the gym on Fridays.",
         "The user is going to the gym in May 2026."),
        # What is, and not what is planned.
        ("I live in Bergen.", "The Bergen thing fell through.", "The user lives in Bergen."),
        ("We're going to adopt a puppy in June.", "We decided against the puppy food.",
         "The user is going to adopt a puppy in June 2026."),
        ("My sister's dentist appointment is on April 13.", "dentist got pushed to april 17",
         "The user's sister's dentist appointment is on 13 April 2026."),
        ("My dentist appointment is on April 13.", "The plumber got pushed to April 17.",
         "The user's dentist appointment is on 13 April 2026."),
    ],
)  # fmt: skip
def test_what_is_called_off_beside_it_leaves_a_plan(namespace, older, newer, known):
    assert known in holding(namespace, older, newer)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "never"),
    [
        ("I'm moving to Bergen in May.", "The move was pushed to the back of my mind.", "move to Bergen was"),
        ("I'm selling the car on May 3.", "The car got pushed to the garage.", "The user's car was"),
        ("My dentist appointment is on April 13.", "My dentist got moved to another town until May 2027.",
         "appointment was moved"),
        ("I'm going to the gym in May.", "The trip is off.", "trip is cancelled"),
        ("I'm going to Ann's wedding in June.", "The wedding is off.", "The user's wedding"),
    ],
)  # fmt: skip
def test_what_is_no_calling_off_of_the_plan_teaches_none(namespace, older, newer, never):
    assert not [fact for fact in holding(namespace, older, newer) if never in fact]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("plan", "off", "again", "gone", "come"),
    [
        ("I'm moving to Bergen in June.", "The move is off.", "I'm moving to Bergen in July.",
         "The user's move to Bergen is cancelled.", "The user is moving to Bergen in July 2026."),
        ("I'm moving to Bergen in June.", "The move is off.", "The move is back on.",
         "The user's move to Bergen is cancelled.", "The user's move to Bergen is no longer cancelled."),
        ("I'm starting a job at Ikea in June.", "The Ikea thing fell through.", "The Ikea thing is back on!",
         "The user is not starting a job at Ikea in June 2026 after all.",
         "The user is starting a job at Ikea in June 2026."),
        ("We're getting a puppy in June.", "We decided against the puppy.", "We're getting a puppy in July.",
         "The user decided against the puppy.", "The user is getting a puppy in July 2026."),
    ],
)  # fmt: skip
def test_what_is_planned_again_is_called_off_no_longer(namespace, plan, off, again, gone, come):
    facts = holding(namespace, plan, off, again)
    assert come in facts
    assert gone not in facts


@pytest.mark.django_db
def test_another_move_leaves_the_one_that_was_called_off(namespace):
    facts = holding(namespace, "I'm moving to Bergen in June.", "The move is off.", "I'm moving to York in July.")
    assert "The user's move to Bergen is cancelled." in facts


def made_whole(said: str, *facts: str, earlier: str = "") -> list[str]:
    return whole(said, said, "The user", facts, LATER, earlier)


def test_of_two_plans_that_may_be_meant_neither_is():
    facts = ("The user is moving to Bergen in May 2026.", "The user is moving their shop in June 2026.")
    assert made_whole("The move is off.", *facts) == []
    assert made_whole("The move to Bergen is off.", *facts) == ["My move to Bergen is cancelled."]
    assert made_whole("The move is off.") == []


def test_a_long_turn_of_nothing_else_is_read_once():
    said = "The move is off. " * 1000
    fact = "The user is moving to Bergen in May 2026."
    before = time.process_time()
    for _ in range(1000):
        whole("The move is off.", said, "The user", (fact,), LATER, "")
    assert time.process_time() - before < 5
    assert len(wanted("\n".join(f"The w{one} is off." for one in range(500)), ["user"])) < 100


def test_a_plan_whose_day_has_passed_is_not_meant():
    assert made_whole("The move is off.", "The user is moving to Bergen on 20 March 2026.") == []


@pytest.mark.parametrize(
    ("older", "newer", "ends"),
    [
        ("The user is going to use Kafka.", "The user is not going with Kafka after all.", True),
        ("The user is going to use Kafka.", "The user is not going with Kafka Streams after all.", False),
        ("The user is going to apply to Leeds.", "The user is not applying to Leeds anymore.", True),
        ("The user's brother is going to apply to Leeds.", "The user is not applying to Leeds anymore.", False),
        (
            "The user has signed up for the Bath marathon.",
            "The user pulled out of the bath marathon.",
            True,
        ),
        ("The user has signed up for the Bath marathon.", "The user almost pulled out of it.", False),
        # The plan was carried out, or forgotten, by then.
        ("The user is getting a boat in June 2026.", "The user decided against the boat.", True),
        ("The user is getting a boat in June 2025.", "The user decided against the boat.", False),
    ],
)
def test_a_plan_ends_with_what_calls_all_of_it_off(older, newer, ends):
    assert (rules.judge_pair(newer, older, "", LATER).kind == "updates") is ends


@pytest.mark.parametrize(
    ("earlier", "told"),
    [
        ("My sister wanted to move to York.", []),
        ("She was moving, too.", []),
        ("My office is moving to York in May.", []),
        ("My sister is expecting.", ["My move to Bergen is cancelled."]),
        ("I have packed for the move.", ["My move to Bergen is cancelled."]),
    ],
)
def test_what_was_told_of_anothers_before_may_be_what_is_off(earlier, told):
    fact = "The user is moving to Bergen in May 2026."
    assert made_whole("The move is off.", fact, earlier=earlier) == told
    assert made_whole("The move to Bergen is off.", fact, earlier=earlier) == ["My move to Bergen is cancelled."]


@pytest.mark.django_db
def test_anothers_plan_of_an_earlier_turn_may_be_what_is_off(namespace):
    say(namespace, "s0", "I'm moving to Bergen in May.", event_time=SAID, event_offset=0)
    sessions.complete(namespace, "s0")
    consolidate_pending()
    for content in ("My sister wanted to move to York.", "The move is off."):
        say(namespace, "s1", content, event_time=SAID + timedelta(weeks=4), event_offset=0)
    sessions.complete(namespace, "s1")
    consolidate_pending()
    held = [fact.content for fact in Memory.objects.within(namespace).facts().active() if not fact.superseded]
    assert "The user is moving to Bergen in May 2026." in held
