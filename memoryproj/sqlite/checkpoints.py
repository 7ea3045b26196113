"""Checkpoints in a thread of the process, so that no request pays for one.

SQLite's own way makes the writer that fills the thousandth page of the WAL copy all of them into the database file:
one commit in a hundred then takes ten times as long. `start` is for the web process; other processes keep SQLite's way.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.signals import connection_created

from .driver import Database

logger = logging.getLogger(__name__)

INTERVAL = 0.2  # seconds between two looks at the WAL
# Pages. Under constant commits a WAL is never copied whole; from this length on, writers wait while it is cut.
LONG = 8_000
# SQLite's own checkpoints begin at this many pages: never while the thread lives, but if it should have ended.
SAFETY_NET = 4 * LONG
PATIENCE = 0.1  # seconds. Cutting waits for readers, and writers wait for the cutting: for so long at most

_stopped = threading.Event()
_thread: threading.Thread | None = None


def start() -> None:
    """Take the checkpoints over, in this process and for the default database. Does nothing on another engine."""
    global _thread
    here = connections[DEFAULT_DB_ALIAS]
    if here.vendor != "sqlite" or (_thread is not None and _thread.is_alive()):
        return
    connection_created.connect(_leave_it, dispatch_uid="memoryproj.sqlite.checkpoints")
    if here.connection is not None:
        _leave_it(None, here)
    _stopped.clear()
    _thread = threading.Thread(target=_run, name="sqlite-checkpoints", daemon=True)
    _thread.start()


def stop() -> None:
    """End the thread; connections made from now on keep SQLite's own way."""
    connection_created.disconnect(dispatch_uid="memoryproj.sqlite.checkpoints")
    _stopped.set()
    if _thread is not None:
        _thread.join()


def _leave_it(sender: Any, connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.execute(f"PRAGMA wal_autocheckpoint = {SAFETY_NET}")


def _run() -> None:
    wrapper = connections[DEFAULT_DB_ALIAS]
    wal = Path(f"{wrapper.settings_dict['NAME']}-wal")
    own: Any = None
    seen = None
    while not _stopped.wait(INTERVAL):
        try:
            if not wal.exists() or seen == (seen := wal.stat().st_mtime_ns):
                continue
            own = own or wrapper.get_new_connection(wrapper.get_connection_params() | {"timeout": PATIENCE})
            checkpoint(own)
        except (Database.Error, OSError) as error:
            # A full or read-only disk: requests say so too, and the WAL keeps what was committed.
            wrapper.guard.note(error)  # type: ignore[attr-defined]
            logger.warning("checkpoint failed: %s", error)
            seen = None
    if own is not None:
        own.close()


def checkpoint(connection: Any) -> int:
    """Copy what the WAL holds into the database file, without making anybody wait; answers the WAL's pages.

    Commits that come meanwhile stay, so under steady load the WAL would grow for ever: a long one is cut, which holds
    writers up for what is left to copy. Where a reader stays, such as a backup, cutting would wait for it in vain.
    """
    _, pages, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if pages > LONG and pages - moved < LONG:
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
    return int(pages)
