"""The embedded store's settings, as Django takes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

ENGINE = "memoryproj.sqlite"
FILE = "memory.db"
BUSY_SECONDS = 10


def database(folder: Path, synchronous: str, free_bytes: int, test: str) -> dict[str, Any]:
    """Django's settings of the store in `folder`. `test` is the file of the tests' database; empty = one beside it."""
    return {
        "ENGINE": ENGINE,
        "NAME": folder / FILE,
        "ATOMIC_REQUESTS": False,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": BUSY_SECONDS,
            "pragmas": {"synchronous": synchronous},
            "free_bytes": free_bytes,
        },
        # Tests use a file: threads that share an in-memory database lock each other out.
        "TEST": {"NAME": test or str(folder / "test.db")},
    }
