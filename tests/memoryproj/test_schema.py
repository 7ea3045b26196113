"""What a command says of a store that is not this release's, of a setting that cannot be, and of a folder that is not
there: one line, and no trace."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from memory import checks
from memoryproj import schema
from tests.store import empty_databases

ROOT = Path(__file__).resolve().parent.parent.parent
SECRET = "a secret of the operator's own, of 40 characters"
TOMORROW = "9999_of_tomorrow"


def run(folder: Path, *words: str, **given: str) -> subprocess.CompletedProcess[str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("MEMORY_", "DATABASE_", "DJANGO_"))
    }
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, text=True, capture_output=True, timeout=120, check=False,
        stdin=subprocess.DEVNULL,
        env=kept | {"MEMORY_DATA_DIR": str(folder), "MEMORY_SECRET_KEY": SECRET} | given,
    )  # fmt: skip


def the_only_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1
    assert not done.stdout
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    "words", [("keys", "list"), ("doctor",), ("export", "acme", "-"), ("mcp", "--namespace", "acme")]
)
def test_a_folder_that_is_not_there_is_made_and_has_no_store(tmp_path, words):
    said = the_only_line(run(tmp_path / "new", *words))
    assert f"{tmp_path / 'new' / 'memory.db'} is not there yet" in said


def test_a_setting_that_cannot_be_is_one_line_and_a_trace_where_it_is_asked_for(tmp_path):
    assert the_only_line(run(tmp_path, "keys", "list", MEMORY_LOGIN_HOURS="soon")).startswith("MEMORY_LOGIN_HOURS ")
    asked = run(tmp_path, "keys", "list", "--traceback", MEMORY_LOGIN_HOURS="soon")
    assert "Traceback" in asked.stderr


def test_a_store_that_cannot_be_opened_is_one_line(tmp_path):
    (tmp_path / "memory.db").mkdir()
    assert "memory.db cannot be opened: unable to open database file" in the_only_line(run(tmp_path, "keys", "list"))


def test_a_full_disk_is_told_beside_the_name_that_sqlite_calls_it(tmp_path):
    (tmp_path / "memory.db").mkdir()
    said = the_only_line(run(tmp_path, "keys", "list", MEMORY_FREE_BYTES="999999999999999"))
    assert said.endswith("bytes are free on its disk)")


def test_a_server_that_does_not_answer_is_one_line(tmp_path):
    pytest.importorskip("psycopg")
    nobody = "postgresql://nobody@127.0.0.1:1/nothing"
    assert run(tmp_path, "keys", "list", DATABASE_URL=nobody).stderr.startswith("The store nothing cannot be opened: ")


def test_a_migration_that_fails_tells_why_and_not_to_migrate(tmp_path):
    with closing(sqlite3.connect(tmp_path / "memory.db")) as store:
        store.execute("CREATE TABLE namespaces (x)")
    done = run(tmp_path, "migrate", "--verbosity", "0")
    assert done.returncode == 1
    assert 'could not be migrated: table "namespaces" already exists' in done.stderr
    assert "earlier release" not in done.stderr


def test_a_user_who_may_make_no_extension_is_told_so(tmp_path, django_db_blocker):
    with empty_databases(django_db_blocker, "no_extension") as (url,):
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("DROP ROLE IF EXISTS may_little")
            cursor.execute("CREATE ROLE may_little LOGIN")
            cursor.execute(f"ALTER DATABASE {connection.ops.quote_name(urlsplit(url).path[1:])} OWNER TO may_little")
        as_that_user = f"{url}{'&' if '?' in url else '?'}options={quote('-c role=may_little')}"
        done = run(tmp_path, "migrate", "--verbosity", "0", DATABASE_URL=as_that_user)
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("DROP ROLE may_little")
    assert done.returncode == 1
    assert 'could not be migrated: permission denied to create extension "vector"' in done.stderr


@pytest.fixture
def of_tomorrow(db):
    MigrationRecorder(connection).record_applied("memory", TOMORROW)


def test_a_store_of_a_later_release_is_refused_at_the_start(of_tomorrow):
    (found,) = checks.the_store_is_not_of_tomorrow(None, databases=["default"])
    assert found.id == "memory.E006"
    assert TOMORROW in found.msg
    with pytest.raises(CommandError, match=f"later release .memory.{TOMORROW}"):
        call_command("doctor")


def test_a_store_of_this_release_lacks_nothing(db):
    assert schema.lack() is None
    assert checks.the_store_is_not_of_tomorrow(None, databases=["default"]) == []


def test_a_migration_that_was_renamed_is_no_later_release(db):
    MigrationRecorder(connection).record_applied("memory", "0001_as_it_was_called")
    assert schema.lack() is None


def test_a_store_of_an_earlier_release_is_told_for_one(db):
    newest = max(schema.MigrationLoader(connection).disk_migrations)
    MigrationRecorder(connection).record_unapplied(*newest)
    assert "is of an earlier release" in str(schema.lack())
