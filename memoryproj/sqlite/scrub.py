"""Reading the whole store again and again, so that damage is told which no request meets.

Bits on a disk rot where nobody looks: a page that no request reads would be found by the night's backup alone, and
until then the service would say that it is well. `start` is for the web process, and does nothing on another engine.
What SQLite finds is of the pages' form: letters that changed within a text are not seen.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

from .. import lock
from .driver import Database
from .guard import Trouble, trouble_of

logger = logging.getLogger(__name__)

SHORTEST = 5.0  # seconds from the end of a pass to the next
# A rest takes so many times as long as what was read before it: a fiftieth of one core, whatever the size. On two
# cores a pass takes 2 ms per MiB, so that one of 40 MiB begins within 10 s of the one before.
REST = 50
LOCK = "scrub.lock"  # beside the store: of several web processes one does it
_OF_A_PAGE = re.compile(r"\bTree \d+\b|malformed")

_stopped = threading.Event()
_thread: threading.Thread | None = None


def start() -> None:
    """Begin with it, in this process and for the default database."""
    global _thread
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite" or (_thread is not None and _thread.is_alive()):
        return
    _stopped.clear()
    _thread = threading.Thread(target=_run, name="sqlite-scrub", daemon=True)
    _thread.start()


def stop() -> None:
    """End it, behind the table that is being read."""
    _stopped.set()
    if _thread is not None:
        _thread.join()


def _run() -> None:
    wrapper: Any = connections[DEFAULT_DB_ALIAS]
    folder = Path(wrapper.settings_dict["NAME"]).parent
    while not _stopped.wait(SHORTEST):
        try:
            with lock.hold(folder, "scrub", LOCK):
                while True:
                    _pass(wrapper)
                    if _stopped.wait(SHORTEST):
                        return
        except lock.Held:
            continue  # another process does it, and this one when that has ended
        except OSError as error:
            logger.warning("the store is not read through: %s", error)


def _pass(wrapper: Any) -> None:
    try:
        # A connection of its own each time: a kept one would answer from its memory.
        with closing(wrapper.get_new_connection(wrapper.get_connection_params())) as connection:
            for table in tables(connection):
                started = time.monotonic()
                if said := damage(connection, table):
                    wrapper.guard.mark_damaged(said)
                    return
                if _stopped.wait(REST * (time.monotonic() - started)):
                    return
    except Database.Error as error:
        wrapper.guard.note(error)
        logger.warning("the store was not read to its end: %s", error)


def tables(connection: Any) -> list[str]:
    """Those that have pages: all but the virtual ones, whose pages are in tables of their own."""
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    return ["sqlite_schema", *[str(name) for (name,) in found]]


def damage(connection: Any, table: str) -> str:
    """What SQLite says of the pages of `table` and its indexes where they are damaged, else "". Raises the driver's
    error where it is not of damage: a store that is locked, or gone."""
    try:
        for (said,) in connection.execute(f'PRAGMA quick_check("{table}")'):
            if _OF_A_PAGE.search(said):  # else it is about a row, such as a NULL that may not be: the doctor's work
                return f"{table}: {said.splitlines()[-1]}"
    except Database.Error as error:
        if trouble_of(error) != Trouble.DAMAGED:
            raise
        return f"{table}: {error}"
    return ""
