"""Public ids: a prefix that tells the kind, then 26 characters that sort by time."""

from __future__ import annotations

import secrets
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u to misread


def new_id(prefix: str) -> str:
    """``<prefix>_`` and 48 bits of milliseconds with 80 random bits, in base 32: unique, ordered by creation."""
    number = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    text = []
    for _ in range(26):
        number, digit = divmod(number, 32)
        text.append(_ALPHABET[digit])
    return f"{prefix}_{''.join(reversed(text))}"
