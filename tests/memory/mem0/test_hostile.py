"""mem0's addresses under attack: no answer of 500, nothing of another tenant, and no request that costs a multiple of
its own size."""

import json

import pytest
from django.test import Client

from memory.models import Memory, Session
from memory.services import namespaces
from tests.memory.mem0.test_protocols import rows
from tests.store import know

DEEP = "[" * 5_000 + "]" * 5_000
STRINGS = ["", " ", "\x00", "a\x00b", "\u202e", "x" * 5_000, "../..", "alice'--", "%00", "*", "acme/*", "agent:x"]
VALUES: list[object] = [
    *STRINGS, None, True, 0, -1, 1e308, 10**400, [], {}, ["x"] * 20_000, [[]], {"a": {"b": {"c": 1}}},
]  # fmt: skip
FIELDS = {
    "/v3/memories/add/": ["messages", "user_id", "run_id", "metadata", "infer", "timestamp", "filters", "version"],
    "/v3/memories/search/": ["query", "user_id", "filters", "top_k", "limit", "threshold", "categories"],
    "/v3/memories/": ["filters", "page", "page_size", "categories", "user_id", "run_id"],
    "/memories": ["messages", "user_id", "metadata"],
    "/search": ["query", "filters"],
}
WHOLE = {"messages": "I like tea.", "query": "tea", "user_id": "alice"}


@pytest.fixture
def ask(make_key):
    client = Client(raise_request_exception=False)
    headers = {"Authorization": f"Token {make_key('acme/*')}"}

    def send(method, path, body=b"", **more):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return client.generic(
            method, f"/mem0{path}", data, content_type="application/json", headers={**headers, **more}
        )

    return send


@pytest.mark.parametrize("path", FIELDS)
def test_no_value_of_any_field_is_an_error_of_the_service(ask, db, path):
    know(namespaces.ensure("other/bob"), "Bob plays the xylophone.")
    for name in FIELDS[path]:
        for value in VALUES:
            answer = ask("POST", path, {**WHOLE, name: value})
            assert answer.status_code < 500, (name, str(value)[:60], answer.content[:300])
            assert b"xylophone" not in answer.content


@pytest.mark.parametrize(
    "body",
    [
        b"", b"x", b"null", b"[]", b'"x"', b"NaN", b"1e999", DEEP.encode(), b'{"messages": ' + DEEP.encode() + b"}",
        b'{"messages": "\\ud800", "user_id": "alice"}', b'{"messages": "a", "messages": "b", "user_id": "alice"}',
        b"\xff\xfe", b'{"user_id": "al\\u0000ice", "messages": "x"}', b'{"metadata": {"\\ud800": 1}, "messages": "x"}',
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", [*FIELDS, "/v1/memories/mem_1/", "/memories/mem_1", "/nowhere", "/v1/memories/"])
def test_no_body_is_an_error_of_the_service(ask, db, path, body):
    for method in ("POST", "PUT", "DELETE", "GET", "PATCH"):
        answer = ask(method, path, body)
        assert answer.status_code < 500, (method, answer.content[:300])


@pytest.mark.parametrize("memory_id", ["%00", "%ED%A0%80", "x" * 5_000, "mem_%27", "..%2f..", "%F0%9F%98%80"])
def test_no_address_is_an_error_of_the_service(ask, db, memory_id):
    for path in (f"/v1/memories/{memory_id}/", f"/memories/{memory_id}", f"/memories/{memory_id}/history"):
        for method in ("GET", "PUT", "DELETE"):
            assert ask(method, path, {"text": "x"}).status_code in {400, 404, 405}, path


@pytest.mark.parametrize("query", ["?page=²", "?page=1e5", "?page=-1", "?categories=a", "?user_id=%00", "?filters=x"])
def test_no_query_is_an_error_of_the_service(ask, db, query):
    for method in ("GET", "DELETE"):
        assert ask(method, f"/memories{query}").status_code < 500


def test_what_is_said_of_all_messages_is_bounded(ask, db):
    """Metadata is kept with each turn: a large one would be written a hundred times."""
    turns = [{"role": "user", "content": f"turn {number}"} for number in range(100)]
    sent = {"messages": turns, "user_id": "alice", "metadata": {"note": "x" * 2_000_000}}
    assert ask("POST", "/v3/memories/add/", sent).status_code == 422
    assert not Memory.everything.exists()
    assert not Session.everything.exists()


def test_filters_are_as_many_as_the_search_of_the_api_takes(ask, db):
    ask("POST", "/memories", {"messages": "I like tea.", "user_id": "alice", "metadata": {"a": 1}})
    many = {f"key{number}": number for number in range(21)}
    for path in ("/v3/memories/", "/v3/memories/search/"):
        asked = {"query": "tea"} if "search" in path else {}
        assert ask("POST", path, {**asked, "filters": {"user_id": "alice", "metadata": many}}).status_code == 400
        tags = [f"tag{number}" for number in range(60)]
        assert ask("POST", path, {**asked, "filters": {"user_id": "alice"}, "categories": tags}).status_code == 422
    assert rows("acme/alice").count() == 1
