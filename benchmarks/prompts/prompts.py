"""What users type to an assistant that remembers, by writers who knew no rule: prompts that need what is known of who
asks, and prompts that need nothing of it. One file a writer; `users-1` to `users-4` are asked of invented users.

`LEARNT_FROM` made the weights of `memory.language.en.personal`. The writers of `HELD_BACK` are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..writers import rows

FOLDER = Path(__file__).parent / "data"
LEARNT_FROM, HELD_BACK = FOLDER / "learnt_from", FOLDER / "held_back"


@dataclass(frozen=True)
class Prompt:
    """`is_personal`: it can only be answered well with what is known of who asks."""

    writer: str
    text: str
    is_personal: bool


def prompts(folder: Path) -> Iterator[Prompt]:
    for writer, row in rows(folder):
        yield Prompt(writer, row["prompt"], row["own"])
