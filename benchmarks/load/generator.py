"""`python -m benchmarks.load.generator < plan.json`: sends at a fixed rate, and prints what became of each request.

The rate is that of an open loop: when a request is due does not depend on how the earlier ones fare, as with callers
who do not know of each other. Its time counts from the moment at which it was due. One that could not be sent at once,
as all connections waited for answers, has waited, and so a server that stalls shows in everybody's time who came
meanwhile. A closed loop would send nothing during the stall, and count one slow answer.

What it takes is bounded: `outstanding` connections, `seconds` of arrivals and `patience` behind them, and one number a
request. It is a process of its own, which knows nothing of the service but its port.
"""

from __future__ import annotations

import json
import random
import selectors
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field

from benchmarks.speed.wire import Client

MOST = 1_000_000  # requests of one run: the numbers that are kept of them
BROKEN = 599  # in the place of a status: the server hung up
LEAD = 0.05  # seconds from the start until the first request may be due


@dataclass(frozen=True)
class Plan:
    """`shares`: how many requests of each kind among all, in any unit; `requests`: those of each kind, in turns."""

    port: int
    rate: float
    seconds: float
    patience: float
    outstanding: int
    seed: int
    shares: Mapping[str, float]
    requests: Mapping[str, Sequence[str]]

    def __post_init__(self) -> None:
        if self.rate <= 0 or self.outstanding < 1 or self.seconds <= 0:
            raise ValueError("A rate, a time and one connection at least.")
        if self.rate * self.seconds > MOST:
            raise ValueError(f"More than {MOST} requests: a lower rate or a shorter time.")


@dataclass
class Kind:
    """What became of the requests of one kind. `waited`: seconds from when each was due to its answer; of one without
    an answer, as long as it was waited for."""

    due: int = 0
    answered: int = 0
    in_time: int = 0  # before the arrivals ended
    refused: dict[str, int] = field(default_factory=dict)  # by status; BROKEN where the connection ended instead
    waited: list[float] = field(default_factory=list)

    @property
    def unanswered(self) -> int:
        return self.due - self.answered - sum(self.refused.values())


@dataclass
class Outcome:
    """`late`: seconds by which the sender itself was late with requests that a connection was free for: what is large
    here was not the server's doing. `processor`: seconds of the sender's own."""

    kinds: dict[str, Kind]
    late: list[float]
    processor: float
    seconds: float


@dataclass(frozen=True)
class Due:
    at: float
    kind: str
    request: bytes


def arrivals(plan: Plan, start: float) -> Iterator[Due]:
    """When which request is due: by chance and without memory (Poisson), the same for the same seed."""
    chance = random.Random(plan.seed)  # noqa: S311
    kinds, shares = list(plan.shares), list(plan.shares.values())
    turns = dict.fromkeys(kinds, 0)
    at = start
    while True:
        at += chance.expovariate(plan.rate)
        if at >= start + plan.seconds:
            return
        (kind,) = chance.choices(kinds, shares)
        known = plan.requests[kind]
        yield Due(at, kind, known[turns[kind] % len(known)].encode())
        turns[kind] += 1


def drive(plan: Plan) -> Outcome:
    """Send what is due when it is due, over at most `outstanding` connections."""
    worked = time.process_time()
    outcome = _Sending(plan).outcome()
    outcome.processor = time.process_time() - worked
    return outcome


class _Sending:
    """The connections of one run, and what is on its way over them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.found = Outcome({kind: Kind() for kind in plan.shares}, [], 0.0, plan.seconds)
        self.selector = selectors.DefaultSelector()
        # The one that has rested longest sends next, so that every process behind the port has work.
        self.free: deque[Client] = deque()
        self.busy: dict[Client, Due] = {}
        self.full_until = 0.0  # the last moment at which no connection was free
        for _ in range(plan.outstanding):
            self._connect()
        self.start = time.perf_counter() + LEAD
        self.end = self.start + plan.seconds
        self.last = self.end + plan.patience

    def outcome(self) -> Outcome:
        coming = arrivals(self.plan, self.start)
        due = next(coming, None)
        while (self.busy or (due and self.free)) and (now := time.perf_counter()) < self.last:
            while due and due.at <= now and self.free:
                self._send(due)
                due = next(coming, None)
            until = due.at if due and self.free else self.last
            for ready, _ in self.selector.select(max(until - time.perf_counter(), 0)):
                self._receive(ready.data)
        self._give_up([*([due] if due else []), *coming])
        return self.found

    def _connect(self) -> None:
        try:
            client = Client(self.plan.port)
        except OSError:
            return  # one connection fewer from now on
        self.selector.register(client.socket, selectors.EVENT_READ, client)
        self.free.append(client)

    def _send(self, due: Due) -> None:
        client = self.free.popleft()
        self.found.kinds[due.kind].due += 1
        self.busy[client] = due
        with suppress(OSError):  # a connection that is gone says so when it is read
            client.send(due.request)
        if due.at > self.full_until:
            self.found.late.append(time.perf_counter() - due.at)

    def _receive(self, client: Client) -> None:
        """Read what came over a connection; one that ends gives way to a new one."""
        try:
            status, is_over = client.receive(), client.is_over
        except OSError:
            status, is_over = BROKEN, True
        if not status:
            return
        now, due = time.perf_counter(), self.busy.pop(client, None)
        if not self.free:
            self.full_until = now
        if due is None:
            self.free.remove(client)  # it was at rest, and the server hung up
        elif 200 <= status < 300:
            kind = self.found.kinds[due.kind]
            kind.answered += 1
            kind.in_time += now <= self.end
            kind.waited.append(now - due.at)
        else:
            refused = self.found.kinds[due.kind].refused
            refused[str(status)] = refused.get(str(status), 0) + 1
        if not is_over:
            self.free.append(client)
            return
        self.selector.unregister(client.socket)
        client.socket.close()
        self._connect()

    def _give_up(self, unsent: Sequence[Due]) -> None:
        for due in unsent:
            self.found.kinds[due.kind].due += 1
        for due in [*self.busy.values(), *unsent]:
            self.found.kinds[due.kind].waited.append(self.last - due.at)
        for client in [*self.free, *self.busy]:
            client.socket.close()


def main() -> None:
    json.dump(asdict(drive(Plan(**json.load(sys.stdin)))), sys.stdout)


if __name__ == "__main__":
    main()
