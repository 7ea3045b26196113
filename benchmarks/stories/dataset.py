"""Everyday stories: sessions of talk in which things change, and questions asked later. Pure; docs/stories.md says
how the files are written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
HALVES = ("build", "report")
# Small stores without asides, asked mostly for what nobody said in them.
UNKNOWN = tuple(f"unknown-{half}" for half in HALVES)
# By somebody who had not seen how the memory works: chat as people type it.
CHAT = tuple(f"chat-{half}" for half in HALVES)
# By strangers to the memory, each file by another one. Those that are LEARNT_FROM were looked into, and weights were
# learnt from them; those that are HELD_BACK decided nothing.
LEARNT_FROM, HELD_BACK = (DATA / "strangers" / half for half in ("learnt_from", "held_back"))
# A year and more of one user each, or of one team, in which the same property changes again and again. Those that were
# LOOKED_INTO led to changes of the service.
LOOKED_INTO, PUT_ASIDE = (DATA / "lives" / half for half in ("looked_into", "put_aside"))


class DataError(Exception):
    """A file does not hold stories in the format of docs/stories.md."""


class Kind(StrEnum):
    """What a question asks for."""

    STATE = "state"
    CHANGED = "changed state"
    PLAN = "plan"
    INSTRUCTION = "instruction"
    NEGATION = "negation"
    NUMBER = "number"
    PERSON = "person"
    EVENT_TIME = "event-time"
    NONE = "none"  # the talk says nothing about it


Part = str | date  # words, or a day however it is written
Wording = tuple[Part, ...]  # parts that stand in one item of the block together


@dataclass(frozen=True)
class Turn:
    id: str
    role: str
    name: str
    text: str


@dataclass(frozen=True)
class Session:
    """`is_aside`: talk about something else, as fills most of anybody's days; no question asks about it. `story` is
    the story's id."""

    id: str
    story: str
    at: datetime
    turns: tuple[Turn, ...]
    is_aside: bool = False


@dataclass(frozen=True)
class Question:
    """`expected` are groups of wordings: one wording of each group stands in a block that answers. The first group
    is the value that may have changed. `forbidden` are wordings of what holds no longer, or, of a question that the
    talk does not answer, of what would mislead. `evidence` are the ids of the turns that answer it."""

    id: str
    story: str
    asked_at: datetime
    kind: Kind
    text: str
    expected: tuple[tuple[Wording, ...], ...]
    forbidden: tuple[Wording, ...]
    evidence: frozenset[str]


@dataclass(frozen=True)
class Story:
    """`sessions` in the order in which they were held, the asides among them."""

    id: str
    domain: str
    style: str
    sessions: tuple[Session, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Several:
    """A prompt that asks for several things at once: the ids of the questions of one story that it asks."""

    text: str
    questions: tuple[str, ...]


def several(half: str) -> list[Several]:
    """The prompts that ask for several things of the stories of `half`, which is one of HALVES or CHAT."""
    path = DATA / f"several-{half}.json"
    return [Several(one["text"], tuple(one["questions"])) for one in json.loads(path.read_text(encoding="utf-8"))]


def unrelated() -> list[str]:
    """Prompts about nothing that any story tells of."""
    return (DATA / "unrelated.txt").read_text(encoding="utf-8").splitlines()


def load(half: str) -> list[Story]:
    """The stories of one of HALVES, UNKNOWN or CHAT: "build" to choose by, "report" only to report on."""
    return load_file(DATA / f"{half}.json")


def load_file(path: Path) -> list[Story]:
    """The stories of a file. Raises DataError with what is wrong where it is not one of stories."""
    try:
        file = json.loads(path.read_text(encoding="utf-8"))
        asides = {aside["id"]: aside["turns"] for aside in file["asides"]}
        return [_story(record, asides) for record in file["stories"]]
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}") from error
    except KeyError as error:
        raise DataError(f"{path} lacks {error}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise DataError(f"{path} is no file of stories: {error}") from error


def together(stories: Sequence[Story]) -> Story:
    """All stories as one, as if one user had told them: a store that holds many matters."""
    sessions = [
        replace(
            session,
            id=f"{story.id}.{session.id}",
            turns=tuple(replace(turn, id=f"{story.id}/{turn.id}") for turn in session.turns),
        )
        for story in stories
        for session in story.sessions
    ]
    questions = [
        replace(question, evidence=frozenset(f"{story.id}/{turn}" for turn in question.evidence))
        for story in stories
        for question in story.questions
    ]
    in_order = tuple(sorted(sessions, key=lambda session: session.at))
    return Story("together", "together", "together", in_order, tuple(questions))


def _story(record: dict[str, Any], asides: dict[str, Any]) -> Story:
    name = record["id"]
    told = [
        _session(name, f"s{number}", session, session["turns"]) for number, session in enumerate(record["sessions"], 1)
    ]
    told += [_session(name, aside["aside"], aside, asides[aside["aside"]], is_aside=True) for aside in record["asides"]]
    return Story(
        id=name,
        domain=record["domain"],
        style=record["style"],
        sessions=tuple(sorted(told, key=lambda session: session.at)),
        questions=tuple(_question(name, question) for question in record["questions"]),
    )


def _session(
    story: str, name: str, record: dict[str, Any], turns: list[dict[str, Any]], *, is_aside: bool = False
) -> Session:
    """Turns are numbered in their session: s2.3 is the third turn of the story's second session."""
    read = (
        Turn(f"{name}.{number}", turn["role"], turn.get("name", ""), turn["text"])
        for number, turn in enumerate(turns, 1)
    )
    return Session(name, story, datetime.fromisoformat(record["at"]), tuple(read), is_aside)


def _question(story: str, record: dict[str, Any]) -> Question:
    return Question(
        id=record["id"],
        story=story,
        asked_at=datetime.fromisoformat(record["asked_at"]),
        kind=Kind(record["kind"]),
        text=record["text"],
        expected=tuple(tuple(_wording(wording) for wording in group) for group in record["expected"]),
        forbidden=tuple(_wording(wording) for wording in record["forbidden"]),
        evidence=frozenset(record["evidence"]),
    )


def _wording(record: Any) -> Wording:
    parts = record if isinstance(record, list) else [record]
    return tuple(part if isinstance(part, str) else date.fromisoformat(part["date"]) for part in parts)
