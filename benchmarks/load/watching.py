"""What the machine does during a run: whose processor time it was, and how often a lock stood in the way."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

# A part of the service by the words of its command; its children are counted with it.
PARTS = {"web": "granian", "embed": "--queues embed", "llm": "--queues llm", "beat": " beat --loglevel"}
LOOK = 0.05  # seconds between two looks at the locks
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Process:
    parent: int
    command: str
    seconds: float  # of the processor, its own and that of children that have ended


def processes() -> dict[int, Process]:
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it ended meanwhile
        found[int(folder.name)] = Process(int(fields[1]), command, sum(map(int, fields[11:15])) / TICK)
    return found


def by_part(known: Mapping[int, Process], roots: Mapping[int, str]) -> dict[str, float]:
    """Seconds of the processor that each part has used so far, of all that is below `roots`, which are parts, too."""
    found = dict.fromkeys([*PARTS, *roots.values()], 0.0)
    for pid, process in known.items():
        if part := _part(pid, known, roots):
            found[part] += process.seconds
    return found


def _part(pid: int, known: Mapping[int, Process], roots: Mapping[int, str]) -> str:
    """The part of the nearest process from here up whose command tells one; "" for what is not below `roots`."""
    part, at = "", pid
    while at in known:
        if at in roots:
            return part or roots[at]
        part = part or next((name for name, words in PARTS.items() if words in known[at].command), "")
        at = known[at].parent
    return ""


def busy() -> float:
    """Seconds that all processors of the machine together have been at work so far."""
    user, nice, system, _, _, *rest = (int(word) for word in Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + sum(rest)) / TICK


@dataclass
class Locks:
    """Of so many looks: how often a lock stood in somebody's way, and how often somebody waited for the disk."""

    looks: int = 0
    locked: int = 0
    disk: int = 0


def look_at_file(path: Path) -> Callable[[], tuple[bool, bool]]:
    """Whether SQLite's one writer is at work. Who waits for the disk does not tell here."""

    def look() -> tuple[bool, bool]:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as probe:
            try:
                probe.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True, False
            probe.execute("ROLLBACK")
            return False, False

    return look


def look_at_server(url: str) -> Callable[[], tuple[bool, bool]]:
    """Whether somebody waits for a lock of another, and whether somebody waits for the disk."""
    import psycopg

    link = psycopg.connect(url, autocommit=True)

    def look() -> tuple[bool, bool]:
        row = link.execute(
            "SELECT coalesce(bool_or(wait_event_type = 'Lock'), false), coalesce(bool_or(wait_event_type = 'IO' "
            "OR wait_event = 'WALWrite'), false) FROM pg_stat_activity "
            "WHERE state <> 'idle' AND pid <> pg_backend_pid()"
        ).fetchone()
        return bool(row[0]), bool(row[1])

    return look


@dataclass
class Seen:
    """Of one run: its seconds; how many processors each part, and all else on the machine, used on average; the
    locks."""

    seconds: float = 0.0
    parts: dict[str, float] = field(default_factory=dict)
    others: float = 0.0
    locks: Locks = field(default_factory=Locks)


@contextmanager
def watching(roots: Mapping[int, str], look: Callable[[], tuple[bool, bool]]) -> Iterator[Seen]:
    """What was seen stands in the answer behind the block."""
    seen, stop = Seen(), threading.Event()

    def watch() -> None:
        while not stop.wait(LOOK):
            locked, disk = look()
            seen.locks.looks += 1
            seen.locks.locked += locked
            seen.locks.disk += disk

    watcher = threading.Thread(target=watch, daemon=True)
    began, before, busy_before = time.perf_counter(), by_part(processes(), roots), busy()
    watcher.start()
    try:
        yield seen
    finally:
        stop.set()
        watcher.join()
        seen.seconds = time.perf_counter() - began
        after, busy_after = by_part(processes(), roots), busy()
        seen.parts = {part: (after[part] - before[part]) / seen.seconds for part in after}
        seen.others = max((busy_after - busy_before) / seen.seconds - sum(seen.parts.values()), 0.0)
