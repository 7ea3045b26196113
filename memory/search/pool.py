"""What the ranking looks at, fetched by few questions to the backend whatever the arms brought: `gather`.

The arms' hits, the turns next to them, and the turns that facts among them were drawn from. All of one namespace, all
there at the time that is asked about. A neighbour that the search's own filters leave out still lends its words, and
is no candidate for a hit.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import numpy as np

from ..models import Kind
from .backends import backend
from .backends.base import Vector
from .ranking import REACH, Candidate
from .scope import Scope

# Of a hit, what the full-text index holds; of what only lends its words, the beginning.
HIT_CHARACTERS = 16_384
LENT_CHARACTERS = 2_000
MAX_SOURCES = 20  # of a fact, the latest


def gather(
    scope: Scope, hits: Collection[int], vector: Vector | None, model: str, entities: Mapping[int, float]
) -> list[Candidate]:
    """The hits and their neighbourhood as candidates. `vector` is the query's, `model` the one whose vectors compare
    with it, `entities` the entity arm's scores."""
    here = backend()
    sources = here.sources(scope, hits, MAX_SOURCES) if scope.kind != Kind.EPISODE else {}
    drawn_from = {source for found in sources.values() for source in found}
    positions = places(here.windows(scope, {*hits, *drawn_from}, REACH))
    rowids = {*hits, *drawn_from, *positions}
    eligible = _eligible(scope, set(hits), rowids)
    rows = here.rows(scope, rowids, hits, (HIT_CHARACTERS, LENT_CHARACTERS))
    cosines = _cosines(vector, [stored if stored_by == model else None for *_, stored, stored_by in rows])
    return [
        Candidate(
            rowid=rowid,
            kind=kind,
            text=text,
            event_time=_moment(said_at, offset),
            speaker=speaker,
            role=role,
            session_id=session_id,
            position=positions.get(rowid),
            sources=sources.get(rowid, ()),
            cosine=cosine,
            entity=entities.get(rowid, 0.0),
            # What faded or gave way since then was neither faded nor superseded then.
            confidence=1.0 if scope.past else confidence,
            superseded=bool(superseded) and not scope.past,
            supersedes=tuple(json.loads(supersedes)) if supersedes and not scope.past else (),
            eligible=rowid in eligible,
        )
        for cosine, (
            rowid, _, kind, text, speaker, role, session_id, said_at, offset, confidence, superseded, supersedes, _, _,
        ) in zip(cosines, rows, strict=True)
    ]  # fmt: skip


def places(windows: Iterable[tuple[str, list[int]]]) -> dict[int, int]:
    """{turn: its place in its session} for the turns of (session, consecutive turns) windows. Pure.

    Places are without gaps inside each stretch of neighbours; stretches lie further apart than a neighbour reaches.
    """
    following: dict[int, int] = {}
    of_session: dict[str, set[int]] = {}
    for session, window in windows:
        of_session.setdefault(session, set()).update(window)
        following.update(pairwise(window))
    found = {}
    for turns in of_session.values():
        place, previous = 0, None
        for turn in sorted(turns):
            place += 1 if previous is None or following.get(previous) == turn else REACH + 1
            found[turn] = place
            previous = turn
    return found


def _eligible(scope: Scope, hits: set[int], rowids: set[int]) -> set[int]:
    """Which of `rowids` the search may answer with. The hits passed the filters inside their arms."""
    others = rowids - hits
    if not others or scope.kind not in {None, Kind.EPISODE}:
        return hits  # what else is here are turns
    if not scope.narrowed:
        return rowids
    return hits | set(scope.candidates.filter(pk__in=others).values_list("pk", flat=True))


def _moment(seconds: int, offset: int | None) -> datetime:
    # The speaker's own clock, which "yesterday" is counted on.
    return datetime.fromtimestamp(seconds, timezone(timedelta(minutes=offset)) if offset else UTC)


def _cosines(vector: Vector | None, stored: Sequence[bytes | None]) -> list[float | None]:
    """Cosines with the stored vectors: all have length 1. None where there is no vector, or one of another size."""
    size = 0 if vector is None else vector.nbytes
    fitting = [row for row in stored if row is not None and len(row) == size]
    if vector is None or not fitting:
        return [None] * len(stored)
    matrix = np.frombuffer(b"".join(fitting), dtype=np.float32).reshape(len(fitting), -1)
    found = iter((matrix @ vector).tolist())
    return [next(found) if row is not None and len(row) == size else None for row in stored]
