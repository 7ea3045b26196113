"""Would committing in groups pay? Turns from many threads over an emulated disk whose flush takes long.

`synchronous` is off and each commit sleeps instead, with the write lock held, as a flush holds it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from unittest import mock

from django.db import connections, transaction

from memoryproj.sqlite.base import Cursor

from . import data
from .ingest import MENTIONS, prepare, take_in

THREADS = (4, 8, 32)


def side_by_side(folder: Path, flush: float, seconds: float) -> dict[int, tuple[float, float]]:
    """{threads: turns a second (one by one, in groups)} where a flush takes `flush` seconds."""
    path = data.store(folder, "flush")
    prepare(path, "OFF")
    return {threads: (_one_by_one(threads, flush, seconds), _in_groups(threads, flush, seconds)) for threads in THREADS}


def _one_by_one(threads: int, flush: float, seconds: float) -> float:
    """As the product does it; only its COMMIT takes longer."""
    commits = 0

    def execute(cursor: Cursor, query: str, params: Any = None) -> Any:
        nonlocal commits
        if query == "COMMIT":
            commits += 1
            time.sleep(flush)
        return plain(cursor, query, params)

    plain = Cursor.execute
    with mock.patch.object(Cursor, "execute", execute):
        found = _driven(threads, seconds, take_in)
    if not commits:
        raise RuntimeError("a turn commits in another way than this emulates")
    return found


def _in_groups(threads: int, flush: float, seconds: float) -> float:
    """One thread writes for all who wait: one transaction, in it a savepoint for each turn, which may be refused."""
    waiting: SimpleQueue[tuple[str, threading.Event]] = SimpleQueue()
    over = threading.Event()

    def write() -> None:
        while not over.is_set():
            group = []
            try:
                group.append(waiting.get(timeout=0.05))
                while True:
                    group.append(waiting.get_nowait())
            except Empty:
                pass
            if group:
                with transaction.atomic():
                    for turn, _ in group:
                        take_in(turn)
                    time.sleep(flush)
                for _, done in group:
                    done.set()
        connections.close_all()

    def hand_over(turn: str) -> None:
        done = threading.Event()
        waiting.put((turn, done))
        done.wait()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return _driven(threads, seconds, hand_over)
    finally:
        over.set()
        writer.join()


def _driven(threads: int, seconds: float, take: Callable[[str], None]) -> float:
    """Turns a second, from threads that each send the next turn when the last one is kept."""
    texts = data.texts(500)
    counts = [0] * threads
    start = time.perf_counter()

    def send(place: int) -> None:
        while time.perf_counter() - start < seconds:
            take(f"{texts[(place * 31 + counts[place]) % len(texts)]} {MENTIONS}")
            counts[place] += 1
        connections.close_all()

    senders = [threading.Thread(target=send, args=[place]) for place in range(threads)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    return sum(counts) / (time.perf_counter() - start)
