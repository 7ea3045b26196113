"""One signed POST to an address that a stranger runs. Pure network: no row is read here."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0  # for a connection, and for an answer
MOST_READ = 1_024  # bytes of an answer
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*")
# Names that RFC 6761, 6762 and 8375 and ICANN keep for this machine and for private networks.
_PRIVATE_NAMES = (".localhost", ".local", ".internal", ".home.arpa")
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_UNICAST: dict[int, list[_Network]] = {
    4: [ipaddress.IPv4Network("0.0.0.0/0")],
    6: [ipaddress.IPv6Network("2000::/3")],  # RFC 4291: NAT64, mapped, compatible and site-local ones lie elsewhere
}
_NOT_PUBLIC: list[_Network] = [
    ipaddress.ip_network(net)
    for net in (
        "0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4",
        "2001::/23",  # Teredo (2001::/32) and other protocols' own
        "2002::/16",  # 6to4
        "2001:db8::/32", "3fff::/20",  # documentation
    )
]  # fmt: skip


class NotTaken(Exception):
    """The address did not take what was sent; `str()` says why."""


class Forbidden(ValueError):
    """An address that must not be told anything; `str()` says why."""


def check(url: str, *, private: bool) -> SplitResult:
    """The parts of `url`. Raises Forbidden for what is no plain web address, and without `private` for http and for a
    host that is written as an address that is not surely public, or is a name of private networks."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Forbidden("this is no address") from error
    if parts.scheme not in {"https", "http"} or not parts.hostname or port == 0:
        raise Forbidden("an address begins with https:// and a host")
    if parts.username or parts.password or parts.fragment or not url.isascii() or not url.isprintable() or " " in url:
        raise Forbidden("an address has no name, password or fragment in it, and only ASCII letters")
    if private:
        return parts
    if parts.scheme != "https":
        raise Forbidden("only https is told (MEMORY_WEBHOOKS_PRIVATE allows more)")
    _check_public_host(parts.hostname)
    return parts


def post(url: str, body: bytes, headers: dict[str, str], *, private: bool) -> None:
    """Send `body`. The host's name is resolved once, and the connection goes to the address that was looked at, so that
    a name which changes meanwhile leads nowhere else. No redirection is followed. Raises NotTaken, Forbidden."""
    parts = check(url, private=private)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = _resolved(host, port, private=private)
    connection = _Pinned(host, port, address, secure=parts.scheme == "https")
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, headers)
        response = connection.getresponse()
        response.read(MOST_READ)
    except (OSError, http.client.HTTPException, ValueError) as error:
        if connection.is_late:
            raise NotTaken(f"no answer in time ({SECONDS:g} seconds)") from error
        if isinstance(error, OSError):
            raise NotTaken(f"{type(error).__name__}: {error}"[:300]) from error
        # These quote what was answered. A stranger's bytes are not kept: PostgreSQL takes no NUL, and a service of a
        # private network would tell its greeting to whoever names it.
        raise NotTaken(f"its answer is no HTTP ({type(error).__name__})") from error
    finally:
        connection.end()
    if not 200 <= response.status < 300:
        raise NotTaken(f"answered {response.status}")


def signature(secret: str, moment: int, body: bytes) -> str:
    """What `X-Memory-Signature` holds: when it was signed, and an HMAC-SHA256 over `<moment>.<body>`."""
    told = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={told}"


def _resolved(host: str, port: int, *, private: bool) -> str:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotTaken(f"{host} is not known: {error}") from error
    addresses = [str(each[4][0]) for each in found]
    if not private:
        # One bad address among good ones is refused as well: which one is used must not be a matter of luck.
        for address in addresses:
            _check_public(ipaddress.ip_address(address.partition("%")[0]))
    return addresses[0]


def _check_public_host(host: str) -> None:
    """Raises Forbidden. What a name leads to is looked at when something is sent."""
    bare = host.removesuffix(".").lower()
    try:
        literal = ipaddress.ip_address(bare)
    except ValueError:
        last = bare.rpartition(".")[2]
        if _NUMBER.fullmatch(last):
            # "2130706433" and "0177.0.0.1" are this machine, as resolvers read them.
            raise Forbidden(f"{host} is no address as it is written") from None
        if "." not in bare or f".{bare}".endswith(_PRIVATE_NAMES):
            raise Forbidden(f"{host} is a name of a private network (MEMORY_WEBHOOKS_PRIVATE allows it)") from None
        return
    _check_public(literal)


def _check_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    """Raises Forbidden for what is not surely public: also for IPv6 addresses that carry an IPv4 address, wherever it
    leads, as a gateway of this network may carry on to it."""
    # Python knows the registry of its release alone: outside global unicast nothing is public, by whatever name.
    if not address.is_global or address.is_multicast or not any(address in net for net in _UNICAST[address.version]):
        raise Forbidden(f"{address} lies in a private network (MEMORY_WEBHOOKS_PRIVATE allows it)")
    if any(address in net for net in _NOT_PUBLIC if net.version == address.version):
        raise Forbidden(f"{address} is not surely public (MEMORY_WEBHOOKS_PRIVATE allows it)")


class _Pinned(http.client.HTTPConnection):
    """A connection to `address` that speaks to it as `host`."""

    def __init__(self, host: str, port: int, address: str, *, secure: bool) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.address = address
        self.secure = secure
        self.default_port = 443 if secure else 80
        # The socket's own timeout counts from one received byte to the next: an address that sends one now and then
        # would hold its caller for ever.
        self.deadline = threading.Timer(SECONDS, self._cut)
        self.is_late = False

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), SECONDS)
        if self.secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)
        self.wire = self.sock  # `sock` is taken away while the answer's body is read still
        self.deadline.daemon = True
        self.deadline.start()

    def end(self) -> None:
        self.deadline.cancel()
        self.close()

    def _cut(self) -> None:
        self.is_late = True
        with suppress(OSError):  # it has ended by itself
            self.wire.shutdown(socket.SHUT_RDWR)


def now() -> int:
    return int(time.time())
