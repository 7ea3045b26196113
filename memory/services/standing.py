"""Whether the store takes writes, as the probe, the metrics, the desk and refused requests tell it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import connection
from django.utils import timezone

from memoryproj.sqlite.guard import Trouble

from ..models import Metadata

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
    """Why the store takes no writes now, or None when it does; with `look` the disk is looked at this moment."""
    if connection.vendor != "sqlite":
        return None
    if look:
        connection.guard.look_anew()  # type: ignore[attr-defined]
    found = connection.trouble()  # type: ignore[attr-defined]
    return Refusal(_STANDINGS[found.trouble], found.detail, found.since) if found else None


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
