"""How long the rules may work on what one chunk of turns says."""

from __future__ import annotations

from time import monotonic

from .types import TookTooLong

# What an ordinary chunk takes some fifty times over; every step between two looks at the clock is bounded.
CHUNK_SECONDS = 60.0


class Deadline:
    """Begins when it is made; `work` names what must be done by then."""

    def __init__(self, work: str) -> None:
        self._work = work
        self._until = monotonic() + CHUNK_SECONDS

    def check(self) -> None:
        """Raises TookTooLong once it has passed."""
        if monotonic() > self._until:
            raise TookTooLong(f"{self._work} took more than {CHUNK_SECONDS:.0f} s")
