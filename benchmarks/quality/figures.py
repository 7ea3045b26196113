"""From what was found to figures: recall, rank, and how sure a difference is. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

CUTS = (5, 10, 20)
RESAMPLES = 2_000


def scores(found: Sequence[frozenset[str]], evidence: frozenset[str]) -> dict[str, float]:
    """The measures of one question. `found`: for each hit, best first, the turns it stands for.

    recall@k: share of the evidence among the first k hits; all@10, any@10: whether it is all there, or some; mrr: one
    over the place of the first hit that holds some.
    """
    result = {}
    for cut in CUTS:
        seen = frozenset().union(*found[:cut]) & evidence
        result[f"recall@{cut}"] = len(seen) / len(evidence)
        if cut == 10:
            result["all@10"], result["any@10"] = float(seen == evidence), float(bool(seen))
    first = next((place for place, turns in enumerate(found, 1) if turns & evidence), None)
    result["mrr"] = 1 / first if first else 0.0
    return result


def mean(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """Each measure's mean over the questions."""
    return {name: float(np.mean([row[name] for row in rows])) for name in rows[0]} if rows else {}


def paired_bootstrap(ours: Sequence[float], theirs: Sequence[float], seed: int = 0) -> tuple[float, float, float]:
    """(mean difference, lower, upper) in the values' unit: 95 % over resampled questions."""
    difference = np.asarray(ours) - np.asarray(theirs)
    drawn = np.random.default_rng(seed).integers(0, len(difference), (RESAMPLES, len(difference)))
    low, high = np.quantile(difference[drawn].mean(axis=1), [0.025, 0.975])
    return float(difference.mean()), float(low), float(high)


def percentiles(seconds: Sequence[float], name: str = "") -> dict[str, float]:
    """p50 and p95 in milliseconds."""
    if not seconds:
        return {}
    low, high = np.quantile(seconds, [0.5, 0.95])
    return {f"{name}p50_ms": float(low) * 1e3, f"{name}p95_ms": float(high) * 1e3}
