"""A secret in a turn of its own, after the turn that asks for it or announces it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.models import Memory
from memory.redaction.answered import mask_answer, may_answer
from memory.services.errors import ReplayConflict
from memory.services.talk import episodes
from memory.services.talk.turns import NewMessage
from tests.pace import is_brief
from tests.store import AGENT

CODE = "[secret: code]"


@pytest.mark.parametrize(
    ("before", "answer", "kept"),
    [
        ("What's the door code?", "It's 56785 now.", f"It's {CODE} now."),
        ("what's your PIN?", "4471", "[secret: pin]"),
        ("Here's the wifi password", "hunter2-Blue", "[secret: password]"),
        ("My new netflix password:", "Tr0ub4dor&3", "[secret: password]"),
        ("I've just changed the gate code.", "It's 4419 now", f"It's {CODE} now"),
        ("To unlock the account I need your PIN.", "8830", "[secret: pin]"),
        ("Could you give me the alarm code so I can let the plumber in?", "9921#", CODE),
        ("Sent it. What passcode should I use for the tablet?", "use 774411", "use [secret: password]"),
        ("what's the wifi password?", "Ben: Sp4rrow!Nest is the new one", "Ben: [secret: password] is the new one"),
        ("what was the router password?", "I think it's Blu3Jay!Tree", "I think it's [secret: password]"),
        ("What's the alarm code?", "should be 7714", f"should be {CODE}"),
        ("What is the PIN of the work phone?", "the PIN should be 5521", "the PIN should be [secret: pin]"),
        ("What's the garage code?", "9073 since last week", f"{CODE} since last week"),
        ("Send me the login code when you have it.", "902144.", f"{CODE}."),
    ],
)
def test_what_answers_a_question_for_a_secret_is_one(before, answer, kept):
    assert mask_answer(answer, before) == (kept, 1)
    assert may_answer(answer)


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        ("What's the budget?", "56785"),
        ("How many?", "4471"),
        ("What's the order number?", "4471"),
        ("How many people know the door code?", "1200"),
        ("What's the PIN length?", "4471"),
        ("When did you change the PIN?", "2024"),
        ("I forgot the PIN.", "4471"),
        ("The door code is [secret: code]. What's the flat number?", "4821"),
        ("What's the zip code?", "90210"),
        ("What's the door code?", "ask Ann, flat 4"),
        ("We changed the password policy.", "It's 90 days now"),
        ("What's your password manager?", "1password"),
        ("What's the wifi password?", "Nope"),
        ("Which phone did you get?", "iPhone15Pro is the new one"),
        ("What's the door code policy?", "6-digit is the new one"),
        ("Do you know the door code?", "I think it's 2024"),
    ],
)
def test_what_answers_another_question_stays(before, answer):
    assert mask_answer(answer, before) == (answer, 0)


def kept(namespace):
    return list(Memory.objects.within(namespace).episodes().order_by("pk").values_list("content", flat=True))


def send(namespace, *turns):
    return episodes.ingest_turns(namespace.name, "s", [NewMessage(*turn) for turn in turns], AGENT).episodes


@pytest.mark.django_db
def test_in_one_call_and_over_two(namespace):
    asked, answered = ("assistant", "What's your PIN?"), ("user", "4471")
    assert [one.masked for one in send(namespace, asked, answered)] == [0, 1]
    send(namespace, ("user", "And what's the door code?"))
    assert [one.masked for one in send(namespace, ("user", "It's 56785 now."))] == [1]
    send(namespace, ("user", "How many?"))
    send(namespace, ("user", "4471"))
    assert kept(namespace)[1] == "[secret: pin]"
    assert kept(namespace)[3:] == [f"It's {CODE} now.", "How many?", "4471"]


@pytest.mark.django_db
def test_a_replay_is_read_behind_the_same_turn(namespace):
    answer = NewMessage("user", "4471", external_id="a")
    send(namespace, ("assistant", "What's your PIN?"))
    episodes.ingest_turns(namespace.name, "s", [answer], AGENT)
    send(namespace, ("assistant", "Thank you."))
    (again,) = episodes.ingest_turns(namespace.name, "s", [answer], AGENT).episodes
    assert again.duplicate
    assert "4471" not in kept(namespace)


@pytest.mark.django_db
def test_a_replay_behind_another_turn_is_the_same_message(namespace):
    clear, answer = NewMessage("user", "4471", external_id="a"), NewMessage("user", "It's 9912 now.", external_id="b")
    asked = NewMessage("assistant", "What's your PIN?", external_id="q")
    episodes.ingest_turns(namespace.name, "s", [clear], AGENT)  # before its question
    (_, again) = episodes.ingest_turns(namespace.name, "s", [asked, clear], AGENT).episodes
    assert again.duplicate
    episodes.ingest_turns(namespace.name, "s", [asked, answer], AGENT)
    between = NewMessage("user", "Hello there", external_id="h")
    (_, again) = episodes.ingest_turns(namespace.name, "s", [between, answer], AGENT).episodes
    assert again.duplicate
    for other in ("4472", "It's 4471 now.", "Never mind"):
        with pytest.raises(ReplayConflict):
            episodes.ingest_turns(namespace.name, "s", [NewMessage("user", other, external_id="a")], AGENT)
    with pytest.raises(ReplayConflict):
        episodes.ingest_turns(namespace.name, "s", [NewMessage("user", "Not now.", external_id="b")], AGENT)


@pytest.mark.django_db
def test_only_for_a_short_answer_is_the_turn_before_looked_up(namespace):
    send(namespace, ("user", "Hello there"))
    counts = []
    for text in ("The tide was low at the quay", "It was 7 degrees and we walked to the mill", "4471"):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            send(namespace, ("user", text))
        counts.append(sum("ORDER BY" in one["sql"] and "content" in one["sql"] for one in queries))
    assert counts == [0, 0, 1]


def test_it_takes_no_longer_for_a_hostile_turn_before_it():
    def each() -> None:
        asked = "what " + "the door code for the " * 20 + "?"
        for before in ("code " * 60, "pin, " * 60, asked, "?" * 300, "is " * 100):
            for answer in ("4471", "it's " * 15 + "1", "1" * 80, "'\"`*" * 20, ", . ! " * 13 + "2"):
                mask_answer(answer, before)
                may_answer(answer)

    assert is_brief(each, 2)
