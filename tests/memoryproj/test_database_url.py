"""DATABASE_URL: which database keeps the store, and what is said of a bad one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from memory.management.commands.transfer import target
from memoryproj.postgresql import address
from tests.store import needs_a_server

ROOT = Path(__file__).resolve().parent.parent.parent
PASSWORD = "hunter2-and-more"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (f"mysql://ann:{PASSWORD}@db/store", "PostgreSQL server, not 'mysql'"),
        (f"ann:{PASSWORD}@db/store", "PostgreSQL server, not"),
        ("nonsense", "PostgreSQL server, not 'nothing'"),
        (f"postgresql://ann:{PASSWORD}@db:5432", "names no database"),
        (f"postgresql://ann:{PASSWORD}@db:5432/", "names no database"),
        (f"postgresql://ann:{PASSWORD}@db:port/store", "cannot be read"),
        (f"postgresql://ann:{PASSWORD}@db:99999/store", "cannot be read"),
        (f"postgresql://ann:{PASSWORD}@[db/store", "cannot be read"),
    ],
)
def test_a_bad_address_is_told_without_its_password(url, said):
    with pytest.raises(ImproperlyConfigured, match=said) as error:
        address.database(url, 0)
    assert PASSWORD not in str(error.value)
    assert address.SHAPE in str(error.value)


def test_a_transfer_speaks_of_its_target_and_not_of_a_setting():
    with pytest.raises(CommandError, match=r"^the target names a PostgreSQL server, not 'mysql'"):
        target("mysql://db/store")


def test_what_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ImproperlyConfigured, match=r"rememberd\[postgres\]"):
        address.database("postgresql://db/store", 0)


def test_an_address_becomes_djangos_settings():
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    found = address.database("postgres://ann:p%40ss@db.local:6543/store?sslmode=require", 0)
    assert (found["ENGINE"], found["NAME"], found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == (
        address.ENGINE, "store", "ann", "p@ss", "db.local", 6543,
    )  # fmt: skip
    assert found["OPTIONS"]["sslmode"] == "require"
    assert (found["CONN_MAX_AGE"], found["CONN_HEALTH_CHECKS"]) == (None, True)
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True


def test_a_pool_is_shared_and_its_connections_are_handed_back():
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    found = address.database("postgresql://db/store", 8)
    assert found["OPTIONS"]["pool"] == {"min_size": 1, "max_size": 8}
    assert found["CONN_MAX_AGE"] == 0


def test_the_demo_says_that_it_plays_on_a_file(db):
    needs_a_server()
    with pytest.raises(CommandError, match=r"DATABASE_URL= \S+.* demo"):
        call_command("demo")


TWO_PROCESSES = """
import subprocess, sys
import tests.settings
print(tests.settings.DATABASES["default"]["ENGINE"], flush=True)
if sys.argv[1:]:
    subprocess.run([sys.executable, "-c", sys.argv[1]], check=True)
"""


@pytest.mark.parametrize(("url", "engine"), [("postgresql://ann@db/store", "postgresql"), ("", "sqlite")])
def test_a_process_that_a_test_run_starts_for_its_tests_works_on_the_same_database(url, engine):
    """As xdist's workers do, of which each once ran on SQLite."""
    if url:
        pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    done = subprocess.run(
        [sys.executable, "-c", TWO_PROCESSES, TWO_PROCESSES], env=kept | {"DATABASE_URL": url}, cwd=ROOT,
        text=True, capture_output=True, check=True, timeout=120,
    )  # fmt: skip
    first, second = done.stdout.splitlines()
    assert first == second
    assert engine in first
