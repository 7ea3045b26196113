"""The whole service as a user starts it: `manage.py up` in processes of its own, over a data folder of the test's."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 180  # seconds for a start or a stop on a busy machine: to wait costs nothing where all goes well


def environment(data: Path, **given: str) -> dict[str, str]:
    """The variables of a process that works on `data`, without those of the test run."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORY_", "DJANGO_"))}
    return kept | {"MEMORY_DATA_DIR": str(data), "MEMORY_SQLITE_SYNCHRONOUS": "NORMAL"} | given


def manage(data: Path, *words: str, **given: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=environment(data, **given), text=True,
        capture_output=True, timeout=120, check=False,
    )  # fmt: skip


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Service:
    process: subprocess.Popen[bytes]
    port: int
    data: Path
    log: Path
    key: str = ""

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any, dict[str, str]]:
        """(status, JSON or text, headers)."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode() if body is not None else None,
            {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}, method=method,
        )  # fmt: skip
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, _read(answer), {name.lower(): value for name, value in answer.headers.items()}
        except urllib.error.HTTPError as refusal:
            return refusal.code, _read(refusal), {name.lower(): value for name, value in refusal.headers.items()}

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """Kill all its processes at once with signal 9, and wait until nobody listens any more."""
        for pid in [self.process.pid, *_descendants(self.process.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        assert until(lambda: not _listens(self.port)), "somebody still listens"

    def stop(self) -> int:
        """End it as an operator does; answers its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


def _read(answer: Any) -> Any:
    text = answer.read().decode()
    return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text


def _descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    below = [int(child) for child in children.read_text().split()] if children.exists() else []
    return [*below, *(one for child in below for one in _descendants(child))]


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(data: Path, log: Path, *words: str, port: int = 0, **given: str) -> Iterator[Service]:
    """A service that answers; ended, whatever happens. `words` are further arguments of `up`."""
    port = port or free_port()
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port), *words], cwd=ROOT, env=environment(data, **given),
            stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    service = Service(process, port, data, log)
    try:
        _await(service)
        first = data / "first_access.txt"
        if first.exists() and (made := re.findall(r"API key:\s+(\S+)", first.read_text())):
            service.key = made[0]  # a store that had a key gets none
        yield service
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def _await(service: Service) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert service.is_alive(), service.log.read_text()
        try:
            if service.ask("GET", "/livez")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"the service did not come up: {service.log.read_text()}")


def until(holds: Any, seconds: float = PATIENCE) -> bool:
    """Whether `holds()` comes true within `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.1)
    return False
