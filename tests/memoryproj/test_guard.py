"""A store in trouble: read-only at once, for the true reason, and back by itself where that can be."""

from __future__ import annotations

import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test import Client

from memory.models import Metadata
from memory.services import namespaces
from memory.services.standing import StoreStanding
from memory.services.talk import episodes
from memory.services.talk.turns import NewMessage
from memoryproj import throwaway
from memoryproj.sqlite import guard
from memoryproj.sqlite.driver import Database
from memoryproj.sqlite.guard import Guard, Trouble, trouble_of
from tests.conftest import Api, is_problem
from tests.damage import damage
from tests.service import Service, running, until
from tests.store import AGENT, committed

__all__ = ["committed"]


@pytest.fixture
def own_store(committed, migrated, monkeypatch):
    """A store that may be spoilt, with a key, and a guard that looks each time."""
    monkeypatch.setattr(guard, "LOOK_INTERVAL", 0.0)
    monkeypatch.setattr(guard, "TRY_INTERVAL", 0.0)
    connections.close_all()
    with throwaway.store(migrated) as path:
        namespaces.ensure("acme/alice")
        yield path


@pytest.fixture
def api(own_store):
    from memory.models import ApiKey

    _, key = ApiKey.objects.issue("t", pattern="*", scopes=["read", "write", "admin"], default_namespace="acme/alice")
    return Api(key)


def say(api: Api, text: str, session: str = "s"):
    return api.post(f"/sessions/{session}/messages", {"messages": [{"role": "user", "content": text}]})


def readyz(api: Api):
    return api.client.get("/readyz", headers=api.headers)


def limit_pages(more: int | None) -> None:
    """Let the store grow by `more` pages only, on every connection from now on."""
    pragmas = connection.settings_dict["OPTIONS"]["pragmas"]
    pragmas.pop("max_page_count", None)
    connection.close()
    if more is not None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA page_count")
            pragmas["max_page_count"] = cursor.fetchone()[0] + more
        connection.close()


def test_a_store_that_cannot_grow_refuses_every_write_at_once_and_takes_them_again(api):
    assert say(api, "I live in Oslo.").status_code == 201
    limit_pages(2)
    try:
        big = {"content": "water " * 20_000}
        assert is_problem(api.post("/memories", big), 503)["code"] == StoreStanding.FULL
        refused = say(api, "small enough for the room that is left")
        assert is_problem(refused, 503)["code"] == StoreStanding.FULL
        assert int(refused["Retry-After"]) >= 1
        assert api.post("/memories/search", {"query": "Oslo"}).json()["results"]
        told = readyz(api)
        assert told.status_code == 503
        assert told.json()["database"]["code"] == StoreStanding.FULL
        lines = api.client.get("/metrics", headers=api.headers).content.decode().splitlines()
        assert "memory_store_writable 0" in lines
        assert 'memory_store_refuses{reason="store_full"} 1' in lines
    finally:
        limit_pages(None)
    assert readyz(api).status_code == 200
    assert say(api, "I moved to Bergen.").status_code == 201


def test_writes_end_before_the_disk_is_full_and_readyz_says_so_in_one_probe(api):
    options = connection.settings_dict["OPTIONS"]
    before = options["free_bytes"]
    options["free_bytes"] = 1 << 62
    connection._guarded = None
    try:
        told = readyz(api)
        assert told.status_code == 503
        assert told.json()["database"]["code"] == StoreStanding.FULL
        assert is_problem(say(api, "Hello"), 503)["code"] == StoreStanding.FULL
    finally:
        options["free_bytes"] = before
        connection._guarded = None
    assert readyz(api).status_code == 200


def fill(sessions: int = 20) -> None:
    for number in range(sessions):
        words = [" ".join(f"w{n * 7 + k}" for k in range(60)) for n in range(20)]
        turns = [NewMessage("user", f"Note {number}-{n}: {said}") for n, said in enumerate(words)]
        episodes.ingest_turns("acme/alice", f"f{number}", turns, AGENT)


def test_damage_in_the_search_index_ends_writes_too_and_is_known_after_a_restart(api, own_store):
    fill()
    damage("memories_fts_data")
    answers = [api.post("/memories/search", {"query": f"w{number}"}) for number in range(40)]
    assert {answer.status_code for answer in answers} <= {200, 503}
    refused = [answer for answer in answers if answer.status_code == 503]
    assert refused
    assert is_problem(refused[0], 503)["code"] == StoreStanding.DAMAGED
    assert is_problem(say(api, "Hello"), 503)["code"] == StoreStanding.DAMAGED
    assert readyz(api).json()["database"]["code"] == StoreStanding.DAMAGED
    assert api.get("/sessions").status_code == 200  # what is whole is still read
    guard.guard_of.cache_clear()  # another process
    connection._guarded = None
    assert is_problem(say(api, "Hello"), 503)["code"] == StoreStanding.DAMAGED
    assert Path(f"{own_store}.damaged").is_file()


def test_the_desk_says_that_nothing_is_saved(own_store, django_user_model, monkeypatch):
    client = Client()
    client.force_login(django_user_model.objects.create_superuser("root", password="x"))
    assert "nothing is saved" not in client.get("/admin/", follow=True).content.decode()
    connection.guard.mark_damaged("a page")
    page = client.get("/admin/", follow=True)
    assert page.status_code == 200
    assert "The store is damaged: nothing is saved" in page.content.decode()


