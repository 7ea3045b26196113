"""Whatever a client sends, and whatever the store does, is told as a problem."""

import json
import sqlite3

import pytest
from django.db import OperationalError
from django.test import Client
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from memory.api.errors import problem_of
from memory.models.namespaces import ApiKeyQuerySet
from memory.problems import Problem
from memory.services.handing import retrieval
from memory.services.talk import episodes
from memory.strict_json import read_json
from tests.conftest import Api, is_problem

URL = "/sessions/chat-1/messages"


def nested(depth, kind="["):
    return b"[" * depth + b"]" * depth if kind == "[" else b'{"a":' * depth + b"1" + b"}" * depth


@pytest.mark.parametrize(
    "body, status",
    [
        (b"{", 400),
        (b"", 422),
        (b'{"a": 1,}', 400),
        (b"\xff\xfe{", 400),
        (b"\xef\xbb\xbf{}", 400),
        (b"nope", 400),
        (b"NaN", 422),
        (b'{"messages": [Infinity]}', 422),
        (b'{"messages": -Infinity}', 422),
        (b'{"messages": 1e400}', 422),
        (b'{"messages": ' + b"9" * 400 + b"}", 422),
        (b'{"messages": ' + b"9" * 6000 + b"}", 422),
        (b'{"messages": 9223372036854775808}', 422),
        (b'{"messages": -9223372036854775809}', 422),
        (b'{"messages": "\\u0000"}', 422),
        (b'{"\\u0000": 1}', 422),
        (b'{"messages": "\x00"}', 422),
        (b'{"messages": "\\ud800"}', 422),
        (b'{"messages": ["\\udfff\\ud83d"]}', 422),
        (b'{"\\ud800": 1}', 422),
        ('{"messages": "\ud800"}'.encode("utf-8", "surrogatepass"), 422),
        (nested(21), 422),
        (nested(21, "{"), 422),
        (nested(100_000), 422),
        (b'{"messages": ' + nested(2_000_000) + b"}", 413),
    ],
)
def test_a_body_that_cannot_be_trusted_is_refused(api, settings, body, status):
    settings.MEMORY_MAX_BODY_BYTES = 1_000_000

    is_problem(api.post(URL, body), status)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (b'{"messages": [{"content": "a"}, {"content": "b\\u0000"}]}', ("messages", 1, "content")),
        (b'{"messages": [{"content": "\\ud800"}]}', ("messages", 0, "content")),
        (b'{"messages": [{"attributes": {"a": {"\\u0000": 1}}}]}', ("messages", 0, "attributes", "a")),
        (b'{"limit": 5, "messages": [1, [9223372036854775808]]}', ("messages", 1, 0)),
        (b'{"a": {"b": 1e400}}', ("a", "b")),
        (b'{"a": [[], {}, NaN]}', ("a", 2)),
        (b'{"a": 1e400, "a": 1}', ()),
        (b"NaN", ()),
    ],
)  # fmt: skip
def test_what_cannot_be_kept_is_named_by_its_place(api, body, where):
    is_problem(api.post(URL, body), 422, "body", *where)


def test_a_bad_number_before_what_is_no_json_is_refused_all_the_same(api):
    is_problem(api.post(URL, b'{"a": 1e400, "b": }'), 422, "body")


def test_a_nul_in_the_address_is_named_by_its_parameter(api):
    is_problem(api.get("/memories?limit=5&kind=fact%00"), 422, "query", "kind")


def test_escaped_pairs_and_twenty_levels_are_fine():
    assert read_json(b'{"a": "\\ud83e\\udde0 \\\\u0000"}') == {"a": "🧠 \\u0000"}
    assert read_json(nested(20)) is not None
    assert read_json(b'{"a": 1, "a": 2}') == {"a": 2}
    assert read_json(b"[9223372036854775807, -9223372036854775808]") == [2**63 - 1, -(2**63)]


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_make_the_reader_fail_otherwise_than_by_a_problem(data):
    try:
        value = read_json(data)
    except Problem:
        return
    json.dumps(value, allow_nan=False, ensure_ascii=False).encode()


