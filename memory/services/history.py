"""Writing history, in the transaction of the change that it tells of."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ..models import Event, Memory
from .actors import Actor

# What of a memory can be changed and put back. Decayed values and recalls are not history.
KEPT = (
    "content", "event_time", "valid_until", "invalid_at", "base_confidence", "base_set_at", "confidence", "decay_rate",
    "tags", "attributes",
)  # fmt: skip


# Operations whose events make sense together alone: undoing one of them undoes all.
UNDONE_WHOLE = ("correct:", "conflict:", "review:", "merge:", "undo:")


def operation_id(verb: str, subject: int, at: datetime) -> str:
    """The mark that the events of one change share: the verb, the row, the millisecond."""
    return f"{verb}:{subject}:{int(at.timestamp() * 1000)}"


# Bookkeeping that no undo takes back, and that must not stand in the way of one.
UNTOLD_ATTRIBUTES = frozenset({"enriched_at"})


def snapshot(memory: Memory) -> dict[str, Any]:
    """The changeable fields of `memory`, as JSON values."""
    told = {name: plain(getattr(memory, name)) for name in KEPT}
    told["attributes"] = {key: v for key, v in memory.attributes.items() if key not in UNTOLD_ATTRIBUTES}
    return told


def plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def record(
    namespace_id: int,
    subject: str,
    kind: str,
    actor: Actor,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    operation: str = "",
    reason: str = "",
) -> Event:
    """Append one event. Of two snapshots only what differs is kept."""
    before, after = before or {}, after or {}
    if before and after:
        changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
        before = {key: value for key, value in before.items() if key in changed}
        after = {key: value for key, value in after.items() if key in changed}
    return Event.objects.create(
        namespace_id=namespace_id,
        subject=subject,
        kind=kind,
        actor=actor.name,
        origin=actor.origin,
        before=before,
        after=after,
        operation=operation,
        reason=reason,
    )
