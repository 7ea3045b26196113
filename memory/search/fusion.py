"""Putting ranked lists together. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

RRF_K = 60  # the specification's, and that of the paper


def reciprocal_rank_fusion(lists: Mapping[str, Sequence[int]], k: int = RRF_K) -> dict[int, float]:
    """{id: Σ 1 / (k + rank)} over the lists in which an id stands (Cormack, Clarke and Büttcher, 2009)."""
    scores: dict[int, float] = {}
    for ranked in lists.values():
        for rank, item in enumerate(ranked, 1):
            scores[item] = scores.get(item, 0.0) + 1.0 / (k + rank)
    return scores


def ranks(lists: Mapping[str, Sequence[int]], item: int) -> dict[str, int | None]:
    """The 1-based place of `item` in each list, None where it does not stand."""
    return {name: list(ranked).index(item) + 1 if item in ranked else None for name, ranked in lists.items()}
