"""MCP over HTTP: a server process of its own, the real client, and what must not come in."""

import json
import signal
import socket
import subprocess
import time
from contextlib import asynccontextmanager, contextmanager

import anyio
import httpx
import httpx2
import pytest
from django.conf import settings
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from starlette.datastructures import Headers

from memory.mcp.http import _entered, server_command
from memory.models import Event, Memory
from memory.models.purposes import Hidden
from memory.problems import Problem
from memory.services import namespaces
from tests.memory.mcp import environment
from tests.store import committed, know

__all__ = ["committed"]

READY_SECONDS = 60
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@pytest.fixture
def served(committed):
    """The address of a running server on the test's store."""
    with serving() as address:
        yield address


@contextmanager
def serving(**extra):
    """The address of a running server, which has these settings too."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    extra = {"MEMORY_BODY_SECONDS": "5", "MEMORY_MAX_BODY_BYTES": "100000", **extra}
    server = subprocess.Popen(server_command("127.0.0.1", port), env=environment(**extra), cwd=settings.BASE_DIR)
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + READY_SECONDS
        while not answers(address):
            assert server.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield address
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=60) == 0


def answers(address):
    """Whether a server answers there. Nothing is encrypted: to read the certificates of the machine takes longer than
    the answer, at each try."""
    try:
        return httpx.get(f"{address}/livez", verify=False).status_code == 200
    except httpx.TransportError:
        return False


@asynccontextmanager
async def connected(address, key, mode, **headers):
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}", **headers}, timeout=60)
    async with http, Client(streamable_http_client(f"{address}/mcp", http_client=http), mode=mode) as client:
        yield client


def test_clients_of_both_ages_work_with_their_keys_namespaces_and_scopes(served, make_key):
    writer = make_key("acme/*", default_namespace="acme/alice")
    reader = make_key("acme/bob", scopes=["read"])

    async def talk():
        async with connected(served, writer, "auto") as client:
            await client.list_tools()
            await client.call_tool("remember_fact", {"content": "Maya likes tea."})
            ours = await client.call_tool("get_context", {"prompt": "Does Maya like tea?"})
        namespace = {"X-Memory-Namespace": "acme/carol"}
        async with connected(served, writer, "legacy", **namespace) as client:
            await client.call_tool("remember_fact", {"content": "Carol owns a boat."})
        async with connected(served, reader, "legacy") as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            theirs = await client.call_tool("search_memory", {"query": "tea"})
            refused = await client.call_tool("remember_fact", {"content": "Bob likes tea."})
            sessions = await client.read_resource("memory://sessions")
        return ours, names, theirs, refused, sessions

    ours, names, theirs, refused, sessions = anyio.run(talk)

    assert "Maya likes tea." in ours.structured_content["context"]
    assert names == {"get_context", "search_memory", "memory_stats", "get_entity_info"}
    assert theirs.structured_content["results"] == []
    assert refused.is_error
    assert json.loads(sessions.contents[0].text) == []
    for name, said in (("acme/alice", "Maya likes tea."), ("acme/carol", "Carol owns a boat.")):
        assert Memory.objects.within(namespaces.for_reading(name)).get().content == said
        assert Event.objects.within(namespaces.for_reading(name)).first().actor == "mcp:test"


def test_what_must_not_come_in_is_refused_as_a_problem(served, make_key):
    key = make_key("acme/*", default_namespace="acme/alice")
    good = HEADERS | {"Authorization": f"Bearer {key}"}

    def post(content=None, path="/mcp", **changed):
        headers = {name: value for name, value in (good | changed).items() if value is not None}
        return httpx.post(f"{served}{path}", content=content or json.dumps(LIST), headers=headers)

    assert post().status_code == 200
    assert post().json()["result"]["tools"]
    assert post(Origin="http://localhost:6274").status_code == 200
    assert post(**{"Content-Type": "application/json; charset=utf-8"}).status_code == 200
    assert post(Authorization=None, **{"X-API-Key": key}).status_code == 200
    refusals = {
        "no key": (post(Authorization=None), 401),
        "a wrong key": (post(Authorization="Bearer mem_x_y"), 401),
        "another namespace": (post(**{"X-Memory-Namespace": "other"}), 403),
        "a namespace that cannot be": (post(**{"X-Memory-Namespace": "acme/ a"}), 422),
        "a foreign page": (post(Origin="https://evil.example"), 403),
        "a page without an origin": (post(Origin="null"), 403),
        "a rebound name": (post(Origin="http://evil.example:1", Host="evil.example:1"), 400),
        "another path": (post(path="/other"), 404),
        "a long body": (post(b"x" * 100_001), 413),
        "a form": (post(**{"Content-Type": "application/x-www-form-urlencoded"}), 415),
        "a simple request of a page": (post(**{"Content-Type": "text/plain"}), 415),
        "a type that begins alike": (post(**{"Content-Type": "application/json-seq"}), 415),
    }
    for what, (response, status) in refusals.items():
        assert response.status_code == status, what
        assert response.headers["content-type"] == "application/problem+json", what
        assert response.json()["status"] == status
    assert refusals["no key"][0].headers["www-authenticate"] == "Bearer"
    assert post(b"not json").status_code == 400


@pytest.mark.parametrize(
    "kind", ["Application/JSON", "APPLICATION/JSON;charset=UTF-8", "application/json; charset=utf-8"]
)
def test_the_case_of_a_content_type_tells_nothing(served, make_key, kind):
    headers = {"Authorization": f"Bearer {make_key('acme/alice')}", "Content-Type": kind, "Accept": "application/json"}
    answer = httpx.post(
        f"{served}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers, verify=False
    )
    assert (answer.status_code, answer.json()) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}})


def test_there_is_no_stream_to_open_and_nothing_to_end(served, make_key):
    good = HEADERS | {"Authorization": f"Bearer {make_key()}"}
    for headers in (good, good | {"MCP-Protocol-Version": "2026-07-28"}):
        for method in ("GET", "DELETE", "PUT"):
            refused = httpx.request(method, f"{served}/mcp", headers=headers)
            assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    assert httpx.get(f"{served}/mcp", headers=HEADERS).status_code == 401


def test_a_request_by_an_id_that_the_protocol_does_not_know_is_answered(served, make_key):
    good = HEADERS | {"Authorization": f"Bearer {make_key()}"}
    for headers in (good, good | {"MCP-Protocol-Version": "2026-07-28"}):
        for number in (1.5, True, None, [], {}):
            refused = httpx.post(f"{served}/mcp", json=LIST | {"id": number}, headers=headers)
            assert (refused.status_code, refused.json()["id"]) == (400, None), number
            assert refused.json()["error"]["code"] == -32600
    told = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert httpx.post(f"{served}/mcp", json=told, headers=good).status_code == 202


@pytest.mark.parametrize(
    "body, number, code, told",
    [
        (b"not json", None, -32700, "The body is not JSON: Expecting value (line 1, column 1)."),
        (b'{"jsonrpc": "1.0", "id": 6, "method": "ping"}', 6, -32600, "This is no message of the protocol."),
        (b'{"id": "a", "method": "ping"}', "a", -32600, "This is no message of the protocol."),
        (b'{"jsonrpc": "2.0", "id": 7}', 7, -32600, "This is no message of the protocol."),
        (b'[{"jsonrpc": "2.0", "id": 8, "method": "ping"}]', None, -32600,
         "A batch is not served: send each message by itself."),
        (b'"x"', None, -32600, "This is no message of the protocol."),
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_in_one_line_by_its_id(served, make_key, body, number, code, told):
    good = HEADERS | {"Authorization": f"Bearer {make_key()}"}
    for headers in (good, good | {"MCP-Protocol-Version": "2026-07-28"}):
        refused = httpx.post(f"{served}/mcp", content=body, headers=headers)
        assert refused.status_code == 400
        assert refused.json() == {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": told}}


@pytest.mark.parametrize(
    "method, params, told",
    [
        ("tools/call", {"name": "search_memory", "arguments": '{"query": "tea"}'}, "arguments: Input should be"),
        ("tools/call", {"name": "search_memory", "arguments": ["tea"]}, "arguments: Input should be"),
        ("tools/call", {"arguments": {"query": "tea"}}, "name: Field required"),
        ("resources/read", {}, "uri: Field required"),
        ("prompts/get", {"name": "with_memory", "arguments": {"question": 5}}, "arguments.question: Input should be"),
    ],
)  # fmt: skip
def test_parameters_of_another_shape_are_refused_by_name(served, make_key, method, params, told):
    good = HEADERS | {"Authorization": f"Bearer {make_key()}"}
    for headers, status in ((good, 200), (good | {"MCP-Protocol-Version": "2026-07-28"}, 400)):
        asked = LIST | {"id": 3, "method": method, "params": params}
        refused = httpx.post(f"{served}/mcp", json=asked, headers=headers)
        assert (refused.status_code, refused.json()["id"]) == (status, 3)
        assert refused.json()["error"]["code"] == -32602
        assert told in refused.json()["error"]["message"]


def test_bodies_that_never_end_hold_nobody_up(served, make_key):
    key = make_key()
    host, port = served.removeprefix("http://").split(":")
    head = f"POST /mcp HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {key}\r\nContent-Length: 50\r\n"
    slow = [socket.create_connection((host, int(port))) for _ in range(20)]
    try:
        for client in slow:
            client.sendall(f"{head}Content-Type: application/json\r\n\r\n{{".encode())
        done = httpx.post(f"{served}/mcp", json=LIST, headers=HEADERS | {"Authorization": f"Bearer {key}"}, timeout=60)
        assert done.status_code == 200
        for client in slow:
            client.settimeout(60)
            assert b"408" in client.recv(100).split(b"\r\n")[0]
    finally:
        for client in slow:
            client.close()


def test_a_request_reads_several_namespaces_and_a_key_keeps_to_its_purpose(served, make_key):
    key = make_key("acme/*", default_namespace="acme/alice")
    hidden = Hidden.of([], ["health"])
    blind = make_key("acme/*", default_namespace="acme/alice", hidden=hidden)
    know(namespaces.ensure("acme/alice"), "Maya likes tea.")
    know(namespaces.ensure("acme/alice"), "Maya takes tea pills.", tags=["health"])
    know(namespaces.ensure("acme/team"), "The team likes tea.")
    both = {"X-Memory-Namespaces": "acme/alice,acme/team"}

    async def talk():
        async with connected(served, key, "auto", **both) as client:
            found = await client.call_tool("search_memory", {"query": "tea"})
            written = await client.call_tool("remember_fact", {"content": "Tea is hot."})
        async with connected(served, blind, "auto", **both) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            seen = await client.call_tool("search_memory", {"query": "tea"})
            with pytest.raises(MCPError, match="purpose"):
                await client.read_resource("memory://entities")
        return found, written, names, seen

    found, written, names, seen = anyio.run(talk)

    assert {hit["namespace"] for hit in found.structured_content["results"]} == {"acme/alice", "acme/team"}
    assert written.is_error
    assert names == {"get_context", "search_memory", "save_turns"}
    assert {hit["content"] for hit in seen.structured_content["results"]} == {"Maya likes tea.", "The team likes tea."}


@pytest.mark.django_db
def test_a_header_that_is_sent_twice_is_read_whole(make_key):
    know(namespaces.ensure("acme/alice"), "Maya likes tea.")
    key = make_key("acme/*", default_namespace="acme/alice")

    def entered(*pairs):
        told = [("authorization", f"Bearer {key}"), *pairs]
        raw = [(name.encode(), value.encode()) for name, value in told]
        return _entered(Headers(raw=raw)).caller()

    both = entered(("x-memory-namespaces", "acme/alice"), ("x-memory-namespaces", "acme/team"))
    assert [both.namespace_name, *both.other_names] == ["acme/alice", "acme/team"]
    with pytest.raises(Problem) as refused:
        entered(("x-memory-namespace", "acme/alice"), ("x-memory-namespace", "acme/team"))
    assert refused.value.status == 422
