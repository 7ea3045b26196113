"""One memory's life: made, corrected, confirmed, edited, retired, restored; each with its history.

Each verb belongs to `change`, or is a change of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from .. import background
from ..durability import fades_from, rate_of
from ..models import (
    Change,
    ChangeKind,
    CorrectionKind,
    Event,
    EventKind,
    Kind,
    Memory,
    MemorySource,
    Namespace,
    SupersessionKind,
)
from ..search.vectors import LiveIndex
from ..search.vectors import add as add_vectors
from ..search.vectors import retire as retire_vectors
from ..similarity import normalise
from ..text import BadText, check_characters, check_content
from . import corrections, history, lineage, linking, validity
from .actors import Actor
from .episodes import EMBED_TASK
from .errors import InvalidInput, NotFound, StateConflict

MAX_TAGS = 50
MAX_TAG_LENGTH = 100
# What the service itself answers among a memory's attributes: not a caller's to set or to drop.
OWN_ATTRIBUTES = history.LINEAGE_ATTRIBUTES | history.UNTOLD_ATTRIBUTES


def get(namespace: Namespace, uid: str) -> Memory:
    """Any memory of this namespace by its public id, active or retired. Raises NotFound."""
    memory = Memory.objects.within(namespace).filter(uid=uid).first()
    if memory is None:
        raise NotFound(f"no memory {uid}")
    return memory


def active_fact(namespace: Namespace, uid: str) -> Memory:
    """Raises NotFound, or StateConflict for a turn, a reflection or what is retired."""
    memory = get(namespace, uid)
    if memory.kind != Kind.FACT:
        raise StateConflict(f"{uid} is not a fact")
    if not memory.active:
        raise StateConflict(f"{uid} is retired; restore it first")
    return memory


def events(namespace: Namespace, uid: str) -> list[Event]:
    """The history of one memory, oldest first. Raises NotFound."""
    get(namespace, uid)
    return list(Event.objects.within(namespace).of(uid))


def check_claim(content: str, tags: Sequence[str] = (), confidence: float = 1.0) -> None:
    """Raise InvalidInput unless a fact can be made of these."""
    try:
        check_content(content, settings.MEMORY_MAX_CONTENT_BYTES)
    except BadText as error:
        raise InvalidInput(f"content {error}", "content") from error
    if not 0.0 <= confidence <= 1.0:  # refuses NaN too
        raise InvalidInput("confidence lies between 0 and 1", "confidence")
    check_tags(tags)


def check_tags(tags: Sequence[str]) -> None:
    """Raise InvalidInput unless `tags` are a few short strings."""
    if len(tags) > MAX_TAGS:
        raise InvalidInput(f"at most {MAX_TAGS} tags", "tags")
    for tag in tags:
        try:
            check_characters(tag)
        except BadText as error:
            raise InvalidInput(f"a tag {error}", "tags") from error
        if not tag.strip() or len(tag) > MAX_TAG_LENGTH:
            raise InvalidInput(f"a tag has 1 to {MAX_TAG_LENGTH} characters", "tags")


def make(namespace: Namespace, content: str, sources: Iterable[int], **fields: Any) -> Memory:
    """A new fact with its sources (rowids) and what is known of its time; no duplicates are looked for, and no history
    is written. `fields` are the row's."""
    fields["attributes"] = callers_own(fields.get("attributes", {}))
    memory = Memory.objects.create(namespace=namespace, kind=Kind.FACT, content=content.strip(), **fields)
    links = [MemorySource(memory=memory, source_id=source) for source in sources]
    if links:
        MemorySource.objects.bulk_create(links)
    validity.begin(memory, sourced=bool(links))
    return memory


def callers_own(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in attributes.items() if key not in OWN_ATTRIBUTES}


# --- Changing one -----------------------------------------------------------------------------------------------


def correct(
    namespace: Namespace,
    uid: str,
    content: str,
    *,
    actor: Actor,
    reason: str = "",
    tags: Sequence[str] | None = None,
    kind: SupersessionKind = SupersessionKind.WRONG,
    change: Change | None = None,
) -> Memory:
    """Replace a fact: the old one is retired, the new one supersedes it and keeps its sources. Answers the new one.

    The old one was `wrong` (it never held: the new one is told of the same time) or is `outdated` (it held until now).
    """
    check_claim(content, tags or ())
    named = linking.look(namespace, content)  # before the transaction, which other writers wait for
    with transaction.atomic():
        old = active_fact(namespace, uid)
        if normalise(old.content) == normalise(content) and old.content == content.strip():
            raise StateConflict("the correction says what the fact says already")
        change = change or history.begin(namespace.pk, ChangeKind.CORRECT, actor, comment=reason)
        before = history.snapshot(old)
        now = timezone.now()
        new = make(
            namespace,
            content,
            old.source_links.values_list("source", flat=True),
            session_id=old.session_id,
            source_role=old.source_role,
            event_time=now if kind == SupersessionKind.OUTDATED else old.event_time,
            base_set_at=now,
            decay_rate=old.decay_rate,
            durability=old.durability,
            origin=actor.origin,
            tags=list(tags) if tags is not None else old.tags,
            attributes={**old.attributes, **({"correction_reason": reason} if reason else {})},
        )
        linking.link(new, named=named)
        lineage.replace(old, new, change, kind)
        old.valid_until = old.invalid_at = now
        old.save(update_fields=["valid_until", "invalid_at"])
        validity.follow(old, now)
        retire_vectors(LiveIndex.read(), [old.pk])
        history.append(
            change, old.uid, EventKind.CORRECTED, before=before,
            after={**history.snapshot(old), "replaced_by": new.uid}, reason=reason,
        )  # fmt: skip
        history.append(change, new.uid, EventKind.REMEMBERED, after=history.snapshot(new), reason=reason)
    background.wake(EMBED_TASK)
    return new