def test_a_body_of_more_than_the_limit_is_a_413(api, settings):
    settings.MEMORY_MAX_BODY_BYTES = 1000

    is_problem(api.post(URL, b" " * 1001), 413)
    is_problem(api.post(URL, b"{}", Content_Length="99999999999999999999"), 413)
    is_problem(api.post(URL, b"{}", Content_Length="-1"), 400)


def test_the_key_is_asked_for_before_the_body_is_read(db):
    is_problem(Api("mem_x_y").post(URL, b"{"), 401)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml"]
)
def test_another_type_than_json_is_a_415(api, kind):
    response = api.client.generic("POST", f"/api/v1{URL}", b"a=b", content_type=kind, headers=api.headers)

    is_problem(response, 415)


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "application/vnd.x+json", ""])
def test_json_by_any_of_its_names_is_read(api, kind):
    body = json.dumps({"messages": [{"role": "user", "content": "Hi"}]}).encode()
    response = api.client.generic("POST", f"/api/v1{URL}", body, content_type=kind, headers=api.headers)

    assert response.status_code == 201


def test_a_route_without_a_body_does_not_mind_one(api):
    fact = api.remember("Tea.")["id"]

    response = api.client.post(f"/api/v1/memories/{fact}/confirm", headers=api.headers)

    assert response.status_code == 200


@pytest.mark.parametrize("path", ["/nope", "/", "/memories/x/y/z", "/memories/", "/../admin/", "/%00", "/a%0Ab"])
def test_an_unknown_address_is_a_404_for_those_with_a_key(api, path):
    is_problem(api.get(path), 404)
    is_problem(api.post(path, {}), 404)
    is_problem(Api().get(path), 401)


def test_addresses_of_no_version_are_problems_too(api):
    for path in ("/api/", "/api/v2/memories", "/api/v1"):
        is_problem(api.client.get(path, headers=api.headers), 404)


def test_a_page_for_people_stays_one(client):
    response = client.get("/nowhere")

    assert response.status_code == 404
    assert "text/html" in response["Content-Type"]


def test_a_foreign_host_name_is_a_problem(api):
    response = api.client.get("/api/v1/stats", headers=api.headers | {"Host": "evil.example"})

    is_problem(response, 400)


def refused_by_sqlite(code):
    """What Django raises where SQLite answers with the result code `code`."""
    cause = sqlite3.OperationalError("the words of the database")
    cause.sqlite_errorcode = code
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "code, retry",
    [
        (sqlite3.SQLITE_BUSY, "1"), (sqlite3.SQLITE_LOCKED_SHAREDCACHE, "1"), (sqlite3.SQLITE_READONLY, "30"),
        (sqlite3.SQLITE_FULL, "30"), (sqlite3.SQLITE_IOERR_FSYNC, "30"), (sqlite3.SQLITE_CORRUPT_VTAB, "30"),
        (sqlite3.SQLITE_CANTOPEN, "30"), (sqlite3.SQLITE_NOTADB, "30"),
    ],
)  # fmt: skip
def test_a_store_in_trouble_is_a_503_with_retry_after(api, monkeypatch, code, retry):
    def fail(*args, **kwargs):
        raise refused_by_sqlite(code)

    monkeypatch.setattr(episodes, "ingest_turns", fail)
    monkeypatch.setattr(retrieval, "search", fail)
    for response in (
        api.post(URL, {"messages": [{"role": "user", "content": "Hi"}]}),
        api.post("/memories/search", {"query": "x"}),
    ):
        problem = is_problem(response, 503)
        assert response["Retry-After"] == retry
        assert "the words of the database" not in problem["detail"]


def test_a_store_that_cannot_be_read_fails_the_key_as_a_503_too(api, monkeypatch):
    def fail(*args, **kwargs):
        raise refused_by_sqlite(sqlite3.SQLITE_BUSY)

    monkeypatch.setattr(ApiKeyQuerySet, "authenticate", fail)
    for response in (api.get("/stats"), api.get("/nope"), api.delete("/stats"), api.get("/openapi.json")):
        is_problem(response, 503)


