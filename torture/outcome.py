"""What a trial found."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """`cases` tried, `broken` what went against the promise, one line each; `note` the figure for the table."""

    cases: int = 0
    broken: list[str] = field(default_factory=list)
    note: str = ""

    def expect(self, holds: object, otherwise: str) -> None:
        if not holds:
            self.broken.append(otherwise)

    def with_(self, other: Outcome) -> Outcome:
        """Both as one."""
        notes = [note for note in (self.note, other.note) if note]
        return Outcome(self.cases + other.cases, self.broken + other.broken, "; ".join(notes))
