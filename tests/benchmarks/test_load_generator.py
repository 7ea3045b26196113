"""The generator of load: when requests are due, what a stall does to their times, and what it takes at most."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.load.generator import MOST, Plan, arrivals, drive

ROOT = Path(__file__).parents[2]
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
ASKED = "POST /{} HTTP/1.1\r\nContent-Length: 0\r\n\r\n"


@contextmanager
def serving(answer: Callable[[int, bytes], bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """A server that answers each request with `answer(its number, the request)`; nothing where that is empty."""
    listener, seen, links = socket.create_server(("127.0.0.1", 0)), [], []

    def speak(link: socket.socket) -> None:
        while asked := _read(link):
            seen.append(asked)
            if said := answer(len(seen), asked):
                link.sendall(said)
                if b"Connection: close" in said:
                    link.close()
                    return

    def accept() -> None:
        while True:
            try:
                link, _ = listener.accept()
            except OSError:
                return
            links.append(link)
            threading.Thread(target=speak, args=(link,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listener.getsockname()[1], seen
    finally:
        listener.shutdown(socket.SHUT_RDWR)  # a thread that waits in `accept` would keep it listening once more
        listener.close()
        for link in links:
            link.close()


def _read(link: socket.socket) -> bytes:
    """What came; nothing where the test has ended, and its connections with it."""
    try:
        return link.recv(4096)
    except OSError:
        return b""


def plan(port: int, **given: Any) -> Plan:
    requests = {kind: [ASKED.format(kind)] for kind in ("ingest", "context")}
    asked: dict[str, Any] = {
        "port": port, "rate": 100.0, "seconds": 1.0, "patience": 0.5, "outstanding": 8, "seed": 1,
        "shares": {"ingest": 3, "context": 1}, "requests": requests,
    }  # fmt: skip
    return Plan(**(asked | given))


def test_requests_are_due_at_the_rate_in_their_shares_and_the_same_for_a_seed():
    asked = plan(0, rate=500.0, seconds=20.0, requests={"ingest": ["a", "b"], "context": ["c"]})
    due = list(arrivals(asked, 7.0))
    assert 9_500 < len(due) < 10_500
    assert all(7.0 < one.at < 27.0 for one in due)
    assert 7_200 < sum(one.kind == "ingest" for one in due) < 7_800
    assert [one.request for one in due if one.kind == "ingest"][:4] == [b"a", b"b", b"a", b"b"]
    assert due == list(arrivals(asked, 7.0))


def test_a_server_that_stalls_shows_in_the_time_of_all_that_were_due_meanwhile():
    stalled = threading.Event()

    def answer(number: int, asked: bytes) -> bytes:
        if number == 20:
            stalled.set()
            time.sleep(0.6)
        return OK

    with serving(answer) as (port, seen):
        found = drive(plan(port, outstanding=1, patience=60.0))
    waited = [seconds for kind in found.kinds.values() for seconds in kind.waited]
    assert stalled.is_set()
    assert len(waited) == len(seen) == sum(kind.due for kind in found.kinds.values())
    # Of some hundred a second sixty were due during the stall; counted from their sending one would be slow.
    assert sum(seconds > 0.1 for seconds in waited) > 25
    assert max(waited) > 0.55
    assert len(found.late) < len(waited) - 25, "what waited for the server was taken for the sender's own lateness"


def test_what_waits_for_a_connection_is_not_the_senders_lateness():
    """Two come free at once behind a stall, and each is followed by a request that was due during it: more than two
    seconds ago, for all are due in the first. A busy machine makes the sender itself late by less."""
    with serving(lambda number, asked: (time.sleep(3.5) if number in (20, 21) else None) or OK) as (port, _):
        found = drive(plan(port, outstanding=2, patience=60.0))
    assert max(found.late) < 2.0
    assert 10 < len(found.late) < 75


@pytest.mark.timed
def test_a_server_that_never_answers_gets_no_more_than_was_allowed_and_ends_no_later():
    began = time.perf_counter()
    with serving(lambda number, asked: b"") as (port, seen):
        found = drive(plan(port, seconds=0.5))
    assert 1.0 <= time.perf_counter() - began < 3.0
    assert len(seen) == 8
    due = sum(kind.due for kind in found.kinds.values())
    assert due > 20
    assert sum(kind.unanswered for kind in found.kinds.values()) == due
    assert sum(len(kind.waited) for kind in found.kinds.values()) == due
    assert min(seconds for kind in found.kinds.values() for seconds in kind.waited) > 0.4


@pytest.mark.timed
def test_refusals_are_counted_apart_and_quicken_no_figure():
    with serving(lambda number, asked: BUSY if b"/context" in asked else OK) as (port, _):
        found = drive(plan(port, patience=60.0))
    refused, taken = found.kinds["context"], found.kinds["ingest"]
    assert refused.refused == {"503": refused.due}
    assert (refused.waited, refused.unanswered) == ([], 0)
    assert taken.due == taken.answered == len(taken.waited) > 40
    assert 40 < taken.in_time <= taken.answered  # what was due at the very end may be answered behind it


@pytest.mark.timed
def test_a_server_that_goes_ends_the_run():
    with serving(lambda number, asked: OK) as (port, _):
        pass
    began = time.perf_counter()
    found = drive(plan(port, seconds=20.0))
    assert time.perf_counter() - began < 5.0
    assert sum(kind.unanswered for kind in found.kinds.values()) > 1_500
    assert min(seconds for kind in found.kinds.values() for seconds in kind.waited) >= 0.5, (
        "no answer is not a quick one"
    )


def test_a_plan_that_would_keep_too_many_numbers_is_refused():
    with pytest.raises(ValueError, match=str(MOST)):
        plan(0, rate=MOST, seconds=2.0)


def test_it_is_a_process_of_its_own_that_knows_nothing_of_the_service():
    with serving(lambda number, asked: OK) as (port, _):
        asked = plan(port, seconds=0.3, patience=60.0).__dict__
        heavy = "import sys; from benchmarks.load.generator import main; main(); print(*sys.modules, file=sys.stderr)"
        done = subprocess.run(
            [sys.executable, "-c", heavy], cwd=ROOT, input=json.dumps(asked), capture_output=True, text=True, check=True
        )
    assert json.loads(done.stdout)["kinds"]["ingest"]["answered"] > 5
    assert not {"django", "numpy", "memory"} & set(done.stderr.split())
