"""Several questions of one prompt, each looked for by itself, as one search. Pure.

Asked together, the half with the rarer words takes all places: "Where does Ann live, and does Ann drink black tea?".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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


def pooled(pools: Iterable[Iterable[Candidate]]) -> list[Candidate]:
    """Each memory once, as near as it is to any of the questions."""
    nearest: dict[int, Candidate] = {}
    for c in (c for pool in pools for c in pool):
        known = nearest.get(c.rowid)
        if known is None or _nearness(c) > _nearness(known):
            nearest[c.rowid] = c
    return list(nearest.values())


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
