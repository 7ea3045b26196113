"""The environments of the hosts' own libraries. `make test` sets one up, `make test-crewai` the other."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings

PYTHON = settings.BASE_DIR / ".venv-hosts" / "bin" / "python"
CREWAI = settings.BASE_DIR / ".venv-crewai" / "bin" / "python"
SILENT = {"MEM0_TELEMETRY": "false", "CREWAI_DISABLE_TELEMETRY": "true", "OTEL_SDK_DISABLED": "true"}


def run(*words: str, home: Path, python: Path = PYTHON, **given: str) -> subprocess.CompletedProcess[Any]:
    """Run Python there, with nothing of this process's environment but its path. No library tells its makers."""
    assert python.exists(), "The hosts' libraries are missing: make .venv-hosts/.ready"
    return subprocess.run(
        [python, *words], capture_output=True, text=True, timeout=300, check=False,
        cwd=settings.BASE_DIR / "clients" / "python",
        env={"PATH": os.environ["PATH"], "HOME": str(home)} | SILENT | given,
    )  # fmt: skip