def test_what_stands_in_an_open_transaction_is_taken_back_whole(own_store):
    def write() -> None:
        with transaction.atomic():
            Metadata.write("one", "1")
            connection.guard.mark_damaged("a page")  # type: ignore[attr-defined]
            Metadata.write("two", "2")

    with pytest.raises(OperationalError):
        write()
    connection.guard.clear_damage()
    assert Metadata.read("one") == ""
    Metadata.write("one", "1")
    assert Metadata.read("one") == "1"


def error_with(code: int) -> Exception:
    error: Exception = Database.OperationalError("no matter")
    error.sqlite_errorcode = code  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize(
    ("code", "trouble"),
    [
        (13, Trouble.NO_SPACE), (11, Trouble.DAMAGED), (267, Trouble.DAMAGED), (26, Trouble.DAMAGED),
        (10 | 1 << 8, Trouble.DAMAGED), (10 | 2 << 8, Trouble.DAMAGED), (10 | 4 << 8, Trouble.DAMAGED),
        (10 | 3 << 8, Trouble.UNWRITABLE), (10 | 19 << 8, Trouble.UNWRITABLE), (10, Trouble.UNWRITABLE),
        (5, None), (6, None), (8, None), (19, None), (1, None), (14, None),
    ],
)  # fmt: skip
def test_each_error_means_one_trouble_or_none(code, trouble):
    assert trouble_of(error_with(code)) == trouble
    assert trouble_of(ValueError("locked")) is None


def test_an_io_error_passes_when_a_trial_succeeds_and_damage_does_not(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "LOOK_INTERVAL", 0.0)
    now = 1_000.0
    monkeypatch.setattr(guard.time, "monotonic", lambda: now)
    store = tmp_path / "memory.db"
    closing(Database.connect(str(store))).__exit__()
    watched = Guard(store, 0)
    connect = lambda: Database.connect(str(store), isolation_level=None)  # noqa: E731
    watched.note(error_with(10 | 3 << 8))
    state = watched.state(connect)
    assert state is not None
    assert state.trouble == Trouble.UNWRITABLE
    now += guard.TRY_INTERVAL
    assert watched.state(connect) is None
    watched.note(error_with(11))
    now += guard.TRY_INTERVAL
    state = watched.state(connect)
    assert state is not None
    assert state.trouble == Trouble.DAMAGED
    watched.clear_damage()
    assert watched.state(connect) is None
    with watched.off():
        watched.note(error_with(11))
        assert watched.state(connect) is None
    assert not watched.marker.exists()


def test_damage_that_could_not_be_written_down_stays_known_to_the_process(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "LOOK_INTERVAL", 0.0)
    watched = Guard(tmp_path / "memory.db", 0)
    watched.marker = watched.marker / "nowhere" / "marker"
    watched.mark_damaged("a page")
    for _ in range(3):
        state = watched.state(lambda: None)
        assert state is not None
        assert state.trouble == Trouble.DAMAGED


def test_damage_ends_for_every_process_when_the_doctor_takes_the_marker_away(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "LOOK_INTERVAL", 0.0)
    one, other = Guard(tmp_path / "memory.db", 0), Guard(tmp_path / "memory.db", 0)
    one.mark_damaged("a page")
    assert other.state(lambda: None) is not None
    one.clear_damage()
    assert other.state(lambda: None) is None


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 96 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small disk takes root")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.timed
@pytest.mark.xdist_group("up")
def test_a_full_disk_is_said_within_one_probe_and_costs_neither_a_write_nor_the_service(small_disk, tmp_path):
    with running(small_disk / "data", tmp_path / "log", MEMORY_FREE_BYTES=str(4 << 20)) as service:
        kept = [number for number in range(20) if tell(service, number) == 201]
        assert len(kept) == 20
        filler = small_disk / "filler"
        # Unbuffered: what did not fit would be written once more when the file is closed.
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(1 << 20))
        began = time.monotonic()
        status, told, _ = service.ask("GET", "/readyz")
        assert time.monotonic() - began < 10
        assert status == 503
        assert told["database"]["code"] == "store_full"
        status, told, headers = service.ask("POST", "/api/v1/memories", {"content": "I live in Rome."})
        assert (status, told["code"]) == (503, "store_full")
        assert headers["retry-after"] == "30"
        assert service.ask("POST", "/api/v1/memories/search", {"query": "city"})[0] == 200
        time.sleep(65)  # a sweep comes by, and the schedule's clock
        assert service.is_alive(), service.log.read_text()
        filler.unlink()
        assert until(lambda: tell(service, 100) == 201)
        assert service.ask("GET", "/readyz")[0] == 200
        found = service.ask("GET", "/api/v1/memories?kind=episode&limit=100")[1]["results"]
        assert {f"My number is city {number}." for number in [*kept, 100]} == {row["content"] for row in found}


def tell(service: Service, number: int) -> int:
    body = {"messages": [{"role": "user", "content": f"My number is city {number}."}]}
    return service.ask("POST", "/api/v1/sessions/s/messages", body)[0]
