"""Bounds on time that hold on a busy machine too: what is measured is the work, not what else happens."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Seconds of the processor that `_strokes` and `_scans` take where the bounds of the tests were chosen. A machine that
# is quicker at the one may be slower at the other, and what is masked and screened is mostly scanned by patterns.
USUAL = 0.028
USUAL_SCANS = 0.022
TRIES = 4


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage is collected meanwhile: after thousands of tests one takes .7 seconds, whoever causes it."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def taken(work: Callable[[], object]) -> float:
    """Seconds of this thread's processor time; other threads and other programs have their own work."""
    with undisturbed():
        start = time.thread_time()
        work()
        return time.thread_time() - start


def is_brief(work: Callable[[], object], seconds: float) -> bool:
    """Whether one of a few tries stays below `seconds`, on a machine of the usual pace."""
    return any(_within(work, seconds) for _ in range(TRIES))


def _within(work: Callable[[], object], seconds: float) -> bool:
    """Its pace is taken before and after: that of a shared machine changes within a second."""
    before, took = slowness(), taken(work)
    return took < seconds * max(before, slowness())


def slowness() -> float:
    """How many times as long as usual this machine takes at this moment, for what it is slowest at; never below 1."""
    strokes, scans = (min(taken(work) for _ in range(2)) for work in (_strokes, _scans))
    return max(1.0, strokes / USUAL, scans / USUAL_SCANS)


def _strokes() -> None:
    words = [f"word {number}" for number in range(20_000)]
    counts: dict[str, int] = {}
    for word in words:
        counts[word[-3:]] = counts.get(word[-3:], 0) + 1
    re.findall(r"\w+ \d+7", " ".join(words))


_SCANNED = [
    re.compile(pattern)
    for pattern in (
        r"(?<![\w.])(?:pass|key|token|wo)\w*\s{0,2}[:=]\s{0,2}\S+",
        r"\b[a-z]{2,12}_(?=[A-Za-z]{0,60}\d)\w{20,50}",
        r"(?i:WORD)\d+ and-\d+",
        r"[^\s@]{1,40}@[\w.]+",
    )
]


def _scans() -> None:
    text = " ".join(f"word{number} and-{number % 97}: 'x{number}'" for number in range(8_000))
    for pattern in _SCANNED:
        pattern.findall(text)