def test_an_unforeseen_error_is_a_500_that_tells_nothing(api, monkeypatch, caplog):
    def fail(*args, **kwargs):
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(retrieval, "search", fail)
    response = api.post("/memories/search", {"query": "x"})

    is_problem(response, 500)
    assert b"42" not in response.content
    assert "the secret is 42" in caplog.text


def test_what_no_rule_names_is_a_500():
    assert problem_of(OperationalError("no such table: x")).status == 500


def test_too_many_parameters_are_refused(api):
    is_problem(api.get("/memories?" + "&".join(f"a{n}=1" for n in range(2000))), 400)


text = st.text(alphabet=st.characters(codec="utf-8"), max_size=60)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)
FIELDS = [
    "messages", "role", "content", "query", "prompt", "limit", "as_of", "tags", "kind", "attributes", "decision",
    "into", "aliases", "memory_ids", "session_id", "event_time", "confidence", "protected", "max_tokens", "fact_id",
]  # fmt: skip
POSTS = [
    URL, "/context", "/memories/search", "/memories", "/memories/x/correct", "/entities/x/split", "/reviews/1",
    "/conflicts/1/resolve", "/tools/search_memory", "/tools/remember_fact", "/tools/save_facts_batch", "/maintenance/x",
]  # fmt: skip


@hypothesis_settings(max_examples=150)
@given(st.sampled_from(POSTS), st.dictionaries(st.sampled_from(FIELDS), values, max_size=4) | values)
def test_no_body_gives_a_5xx(api, path, body):
    response = api.post(path, json.dumps(body).encode())

    assert response.status_code < 500, response.content


@hypothesis_settings(max_examples=150)
@given(
    st.sampled_from(["/memories", "/entities", "/sessions", "/conflicts", "/reviews", "/tools"]),
    st.sampled_from(["limit", "cursor", "kind", "tag", "active", "min_confidence", "created_after", "event_before",
                     "entity_id", "status", "set", "name", "type", "session_id"]),
    text | st.integers().map(str) | st.floats().map(str) | st.datetimes().map(str),
)  # fmt: skip
def test_no_query_string_gives_a_5xx(api, path, name, value):
    response = api.client.get(f"/api/v1{path}", {name: value}, headers=api.headers)

    assert response.status_code < 500, response.content


@hypothesis_settings(max_examples=100)
@given(st.sampled_from(["GET", "POST", "PATCH", "DELETE"]), st.lists(text, min_size=1, max_size=4))
def test_no_address_gives_a_5xx(api, method, parts):
    response = api.client.generic(
        method, "/api/v1/" + "/".join(["memories", *parts]), b"{}", content_type="application/json", headers=api.headers
    )

    assert response.status_code < 500, response.content


@pytest.mark.parametrize(
    "query", ['"', "(", "NEAR(", "a OR", "*", "^a", "-", "AND", ":", "{a b}", "'; --", "\\", "", " "]
)
def test_any_text_is_a_valid_query(api, query):
    api.say("chat-1", "a b")
    assert api.post("/memories/search", {"query": query}).status_code == 200
    assert api.post("/context", {"prompt": query}).status_code == 200


def test_a_query_of_more_than_8_kib_is_cut_and_not_refused(api):
    api.remember("Zanzibar is an island.")

    found = api.post("/memories/search", {"query": "zanzibar " + "ä" * 20_000}).json()

    assert [hit["content"] for hit in found["results"]] == ["Zanzibar is an island."]
    assert api.post("/context", {"prompt": "ä" * 100_000}).status_code == 200


def test_a_page_is_not_asked_for_a_csrf_token(make_key):
    client = Client(enforce_csrf_checks=True)
    headers = {"Authorization": f"Bearer {make_key()}"}

    for path in ("/api/v1/context", "/api/v1/nope"):
        response = client.post(path, "{}", content_type="application/json", headers=headers)
        assert response.status_code in {422, 404}
