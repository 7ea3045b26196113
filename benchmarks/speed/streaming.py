"""Do clients that only listen cost those who ask? Idle streams of events, open and shut in turns, beside contexts."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings

from memory.mcp.http import server_command
from memory.mcp.streams import PATH
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage

from . import data, http, wire
from .clock import Times, together
from .ingest import ACTOR

NAMESPACE = "bench/streams"
HOST = "127.0.0.1"


@contextmanager
def served(path: Path) -> Iterator[int]:
    """The port of the process that serves MCP and streams, over the store in `path`."""
    port = wire.free_port()
    environment = os.environ | {"MEMORY_DATA_DIR": str(path.parent), "MEMORY_BROKER_URL": "memory://"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    process = subprocess.Popen(server_command(HOST, port), env=environment, cwd=settings.BASE_DIR)  # noqa: S603
    try:
        wire.wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def listening(port: int, token: str, number: int) -> Iterator[None]:
    """`number` open streams, each of which was answered."""
    lines = (
        f"GET {PATH} HTTP/1.1", f"Host: {HOST}", f"Authorization: Bearer {token}", f"X-Memory-Namespace: {NAMESPACE}"
    )  # fmt: skip
    asked = "\r\n".join([*lines, "", ""])
    with ExitStack() as open_ones:
        for _ in range(number):
            stream = open_ones.enter_context(socket.create_connection((HOST, port), 30))
            stream.sendall(asked.encode())
            if not stream.recv(1 << 12).startswith(b"HTTP/1.1 200"):
                raise RuntimeError("a stream was refused")
        yield


def contexts_beside(folder: Path, streams: int, *, rounds: int, count: int) -> tuple[Times, Times]:
    """POST /context over one connection: with nobody listening, and with `streams` that do, in turns."""
    path = data.store(folder, "streams")
    data.make(path)
    data.use(path)
    turns = [NewMessage("user", f"{text} My sister Ana lives in Lisbon.") for text in data.texts(100)]
    ingest_turns(NAMESPACE, "s1", turns, ACTOR)
    token = http.key()
    asked = [wire.request(token, "/api/v1/context", {"prompt": "Where does Ana live?", "session_id": "s2"}, NAMESPACE)]
    alone, beside = [], []
    with http.serve(path) as web, served(path) as port:
        http.drive(web, asked, 1, count)  # warms up
        for _ in range(rounds):
            alone.append(http.drive(web, asked, 1, count).times)
            with listening(port, token, streams):
                beside.append(http.drive(web, asked, 1, count).times)
    return together(alone), together(beside)
