"""Numbers that take long to count and change slowly: how many memories hold a word, and how many a scope has."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable

# Some minutes of talk change a rarity by less than its estimate is off anyway. Chosen, not measured.
KEPT_SECONDS = 600.0
MAX_KEPT = 50_000  # some megabytes; then all are dropped, and counted again where they are asked for


class Estimates:
    """What was counted, by whatever it was counted for; each believed for KEPT_SECONDS."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[float, int]] = {}

    def known(self, what: Hashable) -> int | None:
        at, number = self._kept.get(what, (-math.inf, 0))
        return number if time.monotonic() < at + KEPT_SECONDS else None

    def keep(self, what: Hashable, number: int) -> int:
        """`number` itself."""
        if len(self._kept) >= MAX_KEPT:
            self._kept.clear()
        self._kept[what] = time.monotonic(), number
        return number

    def forget(self) -> None:
        """Drop all: for a store that was replaced or rolled back under this process."""
        self._kept.clear()
