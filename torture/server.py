"""The server of `python -m torture --postgresql`: one that is thrown away, or the one that DATABASE_URL names.

Nothing here reads the settings: the server is there before they are read.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import postgres

# The promises whose trials play there, too. The others are about files, or about what the database has no part in.
ROWS = (1, 2, 3, 4, 5, 9, 14, 15, 20, 21)


@contextmanager
def running() -> Iterator[None]:
    """Inside, DATABASE_URL names a server. What it acknowledged it keeps when a process of it is killed: `fsync` alone
    is off, which only the machine's own end would tell."""
    if os.environ.get("DATABASE_URL"):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="torture-postgresql-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        started = postgres.start(folder, quick=("fsync",))
        os.environ |= {"DATABASE_URL": started.get_uri(), "MEMORY_DATABASE_WALL": postgres.WALL}
        try:
            yield
        finally:
            started.cleanup()


def environment() -> dict[str, str]:
    """The variables of another trial's process on this server; the settings under test take the URL out of those of
    this one. None where this one plays on files."""
    from django.conf import settings

    if not settings.DATABASE_URL:
        return {}
    return {"DATABASE_URL": settings.DATABASE_URL, "MEMORY_DATABASE_WALL": settings.MEMORY_DATABASE_WALL}
