"""One memory's life: confirmed, edited, retired, restored, merged; each with its history.

Each verb belongs to `change`, or is a change of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.utils import timezone

from ... import background
from ...durability import fades_from, rate_of
from ...models import (
    Change,
    ChangeKind,
    CorrectionKind,
    Event,
    EventKind,
    Kind,
    Memory,
    MemorySource,
    Namespace,
    Origin,
)
from ...redaction import mask_all
from ...search.vectors import LiveIndex
from ...search.vectors import add as add_vectors
from ...search.vectors import retire as retire_vectors
from ...text import BadText, check_content, check_tags
from .. import history, quarantine, trust, validity
from ..actors import Actor
from ..errors import ChangedSince, InvalidInput, StateConflict
from ..finding import existing
from ..graph import linking
from ..handing import corrections
from ..talk import sessions
from ..talk.episodes import EMBED_TASK
from ..writing import writing
from . import lineage, making, places, tombstones


class MarkOutcome(StrEnum):
    """What became of a memory that was to be confirmed or changed."""

    DONE = "done"
    ASKED = "asked"  # it is no more permanent than before: a curator is asked whether to make it so
    SUPERSEDED = "superseded"  # done, and another fact still holds in its place


def outcome_of(memory: Memory, *, to_keep: bool) -> MarkOutcome:
    """What became of `memory`, which was changed just now; `to_keep`: it was to be made permanent."""
    if to_keep and not memory.protected:
        return MarkOutcome.ASKED
    return MarkOutcome.SUPERSEDED if to_keep and memory.superseded else MarkOutcome.DONE


def any_memory(namespace: Namespace, uid: str) -> Memory:
    """Any memory of this namespace by its public id, active or retired. Raises NotFound."""
    return existing(Memory.objects.within(namespace).filter(uid=uid), f"memory {uid}")


def active_fact(namespace: Namespace, uid: str) -> Memory:
    """Raises NotFound, or StateConflict for a turn, a reflection or what is retired: it names what holds in its place.
    Whose correction came second would restore the old fact beside the first one, else."""
    memory = any_memory(namespace, uid)
    if memory.kind != Kind.FACT:
        raise StateConflict(f"{uid} is not a fact")
    if not memory.active:
        if (holds := lineage.holder(memory)) is not None:
            raise StateConflict(f"{uid} is retired: {holds.uid} took its place")
        raise StateConflict(f"{uid} is retired; restore it first")
    return memory


def events(namespace: Namespace, uid: str) -> list[Event]:
    """The history of one memory, oldest first. Raises NotFound."""
    any_memory(namespace, uid)
    return list(Event.objects.within(namespace).about(uid))


def check_claim(content: str, tags: Sequence[str] = (), confidence: float = 1.0) -> None:
    """Raise InvalidInput unless a fact can be made of these."""
    try:
        check_content(content, settings.MEMORY_MAX_CONTENT_BYTES)
    except BadText as error:
        raise InvalidInput(f"content {error}", "content") from error
    if not 0.0 <= confidence <= 1.0:  # refuses NaN too
        raise InvalidInput("confidence lies between 0 and 1", "confidence")
    _check_tags(tags)


def _check_tags(tags: Sequence[str]) -> None:
    try:
        check_tags(tags)
    except BadText as error:
        raise InvalidInput(str(error), "tags") from error


# --- Changing one -----------------------------------------------------------------------------------------------


def confirm(namespace: Namespace, uid: str, *, actor: Actor, change: Change | None = None) -> Memory:
    """Make a fact permanent: confidence 1 and no decay. Where `actor` may not (see `trust.may_protect`), a curator is
    asked, and the fact stays as it is."""
    with writing(namespace):
        memory = active_fact(namespace, uid)
        if not memory.protected and not trust.may_protect(actor.origin, memory):
            quarantine.ask_to_keep(namespace, memory, actor)
            return memory
        before = history.snapshot(memory)
        memory.base_confidence = memory.confidence = 1.0
        memory.base_set_at = timezone.now()
        memory.decay_rate = 0.0
        memory.save(update_fields=["base_confidence", "confidence", "base_set_at", "decay_rate"])
        change = change or history.begin(namespace.pk, ChangeKind.CONFIRM, actor)
        history.append(change, uid, EventKind.CONFIRMED, before=before, after=history.snapshot(memory))
    return memory


def edit(
    namespace: Namespace,
    uid: str,
    *,
    actor: Actor,
    tags: Sequence[str] | None = None,
    attributes: Mapping[str, Any] | None = None,
    protected: bool | None = None,
    confidence: float | None = None,
    change: Change | None = None,
    shown_tags: Sequence[str] | None = None,
) -> Memory:
    """Change tags, attributes, protection or confidence of an active memory; None leaves a thing as it is.

    `shown_tags` are those that the caller saw. Raises ChangedSince where it has neither these nor `tags`.
    """
    personal = namespace.own.mask_personal
    if tags is not None:
        _check_tags(tags)
        tags = mask_all(tags, personal)[0]
    attributes = None if attributes is None else mask_all(attributes, personal)[0]
    if trust.screened("", trust.OF_ORIGIN[actor.origin], tags or (), attributes).finding:
        raise InvalidInput("reads like an order to the assistant", "tags" if tags else "attributes")
    if confidence is not None and not 0.0 <= confidence <= 1.0:
        raise InvalidInput("confidence lies between 0 and 1", "confidence")
    with writing(namespace):
        memory = any_memory(namespace, uid)
        if not memory.active:
            raise StateConflict("a retired memory cannot be changed; restore it first")
        before = history.snapshot(memory)
        if tags is not None:
            if shown_tags is not None and memory.tags not in (list(shown_tags), list(tags)):
                raise ChangedSince("the tags were changed meanwhile")
            memory.tags = list(dict.fromkeys(tags))
        if attributes is not None:
            own = {key: value for key, value in memory.attributes.items() if key in making.OWN_ATTRIBUTES}
            memory.attributes = {**making.callers_own(attributes), **own}
        if confidence is not None:
            memory.base_confidence = memory.confidence = confidence
            memory.base_set_at = fades_from(memory.durability, memory.event_time, timezone.now())
        if protected and not memory.protected and not trust.may_protect(actor.origin, memory):
            quarantine.ask_to_keep(namespace, memory, actor)
            protected = None
        if protected is not None and protected != memory.protected:
            memory.decay_rate = 0.0 if protected else rate_of(namespace.own.decay_rate, memory.durability)
            memory.base_confidence = memory.confidence
            memory.base_set_at = fades_from(memory.durability, memory.event_time, timezone.now())
        after = history.snapshot(memory)
        if after != before:
            memory.save()
            change = change or history.begin(namespace.pk, ChangeKind.EDIT, actor)
            history.append(change, uid, EventKind.EDITED, before=before, after=after)
    return memory


def retire(
    namespace: Namespace,
    uid: str,
    *,
    actor: Actor,
    reason: str = "",
    change: Change | None = None,
    is_duplicate: bool = False,
    gives_back: bool = True,
) -> Memory:
    """Soft delete: searches about now find it no more; links, sources and history stay. Twice changes nothing. What
    others say in the place of a duplicate is neither withdrawn nor rejected.

    What was announced, and is retired before its day, never held: what holds until then holds on, unless the caller
    sees to that itself (not `gives_back`). What held gives nothing back: that it is gone says nothing of what was.
    """
    with writing(namespace):
        memory = any_memory(namespace, uid)
        if memory.active:
            before = history.snapshot(memory)
            displaced = places.displaced_by_plan(memory) if gives_back and not is_duplicate else []
            memory.valid_until = timezone.now()
            memory.save(update_fields=["valid_until"])
            validity.follow(memory, memory.valid_until)
            retire_vectors(LiveIndex.read(), [memory.pk])
            change = change or history.begin(namespace.pk, ChangeKind.RETIRE, actor, comment=reason)
            history.append(change, uid, EventKind.RETIRED, before=before, after=history.snapshot(memory), reason=reason)
            if actor.origin in corrections.PERSONS and not is_duplicate:
                corrections.owe([memory.pk], CorrectionKind.WITHDRAWN)
            if actor.origin == Origin.CURATOR and not is_duplicate and memory.kind == Kind.FACT:
                tombstones.reject(memory)
            if displaced:
                # In a change of its own: to bring the plan back is to take its places again, by `undo` as by `restore`.
                again = history.begin(namespace.pk, ChangeKind.HOLD_AGAIN, actor, at=memory.valid_until, comment=reason)
                places.let_stand(displaced, again)
    return memory


def restore(namespace: Namespace, uid: str, *, actor: Actor, reason: str = "", change: Change | None = None) -> Memory:
    """Bring a retired memory back whole: posting, vector, the confidence from which it decays anew, and its places.

    Raises StateConflict for a fact that a correction replaced: that was no retiring, and it would come back superseded.
    """
    with writing(namespace):
        memory = any_memory(namespace, uid)
        if not memory.active:
            quarantine.check_release(memory, actor)
            if (text := lineage.correction_of(memory)) is not None:
                raise StateConflict(
                    f"{uid} was corrected, and {text.uid} took its place: restore or correct that one, or undo the "
                    "correction"
                )
            before = history.snapshot(memory)
            now = timezone.now()
            released = memory.quarantine is not None
            memory.valid_until = memory.quarantine = None
            memory.confidence, memory.base_set_at = memory.base_confidence, now
            memory.save(update_fields=["valid_until", "quarantine", "confidence", "base_set_at"])
            if released:
                _take_in(memory)
            validity.follow(memory, now)
            add_vectors(LiveIndex.read(), [memory])
            corrections.forget([memory.pk])
            tombstones.lift(memory)
            change = change or history.begin(namespace.pk, ChangeKind.RESTORE, actor, at=now, comment=reason)
            history.append(
                change, uid, EventKind.RESTORED, before=before, after=history.snapshot(memory), reason=reason
            )
            places.take_again(memory, actor, now)
    background.wake(EMBED_TASK)
    return memory


def _take_in(memory: Memory) -> None:
    """What was not done to `memory` while it was in quarantine: its names are linked, and its session learnt from."""
    linking.link(memory)
    if memory.kind == Kind.EPISODE and memory.session_id:
        sessions.consolidate_again(memory.namespace_id, memory.session_id, memory.pk)


def merge(
    namespace: Namespace,
    keep: str,
    others: Sequence[str],
    *,
    actor: Actor,
    reason: str = "",
    change: Change | None = None,
) -> Memory:
    """Make one fact of several that say the same: `keep` takes over the sources and the places, the others are retired.
    It holds where one of those held in its place."""
    with writing(namespace):
        kept = active_fact(namespace, keep)
        known = set(kept.source_links.values_list("source", flat=True))
        rows = [active_fact(namespace, uid) for uid in dict.fromkeys(others) if uid != keep]
        if actor.origin != Origin.CURATOR and any(row.trusted > kept.trusted for row in rows):
            raise StateConflict(f"{keep} is trusted less than what it would stand for: a curator merges these")
        fresh = set(MemorySource.objects.filter(memory__in=rows).values_list("source", flat=True)) - known
        MemorySource.objects.bulk_create([MemorySource(memory=kept, source_id=source) for source in sorted(fresh)])
        change = change or history.begin(namespace.pk, ChangeKind.MERGE, actor, comment=reason)
        history.append(
            change, keep, EventKind.MERGED, after={"facts": [row.uid for row in rows], "sources": sorted(fresh)},
            reason=reason,
        )  # fmt: skip
        for row in rows:
            reason = reason or f"merged into {keep}"
            retire(namespace, row.uid, actor=actor, reason=reason, change=change, is_duplicate=True)
        places.hand_over(rows, kept, change)
    return kept


def hold_again(fact: Memory, *, event_time: datetime, confidence: float, change: Change, now: datetime) -> None:
    """A superseded fact was stated anew and holds again, whoever had taken its place."""
    before = history.snapshot(fact)
    lineage.stand_again(fact, change)
    fact.event_time, fact.invalid_at = event_time, None
    fact.base_confidence = fact.confidence = confidence
    fact.base_set_at = now
    fact.save(update_fields=["event_time", "invalid_at", "base_confidence", "confidence", "base_set_at"])
    validity.follow(fact, now, since=event_time)
    history.append(change, fact.uid, EventKind.HOLDS_AGAIN, before=before, after=history.snapshot(fact))
