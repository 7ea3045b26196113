"""What is said to the assistant where several people talk in one session."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Turn

SAID_AT = datetime(2026, 11, 3, 12, tzinfo=UTC)


def instructions(*said: tuple[str, str]) -> list[str]:
    turns = [
        Turn(str(place), speaker, "assistant" if speaker == "assistant" else "user", content, SAID_AT)
        for place, (speaker, content) in enumerate(said)
    ]
    return [fact.content for fact in rules.extract(turns).facts if "instruction" in fact.tags]


def test_what_the_assistant_answers_was_said_to_it():
    told = instructions(
        ("Ann", "Please keep answers short"),
        ("assistant", "Sure."),
        ("Bob", "24h clock, never am/pm"),
        ("assistant", "Noted."),
    )
    assert told == [
        "Ann wants the assistant to keep answers short.",
        "Bob wants the assistant to keep to this: “24h clock, never am/pm”",
    ]


@pytest.mark.parametrize(
    "said",
    [
        (("Ann", "Never ring the bell after nine."), ("Bob", "Sorry!"), ("assistant", "Shall I note the hours?")),
        (("Ann", "Bob, never park at the gate."), ("assistant", "Shall I remind him?"), ("Bob", "Fine, fine")),
        (("Ann", "Don't touch my files, Bob!"), ("assistant", "Which files are they?"), ("Bob", "None")),
        (("Ann", "@Bob always use the back door"), ("assistant", "Is it open?"), ("Bob", "It is")),
        (("Ann", "Always lock the shed."), ("Bob", "Will do.")),
    ],
)
def test_what_people_tell_each_other_is_no_instruction(said):
    assert instructions(*said) == []


def test_who_talks_alone_talks_to_the_assistant_whether_it_answers_or_not():
    assert instructions(("Ann", "Please keep answers short")) == ["Ann wants the assistant to keep answers short."]
