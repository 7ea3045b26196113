"""Between the web server and Django: a request is read whole before a thread is taken for it.

A thread that reads from a client waits for that client: four that send nothing would hold all four threads, before any
key is asked for. So bodies are read on the event loop, which waits for thousands at once, within a size and a time;
Django gets its thread, and the body at once, when there is work to do. Django under ASGI would do the same, but opens a
database connection for each request (ADR 0026).
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.conf import settings
from django.core.signals import request_finished
from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined]  # its stub forgets these

from memory import measuring

from . import origins

log = logging.getLogger(__name__)

# A body of at most so many bytes is read in one step. Of longer ones, what has come may be this many times the largest
# body in all; who comes then is told to come again.
SMALL = 64 << 10
MOST_BODIES_HELD = 32
RETRY_SECONDS = 5
# For so long a file keeps its name, by which Granian opens it: within milliseconds, where the machine is not busy.
NAMED_SECONDS = 60.0
# Granian hands on no header that holds a byte outside ASCII. Of these none may pass as if it had not been sent: who
# names a namespace must not meet the key's default instead. Others, which proxies add, may.
HEEDED = frozenset(
    {
        "authorization", "x-api-key", "x-memory-namespace", "x-memory-namespaces", "idempotency-key",
        "last-event-id",  # without it, what came since would be passed over
    }
)  # fmt: skip

Headers = list[tuple[str, str]]
TITLES = {
    400: "Bad Request", 408: "Request Timeout", 413: "Content Too Large", 500: "Internal Server Error",
    503: "Service Unavailable",
}  # fmt: skip


class Refused(Exception):
    """A request that is answered before Django sees it."""

    def __init__(self, status: int, detail: str, headers: Headers | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers or []


class Gate:
    """Granian's RSGI protocol on the one side, Django's WSGI on the other."""

    def __init__(self, django: Callable[..., Any]) -> None:
        self.django = django
        self.threads = ThreadPoolExecutor(settings.MEMORY_WEB_THREADS, thread_name_prefix="web")
        self.held = 0  # bytes of long bodies that are not whole yet

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        if scope.proto != "http":
            return
        try:
            refuse_unreadable(scope)
            body = await self._body(scope, proto)
            loop = asyncio.get_running_loop()
            status, headers, content = await loop.run_in_executor(
                self.threads, answer, self.django, environ_of(scope, body), time.perf_counter()
            )
        except ProtocolClosed:
            return  # the client has gone in the middle of its body: anybody may, and nobody waits for an answer
        except Refused as refused:
            status, headers, content = problem(refused)
            told = origins.headers_for(scope.path, scope.headers.get("origin"))
            headers += [(name.lower(), value) for name, value in told.items()]
        except Exception:
            log.exception("a request could not be handed on")
            status, headers, content = problem(Refused(500, "The service could not answer this request."))
        if isinstance(content, bytes):
            proto.response_bytes(status, headers, content)
        else:
            send_file(proto, status, headers, content)

    async def _body(self, scope: Scope, proto: HTTPProtocol) -> bytes:
        """The whole body. Raises Refused: 400 no length, 413 too long, 408 too slow, 503 too many at once."""
        length = scope.headers.get("content-length")
        if length is None and scope.headers.get("transfer-encoding") is None:
            return b""
        limit = settings.MEMORY_MAX_BODY_BYTES
        if length is not None and (not length.isascii() or not length.isdigit() or len(length) > 18):
            raise Refused(400, "Content-Length is not a number.")
        if length is not None and int(length) > limit:
            raise too_long()
        try:
            async with asyncio.timeout(settings.MEMORY_BODY_SECONDS):
                if length is not None and int(length) <= SMALL:
                    return await proto()
                return await self._parts(proto, limit)
        except TimeoutError:
            raise Refused(408, f"The body did not come within {settings.MEMORY_BODY_SECONDS:g} seconds.") from None

    async def _parts(self, proto: HTTPProtocol, limit: int) -> bytes:
        """A body that is long, or of a length that nobody said. What has come is counted: silence holds nothing."""
        body = bytearray()
        try:
            async for part in proto:
                body += part
                self.held += len(part)
                if len(body) > limit:
                    raise too_long()
                if self.held > limit * MOST_BODIES_HELD:
                    again = [("retry-after", str(RETRY_SECONDS))]
                    raise Refused(503, "Too many long requests are coming in at once.", again)
        finally:
            self.held -= len(body)
        return bytes(body)


def refuse_unreadable(scope: Scope) -> None:
    """Raises Refused: 400 where a header that decides something cannot be read."""
    unreadable = {*scope.headers.keys()} - {name for name, _ in scope.headers.items()}
    if not unreadable:
        return
    if heeded := sorted(unreadable & HEEDED):
        raise Refused(400, f"The header {heeded[0].title()} has a letter outside ASCII.")
    if "cookie" in unreadable and not scope.path.startswith(origins.SERVED):
        raise Refused(
            400,
            "This browser sends a cookie with a letter outside ASCII, so none of its cookies can be read. Another"
            " program at this host name has set it: delete the browser's cookies of this host name, or use another.",
        )


class Wrapped:
    """What Django hands over when it answers a file (`wsgi.file_wrapper`, PEP 3333). Its `close` is the response's."""

    def __init__(self, file: IO[bytes], block_size: int) -> None:
        self.file = file


