"""What every test may ask for: a namespace, keys, and a client that speaks the API."""

from __future__ import annotations

import gc
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections, transaction
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from memory import background
from memory.models import ApiKey, Namespace
from memory.search.backends import backend
from memory.services import namespaces, standing
from memory.services.curating import questions
from memoryproj import throwaway
from memoryproj.postgresql import partitions
from tests import contract

# No example may fail for how busy the machine is; a fixture of the whole function is meant where one is used.
hypothesis_settings.register_profile(
    "memory", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
hypothesis_settings.load_profile("memory")

# What does not apply to a database server, by where its tests lie; of single tests the marker `sqlite_alone` says so.
SQLITE_ALONE = {
    "tests/memory/search/backends/sqlite/": "FTS5, vec0, and the planner's statistics",
    "tests/memory/migrations/test_foreign_keys.py": "stores of earlier releases are SQLite's",
    "tests/memory/migrations/test_lasting_facts.py": "stores of earlier releases are SQLite's",
    "tests/memory/migrations/test_passages.py": "stores of earlier releases are SQLite's",
    "tests/memory/migrations/test_time_and_lineage.py": "stores of earlier releases are SQLite's",
    "tests/memory/migrations/test_unread_turns.py": "stores of earlier releases are SQLite's",
    "tests/memory/services/upkeep/test_backups.py": "a server has its own backups",
    "tests/memory/services/trying/test_trials.py": "stores that are thrown away are files",
    "tests/memoryproj/test_backups.py": "a server has its own backups",
    "tests/memoryproj/test_guard.py": "a server tells of a full disk and of damage itself",
    "tests/memoryproj/test_scanning.py": "the bytes of a file",
    "tests/memoryproj/test_sqlite_engine.py": "the engine itself",
    "tests/memoryproj/test_throwaway.py": "stores that are thrown away are files",
    "tests/performance/test_search_path.py": "a ratio against bare SQLite",
    "tests/performance/test_query_plans.py": "plans as SQLite tells them",
    "tests/benchmarks/test_speed.py": "ratios against raw SQLite",
    "tests/torture/": "it plays on files that are thrown away",
}

# What waits for a browser or for processes of its own, or measures time, may fail as the machine was busy: it has
# two more tries, each after a pause, and the summary tells which took them. Of single tests the marker `timed` says so.
# What tests a promise has one try: a rare loss is a loss.
TRIED_AGAIN = ("tests/browser/", "tests/brokers/", "tests/performance/", "tests/test_patterns_are_linear.py")
PAUSE = 5  # seconds: what keeps a machine busy is mostly over by then


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Some get more tries. On another database than SQLite what is SQLite's own is skipped, with its reason."""
    for item in items:
        if item.nodeid.startswith(TRIED_AGAIN) or item.get_closest_marker("timed"):
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=PAUSE))
    if connection.vendor == "sqlite":
        return
    for item in items:
        mark = item.get_closest_marker("sqlite_alone")
        reasons = [reason for path, reason in SQLITE_ALONE.items() if item.nodeid.startswith(path)]
        if reasons or mark:
            item.add_marker(pytest.mark.skip(reason=f"SQLite alone: {mark.args[0] if mark else reasons[0]}"))


def pytest_collection_finish() -> None:
    """What was collected is out of the garbage collector's rounds, as in the service all that lives as long as it: a
    full round over thousands of tests takes .7 seconds of the thread that it meets, whatever is measured there."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """The database of the tests; on a PostgreSQL server divided into MEMORY_TEST_PARTITIONS parts."""
    if number := int(os.environ.get("MEMORY_TEST_PARTITIONS", "0")):
        with django_db_blocker.unblock(), transaction.atomic(), connection.cursor() as cursor:
            for _ in partitions.divide_store(cursor, number, settings.MEMORY_DATABASE_WALL):
                pass


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any) -> Path:
    """A migrated, empty SQLite store, to be copied: migrating one takes seconds."""
    path: Path = tmp_path_factory.mktemp("migrated") / "memory.db"
    with django_db_blocker.unblock(), throwaway.store() as made:
        connections.close_all()  # the last connection that closes empties the WAL into the file
        shutil.copy(made, path)
    return path


ALL_SCOPES = ["read", "write", "admin", "erase"]
MakeKey = Callable[..., str]


class Api:
    """Django's test client under /api/v1, with a key; `body` may be raw bytes. Each answer is held to the document."""

    def __init__(self, key: str = "", **headers: str) -> None:
        self.headers = ({"Authorization": f"Bearer {key}"} if key else {}) | headers
        self.client = Client(raise_request_exception=True)

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        response: Any = self.client.generic(
            method, f"/api/v1{path}", data, content_type="application/json",
            headers=self.headers | {name.replace("_", "-"): value for name, value in headers.items()},
        )  # fmt: skip
        response = contract.whole(response)
        contract.check(method, path, response)
        return response

    def get(self, path: str, **headers: str) -> Any:
        return self.request("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.request("POST", path, body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.request("PATCH", path, body, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.request("DELETE", path, **headers)

    def say(self, session_id: str, *contents: str, **fields: Any) -> list[str]:
        """Add user turns to a session; answers their ids."""
        messages = [{"role": "user", "content": content, **fields} for content in contents]
        response = self.post(f"/sessions/{session_id}/messages", {"messages": messages})
        assert response.status_code == 201, response.content
        return [episode["id"] for episode in response.json()["episodes"]]

    def remember(self, content: str, **fields: Any) -> dict[str, Any]:
        response = self.post("/memories", {"content": content, **fields})
        assert response.status_code == 201, response.content
        found: dict[str, Any] = response.json()
        return found


def is_problem(response: Any, status: int, *where: str | int) -> dict[str, Any]:
    """Assert that `response` is a problem with that status, and that one of its errors is at `where`."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["status"] == status
    assert body["title"]
    assert body["detail"]
    if where:
        assert list(where) in [flaw["loc"] for flaw in body["errors"]], body
    return body


@pytest.fixture
def namespace(db: None) -> Namespace:
    return namespaces.ensure("acme/alice")


@pytest.fixture
def make_key(db: None) -> MakeKey:
    def make(pattern: str = "acme/alice", scopes: list[str] | None = None, **fields: Any) -> str:
        return ApiKey.objects.issue("test", pattern=pattern, scopes=scopes or ALL_SCOPES, **fields)[1]

    return make


@pytest.fixture
def api(make_key: MakeKey) -> Api:
    """A client of the namespace acme/alice, with every everyday scope."""
    return Api(make_key())


@pytest.fixture
def stranger(make_key: MakeKey) -> Api:
    """A client of another namespace."""
    return Api(make_key("acme/bob"))


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """What one test put off is not done in the next, and what it counted is forgotten.

    A rolled back namespace gives its key to the next test's: figures that are kept by that key would be another's.
    """
    yield
    backend().forget()
    standing.forget_refusal()
    cache.clear()
    background._tasks.clear()
    background._jobs.clear()
    background._gathered.clear()
    background._complained.clear()
    background._keys.clear()
    questions.forget()
