"""A PostgreSQL server without room: what it refuses is told as of a full disk, by probe, metrics and desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.urls import reverse

from memory.services import standing
from tests.conftest import Api, is_problem
from tests.memory.admin.conftest import sign_in
from tests.store import needs_a_server

__all__ = ["sign_in"]

# The server's own error, as where it cannot make a file longer. There is always room for the row of a probe.
REFUSE = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '{state}'; END $$;
CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON memories FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON memory_metadata FOR EACH ROW WHEN (length(NEW.value) > 1000)
EXECUTE FUNCTION refuse()
"""
ALLOW = "DROP TRIGGER refuse ON memories; DROP TRIGGER refuse ON memory_metadata; DROP FUNCTION refuse()"


@contextmanager
def without_room(state: str = "53100") -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(REFUSE.replace("{state}", state))
        yield
        cursor.execute(ALLOW)


@pytest.fixture
def watcher(make_key) -> Api:
    needs_a_server()
    return Api(make_key("*", ["admin"]))


def told(watcher: Api) -> tuple[int, str | None]:
    answer = watcher.client.get("/readyz", headers=watcher.headers)
    return answer.status_code, answer.json()["database"]["code"]


def figures(watcher: Api) -> set[str]:
    text = watcher.client.get("/metrics", headers=watcher.headers).content.decode()
    return {line for line in text.splitlines() if line.startswith("memory_store_")}


def test_a_full_server_is_told_as_full_until_it_takes_a_write_again(api, watcher, sign_in):
    api.say("one", "My sister Ana lives in Lisbon.")
    assert told(watcher) == (200, None)
    with without_room():
        refused = api.post("/sessions/one/messages", {"messages": [{"role": "user", "content": "Nobody keeps this."}]})
        assert is_problem(refused, 503)["code"] == "store_full"
        assert refused["Retry-After"] == "30"
        assert told(watcher) == (503, "store_full")
        assert {"memory_store_writable 0", 'memory_store_refuses{reason="store_full"} 1'} <= figures(watcher)
        page = sign_in("administrator").get(reverse("admin:memory_running")).content.decode()
        assert "disk is full" in page
        assert api.post("/memories/search", {"query": "Ana"}).json()["results"]
    assert told(watcher) == (200, None)
    assert "memory_store_writable 1" in figures(watcher)
    api.say("one", "My brother Tom lives in Oslo.")


@pytest.mark.parametrize(("state", "code"), [("XX001", "store_damaged"), ("25006", "store_read_only")])
def test_what_else_a_server_refuses_writes_for_is_told_by_its_name(api, watcher, state, code):
    with without_room(state):
        refused = api.post("/memories", {"content": "Tea."})
        assert is_problem(refused, 503)["code"] == code
        assert told(watcher) == (503, code)
    assert told(watcher) == (200, None)


def test_where_nobody_looks_a_refusal_is_forgotten_after_a_minute(api, watcher, monkeypatch):
    with without_room():
        assert api.post("/memories", {"content": "Tea."}).status_code == 503
    (refusal,) = [standing.refusal()]
    assert refusal is not None
    moment = refusal.since + standing.REMEMBERED
    monkeypatch.setattr(standing.timezone, "now", lambda: moment)
    assert standing.refusal() is None
