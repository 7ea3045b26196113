"""What the ranking is given of each memory, and what it answers for it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from ..passages import Span


class Candidate(NamedTuple):
    """One memory of the pool.

    `position` counts a session's turns without gaps where they are neighbours; None for what is no turn. `sources` are
    the rowids of the turns that a fact was drawn from, `supersedes` those of the facts it replaces. `vector` is the one
    that is stored, `cosine` its nearness to the query's; both are None where none is. `eligible` is False for what is
    here for its neighbours' sake: it lends them its words and is never a hit. `passage` is the part of a long text that
    is nearest in meaning, where one was found. `told` says that it tells the very property that is asked for, or that a
    fact was drawn from it that does. `space` counts the namespaces that were searched together: no line of a block
    tells of two.
    """

    rowid: int
    text: str
    event_time: datetime
    kind: str = "episode"
    speaker: str = ""
    role: str = ""
    session_id: str | None = None
    position: int | None = None
    sources: tuple[int, ...] = ()
    cosine: float | None = None
    entity: float = 0.0
    confidence: float = 1.0
    superseded: bool = False
    supersedes: tuple[int, ...] = ()
    eligible: bool = True
    passage: Span | None = None
    told: bool = False
    space: int = 0
    vector: bytes | None = None


class Scored(NamedTuple):
    """A candidate's score, the parts that add up to it, and of a long text the passage that answers best."""

    rowid: int
    score: float
    parts: dict[str, float]
    passage: Span | None = None
