"""`python -m benchmarks.speed.migrating [MEMORIES] [--plain TURNS]`: a store of the first release is migrated, timed
and killed.

The store is made of copies of the rows that the first release wrote (tests/memory/migrations/data): chains,
corrections, decisions, undone and made again. Each copy is a namespace of its own with ids of its own. `--plain` adds
so many turns without a history to these namespaces, and gives every memory a vector. The store is migrated once in one
go, after the copy that `migrate` makes by itself; and once with the process killed three times on the way: inside that
copy, while time and lineage are filled in, and in the migration that adds trust. At the end both stores must tell the
same, and each namespace what the first one tells, whose answers a test compares with those of the release.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import django
import numpy as np
import sqlite_vec

from memoryproj import throwaway
from memoryproj.sqlite.driver import Database

ROOT = Path(__file__).resolve().parents[2]
ROWS = ROOT / "tests/memory/migrations/data/release_store.sql"
RELEASE = "0007"  # its last migration
TABLES = {"namespaces": "id", "memories": "rowid", "memory_sources": "id", "conflicts": "id", "reviews": "id",
          "events": "seq"}  # fmt: skip
APART = 1_000  # between the numbers of two copies: no row of the release's has as high a one
LOOKED_AT_EACH = 0.2  # seconds between two looks at whether it is time to kill
DIMENSIONS = 256  # of the release's vectors
MODEL = "wordllama:256"  # what the store believes its random vectors to be of: no migration embeds anything
TURNS_A_SESSION = 50
FIRST_TURN = datetime(2025, 1, 1)  # UTC, which the release's rows do not say either
TOLD_FROM = 5.0  # seconds: a migration that takes less is not told of by name
UID = re.compile(r"\b(ep|fact|ref)_([0-9a-z]{20})[0-9a-z]{6}\b")
NUMBERED = re.compile(r'(^[a-z]+:|"event": )(\d+)')  # "undo:17:…", and the event that an undo names

# What a namespace tells of its past, without its ids.
PAST = {
    "memories": "SELECT namespace_id, content, kind, valid_until, invalid_at, base_confidence, origin FROM memories",
    "events": "SELECT namespace_id, kind, actor, origin, reason, at FROM events",
    "changes": """
        SELECT c.namespace_id, c.kind, c.actor, c.origin, c.decision, c.at, u.kind, u.at FROM changes AS c
        LEFT JOIN changes AS u ON u.id = c.undoes_id
    """,
    "acts": """
        SELECT e.namespace_id, e.kind, e.at, c.kind, c.at FROM events AS e JOIN changes AS c ON c.id = e.change_id
    """,
    "validity": """
        SELECT m.namespace_id, m.content, v.valid_from, v.valid_to, v.known_from, v.known_to
        FROM validity AS v JOIN memories AS m ON m.rowid = v.memory_id
    """,
    "supersessions": """
        SELECT old.namespace_id, old.content, new.content, s.kind, s.way, s.said_at, s.by, s.ended_in_id IS NULL
        FROM supersessions AS s
        JOIN memories AS old ON old.rowid = s.old_id JOIN memories AS new ON new.rowid = s.new_id
    """,
    "sources": """
        SELECT m.namespace_id, m.content, source.content FROM memory_sources AS s
        JOIN memories AS m ON m.rowid = s.memory_id JOIN memories AS source ON source.rowid = s.source_id
    """,
    "conflicts": """
        SELECT c.namespace_id, c.status, d.kind, d.actor, d.decision, d.at FROM conflicts AS c
        LEFT JOIN changes AS d ON d.id = c.decided_in_id
    """,
    "reviews": """
        SELECT r.namespace_id, r.status, r.reason, d.kind, d.actor, d.decision, d.at FROM reviews AS r
        LEFT JOIN changes AS d ON d.id = r.decided_in_id
    """,
    "vectors": """
        SELECT m.namespace_id, m.content, v.kind, v.namespace_id = m.namespace_id, v.embedding = m.embedding
        FROM vec_memories AS v JOIN memories AS m ON m.rowid = v.rowid
    """,
}


def main(memories: int, plain: int = 0) -> None:
    folder = Path(tempfile.mkdtemp(prefix="memory-migrating-"))
    try:
        whole, killed = folder / "whole", folder / "killed"
        whole.mkdir()
        os.environ |= throwaway.environment(whole)
        django.setup()
        run(whole, "migrate", "memory", RELEASE)
        shutil.rmtree(whole / "backups", ignore_errors=True)
        copies = fill(whole / "memory.db", memories)
        turns = add_turns(whole / "memory.db", copies, plain)
        kept = history(whole / "memory.db")
        shutil.copytree(whole, killed)
        size = (whole / "memory.db").stat().st_size
        told = f"{sum(n for n, _ in kept.values()):,} events, {size / 1e6:,.0f} MB, {copies:,} namespaces"
        print(f"{told}, {turns:,} turns without a history", flush=True)
        seconds, worked = run(whole, "migrate")
        print(f"copied and migrated in {seconds:.0f} s, {worked:.0f} s of the processor", flush=True)
        for name, took in longest(whole / "memory.db"):
            print(f"{name}: {took:.0f} s", flush=True)
        killed_on_the_way(killed, size)
        told_alike(whole, killed, copies, kept, PAST if plain else set(PAST) - {"vectors"})
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def killed_on_the_way(folder: Path, size: int) -> None:
    """Migrate the store in `folder`, which has so many bytes, killed three times."""
    store = folder / "memory.db"
    for where, now in (
        ("half through the copy", lambda: bytes_in(folder / "backups") > size / 2),
        ("filling in lineage", lambda: bool(asked(store, "SELECT 1 FROM supersessions LIMIT 1"))),
        ("adding trust", lambda: "0024_unread_turns" in applied(store)),
    ):
        run(folder, "migrate", kill_when=now, where=where)
        # What a killed copy left says nothing of the next one.
        shutil.rmtree(folder / "backups", ignore_errors=True)
    run(folder, "migrate")


def told_alike(whole: Path, killed: Path, copies: int, kept: dict[int, tuple[int, int]], what: Collection[str]) -> None:
    assert history(whole / "memory.db") == history(killed / "memory.db") == kept, "an event was lost or changed"
    compare(whole / "memory.db", killed / "memory.db", copies, what)
    print("the killed store is the same; each namespace tells what the first one tells", flush=True)


def bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def applied(store: Path) -> set[str]:
    return {name for (name,) in asked(store, "SELECT name FROM django_migrations WHERE app = 'memory'")}


def asked(store: Path, sql: str) -> list[tuple[Any, ...]]:
    """What a store answers that another process works on; nothing while it is locked or lacks the table."""
    with opened(store) as connection:
        try:
            return list(connection.execute(sql).fetchall())
        except Database.OperationalError:
            return []


def run(
    folder: Path, *arguments: str, kill_when: Callable[[], bool] | None = None, where: str = ""
) -> tuple[float, float]:
    """`manage.py` on the store in `folder`: seconds on the clock, and of the processor."""
    environment = os.environ | throwaway.environment(folder)
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(  # noqa: S603
        [sys.executable, str(ROOT / "manage.py"), *arguments, "--verbosity", "0"], cwd=ROOT, env=environment
    ) as process:
        while kill_when is not None and process.poll() is None:
            time.sleep(LOOKED_AT_EACH)
            if kill_when():
                process.kill()
                print(f"killed {where}, after {time.perf_counter() - started:.0f} s", flush=True)
                break
        else:
            process.wait()
            if kill_when is not None:
                print(f"done before it was to be killed {where}", flush=True)
    assert process.returncode in (0, -signal.SIGKILL), f"{arguments} ended with {process.returncode}"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - started, worked


def fill(store: Path, memories: int) -> int:
    """The release's rows, copied until there are so many memories; answers how many copies there are."""
    with opened(store) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for statement in ROWS.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                connection.execute(statement)
        first = {}
        for table, key in TABLES.items():
            columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
            numbered = {key} | {name for _, _, _, name, *_ in connection.execute(f"PRAGMA foreign_key_list({table})")}
            first[table] = columns, numbered, connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        copies = max(memories // len(first["memories"][2]), 1)
        for table, (columns, numbered, rows) in first.items():
            marks = ", ".join("?" for _ in columns)
            connection.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})",
                (list(copied(columns, numbered, row, number)) for number in range(1, copies) for row in rows),
            )
        connection.execute("COMMIT")
        assert not connection.execute("PRAGMA foreign_key_check").fetchall()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return copies


