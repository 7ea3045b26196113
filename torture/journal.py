"""What a trial's processes did and when: notes that outlive each of them, in the order in which they were taken."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Note:
    at: float  # seconds of a clock that all processes of a machine share
    what: str
    told: Any


class Journal:
    """A file that any process may append to; a note is one write, so that none is torn by another's."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def note(self, what: str, told: Any = None) -> None:
        line = json.dumps([time.monotonic(), what, told]) + "\n"
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line.encode())
        finally:
            os.close(descriptor)

    def read(self) -> list[Note]:
        if not self.path.exists():
            return []
        return [Note(*json.loads(line)) for line in self.path.read_text(encoding="utf-8").splitlines()]