def send_file(proto: HTTPProtocol, status: int, headers: Headers, file: IO[bytes]) -> None:
    """Granian opens the file by its name and reads it as fast as the client takes it, without a thread of ours. Its
    stream (`response_stream`, 2.8) would keep all that it is given in memory. A file that is gone when it is closed
    loses its name when Granian has opened it, and its bytes when they are sent."""
    proto.response_file(status, headers, file.name)
    asyncio.get_running_loop().call_later(NAMED_SECONDS, file.close)


def answer(django: Callable[..., Any], environ: dict[str, Any], ready: float) -> tuple[int, Headers, bytes | IO[bytes]]:
    """Django's answer, as (status, headers, body), to a request that was whole at `ready`. Where the body is a file,
    whoever sends it closes it."""
    measuring.observe(measuring.WAITS, time.perf_counter() - ready)
    head: list[tuple[int, Headers]] = []

    def start_response(status: str, headers: Iterable[tuple[str, str]], exc_info: object = None) -> None:
        head.append((int(status[:3]), [(name.lower(), value) for name, value in headers]))

    response = django(environ, start_response)
    content: bytes | IO[bytes]
    if isinstance(response, Wrapped):
        content = response.file
        request_finished.send(sender=Wrapped)  # `close` comes later, in another thread: this one's connection is done
    else:
        try:
            content = b"".join(response)
        finally:
            response.close()  # Django puts the database connection in order here
    status, headers = head[-1]
    return status, headers, content


def environ_of(scope: Scope, body: bytes) -> dict[str, Any]:
    """The WSGI environment (PEP 3333) of a request whose body is here."""
    server, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": native(scope.path),  # decoded already
        "QUERY_STRING": native(scope.query_string),
        "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": scope.headers.get("content-type") or "",
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": Wrapped,
    }
    if scope.authority and "host" not in scope.headers:  # HTTP/2 need not send it
        environ["HTTP_HOST"] = scope.authority
    for name, value in scope.headers.items():
        # "X_Real" and "X-Real" would become one key, and a client could pass the one for what a proxy set.
        if "_" in name or name in {"content-length", "content-type", "transfer-encoding"}:
            continue
        key = f"HTTP_{name.upper().replace('-', '_')}"
        before = f"{environ[key]}{'; ' if name == 'cookie' else ','}" if key in environ else ""
        environ[key] = before + native(value)
    return environ


def native(text: str) -> str:
    """WSGI's strings: the bytes of the request, each as one character."""
    return text.encode().decode("latin-1")


def too_long() -> Refused:
    return Refused(413, f"The body is longer than {settings.MEMORY_MAX_BODY_BYTES} bytes.")


def problem(refused: Refused) -> tuple[int, Headers, bytes]:
    """A refusal in the API's shape (RFC 9457). The connection ends: what is left of the body is not read."""
    shape = {
        "type": "about:blank", "title": TITLES[refused.status], "status": refused.status, "detail": refused.detail,
    }  # fmt: skip
    headers = [("content-type", "application/problem+json"), ("connection", "close"), *refused.headers]
    return refused.status, headers, json.dumps(shape).encode()
