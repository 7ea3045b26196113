"""Fetch what the ranking looks at: `gather`. It asks the backend a few questions, however much the arms brought.

The pool holds the arms' hits, the turns next to them, and the turns that facts among them were drawn from. All are of
one namespace, and all were there at the time that is asked about. A neighbour that the search's own filters leave out
still lends its words, but cannot be a hit.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise

import numpy as np

from .. import embedding
from ..language.dates import fixed_zone, in_zone
from ..models import Kind
from ..passages import MOST, MOST_PLACES, Span
from .backends import backend
from .backends.base import Row, Vector
from .candidates import Candidate
from .ranking import REACH
from .scope import Scope

logger = logging.getLogger(__name__)

# Bounds on what one search reads, chosen and not measured. Of a hit, and of what only lends its words, the beginning;
# of the best hits that are longer, all that a text may be.
HIT_CHARACTERS = 16_384
WHOLE_TEXTS = 8
WHOLE_CHARACTERS = MOST * MOST_PLACES
LENT_CHARACTERS = 2_000
FRESH = 32  # texts without a vector that get one at once (some 3 ms), and how long each may be: what has no passages
FRESH_CHARACTERS = MOST
TOLD = "told"  # what tells the property that is asked for: no arm of the answer's, as it brings a few or nothing
THEN = "then"  # what was said at a time that the query names
MAX_SOURCES = 20  # of a fact, the latest


def gather(
    scope: Scope,
    arms: Mapping[str, Sequence[tuple[int, float]]],
    vector: Vector | None,
    model: str,
    passages: Mapping[int, Span],
) -> list[Candidate]:
    """What the `arms` brought, and its neighbourhood, as candidates. `vector` is the query's, `model` the one whose
    vectors compare with it, `passages` the parts of long texts that the vector arm found."""
    here = backend()
    hits = _best_first(arms.values())
    near, entities = dict([*arms["vector"], *arms.get(THEN, ())]), dict(arms["entity"])
    sources = here.sources(scope, hits, MAX_SOURCES) if scope.kind != Kind.EPISODE else {}
    drawn_from = {source for found in sources.values() for source in found}
    told = {rowid for fact, _ in arms[TOLD] for rowid in (fact, *sources.get(fact, ()))}
    positions = places(here.windows(scope, {*hits, *drawn_from}, REACH))
    rowids = {*hits, *drawn_from, *positions}
    rows = here.rows(scope, rowids, hits, (HIT_CHARACTERS, LENT_CHARACTERS))
    texts = _whole_texts(scope, hits, {row[0]: row[3] for row in rows}, passages)
    vectors = {row[0]: row[12] for row in rows if row[12] is not None and row[13] == model}
    if vector is not None:
        vectors |= _made_now([row for row in rows if row[0] not in vectors])
    cosines = _cosines(vector, [vectors.get(row[0]) for row in rows])
    past = scope.past
    return [
        Candidate(
            rowid=rowid,
            kind=kind,
            text=(whole := texts.get(rowid, text)),
            event_time=_moment(said_at, offset),
            speaker=speaker,
            role=role,
            session_id=session_id,
            position=positions.get(rowid),
            sources=sources.get(rowid, ()),
            cosine=near.get(rowid, cosine),  # the arm's is the best of the whole and its passages
            passage=_within(passages.get(rowid), whole) if passages else None,
            entity=entities.get(rowid, 0.0),
            # What faded or gave way since then was neither faded nor superseded then.
            confidence=1.0 if past else confidence,
            superseded=bool(superseded) and not past,
            supersedes=tuple(json.loads(supersedes)) if supersedes not in (None, "[]") and not past else (),
            eligible=bool(eligible),
            told=rowid in told,
            vector=vectors.get(rowid),
        )
        for cosine, (
            rowid, _, kind, text, speaker, role, session_id, said_at, offset, confidence, superseded, supersedes, _, _,
            eligible,
        ) in zip(cosines, rows, strict=True)
    ]  # fmt: skip


def _made_now(rows: Sequence[Row]) -> dict[int, bytes]:
    """The vectors of `rows`, which no worker came to yet, where the embedder takes no time and they are few and short:
    what was said a second ago is ranked as it will be then. All or none: what some of them lack is told better from all
    that are there (`ranking`) than from those that happen to be short."""
    if not 0 < len(rows) <= FRESH or any(len(row[3]) > FRESH_CHARACTERS for row in rows) or not embedding.is_instant():
        return {}
    try:
        made = embedding.embed_each([embedding.embedded_text(row[2] == Kind.EPISODE, row[4], row[3]) for row in rows])
    except embedding.EmbeddingUnavailable as error:  # the query was embedded a moment ago: they rank as without
        logger.warning("what waits for a vector got none at once: %s", error.reason)
        return {}
    return {
        row[0]: one.astype(np.float32).tobytes()
        for row, one in zip(rows, made, strict=True)
        if not isinstance(one, embedding.BadVector)
    }


def _best_first(arms: Iterable[Sequence[tuple[int, float]]]) -> list[int]:
    """What the arms brought, by its best place in any."""
    best: dict[int, int] = {}
    for arm in arms:
        for place, (rowid, _) in enumerate(arm):
            best[rowid] = min(place, best.get(rowid, place))
    return sorted(best, key=best.__getitem__)


def _whole_texts(
    scope: Scope, hits: Sequence[int], read: Mapping[int, str], passages: Mapping[int, Span]
) -> dict[int, str]:
    """The texts of the best hits that go on behind what was read of them; first of those whose passage lies there."""
    longer = [rowid for rowid in hits if len(read.get(rowid, "")) == HIT_CHARACTERS]
    longer.sort(key=lambda rowid: rowid not in passages or passages[rowid].end <= HIT_CHARACTERS)
    if not longer:
        return {}
    rows = backend().rows(scope, longer[:WHOLE_TEXTS], longer, (WHOLE_CHARACTERS, 0))
    return {row[0]: row[3] for row in rows}


def _within(passage: Span | None, text: str) -> Span | None:
    return passage if passage is not None and passage.end <= len(text) else None


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


def _moment(seconds: int, offset: int | None) -> datetime:
    # The speaker's own clock, which "yesterday" is counted on.
    return in_zone(datetime.fromtimestamp(seconds, UTC), fixed_zone(offset) or UTC)


def _cosines(vector: Vector | None, stored: Sequence[bytes | None]) -> list[float | None]:
    """Cosines with the stored vectors: all have length 1. None where there is no vector, or one of another size."""
    size = 0 if vector is None else vector.nbytes
    fitting = [row for row in stored if row is not None and len(row) == size]
    if vector is None or not fitting:
        return [None] * len(stored)
    matrix = np.frombuffer(b"".join(fitting), dtype=np.float32).reshape(len(fitting), -1)
    found = iter((matrix @ vector).tolist())
    return [next(found) if row is not None and len(row) == size else None for row in stored]
