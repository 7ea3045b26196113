"""MCP over HTTP under attack: each answer is one of the protocol's or a problem, and the server goes on."""

import json

import httpx
import pytest

from memory.models import Memory
from memory.services import namespaces
from tests.memory.mcp.test_http import HEADERS, LIST, committed, served
from tests.store import know

__all__ = ["committed", "served"]

DEEP = b"[" * 40_000 + b"]" * 40_000
BODIES = [
    b"", b"x", b"null", b"[]", b"[[]]", b'"x"', b"NaN", b"1e999", DEEP, b"\xff\xfe",
    b'{"jsonrpc": "2.0", "id": 1, "method": ' + DEEP + b"}",
    b'{"jsonrpc": "2.0", "id": 1e400, "method": "tools/list"}',
    b"[" + json.dumps(LIST).encode() * 3 + b"]",
    b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "tools/list", "params": {}}',
]  # fmt: skip
VALUES = ["\\ud800", "\\u0000", "a\\u0000b", "\\udfff\\ud800", "x" * 20_000]
ODD = ["null", "[]", "{}", "1e999", "-1", "1" * 400, "true", "NaN"]


def _call(tool, name, raw):
    return (
        f'{{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {{"name": "{tool}", '
        f'"arguments": {{"{name}": {raw}}}}}}}'
    ).encode()


@pytest.mark.slow
def test_nothing_that_is_sent_stops_the_server_or_is_its_own_error(served, make_key):
    know(namespaces.ensure("other/bob"), "Bob plays the xylophone.")
    headers = {**HEADERS, "Authorization": f"Bearer {make_key('acme/*')}", "X-Memory-Namespace": "acme/alice"}
    listed = httpx.post(f"{served}/mcp", json=LIST, headers=headers, timeout=30).json()["result"]["tools"]
    tools = {tool["name"]: next(iter(tool["inputSchema"]["properties"]), "x") for tool in listed}
    bodies = [*BODIES]
    for tool, name in tools.items():
        bodies += [_call(tool, name, f'"{value}"') for value in VALUES] + [_call(tool, name, raw) for raw in ODD]
    for body in bodies:
        answer = httpx.post(f"{served}/mcp", content=body, headers=headers, timeout=30, verify=False)
        assert answer.status_code < 500, (body[:100], answer.text[:300])
        assert "xylophone" not in answer.text
        assert "Traceback" not in answer.text
    for method in ("GET", "DELETE", "PUT", "OPTIONS"):
        answer = httpx.request(method, f"{served}/mcp", headers={**headers, "Accept": "application/json"}, timeout=30)
        assert answer.status_code in {400, 404, 405, 406}, method
    assert httpx.post(f"{served}/mcp", json=LIST, headers=headers, timeout=30).status_code == 200


@pytest.mark.slow
def test_a_header_that_is_said_twice_opens_no_other_namespace(served, make_key):
    know(namespaces.ensure("acme/bob"), "Bob plays the xylophone.")
    own = make_key("acme/alice")
    sent = _call("search_memory", "query", '"xylophone"')
    pairs = [("Authorization", f"Bearer {own}"), *HEADERS.items()]
    for more in (
        [("X-Memory-Namespace", "acme/alice"), ("X-Memory-Namespace", "acme/bob")],
        [("X-Memory-Namespace", "acme/bob"), ("X-Memory-Namespace", "acme/alice")],
        [("X-Memory-Namespace", "acme/bob")], [("X-Memory-Namespace", "acme/\u00e9".encode("latin-1"))],
        [("Authorization", "Bearer mem_x")],
    ):  # fmt: skip
        request = httpx.Request("POST", f"{served}/mcp", content=sent, headers=[*pairs, *more])
        with httpx.Client(timeout=10) as client:
            try:
                answer = client.send(request)
            except httpx.TransportError:
                continue  # refused by the server that reads the bytes
        assert answer.status_code < 500, (more, answer.text[:300])
        assert "plays the xylophone" not in answer.text, more
    assert Memory.everything.count() == 1
