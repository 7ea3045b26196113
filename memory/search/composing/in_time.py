"""In which order things were said, and which turns stand together. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from ..candidates import Candidate

# Quotes of one session and day at most this many turns apart are one passage: a turn between is mostly an answer.
APART = 2
When = tuple[datetime, int]


def by_time(c: Candidate) -> When:
    """When it was said. What was said within one second stands in the order in which it was told."""
    return (c.event_time, c.rowid)


def is_before(a: Candidate, b: Candidate) -> bool:
    return by_time(a) < by_time(b)


def goes_on(a: Candidate, b: Candidate) -> bool:
    """Whether the second turn stands in a passage with the first. One of another day does not: a line has one date."""
    is_beside = a.session_id is not None and a.session_id == b.session_id and 0 < distance(a, b) <= APART
    return is_beside and a.event_time.date() == b.event_time.date()


def distance(a: Candidate, b: Candidate) -> int:
    """How many turns of their session on the second one is."""
    return APART + 1 if a.position is None or b.position is None else b.position - a.position


class Places(dict[int, When]):
    """The place in time of each candidate, worked out when it is first asked for."""

    def __init__(self, known: Mapping[int, Candidate]) -> None:
        self._known = known

    def __missing__(self, rowid: int) -> When:
        self[rowid] = by_time(self._known[rowid])
        return self[rowid]
