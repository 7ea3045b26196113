"""The service's web part in processes of a trial's own, on a port of its own."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.core.wsgi import get_wsgi_application

from memoryproj.sqlite import checkpoints, scrub

from . import store

PATIENCE = 60  # seconds that a client waits for an answer


@contextmanager
def serving(processes: int) -> Iterator[int]:
    """So many processes that serve the present store behind one port, which is answered; killed afterwards."""
    with serving_by(processes) as (port, _):
        yield port


@contextmanager
def serving_by(processes: int) -> Iterator[tuple[int, list[int]]]:
    """The same, with the processes' ids."""
    with listening() as listener:
        port = int(listener.getsockname()[1])
        served = [store.fork(partial(serve, listener)) for _ in range(processes)]
    try:
        yield port, served
    finally:
        for process in served:
            os.kill(process, signal.SIGKILL)
            store.wait(process)


def ask(port: int, key: str, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
    """(status, answer)."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    try:
        link.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = link.getresponse()
        found: dict[str, Any] = json.loads(answer.read())
        return answer.status, found
    finally:
        link.close()


def listening() -> socket.socket:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    return listener


def serve(listener: socket.socket) -> None:
    """Answer whoever comes to `listener`, each in a thread of its own, for ever, beside what `wsgi.py` starts."""
    checkpoints.start()
    scrub.start()
    server = _Server(("127.0.0.1", 0), _Quiet, bind_and_activate=False)
    server.socket.close()
    server.socket = listener
    server.server_name, server.server_port = "127.0.0.1", listener.getsockname()[1]
    server.setup_environ()
    server.set_app(get_wsgi_application())
    server.serve_forever(0.05)


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """The table is all that is printed."""
