"""What was measured since the service began: how long things took, what was refused, what was masked.

Prometheus' kinds, counters and histograms: figures that only grow. Of names there are few: routes as they are declared,
never a path, a namespace or a key. The processes that serve one port each write theirs into a folder (`share`), so that
whichever is asked tells the sums of all. Files that are written, not mapped into memory as Prometheus' own library
does: on a full disk a page that has no place yet would end the process.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

logger = logging.getLogger(__name__)

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
FOLDER: Final = "figures"  # in the data folder
SHARING: Final = 1.0  # seconds between two writings of a process's figures
DENIED: Final = frozenset({401, 403, 429})

Labels = tuple[tuple[str, str], ...]

Figures = dict[tuple[str, Labels], list[float]]

_lock = threading.Lock()
_counts: Figures = {}  # one number each
_histograms: Figures = {}  # a count for each bucket, the open one, and the sum of seconds
_file: Path | None = None  # where this process writes its figures


def count(name: str, number: int = 1, /, **labels: str) -> None:
    """So many more of `name`."""
    key = (name, tuple(labels.items()))
    with _lock:
        _counts.setdefault(key, [0])[0] += number


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


def begin(folder: Path) -> None:
    """Make the folder, or empty it: a service that starts counts from nothing. On a full disk it starts all the same,
    and each process tells its own figures."""
    try:
        folder.mkdir(exist_ok=True, mode=0o700)
        for left in folder.iterdir():
            left.unlink(missing_ok=True)
    except OSError as error:
        logger.warning("the figures of several web processes are not added up: %s", error)


def share(folder: Path) -> None:
    """Write this process's figures into a file of its own in `folder` once a second, and tell with them those of the
    other files there. What a process that has ended wrote stays: the sums may not fall."""
    global _file
    _file = folder / f"{uuid4().hex}.json"
    threading.Thread(target=_keep_writing, args=[_file], name="memory-measuring", daemon=True).start()


def lines() -> list[str]:
    """All that was measured, in the Prometheus text format. A name that has no figure yet is there with its words."""
    counts, histograms = _own()
    for other in _others():
        for mine, theirs in zip((counts, histograms), other, strict=True):
            _add(mine, theirs)
    said = []
    for name, words in HELP.items():
        kind = "counter" if name.endswith("_total") else "histogram"
        said += [f"# HELP memory_{name} {words}", f"# TYPE memory_{name} {kind}"]
        said += [f"memory_{name}{_marks(labels)} {row[0]}" for (of, labels), row in counts.items() if of == name]
        for (of, labels), row in histograms.items():
            if of == name:
                said += _histogram(name, labels, row)
    return said


def forget() -> None:
    """Begin anew, for tests."""
    with _lock:
        _counts.clear()
        _histograms.clear()


def _own() -> tuple[Figures, Figures]:
    with _lock:
        counts, histograms = ({key: list(row) for key, row in kept.items()} for kept in (_counts, _histograms))
    return counts, histograms


def _others() -> Iterator[tuple[Figures, Figures]]:
    for path in _file.parent.glob("*.json") if _file else ():
        if path != _file:
            with suppress(OSError, ValueError):  # one that is being taken away
                counts, histograms = json.loads(path.read_bytes())
                yield _read(counts), _read(histograms)


def _read(rows: Iterable[tuple[str, list[list[str]], list[float]]]) -> Figures:
    return {(name, tuple((key, value) for key, value in labels)): row for name, labels, row in rows}


def _add(mine: Figures, theirs: Figures) -> None:
    for key, row in theirs.items():
        mine[key] = [one + other for one, other in zip(mine.get(key, [0] * len(row)), row, strict=True)]


def _keep_writing(file: Path) -> None:
    before, refused = None, False
    while True:
        time.sleep(SHARING)
        if file != _file:
            return
        now = json.dumps([[(*key, row) for key, row in kept.items()] for kept in _own()])
        if now == before:
            continue
        aside = file.with_suffix(".new")
        try:
            aside.write_text(now, encoding="utf-8")
            aside.replace(file)
            before, refused = now, False
        except OSError as error:  # a full disk: what the other processes tell of this one is old
            if not refused:
                logger.warning("this process's figures are not written for the other processes: %s", error)
            refused = True


def _histogram(name: str, labels: Labels, row: list[float]) -> Iterator[str]:
    total = 0
    for bound, number in zip([*map(str, BUCKETS), "+Inf"], row, strict=False):
        total += int(number)
        yield f"memory_{name}_bucket{_marks((*labels, ('le', bound)))} {total}"
    yield f"memory_{name}_sum{_marks(labels)} {row[-1]:.6f}"
    yield f"memory_{name}_count{_marks(labels)} {total}"


def _marks(labels: Labels) -> str:
    return "{" + ",".join(f'{key}="{value}"' for key, value in labels) + "}" if labels else ""
