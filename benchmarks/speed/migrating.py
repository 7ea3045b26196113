"""`python -m benchmarks.speed.migrating [MEMORIES]`: a store of the first release is migrated, timed and killed.

The store is made of copies of the rows that the first release wrote (tests/memory/migrations/data): chains,
corrections, decisions, undone and made again. Each copy is a namespace of its own with ids of its own. The store is
migrated once in one go, after the copy that `migrate` makes by itself; and once with the process killed up to three
times on the way. At the end both stores must tell the same, and each namespace what the first one tells, whose answers
a test compares with those of the release.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlite_vec

from memoryproj import throwaway
from memoryproj.sqlite.driver import Database

ROOT = Path(__file__).resolve().parents[2]
ROWS = ROOT / "tests/memory/migrations/data/release_store.sql"
RELEASE = "0007"  # its last migration
TABLES = {"namespaces": "id", "memories": "rowid", "memory_sources": "id", "conflicts": "id", "reviews": "id",
          "events": "seq"}  # fmt: skip
APART = 1_000  # between the numbers of two copies: no row of the release's has as high a one
KILLED_AT = (0.25, 0.5, 0.75)  # of the time that a whole run takes
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
}


def main(memories: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="memory-migrating-"))
    try:
        whole, killed = folder / "whole", folder / "killed"
        whole.mkdir()
        run(whole, "migrate", "memory", RELEASE)
        shutil.rmtree(whole / "backups", ignore_errors=True)
        copies = fill(whole / "memory.db", memories)
        kept = history(whole / "memory.db")
        shutil.copytree(whole, killed)
        size = (whole / "memory.db").stat().st_size
        print(f"{sum(n for n, _ in kept.values()):,} events, {size / 1e6:,.0f} MB, {copies:,} namespaces", flush=True)
        seconds, worked = run(whole, "migrate")
        print(f"copied and migrated in {seconds:.0f} s, {worked:.0f} s of the processor", flush=True)
        for share in KILLED_AT:
            run(killed, "migrate", killed_after=share * seconds)
        run(killed, "migrate")
        assert history(whole / "memory.db") == history(killed / "memory.db") == kept, "an event was lost or changed"
        compare(whole / "memory.db", killed / "memory.db", copies)
        print("the killed store is the same; each namespace tells what the first one tells", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(folder: Path, *arguments: str, killed_after: float = 0.0) -> tuple[float, float]:
    """`manage.py` on the store in `folder`: seconds on the clock, and of the processor."""
    environment = os.environ | throwaway.environment(folder)
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(  # noqa: S603
        [sys.executable, str(ROOT / "manage.py"), *arguments, "--verbosity", "0"], cwd=ROOT, env=environment
    ) as process:
        if killed_after:
            try:
                process.wait(killed_after)
                print("done before it was to be killed", flush=True)
            except subprocess.TimeoutExpired:
                process.kill()
                print(f"killed after {time.perf_counter() - started:.0f} s", flush=True)
    assert killed_after or process.returncode == 0, f"{arguments} ended with {process.returncode}"
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


def compare(whole: Path, killed: Path, copies: int) -> None:
    for what, sql in PAST.items():
        one, other = told_by(whole, sql), told_by(killed, sql)
        assert one == other, f"{what}: the killed store tells something else"
        assert len(one) == copies, f"{what}: {len(one)} of {copies} namespaces"
        unlike = [namespace for namespace, rows in one.items() if rows != one[1]]
        assert not unlike, f"{what}: {len(unlike)} namespaces tell something else than the first"
        print(f"{what}: {sum(one[1].values()) * copies:,} rows", flush=True)


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
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
