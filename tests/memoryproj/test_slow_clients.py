"""The web process as `up` starts it, under clients that send slowly, too much, or strangely."""

from __future__ import annotations

import json
import os
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from memory.management.commands.up import commands
from memoryproj.gate import environ_of

SECONDS_FOR_A_BODY = 3
MOST_BYTES = 100_000
SLOW_CLIENTS = 64
PATIENCE = 30


@pytest.fixture(scope="module")
def web_log(tmp_path_factory) -> Path:
    """What the web process writes."""
    folder: Path = tmp_path_factory.mktemp("log")
    return folder / "web.log"


@pytest.fixture(scope="module")
def port(tmp_path_factory, web_log) -> Iterator[int]:
    """Where a web process of its own listens, over an empty store."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ, "MEMORY_DATA_DIR": str(tmp_path_factory.mktemp("web")),
        "MEMORY_SECRET_KEY": "for this test alone, and long enough for it",
        "MEMORY_MAX_BODY_BYTES": str(MOST_BYTES), "MEMORY_BODY_SECONDS": str(SECONDS_FOR_A_BODY),
        "MEMORY_CORS_ORIGINS": "https://app.example.org", "MEMORY_TEST_DATABASE": "",
        "DJANGO_SETTINGS_MODULE": "memoryproj.settings",
    }  # fmt: skip
    manage = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(manage, check=True, env=environment, cwd=settings.BASE_DIR)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = int(probe.getsockname()[1])
    command = shlex.split(commands("127.0.0.1", free)["web"])
    with web_log.open("wb") as output:
        web = subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, stdout=output, stderr=output)
    try:
        await_answer(free, web)
        yield free
    finally:
        web.terminate()
        web.wait(PATIENCE)


def await_answer(port: int, web: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert web.poll() is None, "the web process ended"
        try:
            if ask(port, b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the web process did not come up")


def connect(port: int, data: bytes = b"") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), PATIENCE)
    client.sendall(data)
    return client


def answered(client: socket.socket) -> tuple[int, bytes]:
    """(status, body) of the answer that comes next."""
    received = b""
    while b"\r\n\r\n" not in received:
        part = client.recv(65_536)
        if not part:
            break
        received += part
    head, _, body = received.partition(b"\r\n\r\n")
    lengths = [int(line.split(b":")[1]) for line in head.lower().splitlines() if line.startswith(b"content-length:")]
    while lengths and len(body) < lengths[0] and (part := client.recv(65_536)):
        body += part
    return int(head.split(b" ", 2)[1]), body


def ask(port: int, data: bytes) -> tuple[int, bytes]:
    with connect(port, data) as client:
        return answered(client)


def post(path: str, *headers: str, body: bytes = b"") -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


@pytest.mark.parametrize("length", [100, MOST_BYTES - 1])
def test_a_client_that_goes_in_the_middle_of_its_body_is_no_error(port, web_log, length):
    before = web_log.stat().st_size
    for _ in range(5):
        connect(port, post("/api/v1/memories", f"Content-Length: {length}", body=b"{")).close()
    assert ask(port, b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] == 200
    time.sleep(0.5)  # until the process has seen that they went
    assert b"Traceback" not in web_log.read_bytes()[before:]


@pytest.mark.parametrize("header", ["X-Memory-Namespace", "X-Memory-Namespaces", "Idempotency-Key", "X-API-Key"])
@pytest.mark.parametrize("letter", ["ü".encode(), "ü".encode("latin-1")])
def test_a_header_that_cannot_be_read_is_not_taken_for_one_that_was_not_sent(port, header, letter):
    sent = post("/api/v1/memories", "Content-Length: 2", f"{header}: acme/m?ller", body=b"{}").replace(b"?", letter)
    status, body = ask(port, sent)
    assert (status, json.loads(body)["detail"]) == (400, f"The header {header.title()} has a letter outside ASCII.")


def test_a_cookie_of_another_program_that_cannot_be_read_is_told_on_the_desk(port):
    cookie = "Cookie: theme=café; sessionid=1"
    status, body = ask(port, f"GET /admin/login/ HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n\r\n".encode())
    assert status == 400
    assert "delete the browser's cookies of this host name" in json.loads(body)["detail"]


@pytest.mark.parametrize("header", ["X-City: Zürich", "User-Agent: Café/1.0", "Cookie: theme=café"])
def test_a_header_that_decides_nothing_may_hold_any_letter(port, header):
    assert ask(port, f"GET /api/v1/entities HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n".encode())[0] == 401


@pytest.mark.timed
@pytest.mark.parametrize("path", ["/admin/login/", "/api/v1/memories"])
def test_clients_that_send_nothing_hold_nobody_up(port, path):
    slow = [connect(port, post(path, "Content-Length: 5000", body=b"{")) for _ in range(SLOW_CLIENTS)]
    try:
        for _ in range(10):
            start = time.monotonic()
            assert ask(port, b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] == 200
            assert time.monotonic() - start < SECONDS_FOR_A_BODY / 2
        # In time each is told so, without a key, and its connection ends.
        status, body = answered(slow[0])
        assert (status, json.loads(body)["status"]) == (408, 408)
        assert slow[0].recv(1) == b""
    finally:
        for client in slow:
            client.close()


@pytest.mark.timed
def test_a_body_that_dribbles_has_as_long_as_a_silent_one(port):
    start = time.monotonic()
    with connect(port, post("/api/v1/memories", "Content-Length: 5000")) as client:
        client.settimeout(0.2)
        status = None
        while status is None and time.monotonic() - start < PATIENCE:
            client.sendall(b" ")
            try:
                status, _ = answered(client)
            except TimeoutError:
                continue
    assert status == 408
    assert time.monotonic() - start < SECONDS_FOR_A_BODY * 3


def test_a_body_that_is_said_to_be_too_long_is_refused_unread(port):
    upload = post("/admin/login/", f"Content-Length: {MOST_BYTES + 1}", "Content-Type: multipart/form-data; boundary=b")
    status, body = ask(port, upload)
    assert (status, json.loads(body)["title"]) == (413, "Content Too Large")


def test_a_page_of_a_named_origin_can_read_why_its_request_was_not_taken(port):
    told = b"access-control-allow-origin: https://app.example.org"
    length = f"Content-Length: {MOST_BYTES + 1}"
    for origin, path, is_told in (
        ("https://app.example.org", "/api/v1/memories", True), ("https://evil.example.org", "/api/v1/memories", False),
        ("https://app.example.org", "/admin/login/", False),
    ):  # fmt: skip
        with connect(port, post(path, length, f"Origin: {origin}")) as client:
            head = client.recv(65_536).partition(b"\r\n\r\n")[0].lower()
        assert head.startswith(b"http/1.1 413")
        assert (told in head) is is_told


def test_a_long_body_and_one_of_unknown_length_are_read_up_to_the_limit(port):
    long = f"Content-Length: {MOST_BYTES - 1_000}"
    assert ask(port, post("/api/v1/memories", long, body=b" " * (MOST_BYTES - 1_000)))[0] == 401
    chunk = b"2710\r\n" + b"x" * 10_000 + b"\r\n"
    head = post("/api/v1/memories", "Transfer-Encoding: chunked")
    assert ask(port, head + chunk * 11)[0] == 413
    assert ask(port, head + b"2\r\n{}\r\n0\r\n\r\n")[0] == 401  # it was read whole, and has no key


def test_odd_requests_are_answered_as_before(port):
    odd = b"GET /api/v1/stats?q=%FF\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\nX-Odd: \xff\xfe\r\n\r\n"
    assert ask(port, odd)[0] in {400, 401}
    assert ask(port, b"GET /nowhere/%FF%25%20x HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] == 404
    assert ask(port, b"GET /livez HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")[0] in {200, 400}
    assert ask(port, post("/api/v1/memories", "Content-Length: x"))[0] == 400


def test_a_header_with_an_underscore_passes_for_no_other():
    """A proxy sets X-Forwarded-Proto and overwrites a client's; X_Forwarded_Proto must not slip through beside it."""

    sent = [("x_api_key", "stolen"), ("x-api-key", "own"), ("cookie", "a=1"), ("cookie", "b=2"), ("accept", "a"),
            ("accept", "b")]  # fmt: skip

    class Headers(dict):
        def items(self):
            return sent

    class Scope:
        method, path, query_string, scheme, http_version, authority = "GET", "/é", "q=é", "http", "1.1", None
        client, server, headers = "[::1]:5", "127.0.0.1:80", Headers(sent)

    environ = environ_of(Scope(), b"")
    assert environ["HTTP_X_API_KEY"] == "own"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["HTTP_ACCEPT"] == "a,b"
    assert environ["REMOTE_ADDR"] == "::1"
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/é"
