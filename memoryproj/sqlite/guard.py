"""When the store takes no writes: its disk is nearly full, it is damaged, or it cannot be written.

The engine asks before each statement and lets SQLite refuse writes (`query_only`) while there is trouble; reads go on.
No room is found out before SQLite does: a full WAL is written over again and again, so that writes succeed on a full
disk until one does not fit. Damage is told to every process, and to the next start, by a file beside the store.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from .driver import Database

logger = logging.getLogger(__name__)

LOOK_INTERVAL = 0.5  # seconds between two looks at the disk
TRY_INTERVAL = 3.0  # seconds between two trials of a store that refused a write
TRIAL_BYTES = 1 << 20
# SQLite's result codes: https://www.sqlite.org/rescode.html
FULL, IOERR, CORRUPT, NOTADB = 13, 10, 11, 26
# Of the I/O errors those that say that what was written cannot be read back, or is not known to be there: READ,
# SHORT_READ, FSYNC, DIR_FSYNC, DATA, CORRUPTFS.
UNREADABLE = {1, 2, 4, 5, 32, 33}


class Trouble(StrEnum):
    """Why the store takes no writes."""

    NO_SPACE = "no_space"  # passes by itself when there is room again
    UNWRITABLE = "unwritable"  # passes by itself when a trial succeeds
    DAMAGED = "damaged"  # until the doctor finds no damage, or a backup is restored


@dataclass(frozen=True)
class State:
    trouble: Trouble
    detail: str
    since: datetime


class Guard:
    """What is known of one store file. `reserve` bytes of its disk stay free."""

    def __init__(self, store: Path, reserve: int) -> None:
        self.store, self.reserve = store, reserve
        self.marker = Path(f"{store}.damaged")
        self._lock = threading.Lock()
        self._state: State | None = None
        self._look_at = self._try_at = 0.0
        self._off = 0
        self._told = False  # whether the marker was seen: only one that is gone again says that the damage is

    def state(self, connect: Callable[[], Any]) -> State | None:
        """The trouble that there is now, or None. Looks at the disk twice a second at most; `connect` makes a
        connection of the engine's for a trial."""
        if self._off:
            return None
        if time.monotonic() >= self._look_at and self._lock.acquire(blocking=False):
            try:
                self._look(connect)
            finally:
                self._lock.release()
        return self._state

    def look_anew(self) -> None:
        """Let the next question look at the disk, however short ago that was."""
        self._look_at = 0.0

    def note(self, error: BaseException) -> None:
        """A statement failed: remember what that says of the store."""
        if self._off or (trouble := trouble_of(error)) is None:
            return
        if trouble == Trouble.DAMAGED:
            self.mark_damaged(str(error))
        elif self._state is None or self._state.trouble != Trouble.DAMAGED:
            if self._free() < self.reserve:
                trouble = Trouble.NO_SPACE
            self._enter(trouble, str(error))
            self._try_at = time.monotonic() + TRY_INTERVAL

    def mark_damaged(self, detail: str) -> None:
        """Tell every process, and the next start, that the store is damaged."""
        self._enter(Trouble.DAMAGED, detail)
        if self._state is None or self.marker.exists():
            self._told = True
            return
        told = {"detail": detail, "since": self._state.since.isoformat()}
        try:
            self.marker.write_text(json.dumps(told), encoding="utf-8")
            self._told = True
        except OSError as error:
            logger.warning("that the store is damaged is known to this process alone: %s", error)

    def clear_damage(self) -> None:
        """The store was found whole, or another took its place."""
        self.marker.unlink(missing_ok=True)
        self._state, self._told = None, False
        self.look_anew()

    @contextmanager
    def off(self) -> Iterator[None]:
        """Inside, this process may write whatever is known, and learns nothing: the doctor is at work."""
        self._off += 1
        try:
            yield
        finally:
            self._off -= 1
            self.look_anew()

    def _enter(self, trouble: Trouble, detail: str) -> None:
        if self._state is not None and self._state.trouble == trouble:
            return
        self._state = State(trouble, detail, datetime.now(UTC))
        logger.error("the store takes no writes now (%s): %s", trouble, detail)

    def _look(self, connect: Callable[[], Any]) -> None:
        now = time.monotonic()
        self._look_at = now + LOOK_INTERVAL
        before = self._state
        if self.marker.exists():
            self._told = True
            if before is None or before.trouble != Trouble.DAMAGED:
                self._enter(Trouble.DAMAGED, self._marked())
            return
        free = self._free()
        if free < self.reserve:
            self._enter(Trouble.NO_SPACE, f"{free} bytes are free on the disk, and {self.reserve} stay free")
            return
        if before is None or now < self._try_at:
            return
        if before.trouble == Trouble.DAMAGED:
            if not self._told:
                return  # the marker could not be written: nobody has taken it away
            self._told = False
        elif free < self.reserve + self.reserve // 8 or not self._trial(connect):
            self._try_at = now + TRY_INTERVAL
            return
        self._state = None
        logger.warning("the store takes writes again (it was %s)", before.trouble)

    def _marked(self) -> str:
        try:
            return str(json.loads(self.marker.read_text(encoding="utf-8"))["detail"])
        except (OSError, ValueError, KeyError, TypeError):
            return "another process found damage"

    def _free(self) -> int:
        try:
            found = os.statvfs(self.store.parent)
        except OSError:
            return self.reserve  # the folder is gone: SQLite will say so
        return found.f_bavail * found.f_frsize

    def _trial(self, connect: Callable[[], Any]) -> bool:
        """Whether a file can grow beside the store, and the store itself in a transaction that is taken back."""
        beside = self.store.with_name(f".{self.store.name}-trial-{os.getpid()}")
        try:
            with beside.open("wb") as file:
                file.write(bytes(TRIAL_BYTES))
                file.flush()
                os.fsync(file.fileno())
            with closing(connect()) as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("CREATE TABLE trial AS SELECT zeroblob(?) AS filler", (TRIAL_BYTES,))
                connection.execute("ROLLBACK")
        except (OSError, Database.Error):
            return False
        finally:
            beside.unlink(missing_ok=True)
        return True


def trouble_of(error: BaseException) -> Trouble | None:
    """What SQLite's `error` says of the store; None where it is about the statement, or passes by waiting."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    if code & 0xFF in {CORRUPT, NOTADB} or (code & 0xFF == IOERR and code >> 8 in UNREADABLE):
        return Trouble.DAMAGED
    return {FULL: Trouble.NO_SPACE, IOERR: Trouble.UNWRITABLE}.get(code & 0xFF)


@cache
def guard_of(store: Path, reserve: int) -> Guard:
    """The one guard of a store file in this process."""
    return Guard(store, reserve)
