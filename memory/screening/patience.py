"""How long screening may take: one text (`Patience`), and all texts of one call (`Allowance`).

Seconds are of this thread's processor time, so that other programs do not count; nor do full rounds of the garbage
collector, which take as long as all that is alive, on whichever text they fall. A slower machine has as much more time
as it takes to look for a known thing in a known text.
"""

from __future__ import annotations

import gc
import re
import threading
import time
from functools import lru_cache
from typing import Any

# What the trials on one longer text may take, in seconds of the processor: LEAST_TIME, or so much for each character
# where that is more. A trial is brief, but whoever writes the words of orders over and
# over has thousands of them. Of 216 pages of manuals and of this project's (34,000 characters) the slowest took .007 s.
LEAST_TIME, TIME_A_CHARACTER = 0.02, 0.6e-6
# The same for its weighing, which takes a time that goes with its length, whatever it says: of pages .3–.5 µs a
# character, of marks alone 1 µs. A page that comes at a slow moment must not be kept back for that.
WEIGHED_CHARACTER = 1.8e-6
LATER = 5  # times as long has a text for which nobody waits
# All that is read of the texts of one call. A manual takes .8 µs a character, so that 370 KB are read at once.
A_CALL = 0.3
# What is looked for in what to know the machine's pace; PACE is what that took where the times above were measured.
_PACER, _PACED = (
    re.compile(r"\b(?:show|send|post)\b[^\n]{0,60}?\bimage\b"),
    "we send the post on a Monday morning " * 200,
)
PACE = 0.0006
PACES = 5
KNOWN_FOR = 60  # seconds; to measure it takes .003 s


def _pace() -> float:
    """How many times slower than PACE this machine is; 1 where it is not. A process that began at a slow moment asks
    again: what it knows is KNOWN_FOR seconds old at most."""
    return _pace_of(int(time.monotonic() // KNOWN_FOR))


@lru_cache(maxsize=1)
def _pace_of(_moment: int) -> float:
    """One try may fall on a moment when others keep the machine busy, so that the best of a few counts."""
    return max(min(_one_pace() for _ in range(PACES)) / PACE, 1.0)


def _one_pace() -> float:
    began = time.thread_time()
    for _ in _PACER.finditer(_PACED):
        pass
    return time.thread_time() - began


_collecting = threading.local()
FULL = 2  # the oldest generation


def _note_round(phase: str, of: dict[str, Any]) -> None:
    if of["generation"] < FULL:
        return
    now = time.thread_time()
    if phase == "start":
        _collecting.began = now
    else:
        _collecting.took = getattr(_collecting, "took", 0.0) + now - getattr(_collecting, "began", now)


gc.callbacks.append(_note_round)


def _worked() -> float:
    """Seconds of this thread's processor time, less those of full rounds of the garbage collector."""
    return time.thread_time() - getattr(_collecting, "took", 0.0)


class _Stopwatch:
    """Seconds that run down; the time inside a `with` counts."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = _worked()

    def __exit__(self, *_: object) -> None:
        self.left -= _worked() - self._began


class Allowance(_Stopwatch):
    """How long all texts of one call may be read together."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__((A_CALL if seconds is None else seconds) * _pace())


class Patience(_Stopwatch):
    """How long one text of so many characters is read, at so many seconds `each`: no longer than its call's `allowance`
    lasts, and LATER times as long where nobody waits for it."""

    def __init__(self, characters: int, allowance: Allowance | None = None, each: float = TIME_A_CHARACTER) -> None:
        seconds = max(LEAST_TIME, each * characters) * _pace()
        super().__init__(LATER * seconds if allowance is None else min(seconds, allowance.left))

    def ended(self) -> bool:
        return _worked() - self._began > self.left
