"""Promise 16: a full disk or a damaged file is loud and read-only, and nothing is deleted to "fix" it.

A disk runs full under writers, again and again. Pages of the file are overwritten, as a bad disk does it: the header,
leaves of a table, of an index, of the full text, of the vectors, and the WAL. Whoever asks is told in time, writes are
refused by every process, what was acknowledged is there in the end, and the doctor names what is damaged and the way
back.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, connections
from django.test import override_settings

from memory.models import ALL, ApiKey, Memory
from memory.search.backends import backend
from memory.services import embeddings, standing
from memory.services.upkeep import backups, doctor
from memoryproj import throwaway
from memoryproj.sqlite.backups import Why
from memoryproj.sqlite.guard import LOOK_INTERVAL, guard_of
from tests.damage import damage

from . import store, web
from .outcome import Outcome

DISK = 64  # MiB
SPARED = 4 << 20  # bytes of it that the service leaves free
IN_TIME = 10.0  # seconds
PATIENCE = 40  # seconds for what must happen at last
UNREAD = "an index that nobody reads"
# What is struck, and whether all of it can be made anew from the base rows.
PARTS = {
    "header": False, "memories": False, "memories_fts_data": True, "index": True, "vectors": True, "WAL": True,
    UNREAD: True,
}  # fmt: skip
QUICK_PARTS = ["header", UNREAD, "WAL"]
INDEXES = {
    "index": ("memories_event_time", "memories_kind", "memories_newest", "memories_session", "memories_unembedded"),
    UNREAD: ("memories_origin", "memories_external_id", "memories_instructions"),  # of facts, and of ids that none has
}


@dataclass
class Client:
    """Somebody who speaks HTTP with the service, and keeps what was acknowledged."""

    port: int
    key: str
    told: set[str] = field(default_factory=set)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
        return web.ask(self.port, self.key, method, path, body)

    def say(self, text: str) -> tuple[int, str]:
        """(status, the refusal's code)."""
        messages = [{"role": "assistant", "content": text}]
        status, answer = self.ask("POST", "/api/v1/sessions/s/messages", {"messages": messages})
        if status == 201:
            self.told.add(text)
        return status, str(answer.get("code", ""))

    def ready(self) -> tuple[int, str]:
        """(status, why not)."""
        status, answer = self.ask("GET", "/readyz")
        found = answer.get("database")
        return status, str(found.get("code", "")) if isinstance(found, dict) else ""


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    by = _full_disk(outcome, rounds=1 if quick else 5)
    slowest = 0.0
    parts = QUICK_PARTS if quick else [*PARTS] * 4
    for number, part in enumerate(parts):
        outcome.cases += 1
        try:
            slowest = max(slowest, _struck(outcome, part, random.Random(number)))
        except DatabaseError as error:
            outcome.broken.append(f"{part}: the way back ends with {error}")
    outcome.note = (
        f"{outcome.cases} cases: a disk made full by {by}, {len({*parts})} parts of the file struck; told after "
        f"{slowest:.1f} s at most; {len(outcome.broken)} flaws"
    )
    return outcome


# --- A full disk ----------------------------------------------------------------------------------------------------


def _full_disk(outcome: Outcome, rounds: int) -> str:
    """Answers by which means the disk was made full."""
    with _disk() as (folder, by), store.fresh() as template:
        store.say("s", "Hello")
        key = _key()
        connections.close_all()
        path = folder / "memory.db"
        shutil.copy(template, path)
        with _at(path, spared=SPARED), web.serving_by(2) as (port, pids):
            client = Client(port, key)
            outcome.expect(client.say("before all")[0] == 201, "a fresh store takes no turn")
            for number in range(rounds):
                outcome.cases += 1
                _fill_once(outcome, client, folder if by == "tmpfs" else None, pids, f"fill {number}")
            kept = set(Memory.objects.across(ALL).episodes().values_list("content", flat=True))
            outcome.expect(client.told <= kept, f"full disk: {len(client.told - kept)} acknowledged turns lost")
            outcome.broken += [f"full disk: {flaw}" for flaw in store.unsound()]
    return by


@contextmanager
def _disk() -> Iterator[tuple[Path, str]]:
    """A small disk; where none may be mounted a folder, whose files the service may not let grow."""
    folder = Path(tempfile.mkdtemp(prefix="torture-disk-"))
    mounted = not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(folder)], check=False, capture_output=True
    ).returncode
    try:
        yield folder, "tmpfs" if mounted else "RLIMIT_FSIZE"
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _at(path: Path, spared: int) -> Iterator[None]:
    """On the store at `path`, its backups beside it, with so many bytes of its disk that stay free."""
    with throwaway.at(path), override_settings(MEMORY_DATA_DIR=path.parent, MEMORY_BACKUP_DIR=""):
        options = connections["default"].settings_dict["OPTIONS"]
        before, options["free_bytes"] = options["free_bytes"], spared
        guard_of.cache_clear()
        try:
            yield
        finally:
            options["free_bytes"] = before