def add_turns(store: Path, copies: int, plain: int) -> int:
    """So many turns without a history, the same in each namespace, and a vector for every memory; answers how many.

    A namespace's turns are scattered over the file, as in a service where everybody talks at once.
    """
    if not plain:
        return 0
    each = -(-plain // copies)
    vectors = unit_vectors(each)
    with opened(store) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        first = connection.execute("SELECT id FROM namespaces").fetchone()[0]
        namespaces = [first + number * APART for number in range(copies)]
        for number, (content, vector) in enumerate(zip(sentences(each), vectors, strict=True)):
            connection.executemany(TURN, turns_of(number, content, vector, namespaces))
        last = row_of(each - 1, copies - 1, copies)
        connection.executemany(
            SESSION,
            (
                [namespace, f"talk-{number // TURNS_A_SESSION}", *4 * [said_at(number)], last]
                for namespace in namespaces
                for number in range(0, each, TURNS_A_SESSION)
            ),
        )
        connection.execute("UPDATE memory_metadata SET value = ? WHERE key = 'embedding_model'", [MODEL])
        connection.execute(
            "UPDATE memories SET embedding = ?, embedding_model = ? WHERE embedding IS NULL", [vectors[0], MODEL]
        )
        connection.execute(
            "INSERT INTO vec_memories (rowid, namespace_id, kind, embedding) "
            "SELECT rowid, namespace_id, kind, embedding FROM memories WHERE valid_until IS NULL "
            "ORDER BY namespace_id, kind"
        )
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return each * copies


TURN = """
    INSERT INTO memories
        (rowid, id, namespace_id, kind, content, session_id, role, source_role, event_time, created_at, base_confidence,
         confidence, decay_rate, access_count, origin, tags, attributes, embedding_error, embedding, embedding_model)
    VALUES (?, ?, ?, 'episode', ?, ?, 'user', 'user', ?, ?, 1.0, 1.0, 0.1, 0, 'agent', '[]', '{}', '', ?, ?)
"""
SESSION = """
    INSERT INTO sessions_consolidations
        (namespace_id, session_id, first_seen_at, last_seen_at, completed_at, consolidated_at, watermark, lease_token,
         attempts, status, last_error)
    VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 'consolidated', '')
"""


def turns_of(number: int, content: str, vector: bytes, namespaces: Sequence[int]) -> Iterator[list[Any]]:
    said, session = said_at(number), f"talk-{number // TURNS_A_SESSION}"
    for place, namespace in enumerate(namespaces):
        rowid = row_of(number, place, len(namespaces))
        yield [rowid, f"ep_{rowid:026d}", namespace, content, session, said, said, vector, MODEL]


def row_of(number: int, place: int, copies: int) -> int:
    """Above all rows of the copies."""
    return (copies + 1) * APART + number * copies + place


def said_at(number: int) -> str:
    return str(FIRST_TURN + timedelta(minutes=number))


def sentences(count: int) -> list[str]:
    from .data import texts  # it wants Django's settings

    return texts(count)


def unit_vectors(count: int) -> list[bytes]:
    drawn = np.random.default_rng(1).standard_normal((count, DIMENSIONS), dtype=np.float32)
    return [row.tobytes() for row in drawn / np.linalg.norm(drawn, axis=1, keepdims=True)]


def copied(columns: Sequence[str], numbered: set[str], row: Sequence[Any], number: int) -> Iterator[Any]:
    """The row as the one of another copy."""
    for name, value in zip(columns, row, strict=True):
        if name in numbered and value is not None:
            yield value + number * APART
        elif name == "name" and value is not None:
            yield f"{value}-{number}"
        elif isinstance(value, str):
            told = UID.sub(lambda match: f"{match[1]}_{match[2]}{number:06d}", value)
            yield NUMBERED.sub(lambda match: f"{match[1]}{int(match[2]) + number * APART}", told)
        else:
            yield value


def history(store: Path) -> dict[int, tuple[int, int]]:
    """{namespace: (how many events, what they come to)}: no migration may lose or change one."""
    found: dict[int, tuple[int, int]] = {}
    with opened(store) as connection:
        for namespace, *event in connection.execute(
            "SELECT namespace_id, seq, subject, kind, actor, origin, at FROM events ORDER BY seq"
        ):
            number, told = found.get(namespace, (0, 0))
            found[namespace] = number + 1, hash((told, *event))
    return found


def longest(store: Path) -> list[tuple[str, float]]:
    """The migrations that took TOLD_FROM seconds or more, with what they took: between two of Django's records."""
    with opened(store) as connection:
        applied = connection.execute(
            "SELECT app || ' ' || name, julianday(applied) * 86400 FROM django_migrations ORDER BY id"
        ).fetchall()
    took = [(name, at - before) for (_, before), (name, at) in itertools.pairwise(applied)]
    begun = next(place for place, (name, _) in enumerate(took) if name.startswith(f"memory {int(RELEASE) + 1:04d}"))
    return [(name, seconds) for name, seconds in took[begun + 1 :] if seconds >= TOLD_FROM]


def compare(whole: Path, killed: Path, copies: int, what: Collection[str]) -> None:
    for name in PAST:
        if name not in what:
            continue
        one, other = told_by(whole, PAST[name]), told_by(killed, PAST[name])
        assert one == other, f"{name}: the killed store tells something else"
        assert len(one) == copies, f"{name}: {len(one)} of {copies} namespaces"
        unlike = [namespace for namespace, rows in one.items() if rows != one[1]]
        assert not unlike, f"{name}: {len(unlike)} namespaces tell something else than the first"
        print(f"{name}: {sum(one[1].values()) * copies:,} rows", flush=True)


def told_by(store: Path, sql: str) -> dict[int, Counter[tuple[Any, ...]]]:
    found: dict[int, Counter[tuple[Any, ...]]] = {}
    with opened(store) as connection:
        for namespace, *row in connection.execute(sql):
            found.setdefault(namespace, Counter())[tuple(without_ids(row))] += 1
    return found


def without_ids(row: Sequence[Any]) -> Iterator[Any]:
    for value in row:
        yield UID.sub("…", value) if isinstance(value, str) else value


def opened(store: Path) -> Any:
    connection = Database.connect(str(store), isolation_level=None)
    connection.enable_load_extension(True)
    sqlite_vec.load(connection)
    return closing(connection)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.migrating")
    parser.add_argument("memories", nargs="?", type=int, default=100_000, help="of copies of the release's rows")
    parser.add_argument("--plain", type=int, default=0, metavar="TURNS", help="besides, with vectors for all")
    options = parser.parse_args()
    if options.memories < 1 or options.plain < 0:
        parser.error("there is at least one memory, and no turns fewer than none")
    main(options.memories, options.plain)
