"""The service's web part in processes of a trial's own, on a port of its own."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.core.wsgi import get_wsgi_application

from . import store


@contextmanager
def serving(processes: int) -> Iterator[int]:
    """So many processes that serve the present store behind one port, which is answered; killed afterwards."""
    with listening() as listener:
        port = int(listener.getsockname()[1])
        served = [store.fork(partial(serve, listener)) for _ in range(processes)]
    try:
        yield port
    finally:
        for process in served:
            os.kill(process, signal.SIGKILL)
            store.wait(process)


def listening() -> socket.socket:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    return listener


def serve(listener: socket.socket) -> None:
    """Answer whoever comes to `listener`, each in a thread of its own, for ever."""
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
