"""Several questions of one prompt, each looked for by itself, as one search.

Asked together, the half with the rarer words takes all places: "Where does Ann live, and does Ann drink black tea?".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from . import pool
from .candidates import Candidate, Scored

Hits = list[tuple[int, float]]


def evened(orders: Sequence[Sequence[Scored]]) -> list[Scored]:
    """Several rankings as one, best first: the best of each counts as much as the best of all, and a memory what it
    counts for in the ranking where that is most. Ties: the newer row."""
    best = max((order[0].score for order in orders if order), default=0.0)
    won: dict[int, Scored] = {}
    for order in orders:
        scale = best / order[0].score if order and order[0].score > 0 else 1.0
        for scored in order:
            if scored.rowid not in won or scored.score * scale > won[scored.rowid].score:
                won[scored.rowid] = _scaled(scored, scale)
    return sorted(won.values(), key=lambda scored: (-scored.score, -scored.rowid))


def _scaled(scored: Scored, by: float) -> Scored:
    if by == 1.0:
        return scored
    return scored._replace(score=scored.score * by, parts={name: part * by for name, part in scored.parts.items()})


def pooled(pools: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """Each memory once, as near as it is to any of the questions. Each pool counts its turns by itself, so they are
    counted anew: neighbours in any of them are neighbours."""
    nearest: dict[int, Candidate] = {}
    for c in (c for found in pools for c in found):
        known = nearest.get(c.rowid)
        if known is None or _nearness(c) > _nearness(known):
            nearest[c.rowid] = c
    placed = pool.places(window for found in pools for window in _windows(found))
    return [c if c.position is None else c._replace(position=placed[c.rowid]) for c in nearest.values()]


def _windows(found: Iterable[Candidate]) -> Iterator[tuple[str, list[int]]]:
    """(session, turns next to each other) of the turns of one pool."""
    turns = sorted((c.session_id or "", c.position, c.rowid) for c in found if c.position is not None)
    window: list[int] = []
    for place, (session, position, rowid) in enumerate(turns):
        if window and turns[place - 1][:2] != (session, position - 1):
            yield turns[place - 1][0], window
            window = []
        window.append(rowid)
    if window:
        yield turns[-1][0], window


def _nearness(c: Candidate) -> tuple[bool, float, float]:
    return c.eligible, -1.0 if c.cosine is None else c.cosine, c.entity


def brought(arms: Sequence[Mapping[str, Hits]]) -> dict[str, Hits]:
    """What each arm brought for any of them, best first, each memory once."""
    found: dict[str, Hits] = {}
    for name in arms[0]:
        best: dict[int, float] = {}
        for hits in (one[name] for one in arms):
            for rowid, measure in hits:
                best[rowid] = max(measure, best.get(rowid, measure))
        found[name] = sorted(best.items(), key=lambda hit: -hit[1])
    return found


def weighing_most(weights: Iterable[Mapping[str, float]]) -> dict[str, float]:
    most: dict[str, float] = {}
    for one in weights:
        for stem, weight in one.items():
            most[stem] = max(weight, most.get(stem, 0.0))
    return most
