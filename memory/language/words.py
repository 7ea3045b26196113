"""The words of any language, as the full-text index has them: folded, without accents. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property

WORD = re.compile(r"[^\W_]+")
MOST_LETTERS = 4_000
NEVER = re.compile(r"(?!)")


class AnyCase:
    """A pattern, written in small letters alone, that is searched for whatever the text's case.

    A plain text is searched in small letters. Of many alternatives Python leaves out at once those that begin with
    another letter, but not under `re.IGNORECASE`: that takes four to seven times as long.
    """

    def __init__(self, pattern: str) -> None:
        self.plain = re.compile(pattern)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match, with its place in the text; what it reads may be in small letters. None for no match."""
        return self.plain.search(text.lower()) if text.isascii() else self._other.search(text)

    @cached_property
    def _other(self) -> re.Pattern[str]:
        return re.compile(self.plain.pattern, re.IGNORECASE)


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
        text = unicodedata.normalize("NFC", text).translate(_WITHOUT_ACCENTS)
    return text.lower()


class _WithoutAccents(dict[int, str]):
    """What `translate` makes of each letter, worked out when it is first met; all of it is forgotten where MOST_LETTERS
    are known.

    FTS5 takes one accent off a Latin letter, and no more: "é" is "e", but "ế", "й", "한" and "ﬁ" are themselves.
    """

    def __missing__(self, code: int) -> str:
        if len(self) >= MOST_LETTERS:
            self.clear()
        letter = chr(code)
        parts = unicodedata.normalize("NFD", letter)
        self[code] = bare = parts[0] if len(parts) == 2 and parts[0].isascii() else letter
        return bare


_WITHOUT_ACCENTS = _WithoutAccents()
