"""The rows that an event tells of by their numbers in one store: a parcel names them as it names all others.

What is gone from the store, or is named by an earlier version's numbers, is left out: an undo then leaves it alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Model

from ...models import Event, EventKind, Memory, Session, session_key, session_subject

Find = Callable[[type[Model], Any], Any]  # the other way to name a row; None for what is not there

_UNDOING = frozenset({EventKind.UNDONE, EventKind.UNMERGED, EventKind.UNSPLIT})
_LISTS = {
    EventKind.MERGED: (("before", "memories"), ("before", "shared"), ("after", "sources")),
    EventKind.SPLIT: (("before", "memories"),),
}


def names_event(row: dict[str, Any]) -> bool:
    """Whether this row of `events` names an earlier one."""
    return row["kind"] in _UNDOING


def named(row: dict[str, Any], find: Find, watermark: Callable[[str, Any], Any]) -> dict[str, Any]:
    """`row`, a row of `events`, with each row that it tells of named as `find` does. `watermark` names a session's: it
    is given the session's id and the mark."""
    told = {side: dict(row[side]) for side in ("before", "after")}
    for side, key in _LISTS.get(row["kind"], ()):
        if key in told[side]:
            told[side][key] = [name for one in told[side][key] if (name := find(Memory, one)) is not None]
    if row["kind"] == EventKind.MERGED and "entity" in told["before"]:
        told["before"]["entity"] = {k: value for k, value in told["before"]["entity"].items() if k != "rowid"}
    if names_event(row) and "event" in told["after"]:
        _put(told["after"], "event", find(Event, told["after"]["event"]))
    if row["kind"] == EventKind.SESSION_SKIPPED:
        session_id = told["after"].get("session_id", "")
        for part in (part for part in told.values() if "watermark" in part):
            _put(part, "watermark", watermark(session_id, part["watermark"]))
    subject = row["subject"]
    if (number := session_key(subject)) is not None:
        subject = session_subject(find(Session, number) or 0)
    return row | told | {"subject": subject}


def _put(told: dict[str, Any], key: str, value: Any) -> None:
    if value is None:
        del told[key]
    else:
        told[key] = value
