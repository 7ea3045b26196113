"""Conversations in LoCoMo's format: sessions of turns, and questions with the turns that hold the answer. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
ADVERSARIAL = 5  # LoCoMo's questions that have no answer in the talk
_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
_DATE_FORMATS = ("%I:%M %p on %d %B, %Y", "%Y-%m-%d %H:%M", "%Y-%m-%d")


@dataclass(frozen=True)
class Turn:
    dia_id: str
    speaker: str
    role: str
    text: str


@dataclass(frozen=True)
class Session:
    session_id: str
    at: datetime
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Question:
    """`evidence` are the dia_ids of the turns that answer it; none for a question that the talk does not answer.
    `answer` is what was expected; "" where the data tells none."""

    text: str
    category: str
    evidence: frozenset[str]
    answer: str = ""


@dataclass(frozen=True)
class Conversation:
    name: str
    sessions: tuple[Session, ...]
    questions: tuple[Question, ...]

    @property
    def asked_at(self) -> datetime:
        """The day after the last session: what a question's "last month" is counted from."""
        return max(session.at for session in self.sessions) + timedelta(days=1)


def load(path: Path, names: Iterable[str] = ()) -> list[Conversation]:
    """The conversations of a file, or those of them that are named. Raises ValueError for an unknown name."""
    found = {record["sample_id"]: record for record in json.loads(path.read_text(encoding="utf-8"))}
    wanted = list(names) or list(found)
    if unknown := set(wanted) - set(found):
        raise ValueError(f"no conversation {', '.join(sorted(unknown))}; there are {', '.join(found)}")
    return [conversation(found[name]) for name in wanted]


def conversation(record: dict[str, Any]) -> Conversation:
    talk = record["conversation"]
    numbers = sorted(int(match[1]) for key in talk if (match := _SESSION.fullmatch(key)))
    sessions = tuple(
        Session(
            f"session-{number}",
            _date(talk[f"session_{number}_date_time"]),
            tuple(_turn(turn) for turn in talk[f"session_{number}"]),
        )
        for number in numbers
        if talk[f"session_{number}"]
    )
    known = {turn.dia_id for session in sessions for turn in session.turns}
    return Conversation(record["sample_id"], sessions, tuple(_questions(record["qa"], known)))


def _turn(turn: dict[str, Any]) -> Turn:
    # LoCoMo's two speakers are people, and both are learnt from; a talk with an assistant says whose role it is.
    return Turn(turn["dia_id"], turn["speaker"], turn.get("role", "user"), turn["text"])


def _questions(asked: list[dict[str, Any]], known: set[str]) -> Iterable[Question]:
    for question in asked:
        if question["category"] == ADVERSARIAL and "kind" not in question:
            continue
        # Some are written "D8:6; D9:17" or "D:11:26", some with zeros in front.
        named = {f"D{int(s)}:{int(t)}" for text in question.get("evidence") or [] for s, t in _EVIDENCE.findall(text)}
        category = question.get("kind") or CATEGORIES[question["category"]]
        answer = str(question.get("answer") or "")  # some of LoCoMo's are numbers
        yield Question(question["question"], category, frozenset(named & known), answer)


def _date(text: str) -> datetime:
    for pattern in _DATE_FORMATS:
        try:
            return datetime.strptime(text.strip(), pattern).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise ValueError(f"no date: {text!r}")
