"""Of two services that are started at once on one port, the second is refused before it makes anything."""

import socket

import pytest

from memoryproj import ports
from tests.service import free_port, manage


@pytest.fixture
def port():
    return free_port()


def test_a_claimed_port_is_refused_though_nobody_listens_yet_and_free_again_afterwards(port):
    with ports.claim("127.0.0.1", port), pytest.raises(ports.Taken, match="in use"):
        ports.claim("localhost", port)
    ports.claim("127.0.0.1", port).close()


def test_the_server_of_who_claimed_it_listens_there(port):
    with ports.claim("127.0.0.1", port), socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        server.bind(("127.0.0.1", port))
        server.listen()


def test_where_somebody_listens_nobody_claims(port):
    with socket.create_server(("127.0.0.1", port), reuse_port=True), pytest.raises(ports.Taken, match="in use"):
        ports.claim("127.0.0.1", port)
    with pytest.raises(ports.Taken, match="not a port"):
        ports.claim("127.0.0.1", 70_000)


def test_the_same_port_of_another_address_is_free(port):
    with ports.claim("127.0.0.1", port), ports.claim("127.0.0.2", port):
        pass


SIX = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")


@pytest.mark.parametrize(
    "first, second",
    [
        ("0.0.0.0", "127.0.0.1"),
        ("127.0.0.1", "0.0.0.0"),
        pytest.param("::", "::1", marks=SIX),
        pytest.param("::1", "::", marks=SIX),
        pytest.param("::", "127.0.0.1", marks=SIX),
    ],
)
def test_an_address_that_takes_another_one_in_is_not_claimed_beside_it(port, first, second):
    with ports.claim(first, port), pytest.raises(ports.Taken, match=f"{second}:{port} cannot be used"):
        ports.claim(second, port)
    ports.claim(second, port).close()


def test_a_port_of_which_a_server_has_just_gone_is_free(port):
    with ports.claim("127.0.0.1", port), socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        server.bind(("127.0.0.1", port))
        server.listen()
        with socket.create_connection(("127.0.0.1", port)) as client:
            answering, _ = server.accept()
            answering.close()  # first, so that its end waits there
            assert client.recv(1) == b""
    ports.claim("127.0.0.1", port).close()


@pytest.mark.parametrize("words", [["up"], ["mcp", "--http"]])
def test_a_service_beside_one_that_has_just_begun_is_refused(tmp_path, port, words):
    with ports.claim("127.0.0.1", port):
        second = manage(
            tmp_path / "data", *words, "--port", str(port), MEMORY_SECRET_KEY="a-key-of-the-test-0123456789-abcdef"
        )
    assert second.returncode == 1
    assert f"127.0.0.1:{port} cannot be used" in second.stderr
    assert "Traceback" not in second.stderr
    assert not (tmp_path / "data" / "memory.db").exists()
