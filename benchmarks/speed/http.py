"""Over HTTP: the service as `up` starts it, and a light client of its own on the loopback."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from django.conf import settings

from memory.models import ApiKey, Namespace
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage

from . import data
from .clock import Times, together
from .ingest import ACTOR, MENTIONS
from .wire import Client, free_port, request, wait_for

NAMESPACE, SESSION = "bench/http", "s1"


@dataclass(frozen=True)
class Load:
    """`processor`: milliseconds of the server's processor time a request."""

    times: Times
    a_second: float
    processor: float

    def __str__(self) -> str:
        return f"{self.a_second:,.0f}/s, {self.times} (processor {self.processor:.2f} ms a request)"


@dataclass(frozen=True)
class Server:
    port: int
    pid: int

    def processor(self) -> float:
        """Seconds of the processor that it and its workers have used."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended meanwhile
            if self.pid in {int(stat.parent.name), int(fields[1])}:
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


def prepare(path: Path) -> str:
    """A store with the namespace, session and entities that the messages speak of; answers a key."""
    if not path.exists():
        data.make(path)
    data.use(path)
    ingest_turns(NAMESPACE, SESSION, [NewMessage("user", f"hello {MENTIONS}")], ACTOR)
    return key()


def key() -> str:
    """A new key for every namespace of the store in use."""
    return ApiKey.objects.issue("bench", pattern="*", scopes=["read", "write"], default_namespace="")[1]


@contextmanager
def serve(path: Path, application: str = "memoryproj.rsgi:application", synchronous: str = "FULL") -> Iterator[Server]:
    """The web process over the store in `path`."""
    port = free_port()
    environment = os.environ | {
        "MEMORY_DATA_DIR": str(path.parent),
        "MEMORY_SQLITE_SYNCHRONOUS": synchronous,
        "MEMORY_BACKGROUND_THREAD": "1",
        "MEMORY_BROKER_URL": "memory://",
    }
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [
        sys.executable, "-m", "granian", "--interface", "rsgi", "--host", "127.0.0.1", "--port", str(port),
        "--workers", "1", "--no-ws",
        "--log-level", "warning", application,
    ]  # fmt: skip
    process = subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR)  # noqa: S603
    try:
        wait_for(port, process)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(10)


def message(key: str, content: str) -> bytes:
    return request(
        key, f"/api/v1/sessions/{SESSION}/messages", {"messages": [{"role": "user", "content": content}]}, NAMESPACE
    )


def drive(server: Server, requests: Sequence[bytes], connections: int, count: int) -> Load:
    """Send `count` of the requests over `connections`, each of which has one on its way at any time."""
    clients = [Client(server.port) for _ in range(connections)]
    selector = selectors.DefaultSelector()
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
    taken: list[float] = []
    sent = 0
    start, worked = time.perf_counter(), server.processor()
    for client in clients:
        client.send(requests[sent % len(requests)])
        sent += 1
    while len(taken) < count:
        for ready, _ in selector.select():
            client = ready.data
            if status := client.receive():
                if status >= 300:
                    raise RuntimeError(client.received[:500].decode(errors="replace"))
                taken.append(time.perf_counter() - client.sent_at)
                if sent < count:
                    client.send(requests[sent % len(requests)])
                    sent += 1
    elapsed = time.perf_counter() - start
    for client in clients:
        client.socket.close()
    return Load(Times(taken), count / elapsed, (server.processor() - worked) / count * 1e3)


def beside_the_yardstick(
    folder: Path, connections: Sequence[int], *, rounds: int, count: int, synchronous: str = "FULL"
) -> dict[int, dict[str, Load]]:
    """{connections: {"product", "bare"}}: POST messages to both, in turns, over the same store."""
    path = data.store(folder, "http")
    token = prepare(path)
    requests = [message(token, f"{text} {MENTIONS}") for text in data.texts(500)]
    found: dict[int, dict[str, list[Load]]] = {number: {"product": [], "bare": []} for number in connections}
    with (
        serve(path, synchronous=synchronous) as product,
        serve(path, "benchmarks.speed.bare:application", synchronous=synchronous) as bare,
    ):
        servers = {"product": product, "bare": bare}
        for server in servers.values():
            drive(server, requests, max(connections), count)  # warms up
        for number, loads in found.items():
            for _ in range(rounds):
                for name, server in servers.items():
                    loads[name].append(drive(server, requests, number, count))
    return {number: {name: _mean(parts) for name, parts in loads.items()} for number, loads in found.items()}


def _mean(loads: Sequence[Load]) -> Load:
    return Load(
        together([load.times for load in loads]),
        mean(load.a_second for load in loads),
        mean(load.processor for load in loads),
    )


def contexts(path: Path, questions: Sequence[tuple[Namespace, str]], count: int) -> Load:
    """POST /context over one connection."""
    data.use(path)
    token = key()
    requests = [
        request(token, "/api/v1/context", {"prompt": text, "session_id": "s1"}, namespace.name)
        for namespace, text in questions
    ]
    with serve(path) as server:
        drive(server, requests, 1, min(20, count))
        return drive(server, requests, 1, count)
