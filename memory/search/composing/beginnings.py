"""Where words that begin in certain ways stand in many texts: `words_beginning`. Pure.

A block looks in hundreds of turns for the few words that they share with one session. To split all of them into words,
and to stem these, is most of that work, and nearly all of it is in vain: few words begin as the ones in question do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

# The letters of a word's beginning that are looked at, as many at a time as a small table has places for.
LOOKED_AT = (slice(0, 3), slice(2, 5))
REACH = max(letters.stop for letters in LOOKED_AT)
# A number for each letter and figure of ASCII, whatever its case, and 0 for what lies between words.
_SIGNS = "\0abcdefghijklmnopqrstuvwxyz0123456789"
_NUMBERS = bytes(max(_SIGNS.find(chr(code).lower()), 0) if code < 128 else 0 for code in range(256))


def words_beginning(texts: Sequence[str], beginnings: Iterable[str]) -> list[tuple[int, str]]:
    """The words of plain texts (ASCII) that begin as one of `beginnings` does, and a few others: folded, each with the
    place of its text before it."""
    joined = "\n".join(texts)
    signs = np.frombuffer(f" {joined}{' ' * REACH}".encode().translate(_NUMBERS), dtype=np.uint8)
    is_word = signs != 0
    starts = np.flatnonzero(is_word[1:] & ~is_word[:-1])  # in `joined`
    ends = np.flatnonzero(is_word[:-1] & ~is_word[1:])
    # No plain word begins as one of another script does.
    sought = [one[:REACH].encode().translate(_NUMBERS) for one in beginnings if one.isascii()]
    for letters in LOOKED_AT:
        begins = _begin(sought, letters)[tuple(signs[starts + 1 + place] for place in range(REACH)[letters])]
        starts, ends = starts[begins], ends[begins]
    places = np.cumsum([len(text) + 1 for text in texts]).searchsorted(starts, side="right")
    folded = joined.lower()
    words = [folded[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return list(zip(places.tolist(), words, strict=True))


def _begin(sought: Iterable[bytes], letters: slice) -> NDArray[np.bool_]:
    """Whether one that is sought has these letters, by their numbers; one that ends before goes with any."""
    found = np.zeros((len(_SIGNS),) * (letters.stop - letters.start), dtype=bool)
    for one in sought:
        found[tuple(one[letters])] = True
    return found
