"""A search's reads, done on the read replica where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from memoryproj.postgresql import replica

from .. import measuring

T = TypeVar("T")


def apart(work: Callable[[], T]) -> T:
    """What `work` answers, read from the replica, or from the primary (`replica.read`). It may be called twice."""
    found, answered = replica.read(work)
    if answered is not None:
        measuring.count(measuring.REPLICA_READS, answered=answered)
    return found
