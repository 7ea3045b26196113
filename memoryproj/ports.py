"""Where a service listens: its address, and its port, which one service at a time claims."""

from __future__ import annotations

import argparse
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


class Taken(Exception):
    """Somebody listens there, or is about to; or nobody can. `str()` says so."""


def address(host: str) -> str:
    """The IP address that `host` stands for, as the type of an option: the web server takes no name, such as
    localhost. Raises ArgumentTypeError."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise argparse.ArgumentTypeError(f"{host!r} is no address of this machine") from error
    # A name may stand for one of each kind. Who asks for 127.0.0.1 is answered by that of IPv4 alone.
    chosen = min(found, key=lambda one: one[0] != socket.AF_INET)
    return str(chosen[4][0])


def claim(host: str, port: int) -> socket.socket:
    """Claim a port until the answered socket is closed, or the last process that holds it ends. Raises Taken.

    To look whether somebody listens is not enough. The web server begins to listen seconds later, and it does so with
    SO_REUSEPORT: of two services that were started at once both would listen, and the kernel would deal requests out
    between two stores, or to one what was meant for the other where one listens at 127.0.0.1 and one at 0.0.0.0. So a
    socket keeps the port that never listens. It is bound without SO_REUSEPORT: the kernel refuses that beside each
    socket whose address is the same, or takes this one in. Only then it lets the server have the port, too. Linux alone
    lets a bound socket do that; elsewhere the look is all there is.
    """
    try:
        with _turn(port), ExitStack() as let_go:
            claimed = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
            let_go.callback(claimed.close)
            # A server that has just ended has connections there still, which are in nobody's way.
            claimed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            claimed.bind((host, port))
            if sys.platform == "linux":
                claimed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
                claimed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                let_go.pop_all()
    except (OSError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a port"
        raise Taken(f"{host}:{port} cannot be used ({why})") from error
    return claimed


@contextmanager
def _turn(port: int) -> Iterator[None]:
    """One at a time claims a port: beside another socket that has SO_REUSEADDR at the moment, the kernel binds.

    The name is in no file, and the kernel forgets it with the process. Linux alone has such names.
    """
    with socket.socket(socket.AF_UNIX) as turn:
        if sys.platform == "linux":
            turn.bind(f"\0rememberd {port}")
        yield
