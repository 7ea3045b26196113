"""Times and what to say of them."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any
from unittest import mock


def quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


@dataclass(frozen=True)
class Times:
    """Seconds of single calls: on the clock, and of the processor, which others' work on a shared machine leaves alone.

    `processor` is empty where the work is another process's.
    """

    seconds: Sequence[float]
    processor: Sequence[float] = ()

    def at(self, share: float) -> float:
        """The quantile, in milliseconds."""
        return quantile(self.seconds, share) * 1e3

    @property
    def p50(self) -> float:
        return self.at(0.5)

    @property
    def p95(self) -> float:
        return self.at(0.95)

    @property
    def p99(self) -> float:
        return self.at(0.99)

    @property
    def total(self) -> float:
        return sum(self.seconds)

    def __str__(self) -> str:
        said = f"p50 {self.p50:.2f} · p95 {self.p95:.2f} · p99 {self.p99:.2f} ms"
        if not self.processor:
            return said
        p50, p95 = (quantile(self.processor, share) * 1e3 for share in (0.5, 0.95))
        return f"{said} (processor {p50:.2f} · {p95:.2f})"

    def over(self, other: Times) -> str:
        """How many times `other` it takes: on the clock, and of the processor."""
        if not self.processor:
            return f"{self.p50 / other.p50:.2f} ×"
        ratio = quantile(self.processor, 0.5) / quantile(other.processor, 0.5)
        return f"{self.p50 / other.p50:.2f} × (processor {ratio:.2f} ×)"


def timed(calls: Sequence[Callable[[], object]]) -> Times:
    seconds, processor = [], []
    for call in calls:
        start, worked = time.perf_counter(), time.thread_time()
        call()
        processor.append(time.thread_time() - worked)
        seconds.append(time.perf_counter() - start)
    return Times(seconds, processor)


def interleaved(
    ways: Mapping[str, Callable[[int], object]],
    *,
    rounds: int,
    calls: int,
    around: Mapping[str, Callable[[], AbstractContextManager[object]]] | None = None,
) -> dict[str, Times]:
    """Each way's times, in turns of `calls` calls: what slows the machine meanwhile slows all of them.

    A way is called with a running number; `around` are contexts that some ways run in.
    """
    found: dict[str, list[Times]] = {name: [] for name in ways}
    number = 0
    gc.collect()
    for turn in range(rounds + 1):
        for name, way in ways.items():
            with (around or {}).get(name, nullcontext)():
                part = timed([partial(way, number + call) for call in range(calls)])
            number += calls
            if turn:  # the first round warms up
                found[name].append(part)
    return {name: together(parts) for name, parts in found.items()}


@dataclass
class Meter:
    """Seconds that were spent inside what is metered."""

    seconds: float = 0.0
    _within: bool = False

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def metered(*args: Any, **kwargs: Any) -> Any:
            if self._within:  # one that calls another counts once
                return function(*args, **kwargs)
            self._within, start = True, time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self._within = False
                self.seconds += time.perf_counter() - start

        return metered


@contextmanager
def metered(*functions: tuple[object, str]) -> Iterator[Meter]:
    """Meter functions, (module, name) each, as long as the block lasts: what a model takes of the whole."""
    meter = Meter()
    with ExitStack() as stack:
        for module, name in functions:
            stack.enter_context(mock.patch.object(module, name, meter.around(getattr(module, name))))
        yield meter


def together(parts: Sequence[Times]) -> Times:
    return Times(
        [second for part in parts for second in part.seconds], [second for part in parts for second in part.processor]
    )