def _key() -> str:
    scopes = ["read", "write", "admin"]
    return ApiKey.objects.issue("torture", pattern="*", scopes=scopes, default_namespace=store.HOME)[1]


def _fill_once(outcome: Outcome, client: Client, disk: Path | None, pids: list[int], when: str) -> None:
    """Writers go on while the disk runs full; then there is room again."""
    stop = threading.Event()
    codes: set[tuple[int, str]] = set()

    def write(writer: int) -> None:
        for number in range(100_000):
            if stop.is_set():
                return
            codes.add(client.say(f"{when} {writer}-{number} " + "water " * 300))

    writers = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for writer in writers:
        writer.start()
    time.sleep(0.5)
    filler = disk / "filler" if disk else None
    if filler is not None:
        # Unbuffered: what did not fit would be written once more when the file is closed.
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(1 << 18))
    else:
        _limit(pids, 1)
    began = time.monotonic()
    seen = _until(lambda: client.ready()[0] == 503, IN_TIME)
    took = time.monotonic() - began
    outcome.expect(seen and took < IN_TIME, f"{when}: /readyz says nothing for {took:.1f} s")
    # The other process looks twice a second: until then it may still take one.
    status, code, deadline = 0, "", time.monotonic() + IN_TIME
    while status != 503 and time.monotonic() < deadline:
        status, code = client.say(f"{when}, full")
    outcome.expect(status == 503, f"{when}: writes go on")
    # A file that may not grow is no full disk.
    wanted = {"store_full"} if disk else {"store_full", "store_read_only"}
    outcome.expect(code in wanted, f"{when}: refused as {code!r}")
    status, _ = client.ask("POST", "/api/v1/memories/search", {"query": "before"})
    outcome.expect(status == 200, f"{when}: a search is answered with {status}")
    if filler is not None:
        filler.unlink()
    else:
        _limit(pids, resource.RLIM_INFINITY)
    outcome.expect(_until(lambda: client.say(f"{when} is over")[0] == 201, PATIENCE), f"{when}: it stays read-only")
    stop.set()
    for writer in writers:
        writer.join()
    odd = {status for status, code in codes if status not in {201, 503} or (status == 503 and not code)}
    outcome.expect(not odd, f"{when}: writers were answered {odd}")
    outcome.expect(_until(lambda: client.ready()[0] == 200, PATIENCE), f"{when}: /readyz is not well again")


