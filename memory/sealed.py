"""Numbers of the store's own rows, sealed before they are told: a tenant's key must not read how much the store of all
tenants holds, or how fast it grows, from an id or a cursor.

A sealed number is a permutation of the number under the installation's secret (a Feistel network), another one for each
kind: it is unique, comes back exactly, and fits a double, so that every JSON reader takes it.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

from django.conf import settings
from django.utils.crypto import salted_hmac

CONFLICT, REVIEW, EVENT = "conflict", "review", "event"  # kinds; a list's cursors are of the kind of its name
HALF = 26  # bits
MASK = (1 << HALF) - 1
ROUNDS = 4
MARK_LENGTH = 8  # letters of a mark by which a number is known as one that was sealed here


def seal(kind: str, number: int) -> int:
    """`number` (below 2^52) as others may read it."""
    left, right = number >> HALF, number & MASK
    for turn in range(ROUNDS):
        left, right = right, left ^ _mixed(kind, turn, right)
    return left << HALF | right


def unseal(kind: str, sealed: int) -> int | None:
    """What was sealed; None for what never was. A number of another kind comes back as one that means nothing."""
    if not 0 <= sealed < 1 << 2 * HALF:
        return None
    left, right = sealed >> HALF, sealed & MASK
    for turn in reversed(range(ROUNDS)):
        left, right = right ^ _mixed(kind, turn, left), left
    return left << HALF | right


def event_id(seq: int) -> str:
    """An event's id, by whichever way it is told of."""
    return f"evt_{seal(EVENT, seq)}"


def mark(kind: str, sealed: int) -> str:
    """Letters that only this installation can tell of a sealed number."""
    told = hmac.new(_key(settings.SECRET_KEY, kind), b"mark:%d" % sealed, hashlib.sha256)
    return told.hexdigest()[:MARK_LENGTH]


def _mixed(kind: str, turn: int, half: int) -> int:
    told = hashlib.blake2b(b"%d:%d" % (turn, half), key=_key(settings.SECRET_KEY, kind), digest_size=8).digest()
    return int.from_bytes(told) & MASK


@lru_cache(maxsize=64)
def _key(secret: str, kind: str) -> bytes:
    return salted_hmac(f"memory.sealed:{kind}", "", secret=secret, algorithm="sha256").digest()
