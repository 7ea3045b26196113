"""Rank the first hits again with a model that reads query and text together, where one is set up."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from .. import cross_encoder
from ..embedding import EmbeddingUnavailable
from .arranging import answering_text
from .candidates import Candidate, Scored

# The best of those that were looked at gets this much more, the worst nothing: as much as all of the query's words.
# Chosen, not measured: which weight is best depends on the model that is set up.
WEIGHT = 1.0


def reranked(query: str, order: list[Scored], pool: Sequence[Candidate]) -> tuple[list[Scored], list[str]]:
    """The order with its first MEMORY_RERANKER_TOP looked at again, and why they could not be; without a model, the
    order itself."""
    first = order[: settings.MEMORY_RERANKER_TOP]
    if not cross_encoder.enabled() or len(first) < 2:
        return order, []
    known = {c.rowid: c for c in pool}
    try:
        given = cross_encoder.scores(query, [answering_text(known[scored.rowid], scored) for scored in first])
    except EmbeddingUnavailable as error:
        return order, [f"reranker: {error.reason}"]
    low, high = min(given), max(given)
    again = [
        scored._replace(score=scored.score + part, parts=scored.parts | {"reranker": part})
        for scored, number in zip(first, given, strict=True)
        for part in [WEIGHT * (number - low) / (high - low) if high > low else 0.0]
    ]
    return sorted(again, key=lambda scored: (-scored.score, -scored.rowid)) + order[len(first) :], []
