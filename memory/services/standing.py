"""Whether the store takes writes, as the probe, the metrics, the desk and refused requests tell it."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from memoryproj.refused import StatementRefused, postgresql_state, why_refused
from memoryproj.sqlite.guard import Trouble

from ..models import Metadata

logger = logging.getLogger(__name__)

EXAMINED = "doctor"  # its key among the metadata


class StoreStanding(StrEnum):
    """Why writes are refused."""

    FULL = "store_full"
    READ_ONLY = "store_read_only"
    DAMAGED = "store_damaged"


_STANDINGS = {
    Trouble.NO_SPACE: StoreStanding.FULL,
    Trouble.UNWRITABLE: StoreStanding.READ_ONLY,
    Trouble.DAMAGED: StoreStanding.DAMAGED,
}  # fmt: skip
MESSAGES = {
    StoreStanding.FULL: "The store's disk is full: nothing can be saved until there is room. Reading goes on.",
    StoreStanding.READ_ONLY: "The store cannot be written now. Reading goes on.",
    StoreStanding.DAMAGED: "The store is damaged: nothing is saved until it was mended or a backup was restored.",
}


@dataclass(frozen=True)
class Refusal:
    """Why the store takes no writes now; `detail` is for operators."""

    standing: StoreStanding
    detail: str
    since: datetime

    @property
    def message(self) -> str:
        return MESSAGES[self.standing]


def refusal(*, look: bool = False) -> Refusal | None:
    """Why the store takes no writes now, or None when it does; with `look` the disk is looked at this moment. Of a
    server it is known for a minute after it refused this process a write; with `look`, until it takes one again."""
    if connection.vendor != "sqlite":
        return _still_refused() if look else _lately_refused()
    if look:
        connection.guard.look_anew()  # type: ignore[attr-defined]
    found = connection.trouble()  # type: ignore[attr-defined]
    return Refusal(_STANDINGS[found.trouble], found.detail, found.since) if found else None


# --- A server's -------------------------------------------------------------------------------------------------
#
# Nobody sees its disk from here, and one that has no room for a turn has some for a probe's row. So what it refused is
# remembered, by each process for itself.

REMEMBERED = timedelta(seconds=60)
TRIAL_BYTES = 256 * 1024  # random, which the server cannot make smaller
_STATES = {"53100": StoreStanding.FULL, "XX001": StoreStanding.DAMAGED, "XX002": StoreStanding.DAMAGED}
_refused: tuple[Refusal, datetime] | None = None  # and when it was refused last


def told_by(error: BaseException) -> Refusal:
    """What an `error` says that tells of a store without writes. What a server says is remembered; SQLite's guard knows
    more than its error."""
    global _refused
    if connection.vendor == "sqlite":
        return refusal() or Refusal(StoreStanding.READ_ONLY, str(error).strip(), timezone.now())
    now, before = timezone.now(), _lately_refused()
    found = _STATES.get(postgresql_state(error) or "", StoreStanding.READ_ONLY)
    since = before.since if before and before.standing == found else now
    _refused = Refusal(found, str(error).strip(), since), now
    return _refused[0]


def forget_refusal() -> None:
    """As in a process that has just begun."""
    global _refused
    _refused = None


def _lately_refused() -> Refusal | None:
    known = _refused
    return known[0] if known and timezone.now() - known[1] < REMEMBERED else None


def _still_refused() -> Refusal | None:
    """What is remembered, tried by a write that is taken back."""
    known = _refused
    if known is None:
        return None
    try:
        with transaction.atomic():
            Metadata.write("trial", os.urandom(TRIAL_BYTES // 2).hex())
            transaction.set_rollback(True)
    except DatabaseError as error:
        return told_by(error) if why_refused(error) == StatementRefused.UNWRITABLE else known[0]
    logger.warning("the store takes writes again (it was %s)", known[0].standing)
    forget_refusal()
    return None


# ----------------------------------------------------------------------------------------------------------------


@contextmanager
def doctor_at_work() -> Iterator[None]:
    """Inside, this process may write whatever is known of the store, and takes no error for news."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.guard.off():  # type: ignore[attr-defined]
        yield


@contextmanager
def reserve_open() -> Iterator[None]:
    """Inside, this thread may write into what stays free of a full disk: a login's few rows, without which nobody could
    sign in to see what is the matter. What anybody stores has to wait for room."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.reserve_open():  # type: ignore[attr-defined]
        yield


def examined(damage: str, mismatches: int | None = None) -> None:
    """The whole store was looked through: let writes go on, or end them, saying that `damage` was found.

    How many rows disagreed, where that was looked for, is kept for the metrics; a damaged store keeps nothing new.
    """
    if connection.vendor == "sqlite":
        if damage:
            connection.guard.mark_damaged(damage)  # type: ignore[attr-defined]
        else:
            connection.guard.clear_damage()  # type: ignore[attr-defined]
    if mismatches is not None and refusal() is None:
        Metadata.write(EXAMINED, json.dumps([timezone.now().isoformat(), mismatches]))


@dataclass(frozen=True)
class Examined:
    """How many rows, postings, vectors and links disagreed, and when that was."""

    at: datetime
    mismatches: int


def last_examined() -> Examined | None:
    """None where the doctor never looked."""
    kept = Metadata.read(EXAMINED)
    if not kept:
        return None
    at, mismatches = json.loads(kept)
    return Examined(datetime.fromisoformat(at), mismatches)
