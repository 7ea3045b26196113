"""What users typed by writers who knew no rule: messages with a standing wish to the assistant, and others. One file a
writer; `talk-1` and `talk-2` are whole conversations of many users.

`LEARNT_FROM` made the weights of `maintenance.extraction.wishes.wishes`. The writers of `HELD_BACK` are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..writers import rows

FOLDER = Path(__file__).parent / "data"
LEARNT_FROM, HELD_BACK = FOLDER / "learnt_from", FOLDER / "held_back"


@dataclass(frozen=True)
class Message:
    """`wish` is the part of the text that is the wish; None where there is none."""

    writer: str
    text: str
    wish: str | None


def messages(folder: Path) -> Iterator[Message]:
    for writer, row in rows(folder):
        yield Message(writer, row["text"], row["wish"])
