"""The words of any language, as the full-text index has them: folded, without accents. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

WORD = re.compile(r"[^\W_]+")
NEVER = re.compile(r"(?!)")
# Of ASCII, what is no letter or figure is a gap.
_SPACED = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}


def folded_words(text: str) -> list[str]:
    """The words of `text`, folded, in order."""
    if text.isascii():  # most texts are, and this takes a third of the time
        return text.translate(_SPACED).split()
    return WORD.findall(fold(text))


def fold(text: str) -> str:
    """`text` in lower case and without accents, as the full-text index has it."""
    if not text.isascii():
        text = "".join(map(_without_accent, unicodedata.normalize("NFC", text)))
    return text.lower()


@lru_cache(maxsize=4_000)
def _without_accent(letter: str) -> str:
    """FTS5 takes one accent off a Latin letter, and no more: "é" is "e", but "ế", "й", "한" and "ﬁ" are themselves."""
    parts = unicodedata.normalize("NFD", letter)
    return parts[0] if len(parts) == 2 and parts[0].isascii() else letter
