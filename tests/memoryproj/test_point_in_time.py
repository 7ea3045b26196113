"""Back to a moment, as docs/postgresql.md tells it: a copy of the server and the WAL that it archived since."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from memoryproj import throwaway
from tests import postgres
from tests.memoryproj.test_replica import Standby
from tests.memoryproj.test_restore_drill import ASK, FILL, ROOT
from tests.store import needs_a_server

AFTER = """
import django; django.setup()
from memory.services import namespaces
from tests.store import embed_all, say
say(namespaces.ensure("acme/ann"), "late", "@maya sold the zeppelin", "The zeppelin was grey")
embed_all()
"""
MISTAKE = """
import django; django.setup()
from memory.models import ALL, Memory
Memory.objects.across(ALL).filter(session_id="late").delete()
"""
PAGE = ROOT / "docs" / "postgresql.md"


@pytest.fixture
def folder():
    needs_a_server()
    with TemporaryDirectory(prefix="memory-moment-", ignore_cleanup_errors=True) as made:
        for where in (Path(made), Path(made) / "archive"):
            where.mkdir(exist_ok=True)
            where.chmod(0o777)  # as root the server runs as another user
        yield Path(made)


def as_told(archive: Path, moment: str) -> str:
    """The settings of the copy, as the page has them, with this archive and this moment."""
    (told,) = re.findall(r"`postgresql.auto.conf`\n\n```\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    placed = told.replace("/archive/", f"{archive}/")
    return re.sub("(?<=recovery_target_time = ')[^']+", moment, placed)


def asked(server: Any, statement: str) -> Any:
    import psycopg

    with psycopg.connect(server.get_uri(), autocommit=True) as link:
        cursor = link.execute(statement)
        return cursor.fetchone() if cursor.description else None


def test_the_store_comes_back_as_it_was_before_a_mistake(folder, tmp_path):
    archive = folder / "archive"

    def run(url: str, *words: str) -> str:
        environment = {**os.environ, **throwaway.environment(tmp_path, url), "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=environment, text=True, capture_output=True, check=True, timeout=300
        ).stdout

    server = postgres.start(str(folder))
    try:
        itself, copy = Standby(folder / "server", server), Standby(folder / "copy", server)
        asked(server, "ALTER SYSTEM SET archive_mode = on")
        asked(server, f"ALTER SYSTEM SET archive_command = 'cp %p {archive}/%f'")
        asked(server, "CREATE DATABASE drill")
        itself.run("pg_ctl", "-w", "-D", str(itself.data), "-m", "fast", "restart")
        store = server.get_uri("drill")
        run(store, "-c", FILL)
        copy.run(
            "pg_basebackup", "-D", str(copy.data), "-X", "none", "-c", "fast", "--no-manifest", "-d", server.get_uri()
        )
        run(store, "-c", AFTER)
        before = run(store, "-c", ASK)
        (moment,) = asked(server, "SELECT clock_timestamp()::text")
        run(store, "-c", MISTAKE)
        assert run(store, "-c", ASK) != before
        asked(server, "SELECT pg_switch_wal()")
    finally:
        server.cleanup()  # it is lost; what it archived is not

    (copy.data / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
    with (copy.data / "postgresql.auto.conf").open("a") as settings:
        settings.write(as_told(archive, moment))
    (copy.data / "recovery.signal").touch()
    copy.start()
    try:
        assert "done again" not in run(copy.url("drill"), "-m", "django", "restore")  # nothing was erased meanwhile
        assert run(copy.url("drill"), "-c", ASK) == before
        # The copy's new timeline is not in the archive, where a later recovery would follow it.
        assert not list(archive.glob("*.history"))
    finally:
        copy.stop()
