"""MCP over streamable HTTP: one POST, one JSON answer, nothing kept between two requests.

A request passes: its address, `Origin` and `Host`, its body within size and time, its key (memory/access.py), then the
protocol's own server. A refusal before that is `application/problem+json`. See ADR 0046.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import close_old_connections
from django.http.request import split_domain_port, validate_host
from mcp import types
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from .. import oauth
from ..access import Caller
from ..problems import CONTENT_TYPE, Problem, missing, needs_scope, not_json, problem_of, unauthorised, wrong_method
from ..tools import ToolSet
from . import streams
from .door import Door, RequestDoor, whole_header
from .server import NO_ID, Context, bad_parameters, build_server, has_no_usable_id, refusal_of_text, scope_needed_by

PATH = "/mcp"
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
HEADER_MILLISECONDS = 10_000  # for a request's headers to come in
SETS = [ToolSet.ORCHESTRATOR]
_DOOR = "rememberd.door"


def server_command(host: str, port: int) -> list[str]:
    """The words that start this application in a server of its own."""
    return [
        sys.executable, "-m", "granian", "--interface", "asgi", "--host", host, "--port", str(port), "--workers", "1",
        "--http1-header-read-timeout", str(HEADER_MILLISECONDS), "--no-ws", "--log-level", "warning",
        "--workers-kill-timeout", "5", "memoryproj.mcp_over_http:application",
    ]  # fmt: skip


class Application:
    """The ASGI application. Waiting clients cost no thread; a thread is taken for the work alone."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(settings.MEMORY_WEB_THREADS, thread_name_prefix="mcp")
        self.streams = streams.Streams(self._aside)
        self.protocol = build_server(_door_of, SETS, self._aside).streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            max_request_body_size=settings.MEMORY_MAX_BODY_BYTES,
            # Both are checked here, by the settings that hold for the whole service.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.protocol(scope, receive, send)
            return
        if scope["path"] == "/livez":
            await _answer(send, 200, "text/plain", b"ok")
            return
        try:
            headers = Headers(scope=scope)
            check_place(headers)
            if oauth.is_metadata(scope["path"]):
                await _answer(send, 200, "application/json", json.dumps(oauth.metadata()).encode())
                return
            if scope["path"] == streams.PATH:
                await self._stream(scope["method"], headers, receive, send)
                return
            # The key first: nobody without one makes the service read a body.
            door = scope[_DOOR] = await self._aside(lambda: _entered(headers))
            if scope["path"] != PATH:
                raise missing()
            if scope["method"] != "POST":
                # A GET would open a stream that never tells anything: nothing is kept that could be told. Clients
                # know by this answer that there is none.
                raise wrong_method("POST")
            if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                raise not_json()
            body = await _whole(receive, headers)
            message = _message_of(body)
            refusal = _refusal_of(message) if message is not None else refusal_of_text(body)
            if message is not None and refusal is None:
                _check_scope(message, door.caller())
        except Exception as error:
            await _refuse(send, problem_of(error))
            return
        if refusal is not None:
            # As the protocol's server: 400 for what is no request, and in its later versions for what asks amiss.
            is_answered = refusal.error.code == types.INVALID_PARAMS and not _is_modern(headers)
            status = 200 if is_answered else 400
            await _answer(send, status, "application/json", refusal.model_dump_json(exclude_unset=True).encode())
            return
        await self.protocol(_typed(scope), _replay(body, receive), send)

    async def _stream(self, method: str, headers: Headers, receive: Receive, send: Send) -> None:
        token = _token(headers)
        caller = await self._aside(lambda: streams.enter(headers, token))
        if method != "GET":
            raise wrong_method("GET")
        await self.streams.serve(token, caller.namespace_name, headers, receive, send)

    async def _aside(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.threads, _in_order, work)


