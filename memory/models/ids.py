"""Public ids: a prefix that tells the kind, then 26 characters that sort by time."""

from __future__ import annotations

import os
import time
from functools import lru_cache

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u to misread
_OF_BYTES = bytes(ord(_ALPHABET[byte & 31]) for byte in range(256))  # five bits of each byte


def new_id(prefix: str) -> str:
    """``<prefix>_`` and 48 bits of milliseconds with 82 random bits, in base 32: unique, ordered by creation."""
    moment = time.time_ns() // 1_000_000
    chance = os.urandom(17)
    tenth = _ALPHABET[(moment & 7) << 2 | chance[16] & 3]  # the last of the time, and the first of the random bits
    return f"{prefix}_{_beginning(moment >> 3)}{tenth}{chance[:16].translate(_OF_BYTES).decode()}"


@lru_cache(maxsize=2)
def _beginning(eights: int) -> str:
    """The first nine letters of the ids of eight milliseconds: many ids are made in each."""
    return "".join(_ALPHABET[eights >> shift & 31] for shift in range(40, -1, -5))
