"""Which of many signs stand in a text: `SignTable`. Pure.

A page has few of them, and to look for each in turn takes longer than to read the page closer.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

_TOGETHER = 3  # neighbouring characters that have one code
_CODES = 1 << 16


class SignTable:
    """Signs that are looked for together: one of which three neighbouring characters stand nowhere in a text does not
    stand there either, and only the others are looked for."""

    def __init__(self, signs: Iterable[str]) -> None:
        known = sorted(set(signs))
        self._short = tuple(sign for sign in known if len(sign) < _TOGETHER)
        self._long = np.array([sign for sign in known if len(sign) >= _TOGETHER], dtype=object)
        longest = max(map(len, self._long))
        # A row for each sign; those of the shorter ones are filled up with their last code.
        self._codes = np.array([np.pad(codes := _codes(s), (0, longest - len(codes)), "edge") for s in self._long])

    def within(self, text: str) -> frozenset[str]:
        """The signs that stand in `text`."""
        stands = np.zeros(_CODES, dtype=bool)
        stands[_codes(text)] = True
        likely = self._long[stands[self._codes].all(axis=1)]
        return frozenset(sign for sign in (*self._short, *likely) if sign in text)


def _codes(text: str) -> NDArray[np.uint32]:
    """A code of each three neighbouring characters of `text`; others may have the same."""
    signs = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    codes: NDArray[np.uint32] = ((signs[:-2] << 14) + (signs[1:-1] << 7) + signs[2:]) * np.uint32(0x9E3779B1) >> 16
    return codes
