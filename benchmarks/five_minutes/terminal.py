"""A shell in which lines are typed one after the other; what it shows is kept, with the seconds of each line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

# How package clients are set up on this machine; nothing else of the environment is handed on.
OF_CLIENTS = re.compile(r"(PIP|UV|NPM|NODE|SSL|REQUESTS|CURL)_\w+|(https?|no)_proxy", re.IGNORECASE)


@dataclass(frozen=True)
class Step:
    line: str
    shown: str
    seconds: float
    processor: float  # seconds of it, without what runs in the background


class LineFailed(Exception):
    """A line ended with an error."""


class Terminal:
    """`folder` is where it opens, `home` its user's; `tools` are folders whose programs are found."""

    def __init__(self, folder: Path, home: Path, tools: list[Path]) -> None:
        self.folder, self.home = folder.resolve(), home.resolve()
        given = {name: value for name, value in os.environ.items() if OF_CLIENTS.fullmatch(name)}
        self.spent = 0.0
        python = Path(sys.base_prefix) / "bin"
        path = os.pathsep.join(map(str, [*tools, python, os.environ["PATH"]]))
        self.shell = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],  # noqa: S607 (the one that the person has)
            cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True,
            env=given | {"PATH": path, "HOME": str(self.home), "LANG": "C.UTF-8"},
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """End what runs in the background, then the shell."""
        assert self.shell.stdin
        self.shell.stdin.write("jobs -p | xargs -r kill\nwait\nexit\n")
        self.shell.stdin.close()
        self.shell.wait(timeout=60)

    def type(self, line: str) -> Step:
        """Raises LineFailed where it ends with an error."""
        assert self.shell.stdin
        assert self.shell.stdout
        began = time.monotonic()
        # `times` tells of the shell, and in its second line what its ended children took of the processor.
        self.shell.stdin.write(f"{line}\nprintf '\\n\\a%d\\n' $?; times\n")
        self.shell.stdin.flush()
        lines = []
        for told in self.shell.stdout:
            if told.startswith("\a"):
                break
            lines.append(told)
        else:
            raise LineFailed(f"{line}\n{''.join(lines)}")
        shown = "".join(lines).removesuffix("\n").replace(str(self.folder), ".").replace(str(self.home), "~")
        if told != "\a0\n":
            raise LineFailed(f"{line}\n{shown}")
        _, children = self.shell.stdout.readline(), self.shell.stdout.readline()
        spent, self.spent = self.spent, sum(map(_seconds, children.split()))
        return Step(line, shown.rstrip("\n"), time.monotonic() - began, self.spent - spent)


def _seconds(told: str) -> float:
    """Of a time as the shell tells it: 1m2.5s."""
    minutes, seconds = told.removesuffix("s").split("m")
    return 60 * float(minutes) + float(seconds)
