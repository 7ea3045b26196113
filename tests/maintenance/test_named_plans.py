"""A plan that is called off or put off by its name ends, and no other does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.judging.named_plans import whole
from tests.maintenance.test_changes_in_turns import holding

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


def test_of_two_plans_that_may_be_meant_neither_is():
    facts = ("The user is moving to Bergen in May 2026.", "The user is moving their shop in June 2026.")
    assert whole("The move is off.", "The user", facts) == []
    assert whole("The move to Bergen is off.", "The user", facts) == ["My move to Bergen is cancelled."]
    assert whole("The move is off.", "The user", ()) == []


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
