"""What goes into fact extraction and what comes out: plain values, no database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from memory.language import AUTO

# "refines" tells the same and more.
VerdictKind = Literal["same", "refines", "updates", "corrects", "contradicts", "unrelated"]


class TookTooLong(RuntimeError):
    """The turns were not read within the time that a chunk is given: fewer of them may be."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One episode of a conversation, as an extractor sees it.

    `event_time` is aware; `offset_minutes` is the speaker's distance from UTC when it is known.
    `language` is an ISO 639-1 code, or "auto" for what the content shows.
    A context turn helps to understand its neighbours and yields no fact itself.
    """

    id: str
    speaker: str
    role: str
    content: str
    event_time: datetime
    offset_minutes: int | None = None
    is_context: bool = False
    language: str = AUTO


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody or something that the memory knows, with the other names that it goes by; `kind` as entities have it."""

    name: str
    kind: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Background:
    """What the memory holds already of those whom the turns speak of: whom it knows, and sentences, newest last; and
    in `wanted` what its namespace asks a language model to write down, in the place of the built-in words.
    `instructions` are those that are standing, where the turns may lift one."""

    people: tuple[Person, ...] = ()
    facts: tuple[str, ...] = ()
    wanted: str = ""
    instructions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """One property of one subject, both lower case, as lemmas; `value` is what is said of it."""

    subject: str
    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class FactDraft:
    """One claim, self-contained and in the third person; `confidence` is within (0, 1].

    `source_ids` are ids of the turns that state it, never empty; `event_time` is the time the claim
    is about, or the turn's own where the claim names none. `rule` names what found it; "" for a language model.
    `properties` are what it tells of whom; left empty, they are read from the content.
    """

    content: str
    source_ids: tuple[str, ...]
    event_time: datetime | None
    tags: tuple[str, ...]
    confidence: float
    speaker: str
    entities: tuple[str, ...] = ()
    rule: str = ""
    properties: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Extracted:
    """The facts of a chunk of turns, how many were passed over for which reason, the ids of turns in a language that
    the provider does not read, and how many statements were left by which rule."""

    facts: list[FactDraft] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)
    tokens_in: int = 0
    tokens_out: int = 0
    left: dict[str, int] = field(default_factory=dict)
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a new fact stands to an old one, with the reason in a few words. `rule` names what decided it; "" where both
    may hold, and for a language model. `tells_of_change` is whether the new fact says that something changed, and does
    not only tell another value."""

    kind: VerdictKind
    reason: str = ""
    rule: str = field(default="", compare=False)
    tells_of_change: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class Judged:
    """One verdict for each of the older facts, in their order, and what asking has cost."""

    verdicts: tuple[Verdict, ...]
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact as a judge sees it: `said_at` is when it was last said, `told` what it tells of whom, `talk` the words
    that a new fact was said with, and an older one where several talk, `speaker` who said it where they alone talk with
    the assistant."""

    content: str
    event_time: datetime | None = None
    said_at: datetime | None = None
    told: tuple[Told, ...] = ()
    talk: str = ""
    speaker: str = ""
