"""Who looks at what: a card that is shown is its reader's for some minutes. A claim is seen, and blocks nobody.

What is lost with the process, or where two hosts write at one moment, are minutes of a hint: the claims live in
Django's cache.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from threading import Lock
from typing import NamedTuple

from django.core.cache import cache

LEASE = 180  # seconds
KEY = "memory-inbox-readers"
_lock = Lock()  # of reading and writing the one entry


class CardClaim(NamedTuple):
    item: str
    namespace: int
    until: float


def claim(person: str, item: str, namespace: int) -> None:
    """`person` looks at `item` now, and at nothing else."""
    with _lock:
        cache.set(KEY, {**_standing(), person: CardClaim(item, namespace, time.time() + LEASE)}, LEASE)


def held_by_others(person: str, namespaces: Collection[int]) -> dict[str, str]:
    """{item: who looks at it}, but for `person`, in `namespaces`."""
    return {one.item: who for who, one in sorted(_standing().items()) if who != person and one.namespace in namespaces}


def _standing() -> dict[str, CardClaim]:
    now = time.time()
    return {who: CardClaim(*one) for who, one in cache.get(KEY, {}).items() if one[2] > now}
