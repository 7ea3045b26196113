"""A server's backup, as docs/postgresql.md tells it: dumped, restored elsewhere, and made whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from memoryproj import throwaway
from tests import postgres
from tests.store import empty_databases, needs_a_server

TOLD = ("--exit-on-error", "--no-owner", "--no-comments")
ROOT = Path(__file__).resolve().parent.parent.parent
FILL = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from memory.services import namespaces
from tests.store import embed_all, know, say
home = namespaces.ensure("acme/ann")
for n in range(10):
    say(home, f"s{n}", *[f"@maya planted {n * 30 + m} tulips in garden {n}" for m in range(10)])
    know(home, f"Ann has {n} cups of sort {n}", tags=["cups"], attributes={"n": n})
embed_all()
"""
ASK = """
import django; django.setup()
from memory.models import ALL, Memory
from memory.search import Filters, hybrid_search
from memory.services import namespaces
from memory.services.upkeep import doctor
home = namespaces.for_reading("acme/ann")
print(Memory.objects.across(ALL).count())
for words in ("cups of sort 7", "tulips in garden 3", "zeppelin"):
    print([hit.memory.uid for hit in hybrid_search(home, words, limit=10).hits])
print([str(flaw) for flaw in doctor.examine()])
"""


def tool(name: str) -> str:
    """PostgreSQL's program of that name, of the server's own version."""
    return postgres.program(name, cast(Any, connection).pg_version // 10_000) or pytest.skip(f"there is no {name}")


@pytest.fixture
def databases(django_db_blocker):
    """The addresses of two empty databases on the server."""
    with empty_databases(django_db_blocker, "drill_store", "drill_restored") as urls:
        yield urls


def test_a_dump_is_restored_elsewhere_and_what_was_erased_since_is_erased_again(databases, tmp_path):
    store, restored = databases
    dump = tmp_path / "store.dump"

    def run(url: str, *words: str) -> str:
        environment = {**os.environ, **throwaway.environment(tmp_path, url), "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=environment, text=True, capture_output=True, check=True, timeout=300
        ).stdout

    run(store, "-c", FILL)
    before = run(store, "-c", ASK)
    subprocess.run([tool("pg_dump"), "--format", "custom", "--file", dump, store], check=True)
    run(store, "-m", "django", "erase", "acme/ann", "session", "s3")
    now = run(store, "-c", ASK)
    assert before.splitlines()[0] == "110"
    assert now.splitlines()[0] == "100"

    subprocess.run([tool("pg_restore"), *TOLD, "--dbname", restored, dump], check=True)
    assert run(restored, "-c", ASK) == before  # rows, searches, and nothing for the doctor to find
    assert "1 erasures since that backup were done again" in run(restored, "-m", "django", "restore")
    assert run(restored, "-c", ASK) == now
    assert "done again" not in run(restored, "-m", "django", "restore")


def test_a_file_is_not_restored_into_a_server(db):
    needs_a_server()
    with pytest.raises(CommandError, match="its own tools"):
        call_command("restore", "latest")
