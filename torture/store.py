"""Stores of a trial's own, processes that share them, and what must hold of a store after any death."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.utils import timezone

from memory import ner
from memory.models import ALL, Memory, Namespace, Origin, Session, Supersession
from memory.services import namespaces
from memory.services.actors import Actor
from memory.services.talk import episodes
from memory.services.talk.turns import NewMessage
from memoryproj import throwaway

from . import databases

AGENT = Actor("key:torture", Origin.AGENT)
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOME = "acme/alice"


@cache
def _template() -> Path:
    """A migrated, empty store: the one that MEMORY_TEST_STORE names, or a new one."""
    path = Path(tempfile.mkdtemp(prefix="torture-template-", dir=settings.MEMORY_DATA_DIR)) / "memory.db"
    if migrated := os.environ.get("MEMORY_TEST_STORE"):
        shutil.copy(migrated, path)
    else:
        made(path)
    _load()
    return path


@cache
def _load() -> None:
    """What takes long to load is loaded once here, not in each process that is forked."""
    ner.extract("Ann lives in Oslo.", "local")


def made(path: Path) -> Path:
    """A migrated, empty store at `path`."""
    with throwaway.at(path):
        call_command("migrate", verbosity=0)
    return path


@contextmanager
def fresh(like: Path | None = None) -> Iterator[Path]:
    """A store of its own, empty or a copy of the one at `like`, gone afterwards. Migrating anew would take seconds.

    Beside the path a trial may lay files of its own. On PostgreSQL the path's name is the database's.
    """
    global _present
    with _made_like(like) as path:
        before, _present = _present, path
        try:
            yield path
        finally:
            _present = before


_present = Path()


@contextmanager
def _made_like(like: Path | None) -> Iterator[Path]:
    if connection.vendor == "sqlite":
        with throwaway.store(like or _template()) as path:
            yield path
        return
    _load()
    with (
        tempfile.TemporaryDirectory(prefix="torture-", ignore_cleanup_errors=True) as folder,
        databases.database(like.name if like else "") as name,
    ):
        yield Path(folder) / name


def elsewhere(path: Path) -> dict[str, str]:
    """The variables of a process of its own that works on the present store, which lies at `path`."""
    found = {"MEMORY_DATA_DIR": str(path.parent)}
    if connection.vendor == "sqlite":
        return found
    return found | {"DATABASE_URL": databases.url(), "MEMORY_DATABASE_WALL": settings.MEMORY_DATABASE_WALL}


def fork(work: Callable[[], object]) -> int:
    """Run `work` in a process of its own; answers its pid. No connection is carried over."""
    connections.close_all()
    pid = os.fork()
    if not pid:
        try:
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return pid


def wait(pid: int) -> int:
    """How the process ended: its exit code, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("unreachable")


@contextmanager
def failpoint(number: int) -> Iterator[None]:
    """The process is killed before its `number`-th statement or commit in here (1 is the first)."""
    left = number

    def count(what: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            die()

    with boundaries(count):
        yield


@contextmanager
def boundaries(crossed: Callable[[str], object]) -> Iterator[None]:
    """`crossed` is called with "statement" or "commit" before each of them."""

    def statement(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        crossed("statement")
        return execute(sql, params, many, context)

    commit = connection._commit  # type: ignore[attr-defined]

    def counted() -> None:
        crossed("commit")
        commit()

    connection._commit = counted  # type: ignore[attr-defined]
    try:
        with connection.execute_wrapper(statement):
            yield
    finally:
        connection._commit = commit  # type: ignore[attr-defined]


def say(session_id: str, *contents: str, name: str = HOME, at: datetime = START, role: str = "user") -> list[str]:
    """Turns of one session, a minute apart; answers their ids."""
    messages = [
        NewMessage(role, content, name="Ann" if role == "user" else "Bot", event_time=at + timedelta(minutes=number))
        for number, content in enumerate(contents)
    ]
    return [one.id for one in episodes.ingest_turns(name, session_id, messages, AGENT).episodes]


def home(name: str = HOME) -> Namespace:
    return namespaces.for_reading(name)


def let_leases_end() -> None:
    """As if the time of every lease and pause had passed."""
    Session.objects.across(ALL).filter(lease_until__isnull=False).update(
        lease_until=timezone.now() - timedelta(seconds=1)
    )


def unsound() -> list[str]:
    """What is broken in the store, as the database itself tells: pages, foreign keys, the full-text index."""
    if connection.vendor != "sqlite":
        return databases.unsound()
    found = []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        found += [str(row[0]) for row in cursor.fetchall() if row[0] != "ok"]
        cursor.execute("PRAGMA foreign_key_check")
        found += [f"foreign key: {row}" for row in cursor.fetchall()]
        try:
            cursor.execute("INSERT INTO memories_fts (memories_fts, rank) VALUES ('integrity-check', 1)")
        except Exception as error:
            found.append(f"full text: {error}")
    return found


def facts(name: str = HOME) -> list[dict[str, Any]]:
    """The active facts as values that do not depend on ids, in a fixed order."""
    rows = list(Memory.objects.within(home(name)).facts().active().prefetch_related("source_links__source"))
    contents = {row.uid: row.content for row in rows}
    lineage = Supersession.objects.as_attributes({row.pk for row in rows})
    told = [
        {
            "content": row.content,
            "superseded_by": contents.get(lineage.get(row.pk, {}).get("superseded_by", "")),
            "supersedes": sorted(contents.get(uid, uid) for uid in lineage.get(row.pk, {}).get("supersedes", [])),
            "confidence": round(row.confidence, 3),
            "sources": sorted(link.source.content for link in row.source_links.all()),
        }
        for row in rows
    ]
    return sorted(told, key=lambda row: (row["content"], row["sources"]))


def scratch() -> Path:
    """A file that several processes may append to."""
    return _present.with_name("notes.txt")


def claim(number: int, place: int | None = None) -> str:
    """One of any number of facts that have nothing to do with each other. Digits would make them look like twins."""
    return f"{_name(number)}son lives in {_name(number if place is None else place)}ville."


def _name(number: int) -> str:
    letters = ""
    while True:
        number, letter = divmod(number, 26)
        letters = chr(ord("a") + letter) + letters
        if not number:
            return letters.capitalize()
