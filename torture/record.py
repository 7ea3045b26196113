"""What was measured of each promise, when and of which commit: rows of a table, kept in a file as they come."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

HEAD = "| # | promise | cases | broken | seconds | processor | of | measured |\n|---|---|---|---|---|---|---|---|"


@dataclass(frozen=True)
class Row:
    """`seconds` of the clock and of the processor; `day` (ISO) and `commit` say what was tried."""

    number: int
    promise: str
    quick: bool
    cases: int
    broken: list[str]
    note: str
    seconds: int
    processor: int
    commit: str
    day: str

    @property
    def held(self) -> bool:
        """A trial that tried nothing shows nothing."""
        return bool(self.cases) and not self.broken

    def line(self) -> str:
        return (
            f"| {self.number} | {self.promise} | {self.cases:,} | {len(self.broken)} | {self.seconds} | "
            f"{self.processor} | {self.day} {self.commit} | {self.note} |"
        )


def kept(file: Path, *, quick: bool = False) -> dict[int, Row]:
    """The last row of each promise in `file`, of one tier."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    rows = [Row(**json.loads(line)) for line in lines]
    return {row.number: row for row in rows if row.quick == quick}


def keep(file: Path, row: Row) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(row)) + "\n")


def print_table(rows: Iterable[Row]) -> None:
    print(HEAD, flush=True)
    for row in sorted(rows, key=lambda one: one.number):
        print(row.line(), flush=True)


def processor() -> float:
    """Seconds of the processor that this process and those it has waited for took."""
    return sum(os.times()[:4])


def commit() -> str:
    """The commit that is tried; nothing where the project is no repository. A "+" tells of changes beside it."""
    said = subprocess.run(
        ["git", "describe", "--always", "--exclude", "*", "--dirty=+"],
        cwd=Path(__file__).parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return said.stdout.strip()
