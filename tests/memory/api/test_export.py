"""`GET /export`: what `manage.py export` writes, whole and of one moment, bounded, and nothing left lying about."""

import errno
import os
from pathlib import Path

import pytest

from maintenance.tasks import sweep
from memory.models import Memory, Namespace
from memory.models.purposes import Hidden
from memory.services import namespaces
from memory.services.errors import TooLarge
from memory.services.parcels import packing, sending, unpacking
from tests.conftest import Api, is_problem


def without_times(parcel):
    return parcel.splitlines()[1:-1]


def test_it_is_what_the_command_writes_and_can_be_taken_in(api, namespace, tmp_path):
    api.say("chat-1", "I met @bob in Lisbon.", "It was “grand”.")
    api.remember("Maya likes tea.", tags=["drink"])

    response = api.get("/export")

    assert response["Content-Type"] == "application/x-ndjson"
    assert response["Content-Disposition"] == 'attachment; filename="acme-alice.jsonl"'
    assert response["Cache-Control"] == "no-store"
    assert int(response["Content-Length"]) == len(response.content)
    assert without_times(response.content) == without_times(b"".join(packing.lines(namespace)))
    file = tmp_path / "parcel.jsonl"
    file.write_bytes(response.content)
    assert unpacking.prove(file).rows["memories"] == 3


def test_one_namespace_alone_is_in_it(api, make_key):
    api.remember("The canary word is zanzibar.")
    api.get("/export")
    stranger = Api(make_key("acme/bob"))
    stranger.remember("Bob likes tea.")
    told = stranger.get("/export").content
    assert b"zanzibar" not in told
    assert b"Bob likes tea." in told
    is_problem(stranger.get("/export", **{"X-Memory-Namespace": "acme/alice"}), 403)


def test_a_namespace_that_nothing_was_written_to_has_an_empty_one(make_key, tmp_path):
    client = Api(make_key("acme/*"), **{"X-Memory-Namespace": "acme/never"})
    file = tmp_path / "parcel.jsonl"
    file.write_bytes(client.get("/export").content)
    assert unpacking.prove(file).rows == {}
    assert not Namespace.objects.filter(name="acme/never").exists()


def test_who_may_not_have_all_of_it_is_refused(api, make_key):
    api.remember("Maya likes tea.")
    is_problem(Api(make_key("acme/alice", scopes=["read", "write", "erase"])).get("/export"), 403)
    blind = Api(make_key("acme/alice", hidden=Hidden.of([], ["health"])))
    assert is_problem(blind.get("/export"), 403)["code"] == "purpose"
    is_problem(api.get("/export", **{"X-Memory-Namespaces": "acme/alice,acme/bob"}), 400)
    is_problem(Api().get("/export"), 401)


@pytest.fixture
def files(settings, tmp_path, monkeypatch):
    """The files that were made, and the folder that they were made in."""
    made, real = [], sending.ExportFile
    settings.MEMORY_DATA_DIR = tmp_path

    def noted(path):
        made.append(real(path))
        return made[-1]

    monkeypatch.setattr(sending, "ExportFile", noted)
    return made


def test_its_file_is_the_owners_and_is_gone(api, files, tmp_path, namespace):
    api.remember("Maya likes tea.")
    with sending.packed(namespaces.for_reading(namespace.name), 1 << 20) as file:
        assert os.fstat(file.fileno()).st_mode & 0o077 == 0
        assert (tmp_path / "exports").stat().st_mode & 0o077 == 0
        assert Path(file.name).parent == tmp_path / "exports"
    api.get("/export")
    assert len(files) == 2
    assert list((tmp_path / "exports").iterdir()) == []


def test_what_a_process_left_that_ended_before_goes_with_the_sweep(db, settings, tmp_path):
    settings.MEMORY_DATA_DIR = tmp_path
    sweep()  # where nobody exported yet
    folder = tmp_path / "exports"
    folder.mkdir()
    left, fresh, strange = folder / "export-left", folder / "export-fresh", folder / "notes"
    for one in (left, fresh, strange):
        one.write_bytes(b"x")
    for one in (left, strange):
        os.utime(one, (1, 1))
    sweep()
    assert set(folder.iterdir()) == {fresh, strange}


def test_it_leaves_the_store_its_room_on_the_disk(api, files, settings):
    settings.MEMORY_FREE_BYTES = 1 << 60
    assert "no room" in is_problem(api.get("/export"), 503)["detail"]
    assert files == []


def test_beyond_its_limit_it_is_refused_by_the_name_of_the_command(api, files, settings, namespace, monkeypatch):
    settings.MEMORY_EXPORT_MIB = 1
    for number in range(6):
        api.say("chat", f"{number}" + "x" * 200_000)
    assert "manage.py export" in is_problem(api.get("/export"), 413)["detail"]
    assert files == []  # its texts alone are too long
    monkeypatch.setattr(sending, "LEAST_ROW", 0)
    Namespace.objects.filter(pk=namespace.pk).update(text_bytes=0)
    assert "manage.py export" in is_problem(api.get("/export"), 413)["detail"]
    assert [one.closed for one in files] == [True]
    settings.MEMORY_EXPORT_MIB = 2
    assert api.get("/export").status_code == 200


def test_what_an_erasure_took_away_while_it_was_written_is_closed_without_an_error(
    api, files, namespace, tmp_path, monkeypatch
):
    api.remember("Maya likes tea.")
    real = packing.lines

    def erased_meanwhile(of):
        sending.clear_up(-1)
        yield from real(of)

    monkeypatch.setattr(packing, "lines", erased_meanwhile)
    with sending.packed(namespaces.for_reading(namespace.name), 1 << 20) as file:
        assert list((tmp_path / "exports").iterdir()) == []
        assert b"Maya likes tea." in file.read()
    monkeypatch.setattr(sending, "LEAST_ROW", 0)
    Namespace.objects.filter(pk=namespace.pk).update(text_bytes=0)
    with pytest.raises(TooLarge):
        sending.packed(namespaces.for_reading(namespace.name), 100)
    assert [one.closed for one in files] == [True, True]


def test_what_is_told_of_its_size_beforehand_is_never_too_much(api, namespace):
    for number in range(20):
        api.say("c", f"{number}")
    memories = Memory.objects.within(namespace).count()
    rows = [line for line in packing.lines(namespace) if line.startswith(b'{"memories"')]
    assert sum(map(len, rows)) >= memories * sending.LEAST_ROW + namespaces.for_reading(namespace.name).text_bytes


def test_one_is_written_at_a_time(api, files):
    api.remember("Maya likes tea.")
    with sending._one_at_a_time:
        assert is_problem(api.get("/export"), 503)["code"] == "busy"
    assert api.get("/export").status_code == 200


def test_a_full_disk_is_told_and_the_next_one_can_be_written(api, monkeypatch):
    api.remember("Maya likes tea.")

    def full(path):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(sending, "ExportFile", full)
        refused = api.get("/export")
    assert "No space left" in is_problem(refused, 503)["detail"]
    assert refused["Retry-After"]
    assert api.get("/export").status_code == 200
