"""What is wanted of a block: `Want`. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Part = Literal["instructions", "facts", "turns", "reflection"]
PARTS: frozenset[Part] = frozenset({"instructions", "facts", "turns", "reflection"})


@dataclass(frozen=True)
class Want:
    """At most `tokens` in all and `facts` facts, and the block's parts."""

    tokens: int
    facts: int
    include: frozenset[Part] = PARTS
