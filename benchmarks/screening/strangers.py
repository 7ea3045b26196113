"""Texts by writers who knew no rule: attacks, and harmless texts much like them. One file a writer.

`LEARNT_FROM` made the weights of `memory.screening.learnt`. The writers of `HELD_BACK` are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..writers import rows

FOLDER = Path(__file__).parent / "data" / "strangers"
LEARNT_FROM, HELD_BACK = FOLDER / "learnt_from", FOLDER / "held_back"


@dataclass(frozen=True)
class Text:
    """`attack` is the part of the text that steers; None where it is harmless."""

    writer: str
    role: str
    text: str
    attack: str | None


def texts(folder: Path) -> Iterator[Text]:
    for writer, row in rows(folder):
        yield Text(writer, row["role"], row["text"], row["attack"])
