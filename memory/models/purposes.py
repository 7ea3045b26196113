"""What a key is for, as what it never sees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Hidden:
    """Kinds and tags of memories that stay out of sight. With a tag goes all that was drawn from what carries it, and
    every reflection: it speaks of everything at once."""

    kinds: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()

    @classmethod
    def of(cls, kinds: Iterable[str], tags: Iterable[str]) -> Hidden:
        # Blanks at a tag's ends are not stored, and were once.
        return cls(frozenset(kinds), frozenset(form for tag in tags for form in (tag, tag.strip())))

    def __bool__(self) -> bool:
        return bool(self.kinds or self.tags)


NOTHING_HIDDEN = Hidden()
