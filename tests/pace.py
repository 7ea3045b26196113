"""Bounds on time that hold on a busy machine too: what is measured is the work, not what else happens."""

from __future__ import annotations

import gc
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

USUAL = 0.023  # seconds of the processor that `_strokes` take where the bounds of the tests were chosen
STROKES = 12  # others keep the machine busy for a tenth of a second at a time: a third of one tells how often
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
    return max(1.0, sum(taken(_strokes) for _ in range(STROKES)) / STROKES / USUAL)


def _strokes() -> None:
    """A little of what the product does most: a pattern over a page, and objects to and from JSON."""
    for _ in range(4):
        for match in _PATTERN.finditer(_PAGE):
            match.span()
    rows = [{"id": str(number), "content": f"row {number}", "of": {"n": number}} for number in range(6_000)]
    json.loads(json.dumps(rows))


_PATTERN = re.compile(r"(?:passw(?:or)?d|pass|pwd)=[^\s\"';|&<>]{2,199}")
_PAGE = "".join(f"password=xy{number}ab9$kk see the page, then go on. " for number in range(5_000))
