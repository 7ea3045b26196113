"""What the ranking looks at, fetched in few statements whatever the arms brought: `gather`.

The arms' hits, the turns next to them, and the turns that facts among them were drawn from. All of one namespace, all
active. A neighbour that the search's own filters leave out still lends its words, and is no candidate for a hit.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ..models import Kind
from .ranking import REACH, Candidate
from .scope import Scope

# Of a hit, what the full-text index holds; of what only lends its words, the beginning.
HIT_CHARACTERS = 16_384
LENT_CHARACTERS = 2_000
MAX_SOURCES = 20  # of a fact, the latest

Vector = NDArray[np.float32]


def gather(
    scope: Scope, hits: Collection[int], vector: Vector | None, model: str, entities: Mapping[int, float]
) -> list[Candidate]:
    """The hits and their neighbourhood as candidates. `vector` is the query's, `model` the one whose vectors compare
    with it, `entities` the entity arm's scores."""
    sources = _sources(hits) if scope.kind != Kind.EPISODE else {}
    drawn_from = {source for found in sources.values() for source in found}
    positions = _positions(scope, {*hits, *drawn_from})
    rowids = {*hits, *drawn_from, *positions}
    eligible = _eligible(scope, set(hits), rowids)
    rows = _rows(scope, rowids, set(hits))
    cosines = _cosines(vector, [stored if stored_by == model else None for *_, stored, stored_by in rows])
    facts = {uid: rowid for rowid, uid, kind, *_ in rows if kind == Kind.FACT}
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
            confidence=confidence,
            superseded=bool(superseded),
            supersedes=_replaced(supersedes, facts) if supersedes else (),
            eligible=rowid in eligible,
        )
        for cosine, (
            rowid, _, kind, text, speaker, role, session_id, said_at, offset, confidence, superseded, supersedes, _, _,
        ) in zip(cosines, rows, strict=True)
    ]  # fmt: skip


def _replaced(uids: str, facts: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(facts[uid] for uid in json.loads(uids) if uid in facts)


def speakers(rowids: Iterable[int]) -> set[str]:
    """Who said the turns, or was the source of the facts, among `rowids`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT source_role FROM memories WHERE rowid IN (SELECT value FROM json_each(%s))",
            [_array(rowids)],
        )
        return {name for (name,) in cursor.fetchall() if name}


def _sources(rowids: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """{fact: the turns it was drawn from} for the facts among `rowids`."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT memory_sources.memory_id, memory_sources.source_id
            FROM json_each(%s) AS hit
            CROSS JOIN memory_sources ON memory_sources.memory_id = hit.value
            CROSS JOIN memories ON memories.rowid = memory_sources.source_id
            WHERE memories.kind = 'episode' AND memories.valid_until IS NULL
            ORDER BY memory_sources.source_id DESC
            """,
            [_array(rowids)],
        )
        found: dict[int, tuple[int, ...]] = {}
        for fact, source in cursor.fetchall():
            if len(known := found.get(fact, ())) < MAX_SOURCES:
                found[fact] = (*known, source)
        return found


def _positions(scope: Scope, turns: Iterable[int]) -> dict[int, int]:
    """{turn: its place in its session} for `turns` and those up to REACH before and after each.

    Places are without gaps inside each stretch of neighbours; stretches lie further apart than a neighbour reaches.
    Each turn's neighbours are read from the session's index, so that a session of any length costs the same: left to
    itself, SQLite walks back over all turns of the namespace until it meets the session's.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT hit.rowid, hit.session_id,
                (SELECT group_concat(rowid) FROM (
                    SELECT rowid FROM memories INDEXED BY memories_session
                    WHERE namespace_id = %s AND session_id = hit.session_id AND rowid < hit.rowid
                        AND kind = 'episode' AND valid_until IS NULL
                    ORDER BY rowid DESC LIMIT %s)),
                (SELECT group_concat(rowid) FROM (
                    SELECT rowid FROM memories INDEXED BY memories_session
                    WHERE namespace_id = %s AND session_id = hit.session_id AND rowid > hit.rowid
                        AND kind = 'episode' AND valid_until IS NULL
                    ORDER BY rowid LIMIT %s))
            FROM memories AS hit
            WHERE hit.rowid IN (SELECT value FROM json_each(%s))
                AND hit.kind = 'episode' AND hit.session_id IS NOT NULL
            """,
            [scope.namespace.pk, REACH, scope.namespace.pk, REACH, _array(turns)],
        )
        windows = cursor.fetchall()
    return places(
        (session, [*_rowids(before)[::-1], rowid, *_rowids(after)]) for rowid, session, before, after in windows
    )


def _rowids(text: str | None) -> list[int]:
    return [int(number) for number in text.split(",")] if text else []


def places(windows: Iterable[tuple[str, list[int]]]) -> dict[int, int]:
    """Places for the turns of (session, consecutive turns) windows: consecutive where a window says so. Pure."""
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


def _rows(scope: Scope, rowids: Iterable[int], hits: set[int]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT memories.rowid, memories.id, kind,
                substr(content, 1, CASE WHEN memories.rowid IN (SELECT value FROM json_each(%s))
                    THEN %s ELSE %s END),
                source_role, role, session_id, unixepoch(event_time), event_offset, confidence,
                invalid_at IS NOT NULL, CASE kind WHEN 'fact' THEN attributes -> '$.supersedes' END,
                embedding, embedding_model
            FROM json_each(%s) AS hit CROSS JOIN memories ON memories.rowid = hit.value
            WHERE namespace_id = %s AND valid_until IS NULL
            """,
            [_array(hits), HIT_CHARACTERS, LENT_CHARACTERS, _array(rowids), scope.namespace.pk],
        )
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _array(rowids: Iterable[int]) -> str:
    return json.dumps(list(rowids))


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
