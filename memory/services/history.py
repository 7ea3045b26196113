"""Writing history, in the transaction of the change that it tells of: one change for an act, one event for each row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from ..models import Change, ChangeKind, Event, EventKind, Kind, Memory, Namespace, Operation, Supersession
from ..redaction import mask
from .actors import Actor
from .errors import ReplayConflict
from .sql import parts

# What of a memory can be changed and put back. Decayed values and recalls are not history.
KEPT = (
    "content", "event_time", "valid_until", "invalid_at", "base_confidence", "base_set_at", "confidence", "decay_rate",
    "tags", "attributes", "quarantine",
)  # fmt: skip

# Bookkeeping that no undo takes back, and that must not stand in the way of one.
UNTOLD_ATTRIBUTES = frozenset({"enriched_at"})
# What the API answers among the attributes, and `supersessions` holds.
LINEAGE_ATTRIBUTES = frozenset({"supersedes", "superseded_by"})

# The change that an event makes up when it stands alone.
_ALONE = {
    EventKind.REFLECTED: ChangeKind.REFLECT,
    EventKind.SPARED: ChangeKind.SPARE,
    EventKind.SESSION_SKIPPED: ChangeKind.SESSION,
}


def begin(
    namespace_id: int,
    kind: ChangeKind,
    actor: Actor,
    *,
    at: datetime | None = None,
    comment: str = "",
    decision: str = "",
    undoes: Change | None = None,
    run: Operation | None = None,
    key: str = "",
) -> Change:
    """The row that the events of one act will name. `key` is the sender's own name for it (see `sent`)."""
    change = Change(
        namespace_id=namespace_id, kind=kind, actor=actor.name, origin=actor.origin, comment=mask(comment).text,
        decision=decision, undoes=undoes, run=run, batch=key,
    )  # fmt: skip
    if at is not None:
        change.at = at
    change.save(force_insert=True)
    return change


def sent(namespace: Namespace, key: str, kind: ChangeKind, actor: Actor, decision: str) -> Change | None:
    """The change that was made when `key` came first, None where it did not come yet or is empty.

    Raises ReplayConflict where it came from somebody else, or with another decision.
    """
    found = Change.objects.within(namespace).filter(batch=key).first() if key else None
    if found is None:
        return None
    if (found.kind, found.actor, found.origin, found.decision) != (kind, actor.name, actor.origin, decision):
        raise ReplayConflict("this key was used for something else")
    return found


def batch(namespace: Namespace, key: str, actor: Actor) -> Change:
    """The change of what a page sends in pieces under the same `key`. Raises ReplayConflict for somebody else's key."""
    change, _ = Change.objects.within(namespace).get_or_create(
        batch=key,
        defaults={"namespace": namespace, "kind": ChangeKind.BULK, "actor": actor.name, "origin": actor.origin},
    )
    if (change.kind, change.actor, change.origin) != (ChangeKind.BULK, actor.name, actor.origin):
        raise ReplayConflict("this key was used for something else")
    return change


def append(
    change: Change,
    subject: str,
    kind: EventKind,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> Event:
    """Tell one event of `change`. Of two snapshots only what differs is kept."""
    before, after = before or {}, after or {}
    if before and after:
        changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
        before = {key: value for key, value in before.items() if key in changed}
        after = {key: value for key, value in after.items() if key in changed}
    event = _event(change, subject, kind, before, after, mask(reason).text)
    event.save(force_insert=True)
    return event


@dataclass(frozen=True)
class EventTold:
    """What an event tells of its subject; of two snapshots what differs alone."""

    subject: str
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)


def append_all(change: Change, kind: EventKind, told: Iterable[EventTold]) -> None:
    """Tell several events of `change` in one statement."""
    Event.objects.bulk_create([_event(change, one.subject, kind, one.before, one.after) for one in told])


def _event(
    change: Change, subject: str, kind: EventKind, before: Mapping[str, Any], after: Mapping[str, Any], reason: str = ""
) -> Event:
    return Event(
        namespace_id=change.namespace_id, subject=subject, kind=kind, actor=change.actor, origin=change.origin,
        before=dict(before), after=dict(after), change=change, reason=reason,
    )  # fmt: skip


def record(
    namespace_id: int,
    subject: str,
    kind: str,
    actor: Actor,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
    undoes: Change | None = None,
) -> Event:
    """Tell an event that is a whole change by itself; with `undoes`, one that takes that change back."""
    told = EventKind(kind)
    made = ChangeKind.UNDO if undoes is not None else _ALONE.get(told, ChangeKind.ENTITY)
    change = begin(namespace_id, made, actor, comment=reason, undoes=undoes)
    return append(change, subject, told, before=before, after=after, reason=reason)


def forget(namespace: Namespace, subjects: Sequence[str]) -> None:
    """Delete the events of what is erased, and the words of the changes that they belong to."""
    for part in parts(subjects):
        forget_events(namespace, Event.objects.within(namespace).filter(subject__in=part))


def forget_events(namespace: Namespace, told: QuerySet[Event]) -> None:
    """Delete these events, and the words of the changes that they belong to."""
    changes = sorted(set(told.values_list("change_id", flat=True)))
    told.delete()
    for part in parts(changes):
        Change.objects.within(namespace).filter(pk__in=part).update(comment="")
        Event.objects.within(namespace).filter(change__in=part).update(reason="")


def snapshot(memory: Memory, *, new: bool = False) -> dict[str, Any]:
    """The changeable fields of `memory`, and whose place it took or lost, as JSON values. A `new` one took none."""
    told = {name: plain(getattr(memory, name)) for name in KEPT}
    told["attributes"] = {key: v for key, v in memory.attributes.items() if key not in UNTOLD_ATTRIBUTES}
    if memory.kind == Kind.FACT and not new:
        told["attributes"].update(Supersession.objects.as_attributes([memory.pk]).get(memory.pk, {}))
    return told


def plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
