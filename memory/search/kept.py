"""What was worked out of a text lately, for the next prompt, which mostly finds the same texts: `kept`.

Nothing can be read out of it: who has the text gets what is worked out of it, sooner. Another process keeps its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from ..language import Language

Made = TypeVar("Made")

# Bounded, so that a process stays small; chosen, not measured.
KEPT = 4_000  # texts
LONGEST_KEPT = 2_000  # characters


def kept(make: Callable[[Language, str], Made]) -> Callable[[Language, str], Made]:
    """`make`, which depends on the language and the text alone, worked out once for a text while it is in use; of a
    text of more than LONGEST_KEPT characters each time."""
    made = lru_cache(maxsize=KEPT)(make)

    @wraps(make)
    def of_text(language: Language, text: str) -> Made:
        return made(language, text) if len(text) <= LONGEST_KEPT else make(language, text)

    return of_text
