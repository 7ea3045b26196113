"""Requests that wait for a thread are told apart from those that take long."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from memory import measuring
from memoryproj.gate import Gate

SCOPE: Any = SimpleNamespace(
    proto="http", method="GET", path="/livez", query_string="", server="127.0.0.1:80", client="127.0.0.1:9",
    http_version="1.1", scheme="http", authority=None, headers={},
)  # fmt: skip


class Answered:
    """Granian's side of one request."""

    status = 0

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status = status


class Body(list[bytes]):
    def close(self) -> None:
        """Django's responses are closed by who sends them."""


def histogram() -> dict[str, float]:
    """{series: figure} of the waits."""
    return {
        line.split()[0].removeprefix("memory_request_wait_seconds"): float(line.split()[1])
        for line in measuring.lines()
        if line.startswith("memory_request_wait_seconds")
    }


def test_a_request_that_finds_all_threads_at_work_is_told_as_one_that_waited(settings):
    settings.MEMORY_WEB_THREADS = 1
    measuring.forget()
    at_work, may_end = threading.Event(), threading.Event()

    def django(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        at_work.set()
        assert may_end.wait(10)
        start_response("200 OK", [])
        return Body([b"ok"])

    async def two() -> list[int]:
        answers: list[Any] = [Answered(), Answered()]
        gate = Gate(django)
        first = asyncio.create_task(gate.__rsgi__(SCOPE, answers[0]))
        await asyncio.to_thread(at_work.wait, 10)
        second = asyncio.create_task(gate.__rsgi__(SCOPE, answers[1]))
        await asyncio.sleep(0.3)
        assert histogram()["_count"] == 1, "the second has a thread already"
        may_end.set()
        await asyncio.gather(first, second)
        return [one.status for one in answers]

    assert asyncio.run(two()) == [200, 200]
    told = histogram()
    assert told["_count"] == 2
    assert told['_bucket{le="0.25"}'] == 1
    assert 0.25 < told["_sum"] < 5
