"""`up` from outside: one service a data folder, secrets in files of their own, a queue that is lost, a quick end."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import time
from io import StringIO
from pathlib import Path

import pytest

from memory.management.commands import up
from memoryproj import lock
from tests import service as services
from tests.service import Service, manage, running, until

pytestmark = pytest.mark.xdist_group("up")
STOPS_WITHIN = 10  # seconds


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    place = tmp_path_factory.mktemp("up")
    place.chmod(0o755)
    with running(place / "data", place / "log") as started:
        yield started


def say(service: Service, session: str, text: str) -> int:
    body = {"messages": [{"role": "user", "content": text}]}
    return service.ask("POST", f"/api/v1/sessions/{session}/messages", body)[0]


def test_the_first_key_and_password_lie_in_a_file_of_the_owners_and_not_in_the_log(service):
    file = service.data / "first_access.txt"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    said = file.read_text()
    assert service.key in said
    password = said.split("password ")[1].split()[0]
    log = service.log.read_text()
    assert str(file) in log
    assert service.key not in log
    assert password not in log
    assert service.ask("GET", "/readyz")[0] == 200


def test_a_first_start_begins_with_addresses_and_tells_of_no_issues(service):
    assert service.log.read_text().lstrip().startswith("Admin     http://127.0.0.1:")


@pytest.mark.parametrize(
    ("password", "key", "told", "not_told"),
    [
        ("pw", "mem_1", "The first account and key are in ", "Another key"),
        ("pw", None, "A new account is in ", " key is in "),
        (None, "mem_1", "A new key is in ", "account"),
        (None, None, "The account and the key of the first start go on.", " in "),
    ],
)
def test_a_start_names_what_it_made_alone(tmp_path, settings, password, key, told, not_told):
    settings.MEMORY_DATA_DIR = tmp_path
    output = StringIO()
    up.Command(stdout=output).greet("::1", 8000, None, password, key)
    said = output.getvalue().split("Try it")[0]
    assert told in said
    assert not_told not in said
    assert ("create_api_key" in said) is (key is None)
    assert "http://[::1]:8000/admin/" in said


def test_what_the_service_writes_is_its_owners_alone(service):
    assert say(service, "s", "I live in Oslo.") == 201
    assert until(lambda: (service.data / "queue" / "messages").is_dir())
    static = service.data / "static"  # what every browser gets, gathered from the packages
    written = [path for path in [service.data, *service.data.rglob("*")] if static not in [path, *path.parents]]
    assert len(written) > 5
    assert [str(path) for path in written if stat.S_IMODE(path.lstat().st_mode) & 0o077] == []


def test_a_second_service_on_the_same_data_is_refused(service):
    second = manage(service.data, "up", "--port", str(services.free_port()))
    assert second.returncode == 1
    assert "is in use" in second.stderr
    assert f"process {service.process.pid}" in second.stderr
    assert "Traceback" not in second.stderr


def test_nothing_is_restored_under_a_running_service(service):
    assert manage(service.data, "backup").returncode == 0
    refused = manage(service.data, "restore", "latest")
    assert refused.returncode == 1
    assert "Stop the service first" in refused.stderr
    assert service.ask("GET", "/readyz")[0] == 200


def delete(folder):
    """At once: the service writes into it meanwhile."""
    aside = folder.rename(folder.with_name(f"deleted-{time.monotonic_ns()}"))
    shutil.rmtree(aside, ignore_errors=True)


def replace_by_a_file(folder):
    """The service may make the folder anew between the two steps."""
    for _ in range(100):
        if folder.is_dir():
            delete(folder)
        try:
            folder.write_text("a file in the folder's place")
        except IsADirectoryError:
            continue
        return
    raise AssertionError(f"{folder} came back 100 times")


def test_a_queue_that_is_deleted_or_littered_does_not_end_the_service(service):
    queue = service.data / "queue"
    messages = queue / "messages"
    (messages / "notes.txt").write_text("not a message")
    (messages / "0_foreign.embed.msg").mkdir()
    (messages / "1_foreign.embed.msg").write_bytes(b"\xff\xfe not json")
    (messages / "2_foreign.embed.msg").write_text("[1, 2]")
    (messages / "3_foreign.llm.msg").write_text('{"body": 7, "headers": [], "properties": "x"}')
    assert say(service, "litter", "I like tea.") == 201
    time.sleep(2)
    delete(queue)
    assert say(service, "deleted", "I like coffee.") == 201
    pending = lambda: service.ask("GET", "/readyz")[1]["pending"]["embeddings"]  # noqa: E731
    assert until(lambda: pending() == 0, 90), service.log.read_text()
    assert service.is_alive()
    replace_by_a_file(queue)
    assert say(service, "blocked", "I like water.") == 201
    time.sleep(2)
    assert service.is_alive(), service.log.read_text()
    queue.unlink()
    assert until(lambda: pending() == 0, 90), service.log.read_text()


def is_free(data: Path) -> bool:
    try:
        with lock.hold(data, "a look"):
            return True
    except lock.Held:
        return False


def is_gone(service: Service) -> bool:
    """Whether nothing listens any more."""
    try:
        service.ask("GET", "/livez")
    except OSError as error:
        return "refused" in str(error)
    return False


@pytest.mark.timed
def test_the_data_folder_is_free_again_after_a_stop_signal_and_after_a_violent_death(tmp_path):
    data = tmp_path / "data"
    with running(data, tmp_path / "log") as first:
        assert not is_free(data)
        began = time.monotonic()
        assert first.stop() == 0
        assert time.monotonic() - began < STOPS_WITHIN
    assert is_free(data)
    with running(data, tmp_path / "log") as second:
        os.kill(second.process.pid, signal.SIGKILL)
        second.process.wait()
        assert until(lambda: is_free(data), 40)
        assert until(lambda: is_gone(second), 20)
    with running(data, tmp_path / "log") as third:
        os.killpg(third.process.pid, signal.SIGKILL)
        third.process.wait()
        assert until(lambda: is_free(data), 40)
        assert until(lambda: is_gone(third), 20)


@pytest.mark.timed
def test_a_stop_signal_ends_a_worker_in_the_middle_of_a_long_task(tmp_path):
    with running(tmp_path / "data", tmp_path / "log", MEMORY_FACTS_PROVIDER="tests.slow_provider.provider") as started:
        assert say(started, "long", "I live in Oslo.") == 201
        assert started.ask("POST", "/api/v1/sessions/long/consolidate")[0] == 202

        def status() -> str:
            (session,) = started.ask("GET", "/api/v1/sessions")[1]["results"]
            return str(session["status"])

        assert until(lambda: status() == "running", 30), started.log.read_text()
        time.sleep(1)
        began = time.monotonic()
        assert started.stop() == 0
        assert time.monotonic() - began < STOPS_WITHIN
    assert is_free(tmp_path / "data")
