"""Public ids: a prefix that tells the kind, then 26 characters that sort by time."""

from __future__ import annotations

import secrets
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u to misread


_PAIRS = [a + b for a in _ALPHABET for b in _ALPHABET]  # ten bits a step: half the divisions


def new_id(prefix: str) -> str:
    """``<prefix>_`` and 48 bits of milliseconds with 82 random bits, in base 32: unique, ordered by creation."""
    number = (time.time_ns() // 1_000_000) << 82 | secrets.randbits(82)
    text = []
    for _ in range(13):
        text.append(_PAIRS[number & 1023])
        number >>= 10
    return f"{prefix}_{''.join(reversed(text))}"
