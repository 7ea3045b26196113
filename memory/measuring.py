"""What this process has measured since it began: how long things took, what was refused, what was masked.

Prometheus' kinds, counters and histograms: figures that only grow. Of names there are few: routes as they are declared,
never a path, a namespace or a key.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds; the last is open
# Metric names, with the words that explain them.
REQUESTS = "request_seconds"
WAITS = "request_wait_seconds"
ARMS = "search_arm_seconds"
DENIALS = "denials_total"
REDACTIONS = "redactions_total"
REPLICA_READS = "replica_reads_total"
HELP: Final = {
    REQUESTS: "How long requests took, by route and status.",
    WAITS: "How long requests waited for a thread, before those seconds begin.",
    ARMS: "How long the arms of a search took.",
    DENIALS: "Requests refused for want of a key (401), of a right (403) or beyond a limit (429).",
    REDACTIONS: "Secrets and personal data that were masked in what came in, by the kind of memory.",
    REPLICA_READS: "Searches with a read replica configured, by who answered: the replica, or the primary and why.",
}
DENIED: Final = frozenset({401, 403, 429})

Labels = tuple[tuple[str, str], ...]

_lock = threading.Lock()
_counts: dict[tuple[str, Labels], int] = {}
_histograms: dict[tuple[str, Labels], list[float]] = {}  # a count for each bucket, the open one, and the sum of seconds


def count(name: str, number: int = 1, /, **labels: str) -> None:
    """So many more of `name`."""
    key = (name, tuple(labels.items()))
    with _lock:
        _counts[key] = _counts.get(key, 0) + number


def observe(name: str, seconds: float, **labels: str) -> None:
    """Something of the kind `name` took so long."""
    key = (name, tuple(labels.items()))
    place = bisect_left(BUCKETS, seconds)
    with _lock:
        row = _histograms.get(key)
        if row is None:
            row = _histograms[key] = [0] * (len(BUCKETS) + 2)
        row[place] += 1
        row[-1] += seconds


@contextmanager
def timed(name: str, **labels: str) -> Iterator[None]:
    started = time.perf_counter()
    try:
        yield
    finally:
        observe(name, time.perf_counter() - started, **labels)


def lines() -> list[str]:
    """All that was measured, in the Prometheus text format. A name that has no figure yet is there with its words."""
    with _lock:
        counts, histograms = dict(_counts), {key: list(row) for key, row in _histograms.items()}
    said = []
    for name, words in HELP.items():
        kind = "counter" if name.endswith("_total") else "histogram"
        said += [f"# HELP memory_{name} {words}", f"# TYPE memory_{name} {kind}"]
        said += [f"memory_{name}{_marks(labels)} {number}" for (of, labels), number in counts.items() if of == name]
        for (of, labels), row in histograms.items():
            if of == name:
                said += _histogram(name, labels, row)
    return said


def forget() -> None:
    """Begin anew, for tests."""
    with _lock:
        _counts.clear()
        _histograms.clear()


def _histogram(name: str, labels: Labels, row: list[float]) -> Iterator[str]:
    total = 0
    for bound, number in zip([*map(str, BUCKETS), "+Inf"], row, strict=False):
        total += int(number)
        yield f"memory_{name}_bucket{_marks((*labels, ('le', bound)))} {total}"
    yield f"memory_{name}_sum{_marks(labels)} {row[-1]:.6f}"
    yield f"memory_{name}_count{_marks(labels)} {total}"


def _marks(labels: Labels) -> str:
    return "{" + ",".join(f'{key}="{value}"' for key, value in labels) + "}" if labels else ""