def _limit(pids: list[int], size: int) -> None:
    for pid in pids:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _until(holds: Callable[[], object], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return False


# --- Damaged pages --------------------------------------------------------------------------------------------------


def _struck(outcome: Outcome, part: str, chance: random.Random) -> float:
    """Strike a part of a served store; answers after how many seconds /readyz said so."""
    with store.fresh() as path, _at(path, spared=0):
        before = _fill(chance)
        key = _key()
        made = backups.make(Why.HAND)
        connections.close_all()
        with web.serving_by(2) as (port, _):
            client = Client(port, key)
            outcome.expect(client.ready()[0] == 200, f"{part}: not ready before")
            _strike(part, path, chance)
            size = path.stat().st_size
            began = time.monotonic()
            told = _until(lambda: _look(client) == 503, 2 if part == "WAL" else IN_TIME)
            took = time.monotonic() - began
            if part == "WAL":  # all of it lies in the file, too: nobody needs it
                outcome.expect(not told and client.say("after all")[0] == 201, "WAL: a copied one is missed")
            else:
                outcome.expect(told, f"{part}: /readyz says nothing for {IN_TIME} s")
                time.sleep(2 * LOOK_INTERVAL)  # until then the other process has seen it, too
                _expect_read_only(outcome, client, part)
                outcome.expect(path.stat().st_size >= size, f"{part}: the file was made smaller")
        _expect_way_back(outcome, part, made.path.name, before | client.told)
    return 0.0 if part == "WAL" else took


def _fill(chance: random.Random) -> set[str]:
    texts = []
    for session in range(8):
        said = [" ".join(f"w{chance.randrange(4000)}" for _ in range(40)) for _ in range(15)]
        texts += said
        store.say(f"f{session}", *said, role="assistant")
    while embeddings.drain():
        pass
    return set(texts)


def _look(client: Client) -> int:
    """Some of everything that reads; then what the probe says."""
    client.ask("POST", "/api/v1/memories/search", {"query": "w1 w2 w3 w5 w8 w13"})
    client.ask("GET", "/api/v1/memories?kind=episode&limit=100")
    client.ask("GET", "/api/v1/sessions")
    client.ask("POST", "/api/v1/sessions/look/messages", {"messages": [{"role": "assistant", "content": "Anybody?"}]})
    return client.ready()[0]


def _strike(part: str, path: Path, chance: random.Random) -> None:
    """As a bad disk does it."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA wal_checkpoint({'PASSIVE' if part == 'WAL' else 'TRUNCATE'})")
        cursor.execute("SELECT value FROM memory_metadata WHERE key = 'vector_table'")
        (vectors,) = cursor.fetchone()
    if part == "header":
        _write_over(path, 0, os.urandom(100))
    elif part == "WAL":
        wal = Path(f"{path}-wal")
        if wal.exists():
            _write_over(wal, 0, os.urandom(wal.stat().st_size))
    else:
        tables = {"vectors": f"{vectors}_vector_chunks00"}
        damage(chance.choice(INDEXES[part]) if part in INDEXES else tables.get(part, part))


def _write_over(path: Path, at: int, what: bytes) -> None:
    """In a process of its own: one that has the store open would lose its locks (see memoryproj/sqlite/scanning.py)."""

    def write() -> None:
        with path.open("r+b") as file:
            file.seek(at)
            file.write(what)

    store.wait(store.fork(write))


def _expect_read_only(outcome: Outcome, client: Client, part: str) -> None:
    for _ in range(20):  # of either process
        status, code = client.say("It must not be taken.")
        outcome.expect((status, code) == (503, "store_damaged"), f"{part}: a write is answered {status} {code}")
    answers = [
        client.ask("POST", "/api/v1/memories/search", {"query": "w1 w2"}),
        client.ask("GET", "/api/v1/sessions"), client.ask("GET", "/api/v1/memories?kind=episode&limit=5"),
    ]  # fmt: skip
    outcome.expect({status for status, _ in answers} <= {200, 503}, f"{part}: reads are answered {answers}")
    if PARTS[part] and part not in INDEXES:  # the base rows are whole, and the list does not go by what was struck
        outcome.expect(answers[1][0] == 200, f"{part}: the sessions are not read")


def _expect_way_back(outcome: Outcome, part: str, backup: str, wanted: set[str]) -> None:
    """What the doctor says, and everything that was acknowledged, in the end."""
    connections.close_all()
    said, status = _doctor()
    if part == "WAL":
        outcome.expect(status == 0, f"WAL: the doctor finds {said[:200]}")
    else:
        names = {
            "header": "the file cannot be read",
            "vectors": "vec_memories",
            **dict.fromkeys(INDEXES, " is damaged"),
        }
        named = names.get(part, part)
        outcome.expect(status and named in said, f"{part}: the doctor says {said[:200]!r}")
        outcome.expect(f"restore {backup}" in said, f"{part}: the doctor names no backup: {said[-200:]!r}")
        if PARTS[part]:
            said, status = _doctor("--repair")
            outcome.expect(status == 0, f"{part}: not mended: {said[-200:]!r}")
        else:
            call_command("restore", backup, stdout=StringIO())
    backend().forget()
    while embeddings.drain():
        pass
    kept = set(Memory.objects.across(ALL).episodes().values_list("content", flat=True))
    outcome.expect(wanted <= kept, f"{part}: {len(wanted - kept)} acknowledged turns lost")
    outcome.expect(not doctor.examine(), f"{part}: at the end the doctor finds {doctor.examine()[:2]}")
    outcome.expect(standing.refusal(look=True) is None, f"{part}: it stays read-only")


def _doctor(*words: str) -> tuple[str, int]:
    """(what it said, its exit code)."""
    out, code = StringIO(), 0
    try:
        call_command("doctor", *words, stdout=out, stderr=out)
    except SystemExit as end:
        code = int(end.code or 0)
    except CommandError as error:
        return out.getvalue() + str(error), 1
    return out.getvalue(), code
