"""A loopback HTTP server that speaks OpenAI's protocol: scripted answers, and twenty ways to fail.

    server.script(chat({"facts": []}), FAILURES["http_500"]("…"))   # one reply per request, in this order
    server.otherwise = lambda request: chat(...)                     # when the script is empty

Embeddings need no script: each text gets a vector of its own, the same every time, in base64 or floats as
asked. `server.requests` holds what came in. The fixture is `openai_server`; it points the settings here.
"""

import base64
import json
import socket
import struct
import sys
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """`body` is sent as it is; `act` replaces the sending where a failure is not an HTTP answer."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    act: Callable[["_Handler"], None] | None = None


Answerer = Callable[[Request], Reply]


def chat(
    content: Any,
    *,
    finish_reason: str = "stop",
    refusal: str | None = None,
    usage: dict[str, int] | None = {"prompt_tokens": 100, "completion_tokens": 20},  # noqa: B006 — never changed
) -> Reply:
    """A chat completion whose content is `content`, as JSON unless it is a string or None already."""
    if not isinstance(content, str | None):
        content = json.dumps(content)
    message = {"role": "assistant", "content": content, "refusal": refusal}
    return json_reply(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "test-model",
            "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
            **({"usage": usage} if usage else {}),
        }
    )


def json_reply(value: Any, status: int = 200, **headers: str) -> Reply:
    return Reply(json.dumps(value).encode(), status, {"Content-Type": "application/json", **headers})


def error(status: int, message: str = "scripted failure", code: str | None = None, **headers: str) -> Reply:
    return json_reply({"error": {"message": message, "type": "test", "code": code}}, status, **headers)


def embeddings(vectors: Any, encoding: str = "base64") -> Reply:
    """One row per vector, NaN and wrong lengths included, encoded as the client asked."""

    def encoded(vector: Any) -> Any:
        row = np.asarray(vector, dtype="<f4")
        return base64.b64encode(row.tobytes()).decode() if encoding == "base64" else [float(x) for x in row]

    data = [{"object": "embedding", "index": i, "embedding": encoded(v)} for i, v in enumerate(vectors)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return json_reply({"object": "list", "data": data, "model": "test-embedding", "usage": usage})


def _hang(handler: "_Handler") -> None:
    handler.owner.closing.wait(30)


def _reset(handler: "_Handler") -> None:
    # With a linger of zero the kernel answers RST instead of FIN.
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def _break_off(body: bytes) -> Callable[["_Handler"], None]:
    def act(handler: "_Handler") -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body[: len(body) // 2])
        handler.close_connection = True

    return act


def _drip(body: bytes) -> Callable[["_Handler"], None]:
    def act(handler: "_Handler") -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        for i in range(len(body)):
            handler.wfile.write(body[i : i + 1])
            handler.wfile.flush()
            if handler.owner.closing.wait(0.05):
                return

    return act


def _altered(content: Any, /, **changes: Any) -> Any:
    """The facts of `content`, or the one that every schema here would refuse, with other values in them."""
    facts = content.get("facts") if isinstance(content, dict) else None
    return {"facts": [{**fact, **changes} for fact in facts or [{}]]}


def _no_json_schema(content: Any) -> Answerer:
    def answer(request: Request) -> Reply:
        form = request.body.get("response_format", {}).get("type", "text")
        if form == "text":
            return chat(f"Here you are:\n```json\n{json.dumps(content)}\n```")
        return error(400, f"response_format {form} is not supported")

    return answer


INJECTION = {"protect": True, "decay_rate": 0, "delete": ["*"], "namespace": "other", "valid_until": "2000-01-01"}

# Each takes the good content that the model would have given, and gives the reply in its stead. The last
# three are weaknesses of a server that a client must get over: the answer counts.
FAILURES: dict[str, Callable[[Any], Reply | Answerer]] = {
    "timeout": lambda content: Reply(act=_hang),
    "http_429": lambda content: error(429, code="rate_limit_exceeded", **{"Retry-After": "1", "Retry-After-Ms": "20"}),
    "http_500": lambda content: error(500),
    "http_503": lambda content: error(503, **{"Retry-After-Ms": "20"}),
    "connection_reset": lambda content: Reply(act=_reset),
    "broken_off": lambda content: Reply(act=_break_off(chat(content).body)),
    "slow_drip": lambda content: Reply(act=_drip(chat(content).body)),
    "cut_json": lambda content: chat(json.dumps(content)[:-5]),
    "malformed_json": lambda content: chat('{"facts": [{content: NaN,,}]'),
    "refusal": lambda content: chat(None, refusal="I can't help with that."),
    "length": lambda content: chat(json.dumps(content)[:10], finish_reason="length"),
    "content_filter": lambda content: chat("", finish_reason="content_filter"),
    "wrong_types": lambda content: chat(_altered(content, content=7, source_ids="ep_1", confidence="high")),
    "foreign_ids": lambda content: chat(_altered(content, source_ids=["ep_of_somebody_else"])),
    "empty_content": lambda content: chat(""),
    "huge": lambda content: chat("x" * (4 << 20)),
    "null_choices": lambda content: json_reply({"id": "chatcmpl-1", "object": "chat.completion", "choices": None}),
    "html": lambda content: Reply(b"<html><body>Bad gateway</body></html>", 200, {"Content-Type": "text/html"}),
    "injected": lambda content: chat({**content, **INJECTION, **_altered(content, **INJECTION)}),
    "missing_usage": lambda content: chat(content, usage=None),
    "no_json_schema": _no_json_schema,
}
RECOVERABLE = frozenset({"injected", "missing_usage", "no_json_schema"})
ENDLESS = frozenset({"timeout", "slow_drip"})  # only the client's patience ends these


def patience(kind: str) -> float:
    """Seconds that a client waits: as short as a test may last where the answer never comes, and so long where it
    comes that no busy machine keeps it away."""
    return 0.5 if kind in ENDLESS else 60.0


class OpenAIServer:
    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.otherwise: Answerer = lambda request: error(500, "the test scripted no answer")
        self.dimensions = 256
        self.closing = threading.Event()
        self._script: deque[Reply | Answerer] = deque()
        self._lock = threading.Lock()
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def script(self, *replies: Reply | Answerer) -> None:
        """Answer the next requests with these, one each."""
        self._script.extend(replies)

    def answer(self, request: Request) -> Reply:
        with self._lock:
            self.requests.append(request)
            scripted = self._script.popleft() if self._script else None
        if isinstance(scripted, Reply):
            return scripted
        if scripted is not None:
            return scripted(request)
        if request.path.endswith("/embeddings"):
            return embeddings(map(self._vector, request.body["input"]), request.body.get("encoding_format", "float"))
        return self.otherwise(request)

    def _vector(self, text: str) -> Any:
        return np.random.default_rng(zlib.crc32(text.encode())).standard_normal(self.dimensions)

    def close(self) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    owner: OpenAIServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Some tests make the client give up, or the server hang up; all else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http

    @property
    def owner(self) -> OpenAIServer:
        return self.server.owner

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        reply = self.owner.answer(Request(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        if reply.act is not None:
            self.close_connection = True
            reply.act(self)
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def finish(self) -> None:
        try:
            super().finish()
        except (OSError, ValueError):
            self.close_connection = True  # closed under it by `_reset`

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the tests' output is the tests'."""


@pytest.fixture
def openai_server(settings: Any) -> Iterator[OpenAIServer]:
    server = OpenAIServer()
    settings.MEMORY_OPENAI_BASE_URL = server.url
    settings.MEMORY_OPENAI_API_KEY = "sk-test-0123456789"
    settings.MEMORY_OPENAI_TIMEOUT = settings.MEMORY_EMBEDDING_QUERY_SECONDS = patience("")
    settings.MEMORY_OPENAI_RETRIES = 0
    yield server
    server.close()
