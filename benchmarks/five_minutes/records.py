"""What was seen of each host, kept between runs: benchmarks/five_minutes/seen/."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from .paths import PATHS
from .terminal import Step

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path(__file__).resolve().parent / "seen"


@dataclass(frozen=True)
class Record:
    name: str
    day: str
    python: str
    mebibytes: int  # what was installed
    lines: int  # of the adapter
    steps: list[dict[str, Any]]

    @classmethod
    def of(cls, name: str, steps: list[Step], mebibytes: float) -> Self:
        return cls(
            name, datetime.now(UTC).date().isoformat(), platform.python_version(), round(mebibytes),
            lines_of(name), [{**asdict(step), "seconds": round(step.seconds, 1), "processor": round(step.processor, 1)}
                             for step in steps],
        )  # fmt: skip

    @classmethod
    def read(cls, name: str) -> Self:
        return cls(**json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))

    def total(self, what: str) -> float:
        """Of its steps: `seconds`, or those of the `processor`."""
        return float(sum(step[what] for step in self.steps))

    def write(self) -> None:
        text = json.dumps(asdict(self), indent=1, ensure_ascii=False)
        (FOLDER / f"{self.name}.json").write_text(text + "\n", encoding="utf-8")


def lines_of(name: str) -> int:
    files = [file for pattern in PATHS[name].adapter for file in sorted(ROOT.glob(pattern))]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
