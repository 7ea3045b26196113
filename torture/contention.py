"""Promise 15: busy means wait, then 503 with Retry-After: 16 writers beside checkpoints, backups and a held lock.

The writers speak HTTP with the service. Beside them one process cuts the WAL again and again, one makes backups, and
one now and then holds the write lock for longer than a writer waits. Nobody may be answered with the database's own
error, what was acknowledged is stored once, and what was refused is not there. On PostgreSQL a dump is the backup, and
the namespace's row is what is held.
"""

from __future__ import annotations

import http.client
import itertools
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.db import connection, connections, transaction

from memory.models import ALL, ApiKey, Memory, Namespace
from memory.services import writing
from memory.services.upkeep import backups, doctor
from memoryproj.sqlite.backups import Why
from memoryproj.sqlite.driver import Database
from tests.service import running

from . import databases, store, web
from .journal import Journal
from .outcome import Outcome

WRITERS = 16
PATIENCE = 120  # seconds that a client waits for an answer, and the trial for the writers
CHECKPOINTS = 0.2  # seconds between two
TOO_LONG = 2.0  # times the seconds that a writer waits: so long is the lock held
MORE = 5  # times that it is held where nobody was refused yet
REFUSALS = {"busy", "refused"}  # the notes of those who try again, and of those who do not
OF_THE_DATABASE = (
    "locked",
    "sqlite",
    "lock timeout",
    "psycopg",
    "OperationalError",
    "Traceback",
)  # what no client may read


@dataclass(frozen=True)
class Served:
    """A service: where it is, a key, its store, and how many seconds one of its writers waits for the lock."""

    port: int
    key: str
    path: Path
    wait: float


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    with _small() if quick else _whole() as served:
        journal, stop = Journal(served.path.with_name("journal")), served.path.with_name("stop")
        beside = [
            store.fork(partial(_checkpoint, served.path, stop)),
            store.fork(partial(_back_up, journal, stop)),
            store.fork(partial(_hold, served, journal, 1 if quick else 4)),
        ]
        writers = store.fork(partial(_write_all, served, journal, stop))
        holder = store.wait(beside[-1])
        time.sleep(0.5 if quick else 5)
        stop.touch()
        ends = [holder, *map(store.wait, [*beside[:-1], writers])]
        outcome.expect(not any(ends), f"the ends of holder, checkpoints, backups and writers: {ends}")
        _judge(outcome, journal)
    return outcome


@contextmanager
def _small() -> Iterator[Served]:
    """Two processes with many threads, whose writers give up after a second."""
    with store.fresh() as path, _waiting(1):
        store.say("s", "Hello")
        _, key = ApiKey.objects.issue("torture", pattern=store.HOME, scopes=["read", "write"])
        with web.serving(2) as port:
            yield Served(port, key, path, 1.0)


@contextmanager
def _waiting(seconds: int) -> Iterator[None]:
    """Inside, writers of this process and its children give up after so many seconds."""
    options = connections["default"].settings_dict["OPTIONS"]
    before, held = options.get("timeout"), writing.WAIT_SECONDS
    if before is not None:
        options["timeout"] = float(seconds)
    writing.WAIT_SECONDS = seconds
    try:
        yield
    finally:
        writing.WAIT_SECONDS = held
        if before is not None:
            options["timeout"] = before


@contextmanager
def _whole() -> Iterator[Served]:
    """The service as `manage.py up` starts it: web, workers and schedule."""
    with store.fresh() as path:
        connections.close_all()
        with running(
            path.parent, path.with_name("log"), port=0, MEMORY_RATE_LIMIT="0", **store.elsewhere(path)
        ) as service:
            yield Served(service.port, service.key, path, writing.WAIT_SECONDS)


# --- Beside the writers ---------------------------------------------------------------------------------------------


def _checkpoint(path: Path, stop: Path) -> None:
    """As an operator's tool does it: wait for nobody, cut the WAL."""
    while connection.vendor != "sqlite" and not stop.exists():
        databases.checkpoint()
        time.sleep(CHECKPOINTS)
    with closing(Database.connect(str(path), isolation_level=None, timeout=0.1)) as other:
        while not stop.exists():
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            time.sleep(CHECKPOINTS)


def _back_up(journal: Journal, stop: Path) -> None:
    while not stop.exists():
        made = backups.make(Why.HAND).rows if connection.vendor == "sqlite" else databases.dump()
        journal.note("backup", made)


