"""The figures, as a table for people and as JSON for the next comparison."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from memoryproj.sqlite.driver import Database


@dataclass(frozen=True)
class Row:
    """`beside` is the same work by the bare statements or the bare view, in the same run; `demand` is the goal."""

    what: str
    figure: str
    beside: str = ""
    ratio: str = ""
    demand: str = ""


def markdown(rows: Sequence[Row]) -> str:
    lines = ["| operation | measured | bare, same run | ratio | demand |", "|---|---|---|---|---|"]
    return "\n".join([*lines, *("| " + " | ".join(asdict(row).values()) + " |" for row in rows)]) + "\n"


def commit() -> str:
    """What was measured: the short hash, marked "-dirty" when files differ from it."""
    git = ["git", "-C", str(settings.BASE_DIR)]
    described = subprocess.run([*git, "describe", "--always", "--dirty"], capture_output=True, text=True)  # noqa: S603
    return described.stdout.strip() or "unknown"


def setting() -> dict[str, str]:
    return {
        "commit": commit(),
        "python": platform.python_version(),
        "sqlite": Database.sqlite_version,
        "machine": "two shared cores",
    }


def page(rows: Sequence[Row]) -> str:
    """The table under what it was measured with."""
    head = ", ".join(f"{name} {value}" for name, value in setting().items())
    return f"Measured with {head}.\n\n{markdown(rows)}"


def write(folder: Path, rows: Sequence[Row], profile: str) -> None:
    """Leave `table.md`, `table.json` and the hot path's `profile.txt` in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "table.md").write_text(page(rows))
    content = {"about": setting(), "rows": [asdict(row) for row in rows]}
    (folder / "table.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    (folder / "profile.txt").write_text(profile)
