"""Access tokens of an authorization server (OAuth 2), beside keys. Without MEMORY_OAUTH_ISSUER none is taken.

A token proves who asks: the issuer signed it, for this service (its audience), and it has not expired. What its holder
may do stands in the key that bears this subject, so that both ways in have one list of namespaces, scopes and limits.
RFC 9068 shapes the token, RFC 9728 the page that clients read first. See ADR 0093.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from memoryproj.tokens import KNOWN

from .models import SCOPES
from .problems import Problem, unauthorised

logger = logging.getLogger(__name__)

# Signatures with a public key alone: with a shared secret, who can check a token could also make one.
OF_RSA = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]
ALGORITHMS = [*OF_RSA, "ES256", "ES384", "ES512", "EdDSA"]
MUST_HAVE = ["iss", "aud", "exp", "sub"]
LEEWAY = 30  # seconds that two machines' clocks may differ
LONGEST = 8192  # characters of a token
FETCH_SECONDS = 3.0
MOST_BYTES = 1 << 20  # of the issuer's keys
KEYS_LAST = 3600  # seconds until the issuer's keys are read again
ASK_AGAIN = 30  # seconds between two reads, however many unknown keys tokens name meanwhile


@dataclass(frozen=True)
class Token:
    """What a good token says. `scopes` is None where it names none: then it gives all that the key has."""

    subject: str
    scopes: frozenset[str] | None


@dataclass(frozen=True)
class IssuersKey:
    """A public key, and the algorithms that a signature with it may name."""

    key: Any
    algorithms: list[str]


class IssuersKeys:
    """The public keys of the issuer, by their ids. They are read when they are first asked for, and kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._keys: dict[str, IssuersKey] = {}
        self._read_at: float | None = None

    def named(self, name: str) -> IssuersKey | None:
        """Raises Problem 503 where none were ever read. Who finds another at reading them goes on with those of before:
        an issuer that hangs holds one request up, not all."""
        if self._is_due(name) and self._lock.acquire(blocking=not self._keys):
            try:
                if self._is_due(name):
                    self._read()
            finally:
                self._lock.release()
        if not self._keys:
            again = {"Retry-After": str(ASK_AGAIN)}
            raise Problem(503, "The authorization server's keys cannot be read.", headers=again)
        return self._keys.get(name)

    def _is_due(self, name: str) -> bool:
        if self._read_at is None:
            return True
        age = time.monotonic() - self._read_at
        return age > KEYS_LAST or (age > ASK_AGAIN and name not in self._keys)

    def _read(self) -> None:
        """Where the issuer does not answer, the keys of before go on to hold."""
        import httpx
        import jwt

        self._read_at = time.monotonic()
        try:
            with httpx.stream("GET", settings.MEMORY_OAUTH_JWKS, timeout=FETCH_SECONDS) as answer:
                answer.raise_for_status()
                content = bytearray()
                for piece in answer.iter_bytes():
                    content += piece
                    if len(content) > MOST_BYTES:
                        raise ValueError(f"more than {MOST_BYTES} bytes")
            found = _keys_of(json.loads(content))
        except (httpx.HTTPError, jwt.PyJWTError, ValueError, RecursionError) as error:
            logger.warning("The keys at MEMORY_OAUTH_JWKS cannot be read: %s", error)
            return
        self._keys = found


def _keys_of(sent: Any) -> dict[str, IssuersKey]:
    """The usable keys of a JWK set, by their ids. Raises ValueError for what is none, PyJWTError for one without any.

    `alg` is optional (RFC 7517, 4.4). PyJWT takes a key of RSA without one for RS256 alone, whatever the issuer signs
    with; of the other sorts the curve says which it is.
    """
    import jwt

    rows = sent.get("keys") if isinstance(sent, dict) else None
    if not isinstance(rows, list):
        raise ValueError("no list of keys")
    rows = [row for row in rows if isinstance(row, dict)]
    unnamed = [row.get("kid") for row in rows if not row.get("alg")]
    found = {}
    for one in jwt.PyJWKSet(rows).keys:
        is_open = one.key_type == "RSA" and one.key_id in unnamed
        found[one.key_id or ""] = IssuersKey(one.key, OF_RSA) if is_open else IssuersKey(one, ALGORITHMS)
    return found


KEYS = IssuersKeys()


def is_token(text: str) -> bool:
    """Whether `text` is to be read as a token: an issuer is named, and it has a token's three parts."""
    return bool(settings.MEMORY_OAUTH_ISSUER) and text.count(".") == 2 and not text.startswith("mem_")


def read_token(text: str) -> Token:
    """What the token says. Raises Problem: 401 for one that is not good here, 503 where that cannot be told."""
    import jwt

    if len(text) > LONGEST:
        raise refused()
    try:
        key = KEYS.named(jwt.get_unverified_header(text).get("kid", ""))
        if key is None:
            raise refused()
        claims = jwt.decode(
            text, key.key, algorithms=key.algorithms, audience=settings.MEMORY_OAUTH_RESOURCE,
            issuer=settings.MEMORY_OAUTH_ISSUER, leeway=LEEWAY, options={"require": MUST_HAVE},
        )  # fmt: skip
    except (jwt.PyJWTError, RecursionError) as error:  # the second: brackets in brackets, without end
        raise refused() from error
    if not claims["sub"]:
        raise refused()
    return Token(claims["sub"], _scopes(claims))


def _scopes(claims: dict[str, Any]) -> frozenset[str] | None:
    """`scope` is a text of words by RFC 9068; some servers call it `scp`, or send a list."""
    said = claims.get("scope", claims.get("scp"))
    if said is None:
        return None
    words = said.split() if isinstance(said, str) else said
    if not isinstance(words, list):
        raise refused()
    return frozenset(word for word in words if isinstance(word, str))


def refused() -> Problem:
    """A 401 that does not tell what was wrong: whoever holds a bad token has no need to learn to make a better one."""
    problem = unauthorised("The token is not good here: unknown, expired, or made for somebody else.")
    problem.headers["WWW-Authenticate"] += ', error="invalid_token"'
    return problem


def is_metadata(path: str) -> bool:
    """Whether clients look for `metadata` at `path`: RFC 9728 puts the resource's own path behind the known one."""
    resource = settings.MEMORY_OAUTH_RESOURCE
    return bool(resource) and path in {KNOWN, KNOWN + urlsplit(resource).path.rstrip("/")}


def metadata() -> dict[str, Any]:
    """What a client reads to learn where it gets a token for this service."""
    return {
        "resource": settings.MEMORY_OAUTH_RESOURCE,
        "resource_name": "Rememberd",
        "authorization_servers": [settings.MEMORY_OAUTH_ISSUER],
        "scopes_supported": list(SCOPES),
        "bearer_methods_supported": ["header"],
    }