def _hold(served: Served, journal: Journal, times: int) -> None:
    """Hold the lock `times` times, and then on until somebody was refused: a slow machine has few writers at once."""
    while sum(note.what == "done" for note in journal.read()) < WRITERS:
        time.sleep(0.1)
    for number in range(times + MORE):
        if number >= times and any(note.what in REFUSALS for note in journal.read()):
            return
        with _held(served.path):
            journal.note("held")
            time.sleep(served.wait * TOO_LONG)
        time.sleep(served.wait / 2)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    if connection.vendor == "sqlite":
        with closing(Database.connect(str(path), isolation_level=None, timeout=PATIENCE)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        return
    with transaction.atomic():
        list(Namespace.objects.select_for_update(no_key=True))
        yield


# --- The writers ----------------------------------------------------------------------------------------------------


def _write_all(served: Served, journal: Journal, stop: Path) -> None:
    connections.close_all()
    failed: list[BaseException] = []

    def write(writer: int) -> None:
        try:
            _write(served, journal, stop, writer)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    if failed or any(thread.is_alive() for thread in threads):
        raise AssertionError(f"writers failed or hang: {failed}")


def _write(served: Served, journal: Journal, stop: Path, writer: int) -> None:
    chance = random.Random(writer)
    known = ""  # a fact of its own
    for number in itertools.count():
        if stop.exists():
            return
        text = store.claim(writer * 100_000 + number)
        draw = chance.random()
        asked: tuple[str, str, dict[str, Any], str]
        if draw < 0.5:
            message = {"role": "user", "content": text, "external_id": f"w{writer}-{number}"}
            asked = "POST", f"/sessions/w{writer}/messages", {"messages": [message]}, text
        elif draw < 0.8:
            asked = "POST", "/memories", {"content": text}, text
        elif draw < 0.9 and known:
            asked = "PATCH", f"/memories/{known}", {"tags": [f"tag{number}"]}, ""
        else:
            asked = "POST", "/context", {"prompt": text, "session_id": f"w{writer}"}, ""
        again = chance.random() < 0.5  # some do as they are told and try again, some give up
        headers = {"Idempotency-Key": f"w{writer}-{number}"} if chance.random() < 0.5 else {}
        while True:
            answer = _ask(served, journal, *asked, headers=headers, again=again)
            if answer is None or not again:
                break
            if isinstance(answer, dict):
                known = answer.get("id", known) if asked[1] == "/memories" else known
                break
            time.sleep(answer)


def _ask(
    served: Served,
    journal: Journal,
    method: str,
    path: str,
    body: Any,
    text: str,
    *,
    headers: dict[str, str],
    again: bool,
) -> dict[str, Any] | float | None:
    """The answer; after a refusal how many seconds to wait. What became of it is noted."""
    link = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    sent = {"Authorization": f"Bearer {served.key}", "Content-Type": "application/json"} | headers
    try:
        link.request(method, f"/api/v1{path}", json.dumps(body), sent)
        answer = link.getresponse()
        raw = answer.read().decode()
    except (OSError, http.client.HTTPException) as error:
        journal.note("wrong", f"{method} {path}: no answer ({error!r})")
        return None
    finally:
        link.close()
    said = raw if answer.status >= 400 else ""
    if any(word.lower() in said.lower() for word in OF_THE_DATABASE):
        journal.note("wrong", f"{method} {path}: {answer.status} {said[:200]}")
    if answer.status in {200, 201}:
        journal.note("done", text)
        found: dict[str, Any] = json.loads(raw)
        return found
    wait = answer.getheader("Retry-After") or ""
    if answer.status == 503 and wait.isdigit() and int(wait) >= 1 and json.loads(raw).get("code") == "busy":
        journal.note("busy" if again else "refused", text)
        return float(wait)
    journal.note("wrong", f"{method} {path}: {answer.status}, Retry-After {wait!r}, {raw[:200]}")
    return None


# --- What is left ---------------------------------------------------------------------------------------------------


def _judge(outcome: Outcome, journal: Journal) -> None:
    notes = journal.read()
    count = Counter(note.what for note in notes)
    outcome.broken += [str(note.told) for note in notes if note.what == "wrong"]
    kept = Counter(Memory.objects.across(ALL).exclude(kind="reflection").values_list("content", flat=True))
    done = {note.told for note in notes if note.what == "done" and note.told}
    refused = {note.told for note in notes if note.what == "refused" and note.told}
    stated = Memory.objects.across(ALL).facts().filter(session_id__isnull=True)
    facts = Counter(stated.values_list("content", flat=True))
    turns = Counter(Memory.objects.across(ALL).episodes().values_list("content", flat=True))
    lost = [text for text in done if text not in kept]
    outcome.expect(not lost, f"{len(lost)} acknowledged and not stored, as {lost[:3]}")
    twice = [text for text in done if facts[text] > 1 or turns[text] > 1]
    outcome.expect(not twice, f"{len(twice)} stored twice, as {twice[:3]}")
    half = [text for text in refused if text in kept]
    outcome.expect(not half, f"{len(half)} refused and stored all the same, as {half[:3]}")
    busy = count["busy"] + count["refused"]
    outcome.expect(busy, "nobody was ever refused: the lock was not held for long enough")
    outcome.expect(count["backup"], "no backup was made")
    outcome.broken += [f"doctor: {flaw.what}" for flaw in doctor.examine()]
    outcome.broken += store.unsound()
    outcome.cases = count["done"] + busy + count["wrong"]
    outcome.note = (
        f"{outcome.cases} requests of {WRITERS} writers beside {count['backup']} backups and the lock held too long "
        f"{count['held']} times: {busy} answered 503 with Retry-After, {count['wrong']} otherwise; {len(lost)} of "
        f"{len(done)} lost"
    )
