"""How long a request waits for an embedder on another machine: a deadline for a call, a breaker for many.

pybreaker 1.4.1 is not used: its `CircuitBreaker.call` holds one lock while the call runs, so that behind one hanging
call every other would wait too.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from memory.embedding.errors import EmbeddingUnavailable

FAILURES = 3  # in a row: then the breaker opens
OPEN_SECONDS = 30.0  # then one call may try again

Answer = TypeVar("Answer")


class Breaker:
    """Refuses calls for OPEN_SECONDS after FAILURES failures in a row; then lets a single call through to try.

    A call that succeeds closes it again. The lock is held while the breaker decides, never during a call.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._opened_at = 0.0
        self._reason = ""

    def call(self, work: Callable[[], Answer]) -> Answer:
        """What `work` answers. Raises EmbeddingUnavailable: its own, or the breaker's without calling it."""
        self._enter()
        try:
            answer = work()
        except EmbeddingUnavailable as error:
            with self._lock:
                self._failures += 1
                self._opened_at, self._reason = self._clock(), error.reason
            raise
        with self._lock:
            self._failures = 0
        return answer

    def _enter(self) -> None:
        with self._lock:
            if self._failures < FAILURES:
                return
            left = self._opened_at + OPEN_SECONDS - self._clock()
            if left > 0:
                raise EmbeddingUnavailable(
                    f"not asked for {left:.0f} s more, after {self._failures} failures in a row: {self._reason}"
                )
            self._opened_at = self._clock()  # this call tries; others are refused until it has ended


def within(seconds: float, work: Callable[[], Answer], who: str = "the embedder") -> Answer:
    """What `work` answers, in a thread of its own; raises EmbeddingUnavailable when it takes longer than `seconds`.

    A client's own timeout does not suffice: it counts from one received byte to the next, and a server that sends one
    byte now and then holds its caller for ever. The abandoned thread ends when its connection does.
    """
    ended: queue.SimpleQueue[tuple[Answer | None, Exception | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            ended.put((work(), None))
        except Exception as error:  # handed to the waiting thread, which raises it
            ended.put((None, error))

    threading.Thread(target=run, name="memory-embed-query", daemon=True).start()
    try:
        answer, error = ended.get(timeout=seconds)
    except queue.Empty:
        raise EmbeddingUnavailable(f"{who} did not answer within {seconds:g} s") from None
    if error is not None:
        raise error
    return answer  # type: ignore[return-value]  # where there is no error there is an answer
