"""A measurement in a process of its own, so that its memory and its threads are nobody else's."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings

_RUN = (
    "import django, importlib, json, sys; django.setup(); module, name, *given = json.loads(sys.argv[1]); "
    "work = getattr(importlib.import_module(f'benchmarks.speed.{module}'), name); print(json.dumps(work(*given)))"
)


def apart(module: str, name: str, *given: str | int, **environment: str) -> Any:
    """What the function `name` of one of this package's modules answers, over JSON."""
    answer = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _RUN, json.dumps([module, name, *given])],
        stdout=subprocess.PIPE, text=True, check=True, cwd=settings.BASE_DIR, env=os.environ | environment,
    )  # fmt: skip
    return json.loads(answer.stdout.splitlines()[-1])


def give_back() -> None:
    """Return to the system what this process has freed, so that what it holds is what it uses."""
    gc.collect()
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):  # glibc's
        trim(0)


def memory_of(pid: int | str = "self") -> dict[str, float]:
    """{"own", "shared"} MiB of a process: what it holds for itself, and its part of what it shares: libraries, the
    mapped database file, what a parent left to its forks."""
    fields = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:] if ":" in line
    )
    kilobytes = {name: int(value.split()[0]) for name, value in fields.items()}
    own = kilobytes["Pss_Anon"]
    return {"own": own / 1024, "shared": (kilobytes["Pss"] - own) / 1024}
