"""What the processes of `up` take: time until they do their first work, resident memory; and the disk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery import Celery
from django.conf import settings
from django.db import connections
from django.utils import timezone
from django_celery_beat.models import PeriodicTask

from memory.management.commands.up import commands
from memory.models import ALL, Memory, Session
from memory.services.talk import sessions
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage

from . import data, http, wire
from .apart import apart, memory_of
from .ingest import ACTOR

EMBEDDED_BROKER = "filesystem://"
HOST = "127.0.0.1"
NAMESPACE = "bench/processes"
PATIENCE = 60.0  # seconds
LOOK = 0.01


@dataclass(frozen=True)
class Process:
    """`seconds` from its start to the end of the work that waited for it; MiB of it and its children, what they share
    counted once."""

    name: str
    seconds: float
    memory: float
    count: int


def queue_options(folder: Path) -> dict[str, Any]:
    """The filesystem broker's, as the settings have them, for a data folder."""
    names = {"data_folder_in": "messages", "data_folder_out": "messages", "processed_folder": "processed"}
    places = {name: folder / "queue" / place for name, place in (names | {"control_folder": "control"}).items()}
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    return {name: str(place) for name, place in places.items()}


def broker(folder: Path) -> Celery:
    """A sender of tasks over the product's own broker in a data folder."""
    app = Celery("bench", set_as_current=False)
    app.conf.update(
        broker_url=EMBEDDED_BROKER,
        broker_transport="memoryproj.broker:Transport",
        broker_transport_options=queue_options(folder),
        task_routes=settings.CELERY_TASK_ROUTES,
        task_default_queue=settings.CELERY_TASK_DEFAULT_QUEUE,
    )
    return app


def processes(folder: Path) -> Iterator[Process]:
    """The processes that `up` starts, each alone, with some work of its kind: models are loaded."""
    path = data.store(folder, "processes")
    data.make(path)
    data.use(path)
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    turns = [NewMessage("user", f"My sister Ana lives in Lisbon, number {number}.") for number in range(10)]
    ingest_turns(NAMESPACE, "s1", turns, ACTOR)
    token, sender = http.key(), broker(path.parent)
    port = wire.free_port()
    messages = path.parent / "queue" / "messages"
    session = Session.objects.across(ALL).get(session_id="s1")
    sessions.complete(session.namespace, "s1")
    PeriodicTask.objects.filter(task="maintenance.tasks.sweep").update(last_run_at=timezone.now() - timedelta(hours=1))
    sender.send_task("memory.tasks.embed_pending", ignore_result=True)
    sender.send_task("maintenance.tasks.consolidate_pending", ignore_result=True)

    work: dict[str, Callable[[], bool]] = {
        "embed": lambda: not Memory.objects.across(ALL).awaiting_embedding().exists(),
        "llm": lambda: Session.objects.across(ALL).filter(status="consolidated").exists(),
        "web": lambda: _answers(port, token),
        "beat": lambda: any(messages.glob("*.embed.msg")),
    }
    settings.MEMORY_BROKER_URL = EMBEDDED_BROKER  # with another one there is a worker more
    started = commands(HOST, port)
    if started.keys() != work.keys():
        raise RuntimeError(f"`up` starts {sorted(started)}: a measure is missing")
    for name, is_done in work.items():
        if name == "beat":  # the worker for `llm` may have left one: what it learnt wants vectors
            for left in messages.glob("*.embed.msg"):
                left.unlink()
        yield _measured(name, started[name], path.parent, is_done)
    connections["default"].close()


def _measured(name: str, command: str, folder: Path, is_done: Callable[[], bool]) -> Process:
    environment = os.environ | {
        "MEMORY_DATA_DIR": str(folder),
        "MEMORY_BROKER_URL": EMBEDDED_BROKER,
        "MEMORY_BACKGROUND_THREAD": "1",
        "PYTHONWARNINGS": "ignore",
    }
    start = time.perf_counter()
    process = subprocess.Popen(  # noqa: S602  the product's own command
        f"exec {command}", shell=True, env=environment, cwd=settings.BASE_DIR, start_new_session=True
    )
    try:
        while not is_done():
            if process.poll() is not None or time.perf_counter() - start > PATIENCE:
                raise TimeoutError(f"{name} did not do its work")
            time.sleep(LOOK)
        taken = time.perf_counter() - start
        parts = [memory_of(pid) for pid in _group(process.pid)]
        return Process(name, taken, sum(part["own"] + part["shared"] for part in parts), len(parts))
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # nothing that it holds is of use any more
        process.wait()


def _group(leader: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        if int(fields[2]) == leader and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def _answers(port: int, token: str) -> bool:
    """Whether a context is answered: search and embedder are loaded then."""
    request = urllib.request.Request(
        f"http://{HOST}:{port}/api/v1/context",
        json.dumps({"prompt": "Where does Ana live?"}).encode(),
        {"Authorization": f"Bearer {token}", "X-Memory-Namespace": NAMESPACE, "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE):  # noqa: S310
            return True
    except (urllib.error.URLError, ConnectionError):
        return False


HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"},
    },
}  # fmt: skip


def mcp_ready(path: Path) -> float:
    """Seconds from the start of a host's own process (`rememberd mcp`) to its answer to the host's first words."""
    environment = os.environ | {"MEMORY_DATA_DIR": str(path.parent), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "mcp", "--namespace", NAMESPACE]
    start = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:  # noqa: S603
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        taken = time.perf_counter() - start
        process.stdin.close()
    if "capabilities" not in answer.get("result", {}):
        raise RuntimeError(f"the server did not greet: {answer}")
    return taken


def django_alone() -> Process:
    """The yardstick: Python with Django and the product's apps set up, and nothing else."""
    start = time.perf_counter()
    memory = apart("apart", "memory_of")
    return Process("Django", time.perf_counter() - start, memory["own"] + memory["shared"], 1)


def disk(path: Path) -> tuple[float, float]:
    """Bytes a memory of the store in use: of the file, and of the texts and vectors alone."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memories")
        (count,) = cursor.fetchone()
        cursor.execute(
            "SELECT avg(length(CAST(content AS BLOB)) + length(embedding)) FROM (SELECT * FROM memories LIMIT 10000)"
        )
        return path.stat().st_size / count, float(cursor.fetchone()[0])
