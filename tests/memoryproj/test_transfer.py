"""From SQLite to PostgreSQL: a store is carried over by processes of their own, one of which is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection

from memoryproj import throwaway
from tests.store import database_url

ROOT = Path(__file__).resolve().parent.parent.parent
FILL = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from memory.services import facts, namespaces
from tests.store import AGENT, CURATOR, embed_all, know, say
for name in ("acme/ann", "acme/bob"):
    home = namespaces.ensure(name)
    for n in range(30):
        say(home, f"s{n}", *[f"@maya planted {n * 30 + m} tulips in garden {n}" for m in range(20)])
    long = say(home, "long", " ".join(f"In chapter {n} a cat chases mouse {n}." for n in range(60)))
    kept = [know(home, f"Ann has {n} cups of sort {n}", tags=["cups"], attributes={"n": n}) for n in range(9)]
    facts.retire(home, kept[0].uid, actor=CURATOR)
    facts.correct(home, kept[1].uid, "Ann has a hundred cups", actor=CURATOR)
embed_all()
"""
MORE = """
import django; django.setup()
from memory.models import ALL, Memory
from memory.services import facts, namespaces
from tests.store import CURATOR, embed_all, say
home = namespaces.for_reading("acme/ann")
say(home, "later", "The zeppelin was said after the first transfer")
facts.retire(home, Memory.objects.within(home).facts().active().first().uid, actor=CURATOR)
embed_all()
"""


@pytest.fixture
def target(django_db_blocker):
    """The address of an empty database on the server."""
    if connection.vendor != "postgresql":
        pytest.skip("a PostgreSQL server is needed: make test-postgres")
    name = "transferred"
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name}")
    yield database_url(name)
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def run(tmp_path):
    """Runs Python or a command of the product on the SQLite store, to its end."""
    environment = {**os.environ, **throwaway.environment(tmp_path), "PYTHONPATH": str(ROOT)}

    def start(*words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )  # fmt: skip

    def done(*words: str) -> str:
        process = start(*words)
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 0, said
        return said

    done.start = start
    return done


def rows(url: str) -> int:
    import psycopg

    with psycopg.connect(url) as there:
        if there.execute("SELECT to_regclass('memories')").fetchone()[0] is None:
            return 0
        return int(there.execute("SELECT count(*) FROM memories").fetchone()[0])


def counted(url: str) -> bool:
    """Whether the server has looked how many rows there are, as it was told to."""
    import psycopg

    with psycopg.connect(url) as there:
        told = there.execute("SELECT last_analyze FROM pg_stat_user_tables WHERE relname = 'memories'").fetchone()
        return bool(told and told[0])


def test_a_store_is_carried_over_by_as_many_starts_as_it_takes(target, run):
    run("-c", FILL)
    killed = run.start("-m", "django", "transfer", target)
    until = time.monotonic() + 200
    while rows(target) == 0 and killed.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    killed.kill()
    killed.communicate()

    said = run("-m", "django", "transfer", target)
    assert "The store is carried over" in said
    assert "100 searches" in said
    assert rows(target) == 2 * (600 + 1 + 10)
    assert counted(target), "the planner knows nothing of the new rows"

    run("-c", MORE)
    again = run("-m", "django", "transfer", target)
    assert "The store is carried over" in again
    assert rows(target) == 2 * (600 + 1 + 10) + 1
    # What was there is only compared.
    assert int(again.split("memories: ")[1].split(", ")[1].split()[0]) < 20


def test_the_rows_of_another_store_are_never_lost(target, run, tmp_path):
    run("-c", FILL)
    run("-m", "django", "transfer", target)
    before = rows(target)
    (tmp_path / "memory.db").unlink()
    run("-c", FILL.replace("acme/ann", "acme/eve"))
    refused = run.start("-m", "django", "transfer", target)
    said, _ = refused.communicate(timeout=300)
    assert refused.returncode
    assert "namespaces that this store has not" in said
    assert rows(target) == before
