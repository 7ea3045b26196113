"""How much it tells that a memory holds a word, or speaks of an entity: the rarer, the more. Pure."""

from __future__ import annotations

import math
from functools import lru_cache


@lru_cache(maxsize=4_000)
def of_word(holding: int, total: int) -> float:
    """BM25's inverse document frequency of a word that `holding` of `total` memories hold; above 0."""
    holding = min(holding, total)
    return math.log(1.0 + (total - holding + 0.5) / (holding + 0.5))


def of_entity(mentions: int) -> float:
    """1 for an entity that nothing else mentions, and less with each doubling of its mentions."""
    return 1.0 / math.log2(2.0 + mentions)
