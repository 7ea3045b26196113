"""Where `up` and `mcp --http` listen: on an address that the server takes, and on a port that nobody else has."""

from __future__ import annotations

import argparse
import os
import socket
import sys

import pytest
from django.core.management import CommandError, call_command

from memoryproj import ports
from tests.service import free_port, running

HTTP = [("up",), ("mcp", "--http")]

pytestmark = pytest.mark.django_db  # `mcp` looks first whether its store is there


@pytest.fixture
def started(monkeypatch):
    """The words of each server that would take this process's place."""
    servers = []

    def take_the_place(path, words):
        servers.append(words)
        sys.exit()

    monkeypatch.setattr(os, "execv", take_the_place)
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    return servers


@pytest.fixture
def taken():
    """A port on which somebody listens who would share it, as the web server does."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize("command", HTTP)
def test_a_port_on_which_somebody_listens_is_refused(command, taken, started):
    with pytest.raises(CommandError, match=f"127.0.0.1:{taken} cannot be used"):
        call_command(*command, "--port", str(taken))
    assert started == []


def test_web_and_mcp_never_share_a_port():
    port = str(free_port())
    with pytest.raises(CommandError, match="each needs a port of its own"):
        call_command("up", "--port", port, "--mcp-port", port)


def test_a_name_is_the_address_that_it_stands_for(started):
    assert ports.address("127.0.0.1") == "127.0.0.1"
    assert ports.address("::1") == "::1"
    assert ports.address("localhost") == "127.0.0.1"
    with pytest.raises(SystemExit):
        call_command("mcp", "--http", "--host", "localhost", "--port", str(free_port()))
    (words,) = started
    assert words[words.index("--host") + 1] == "127.0.0.1"


def test_a_name_of_both_kinds_is_its_address_of_ipv4(monkeypatch):
    both = [(socket.AF_INET6, 0, 0, "", ("::1", 0, 0, 0)), (socket.AF_INET, 0, 0, "", ("127.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **more: both)
    assert ports.address("localhost") == "127.0.0.1"


@pytest.mark.parametrize("command", HTTP)
@pytest.mark.parametrize("host", ["", "no.such.place.invalid", "a" * 70, "256.0.0.1"])
def test_what_is_no_address_is_refused_before_anything_is_made(command, host, started):
    with pytest.raises(CommandError, match="is no address"):
        call_command(*command, "--host", host)
    with pytest.raises(argparse.ArgumentTypeError):
        ports.address(host)
    assert started == []


@pytest.mark.xdist_group("up")
def test_the_service_listens_at_localhost(tmp_path):
    with running(tmp_path / "data", tmp_path / "log", "--host", "localhost") as service:
        assert service.ask("GET", "/readyz")[0] == 200
