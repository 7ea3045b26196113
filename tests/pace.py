"""Bounds on time that hold on a busy machine too: what is measured is the work, not what else happens."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

USUAL = 0.028  # seconds of the processor that `_strokes` take where the bounds of the tests were chosen
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
    return any(_is_below(taken(work), seconds) for _ in range(TRIES))


def _is_below(took: float, seconds: float) -> bool:
    """The pace of the machine is asked for only where it decides: that takes longer than most of what is measured."""
    return took < seconds or took < seconds * slowness()


def slowness() -> float:
    """How many times as long as usual this machine takes at this moment; never below 1."""
    return max(1.0, min(taken(_strokes) for _ in range(2)) / USUAL)


def _strokes() -> None:
    words = [f"word {number}" for number in range(20_000)]
    counts: dict[str, int] = {}
    for word in words:
        counts[word[-3:]] = counts.get(word[-3:], 0) + 1
    re.findall(r"\w+ \d+7", " ".join(words))