def confirm(namespace: Namespace, uid: str, *, actor: Actor, change: Change | None = None) -> Memory:
    """Make a fact permanent: confidence 1 and no decay."""
    with transaction.atomic():
        memory = active_fact(namespace, uid)
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
) -> Memory:
    """Change tags, attributes, protection or confidence of an active memory; None leaves a thing as it is."""
    if tags is not None:
        check_tags(tags)
    if confidence is not None and not 0.0 <= confidence <= 1.0:
        raise InvalidInput("confidence lies between 0 and 1", "confidence")
    with transaction.atomic():
        memory = get(namespace, uid)
        if not memory.active:
            raise StateConflict("a retired memory cannot be changed; restore it first")
        before = history.snapshot(memory)
        if tags is not None:
            memory.tags = list(dict.fromkeys(tags))
        if attributes is not None:
            own = {key: value for key, value in memory.attributes.items() if key in OWN_ATTRIBUTES}
            memory.attributes = {**callers_own(attributes), **own}
        if confidence is not None:
            memory.base_confidence = memory.confidence = confidence
            memory.base_set_at = fades_from(memory.durability, memory.event_time, timezone.now())
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
    namespace: Namespace, uid: str, *, actor: Actor, reason: str = "", change: Change | None = None
) -> Memory:
    """Soft delete: searches about now find it no more; links, sources and history stay. Twice changes nothing."""
    with transaction.atomic():
        memory = get(namespace, uid)
        if memory.active:
            before = history.snapshot(memory)
            memory.valid_until = timezone.now()
            memory.save(update_fields=["valid_until"])
            validity.follow(memory, memory.valid_until)
            retire_vectors(LiveIndex.read(), [memory.pk])
            change = change or history.begin(namespace.pk, ChangeKind.RETIRE, actor, comment=reason)
            history.append(
                change, uid, EventKind.RETIRED, before=before, after=history.snapshot(memory), reason=reason
            )
            # What others say in the place of a duplicate is no withdrawal.
            if actor.origin in corrections.PERSONS and change.kind != ChangeKind.MERGE:
                corrections.note([memory.pk], CorrectionKind.WITHDRAWN)
    return memory


def restore(
    namespace: Namespace, uid: str, *, actor: Actor, reason: str = "", change: Change | None = None
) -> Memory:
    """Bring a retired memory back whole: posting, vector, and the confidence from which it decays anew."""
    with transaction.atomic():
        memory = get(namespace, uid)
        if not memory.active:
            before = history.snapshot(memory)
            now = timezone.now()
            memory.valid_until = None
            memory.confidence, memory.base_set_at = memory.base_confidence, now
            memory.save(update_fields=["valid_until", "confidence", "base_set_at"])
            validity.follow(memory, now)
            add_vectors(LiveIndex.read(), [memory])
            corrections.forget([memory.pk])
            change = change or history.begin(namespace.pk, ChangeKind.RESTORE, actor, comment=reason)
            history.append(
                change, uid, EventKind.RESTORED, before=before, after=history.snapshot(memory), reason=reason
            )
    background.wake(EMBED_TASK)
    return memory


def merge(
    namespace: Namespace,
    keep: str,
    others: Sequence[str],
    *,
    actor: Actor,
    reason: str = "",
    change: Change | None = None,
) -> Memory:
    """Make one fact of several that say the same: `keep` takes over the sources, the others are retired."""
    with transaction.atomic():
        kept = active_fact(namespace, keep)
        known = set(kept.source_links.values_list("source", flat=True))
        rows = [active_fact(namespace, uid) for uid in dict.fromkeys(others) if uid != keep]
        fresh = set(MemorySource.objects.filter(memory__in=rows).values_list("source", flat=True)) - known
        MemorySource.objects.bulk_create([MemorySource(memory=kept, source_id=source) for source in sorted(fresh)])
        change = change or history.begin(namespace.pk, ChangeKind.MERGE, actor, comment=reason)
        history.append(
            change, keep, EventKind.MERGED, after={"facts": [row.uid for row in rows], "sources": sorted(fresh)},
            reason=reason,
        )  # fmt: skip
        for row in rows:
            retire(namespace, row.uid, actor=actor, reason=reason or f"merged into {keep}", change=change)
    return kept


def hold_again(
    fact: Memory, *, event_time: datetime, confidence: float, change: Change, now: datetime
) -> None:
    """A superseded fact was stated anew and holds again, whoever had taken its place."""
    before = history.snapshot(fact)
    lineage.stand_again(fact, change)
    fact.event_time, fact.invalid_at = event_time, None
    fact.base_confidence = fact.confidence = confidence
    fact.base_set_at = now
    fact.save(update_fields=["event_time", "invalid_at", "base_confidence", "confidence", "base_set_at"])
    validity.follow(fact, now, since=event_time)
    history.append(change, fact.uid, EventKind.HOLDS_AGAIN, before=before, after=history.snapshot(fact))
