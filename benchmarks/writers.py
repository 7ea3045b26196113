"""Texts of writers who knew no rule: one file of JSON lines a writer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def rows(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(writer, what stands in one of their lines)."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield path.stem, json.loads(line)
