"""Where a service listens: its address, and its port, which one service at a time claims."""

from __future__ import annotations

import argparse
import socket
import sys


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
    between two stores. So the address is claimed by a name that one socket of the machine can have, too. It is in no
    file, and the kernel forgets it with the process. Linux alone has such names; elsewhere the look is all there is.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    claimed = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            address, number, *_ = probe.getsockname()
        if sys.platform == "linux":
            claimed.bind(f"\0rememberd {address} {number}")
    except (OSError, OverflowError) as error:
        claimed.close()
        why = error.strerror if isinstance(error, OSError) else "it is not a port"
        raise Taken(f"{host}:{port} cannot be used ({why})") from error
    return claimed
