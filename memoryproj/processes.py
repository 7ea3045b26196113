"""A group of processes that lives and dies together (honcho), down to its grandchildren.

honcho takes a process for alive until its output ends, and a grandchild that was left behind keeps the output open;
and it cannot clean up after its own violent death. Each process here runs in a session of its own, and a watcher ends
that whole session as soon as its leader is gone or the parent is. The watcher has a session of its own, too: a kill of
the parent's process group does not take it along.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from honcho import manager as honcho
from honcho.process import Process

# Celery looks for its stop signal between two waits of two seconds; honcho would kill it after five.
STOP_PATIENCE = 30  # seconds
LOOK_INTERVAL = 0.3  # seconds


class Watched(Process):  # type: ignore[misc]
    def run(self, events: Any = None, ignore_signals: bool = False) -> None:
        os.setsid()
        start = self._child_ctor  # type: ignore[has-type]
        parent = os.getppid()

        def start_watched(*args: Any, **kwargs: Any) -> Any:
            child = start(*args, **kwargs)
            threading.Thread(target=_watch, args=(child, parent), daemon=True).start()
            return child

        self._child_ctor = start_watched
        super().run(events, ignore_signals)


def _watch(child: Any, parent: int) -> None:
    while child.poll() is None and os.getppid() == parent:
        time.sleep(LOOK_INTERVAL)
    if child.returncode is None:
        _signal_session(child.pid, signal.SIGTERM)
        deadline = time.monotonic() + STOP_PATIENCE
        while child.poll() is None and time.monotonic() < deadline:
            time.sleep(LOOK_INTERVAL)
    _signal_session(child.pid, signal.SIGKILL)


def _signal_session(leader: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, number)


def run_group(commands: Mapping[str, str], environment: Mapping[str, str], folder: Path) -> int:
    """Run `commands` (name: shell command) until one ends or a stop signal comes; then all stop.

    Answers the exit code of the one that ended first, as a shell would say it; 0 after a stop signal.
    """
    honcho.KILL_WAIT = STOP_PATIENCE
    group = honcho.Manager()
    group._process_ctor = Watched
    for name, command in commands.items():
        group.add_process(name, f"exec {command}", env=dict(environment), cwd=str(folder))
    group.loop()
    code = int(group.returncode or 0)
    if code in {known["rc"] for known in honcho.SIGNALS.values()}:
        return 0  # stopped on request; a process that died of a signal has a negative code here
    return code if code >= 0 else 128 - code
