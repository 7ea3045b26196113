"""The lines of a chat, a transcript or a program's log that somebody pasted: "[18:02] Ben: …", "Ben: …",
"2026-05-01 INFO …". Pure, and linear."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .vocabulary import WEEKDAY_NAMES
from .writers import names_of

_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?"
_NAME = r"(?P<name>[^\W\d_][\w.'-]{0,20}(?: [\w.'-]{1,20}){0,2}?)"
# "[05/10/2026, 18:02] Ben: ", "12/04/2026, 21:14 - Ben: ".
_STAMPED = re.compile(rf"(?:\[(?:{_DATE},? )?{_TIME}\] ?-? ?|{_DATE},? {_TIME} - ){_NAME}: ", re.I)
_NICK = re.compile(r"<(?P<name>[\w.'-]{1,20})> ")
# "Ben (12:03 PM)", "Ben  9:41 AM": what he says stands below.
_ABOVE = re.compile(
    rf"{_NAME}(?:,? [(\[]|  | ?[-–—] (?:today at |yesterday at )?)(?:{_DATE},? )?{_TIME}[)\]]?:?\s*$", re.I
)
_LABEL = re.compile(rf"(?:{_TIME} )?{_NAME}: (?=\S)", re.I)
# What a program tells, whoever it quotes: a moment, and how grave it is.
_LOGGED = re.compile(
    rf"^[ \t>]{{0,4}}\[?(?:{_DATE}(?:[T ,]{{1,2}}{_TIME}(?:[.,]\d{{1,9}})?(?:Z|[+-]\d\d:?\d\d)?)?"
    rf"|{_TIME}(?:[.,]\d{{1,9}})?)\]?"
    r"[ \t]{1,3}[\[(|-]?[ \t]?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\b[^\n]*",
    re.M,
)
_ONESELF = frozenset(("me", "i", "myself"))
# "Interviewer: where do you work? Candidate: at Bosch." in one line.
_NEXT_LABEL = re.compile(r"(?<=[.!?]) (?=[A-Z][\w.-]{0,20}(?: [\w.-]{1,20})?: \S)")
# Who talks with whom by their offices.
_PAIRS = (
    (("interviewer", "recruiter"), ("candidate", "interviewee", "applicant")),
    (("agent", "operator", "support", "rep", "advisor"), ("customer", "caller", "client", "user")),
    (("doctor", "nurse", "therapist", "gp"), ("patient", "client")),
    (("host", "presenter", "journalist", "reporter"), ("guest", "expert")),
    (("teacher", "coach"), ("student", "pupil")),
    (("user", "human"), ("assistant", "bot", "ai", "chatgpt", "gpt", "claude")),
    (("speaker 1", "speaker a", "q"), ("speaker 2", "speaker b", "a")),
)
# Headings of a list, and of a form.
_HEADINGS = frozenset(
    """
    morning afternoon evening night breakfast lunch dinner
    snack pros cons note update question answer edit reminder name email phone address home work job diet date time age
    subject from to cc allergies medication hobbies kids pets
    """.split()
).union(name.lower() for name in WEEKDAY_NAMES)
# Labels of a list talk to nobody: "Goal: …", "Patient: me".
_TO_SOMEBODY = re.compile(r"\b(?:you|your|u|thanks|thank|thx|hi|hello)\b|\?", re.I)
_OF_ONESELF = re.compile(r"\b(?:i|im|ive|we)\b", re.I)


class _Spoken(NamedTuple):
    start: int
    end: int
    name: str
    text: str
    stamped: bool


def logs(plain: str, speaker: str) -> Iterator[tuple[int, int]]:
    """Where a log of what others said begins and ends: with the line before the next empty one. A program's, with each
    line."""
    yield from (line.span() for line in _LOGGED.finditer(plain))
    plain = _NEXT_LABEL.sub("\n", plain)
    lines = list(_lines(plain))
    mine = names_of(speaker) | _ONESELF
    stamped = [line for line in lines if line.stamped]
    said = stamped or [line for line in lines if line.name not in _HEADINGS]
    if not said or all(line.name.split()[0] in mine for line in said):
        return
    if stamped or _is_talk(said, mine):
        last = plain.find("\n\n", said[-1].end)
        yield said[0].start, len(plain) if last < 0 else last


def _lines(plain: str) -> Iterator[_Spoken]:
    """The lines that name who says them. A date tells a chat by itself; "<b> " and "Dentist (10:30)" do not."""
    at = 0
    lines = plain.split("\n")
    for text, below in zip(lines, [*lines[1:], ""], strict=True):
        stamped, above = _STAMPED.match(text), _ABOVE.match(text)
        if (label := stamped or above or _NICK.match(text) or _LABEL.match(text)) is not None:
            said = below if label is above else text[label.end() :]
            yield _Spoken(at, at + len(text), label["name"].lower(), said, stamped is not None)
        at += len(text) + 1


def _is_talk(said: Sequence[_Spoken], mine: frozenset[str]) -> bool:
    """Whether lines with a name in front are of one talk: the speaker and somebody who speaks of themselves, or of
    several who talk to each other, by their offices or as one comes back after another."""
    names = [line.name for line in said]
    if len(set(names)) < 2:
        return False
    is_to_somebody = any(_TO_SOMEBODY.search(line.text) for line in said)
    if not set(names).isdisjoint(mine):
        others = [line.text for line in said if line.name not in mine]
        return any(_OF_ONESELF.search(text) or _TO_SOMEBODY.search(text) for text in others)
    return is_to_somebody and (
        any(set(names) & set(one) and set(names) & set(other) for one, other in _PAIRS)
        or any(name in names[: at - 1] for at, name in enumerate(names) if at > 1)
    )
