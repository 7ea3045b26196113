"""The environment of the hosts' own libraries, which `make test` sets up beside the service's."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings

PYTHON = settings.BASE_DIR / ".venv-hosts" / "bin" / "python"


def run(*words: str, home: Path, **given: str) -> subprocess.CompletedProcess[Any]:
    """Run Python there, with nothing of this process's environment but its path."""
    assert PYTHON.exists(), "The hosts' libraries are missing: make .venv-hosts/.ready"
    return subprocess.run(
        [PYTHON, *words], capture_output=True, text=True, timeout=300, check=False,
        cwd=settings.BASE_DIR / "clients" / "python",
        env={"PATH": os.environ["PATH"], "HOME": str(home), "MEM0_TELEMETRY": "false"} | given,
    )  # fmt: skip