def _in_order(work: Callable[[], Any]) -> Any:
    """`work`, with a database connection that an earlier error did not leave broken."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


def _is_modern(headers: Headers) -> bool:
    """Whether a request is of a version of the protocol that knows no sessions."""
    return headers.get("mcp-protocol-version") in MODERN_PROTOCOL_VERSIONS


def _message_of(body: bytes) -> types.JSONRPCMessage | None:
    """None for what is no message, which the protocol's server tells over many lines, and not by the message's id."""
    try:
        return types.jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValueError:
        return None


def _refusal_of(message: types.JSONRPCMessage) -> types.JSONRPCError | None:
    """The answer to a message that has other parameters than its method: the protocol's server says nothing of them."""
    return NO_ID if has_no_usable_id(message) else bad_parameters(message)


def _check_scope(message: types.JSONRPCMessage, caller: Caller) -> None:
    """Raises Problem 403 with a challenge where a token lacks the scope, and its key has it: the protocol's clients ask
    the authorization server for more by that alone. What a key lacks, the answer tells."""
    scope = scope_needed_by(message, SETS)
    if scope is not None and caller.may_ask_for(scope):
        raise needs_scope(scope)


def _door_of(context: Context) -> Door:
    assert context.request is not None
    door: Door = context.request.scope[_DOOR]
    return door


def check_place(headers: Headers) -> None:
    """Refuse a page of somebody else's that a browser shows. Raises Problem 400 for the host, 403 for the origin.

    A program sends no `Origin`. A browser's must be this machine, a host that the service answers to, or a trusted
    origin; a service that answers to every host still trusts none but these.
    """
    host, _ = split_domain_port(headers.get("host", ""))
    if not host or not validate_host(host, settings.ALLOWED_HOSTS):
        raise Problem(400, "This host name is not served here (MEMORY_ALLOWED_HOSTS).")
    origin = headers.get("origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return
    named = [name for name in settings.ALLOWED_HOSTS if name != "*"]
    try:
        place, _ = split_domain_port(urlsplit(origin).netloc)
    except ValueError:
        place = ""
    if not place or not validate_host(place, [*LOOPBACK, *named]):
        raise Problem(403, "A page of this origin may not ask here (MEMORY_CSRF_TRUSTED_ORIGINS).")


def _token(headers: Headers) -> str:
    """The key's text. Raises Problem 401 where there is none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        token = headers.get("x-api-key", "")
    if not token.strip():
        raise unauthorised("Send a key as `Authorization: Bearer mem_…` or `X-API-Key: mem_…`.")
    return token.strip()


def _entered(headers: Headers) -> RequestDoor:
    one, several = (whole_header(headers, name) for name in ("x-memory-namespace", "x-memory-namespaces"))
    return RequestDoor(_token(headers), one, several)


async def _whole(receive: Receive, headers: Headers) -> bytes:
    """The whole body. Raises Problem: 413 too long, 408 too slow."""
    limit = settings.MEMORY_MAX_BODY_BYTES
    too_long = Problem(413, f"The body is longer than {limit} bytes.")
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit():
        raise Problem(400, "Content-Length is not a number.")
    if len(length) > 18 or int(length) > limit:
        raise too_long
    body = bytearray()
    try:
        async with asyncio.timeout(settings.MEMORY_BODY_SECONDS):
            more = True
            while more:
                message = await receive()
                body += message.get("body", b"")
                if len(body) > limit:
                    raise too_long
                more = message["type"] == "http.request" and message.get("more_body", False)
    except TimeoutError:
        raise Problem(408, f"The body did not come within {settings.MEMORY_BODY_SECONDS:g} seconds.") from None
    return bytes(body)


def _typed(scope: Scope) -> Scope:
    """A request whose content type was checked, as the protocol's server wants it written: it takes `Application/JSON`
    for another type, though the case of a type tells nothing (RFC 9110, 8.3.1)."""
    others = [(name, value) for name, value in scope["headers"] if name.lower() != b"content-type"]
    return {**scope, "headers": [*others, (b"content-type", b"application/json")]}


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the whole body at once, and then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


async def _refuse(send: Send, problem: Problem) -> None:
    content = json.dumps(problem.body(), ensure_ascii=False).encode()
    await _answer(send, problem.status, CONTENT_TYPE, content, problem.headers)


async def _answer(send: Send, status: int, kind: str, content: bytes, headers: Any = None) -> None:
    told = {"content-type": kind, **(headers or {})}
    pairs = [(name.lower().encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": content})
