"""`python -m benchmarks.load`: whose processor time it tells, what it takes for the cause, and that it runs."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from benchmarks.load import report, runs
from benchmarks.load.generator import Kind, Outcome
from benchmarks.load.runs import Run
from benchmarks.load.watching import Locks, Process, Seen, by_part, look_at_file
from memoryproj import throwaway
from tests.store import empty_databases

ROOT = Path(__file__).parents[2]


def test_what_a_part_starts_is_counted_with_it_and_nothing_of_others():
    known = {
        10: Process(1, "python manage.py up", 1.0),
        11: Process(10, "python manage.py up", 0.5),
        12: Process(11, "/.venv-postgres/bin/python -m granian --interface rsgi", 2.0),
        13: Process(12, "/.venv-postgres/bin/python -c from multiprocessing.spawn", 20.0),
        14: Process(10, "python -m celery worker --queues embed,maintenance --hostname embed@h", 4.0),
        15: Process(14, "python -m celery worker", 8.0),
        20: Process(1, "postgres -D /data", 16.0),
        21: Process(20, "postgres: someone", 32.0),
        30: Process(1, "python -m granian of somebody else", 64.0),
    }
    found = by_part(known, {10: "rest", 20: "server"})
    assert found == {"web": 22.0, "embed": 12.0, "llm": 0.0, "beat": 0.0, "rest": 1.5, "server": 48.0}


def made(in_time: int = 10, processes: int = 1, **given: Any) -> Run:
    """A run of ten turns and ten contexts, of which so many were answered in time."""
    kinds = {
        "ingest": Kind(due=10, answered=10, in_time=10, waited=[0.01] * 10),
        "context": Kind(due=10, answered=in_time, in_time=in_time, refused={}, waited=[0.1] * 10),
    }
    seen = Seen(10.0, {"web": 0.5, "embed": 0.1, "llm": 0.0, "beat": 0.0, "rest": 0.0}, 0.2, Locks(10, 1, 1))
    for name, value in given.items():
        setattr(seen, name, value)
    return Run("SQLite", processes, 2.0, Outcome(kinds, [0.001], 1.0, 10.0), seen, {"web": 0.1})


@pytest.mark.parametrize(
    "run, why",
    [
        (made(), ""),
        (made(2, others=1.4), "the machine's processors"),
        (made(2, others=1.4, locks=Locks(10, 6, 0)), "the machine's processors, a lock"),
        (made(2, parts={"web": 0.85}), "the interpreter of each web process"),
        (made(2, 2, parts={"web": 0.85}), "the line for a thread"),
        (made(2, locks=Locks(10, 6, 0)), "a lock"),
        (made(2, locks=Locks(10, 0, 6)), "the disk"),
    ],
)  # fmt: skip
def test_what_is_at_its_end_is_named_where_the_service_did_not_keep_up(run, why, monkeypatch):
    monkeypatch.setattr(runs, "PROCESSORS", 2)
    assert run.kept_up == (not why)
    assert run.why == why


def test_what_a_request_costs_is_without_what_a_part_uses_idle():
    assert made().cost("web") == pytest.approx(1e3 * (0.5 - 0.1) * 10 / 20)
    assert made().cost("server") == 0
    assert made().others == pytest.approx(0.2 - 0.1)


def test_of_a_file_the_table_tells_how_long_a_request_keeps_its_writer_busy():
    one = made(locks=Locks(20, 5, 0))
    del one.outcome.kinds["context"]
    assert report.alone([one]).endswith(f"| {1e3 * 5 / 20 / 1.0:.1f} |")
    assert report.alone([replace(one, database="PostgreSQL")]).endswith("| – |")


def test_the_tables_tell_of_answers_that_never_came():
    text = report.mixed([made(), made(2)])
    assert "| 10 · 10 · 10 | 100 · 100 · 100 |" in text
    assert "| ≥ 100 · 100 · 100 |" in text
    assert "| SQLite | 1 | 2.0 | 2.0 | 1.2 | the line for a thread |" in report.summary([made(), made(2)])
    assert "| SQLite | 1 | 2.0 | not reached | | |" in report.summary([made()])


def test_a_writer_at_work_is_seen_in_the_file(tmp_path):
    path = tmp_path / "memory.db"
    look = look_at_file(path)
    assert look() == (False, False)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert look() == (True, False)


@pytest.fixture
def database(django_db_blocker):
    """The variables and words that name the store beside SQLite: an empty database, where there is a server."""
    if connection.vendor == "sqlite":
        yield {}, []
        return
    with empty_databases(django_db_blocker, "loaded") as (url,):
        yield {"DATABASE_URL": url}, ["--postgresql"]


@pytest.mark.slow
def test_both_stores_are_loaded_until_neither_keeps_up(database, tmp_path):
    variables, words = database
    given = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORY_", "DATABASE_URL"))}
    done = subprocess.run(
        [
            sys.executable, "-m", "benchmarks.load", "--namespaces", "3", "--memories", "300", "--processes", "1",
            "--rates", "4,2000,3000", "--seconds", "2", "--outstanding", "16", "--stores", str(tmp_path), *words,
        ],
        cwd=ROOT, env=given | throwaway.environment(tmp_path) | variables, capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    stores = ["SQLite", "PostgreSQL"] if words else ["SQLite"]
    for store in stores:
        for kind in ("ingest", "context", "search"):
            assert f"| {kind} | {store} |" in done.stdout
        told = re.findall(rf"^{store}, 1 processes, (\d+) a second of ingest, context, search: [\d.]+ in time (.*)$",
                          done.stderr, re.MULTILINE)  # fmt: skip
        # How many requests a second a busy machine bears is not told beforehand: it ends at the first that is too many.
        assert [rate for rate, _ in told] == ["4", "2000", "3000"][: len(told)]
        assert [bool(why) for _, why in told] == [False] * (len(told) - 1) + [True], "it went on behind its end"
        assert len(told) < 3, "no machine bears 2,000 a second"
    assert "refused" not in done.stdout
    assert "300 memories in 3 namespaces" in done.stdout
