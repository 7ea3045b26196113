import re

import pytest
from django.db import OperationalError
from django.test import Client

from memory.models import Metadata
from tests.conftest import Api, is_problem


def get(client, path):
    return client.client.get(path, headers=client.headers)


def test_livez_says_ok_to_everybody_without_the_database(client, django_assert_num_queries):
    response = client.get("/livez")

    assert (response.status_code, response.content) == (200, b"ok")


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_the_others_want_an_admins_key(make_key, admin_client, path):
    assert get(Api(make_key("*", scopes=["admin"])), path).status_code == 200
    is_problem(get(Api(make_key(scopes=["read", "write"])), path), 403)
    is_problem(Client().get(path), 401)
    is_problem(admin_client.get(path), 401)
    is_problem(Client().post(path), 401)
    client = Api(make_key(scopes=["admin"]))
    is_problem(client.client.post(path, headers=client.headers), 405)


def test_readyz_tells_of_database_vectors_queue_and_pending_work(api):
    api.say("chat-1", "Hello")

    body = get(api, "/readyz").json()

    assert body["status"] in {"ready", "degraded"}
    assert body["database"]["writable"] is True
    assert body["database"]["sqlite_vec"].startswith("v")
    assert body["pending"] == {"embeddings": 1, "sessions": 0, "operations": 0}
    assert {"model", "dimensions", "coverage", "problem"} == set(body["vectors"])


def test_a_store_that_cannot_be_written_is_a_503_that_says_so(api, monkeypatch):
    def full(*args):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Metadata, "write", full)
    response = get(api, "/readyz")

    assert response.status_code == 503
    assert response["Retry-After"]
    assert response.json()["database"]["problem"] == "database or disk is full"


def test_metrics_are_prometheus_text(api):
    api.say("chat-1", "Hello")
    api.post("/maintenance/decay")

    lines = get(api, "/metrics").content.decode().splitlines()

    assert 'memory_memories{kind="episode"} 1' in lines
    assert 'memory_operations{kind="decay",status="pending"} 1' in lines
    for line in lines:
        assert re.fullmatch(r'# (HELP|TYPE) memory_\w+ .+|memory_\w+(\{\w+="\w+"(,\w+="\w+")*\})? [\d.]+', line), line


def test_the_root_leads_to_the_admin(client):
    assert client.get("/")["Location"] == "/admin/"
