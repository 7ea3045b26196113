"""Age costs nothing: memory stays flat, the WAL stays bounded."""

import gc
import tracemalloc
from pathlib import Path

import pytest
from django.db import connections

from benchmarks.speed import age
from memory import background
from memory.search import hybrid_search
from memory.search.backends import estimates
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage
from memoryproj.sqlite import checkpoints
from tests.store import AGENT, know, say

TURNS, SEARCHES = 2_000, 150
ROOM = 128 << 10  # bytes that so many calls may leave together: one short text kept by each turn would be more
LIFE = 6_000  # turns of a process of its own, and a tenth as many searches: caches of words are full for most of it
LIFE_ROOM = 4.0  # MiB that libraries may keep; one or two are usual, and a row kept by each turn would be ten
PAGE = 4096


def left_behind(work, calls: int) -> int:
    """Bytes of Python's memory that `calls` calls leave, once caches are warm."""
    for number in range(calls):
        work(number)
    background.flush()
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(calls, 2 * calls):
            work(number)
        background.flush()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def take_in(number):
    ingest_turns("acme/alice", f"s{number % 7}", [NewMessage("user", f"turn {number} @p{number % 5}")], AGENT)


def test_turns_leave_no_memory(committed):
    assert left_behind(take_in, TURNS) < ROOM


def test_a_leak_of_one_small_object_a_turn_would_be_seen(committed):
    kept = []

    def leak(number):
        take_in(number)
        kept.append(f"turn {number}")

    assert left_behind(leak, TURNS) > ROOM


def test_searches_leave_no_memory(namespace):
    say(namespace, "s1", *[f"turn {number} about tea" for number in range(20)])
    know(namespace, "Ann drinks green tea")
    assert left_behind(lambda number: hybrid_search(namespace, f"tea with {number % 50}"), SEARCHES) < ROOM


@pytest.mark.slow
def test_a_process_that_takes_in_and_searches_stays_as_large_as_it_was_when_warm(tmp_path):
    """Also what tracemalloc does not see: the libraries' own memory, and the WAL beside the checkpoint thread."""
    lived = age.in_a_process(tmp_path / "age", LIFE, LIFE // 10)
    assert lived["end"] - lived["warm"] < LIFE_ROOM
    # Two thousand and a half are usual: caches of words. A turn that keeps anything keeps one object or more.
    assert lived["objects"] < (1 - age.WARM) * LIFE
    # It is cut at LONG, and the thread looks five times a second. Nobody cutting it, it would be twice as long as this.
    assert lived["wal"] < 2 * checkpoints.LONG * PAGE / (1 << 20)


def test_estimates_are_kept_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(estimates, "MAX_KEPT", 10)
    kept = estimates.Estimates()
    for number in range(100):
        assert kept.keep(f"word{number}", number) == kept.known(f"word{number}") == number
    assert sum(kept.known(f"word{number}") is not None for number in range(100)) <= 10


@pytest.mark.sqlite_alone("the WAL of a file")
def test_a_long_wal_is_cut(committed, monkeypatch):
    """Also where each look finds new commits, so that it is never copied whole."""
    monkeypatch.setattr(checkpoints, "LONG", 50)
    database = connections["default"]
    wal = Path(f"{database.settings_dict['NAME']}-wal")
    other = database.get_new_connection(database.get_connection_params())
    sizes = []
    try:
        database.connection.execute("PRAGMA wal_autocheckpoint = 0")
        for _ in range(12):
            for turn in range(20):
                ingest_turns("acme/alice", "s1", [NewMessage("user", f"turn {turn} {'x' * 400}")], AGENT)
            checkpoints.checkpoint(other)
            sizes.append(wal.stat().st_size)
    finally:
        database.connection.execute("PRAGMA wal_autocheckpoint = 1000")
        other.close()
    assert max(sizes[6:]) <= max(sizes[:6])


@pytest.mark.sqlite_alone("the WAL of a file")
def test_the_web_process_leaves_checkpoints_to_a_thread(committed):
    database = connections["default"]
    checkpoints.start()
    try:
        assert database.connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (checkpoints.SAFETY_NET,)
        other = database.copy()
        other.ensure_connection()
        assert other.connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (checkpoints.SAFETY_NET,)
        other.close()
    finally:
        checkpoints.stop()
        database.close()
    database.ensure_connection()
    assert database.connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (1000,)
