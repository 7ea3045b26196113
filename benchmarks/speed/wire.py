"""HTTP on the loopback with as little of our own as can be: what a request is in bytes, and one kept-alive connection.

Nothing here knows Django or the service, so that a process that only sends is small and starts at once.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time

PATIENCE = 30.0  # seconds for a server to come up
HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection((HOST, port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server did not come up")


def request(key: str, path: str, body: object, namespace: str) -> bytes:
    payload = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nX-Memory-Namespace: {namespace}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n\r\n"
    )
    return head.encode() + payload


class Client:
    """One kept-alive connection that has one request on its way."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.sent_at = 0.0

    def send(self, data: bytes) -> None:
        self.received = b""
        self.sent_at = time.perf_counter()
        self.socket.sendall(data)

    def receive(self) -> int:
        """Read what came; answers the status when the response is whole, else 0. Raises ConnectionError where the
        server hung up."""
        part = self.socket.recv(1 << 16)
        if not part:
            raise ConnectionError("the server closed the connection")
        self.received += part
        head, separator, body = self.received.partition(b"\r\n\r\n")
        if not separator:
            return 0
        lower = head.lower()
        at = lower.find(b"content-length:")
        length = int(lower[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
        return int(head[9:12]) if len(body) >= length else 0

    @property
    def is_over(self) -> bool:
        """Whether the server said that it hangs up behind this answer."""
        return b"\r\nconnection: close" in self.received.partition(b"\r\n\r\n")[0].lower()
