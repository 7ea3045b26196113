"""Facts: remembering, correcting, confirming, retiring, restoring; each with its history, each undoable.

Consolidation saves through `save_batch`, people and agents through `remember`; both pass the same two levels of
deduplication (exact within the batch, then Jaccard against what the indexes find) and the same guard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.db.models import Field
from django.utils import timezone

from .. import background
from ..models import Conflict, Event, Kind, Memory, MemorySource, Namespace, Origin
from ..search.vectors import LiveIndex
from ..search.vectors import add as add_vectors
from ..search.vectors import retire as retire_vectors
from ..similarity import difference, is_duplicate, normalise
from ..text import BadText, check_characters, check_content
from . import conflicts, history, linking, recalls, reviews
from .actors import Actor
from .enrichment import ENRICH_FACTS_TASK
from .episodes import EMBED_TASK
from .errors import InvalidInput, NotFound, ReplayConflict, StateConflict

MAX_SINCE = 300  # facts that came since the indexes were asked: more are looked up in them again
MAX_TAGS = 50
MAX_TAG_LENGTH = 100
# What the service itself keeps among a memory's attributes: not a caller's to set or to drop.
OWN_ATTRIBUTES = frozenset({"supersedes", "superseded_by", "enriched_at"})


@dataclass(frozen=True)
class Looked:
    """What the indexes said of a new fact before the transaction: the rowids of its candidates, and the highest
    rowid of a fact at that time. Inside the transaction only what came since is compared with it."""

    candidates: Sequence[int]
    upto: int


@dataclass(frozen=True)
class FactInput:
    """A fact to be saved. `verdicts` holds what a judge said of it against older facts, {id: Verdict}, and against
    earlier ones of the same batch, {"#position": Verdict}."""

    content: str
    source_ids: Sequence[str] = ()
    event_time: datetime | None = None
    tags: Sequence[str] = ()
    confidence: float = 1.0
    attributes: Mapping[str, Any] = field(default_factory=dict)
    entities: Sequence[linking.Mention] = ()
    source_role: str = ""
    verdicts: Mapping[str, conflicts.Verdict] = field(default_factory=dict)
    looked: Looked | None = None


@dataclass(frozen=True)
class SavedFact:
    memory: Memory
    outcome: str  # saved | duplicate | conflict


def get(namespace: Namespace, uid: str) -> Memory:
    """Any memory of this namespace by its public id, active or retired. Raises NotFound."""
    memory = Memory.objects.within(namespace).filter(uid=uid).first()
    if memory is None:
        raise NotFound(f"no memory {uid}")
    return memory


def remember(
    namespace: Namespace,
    content: str,
    *,
    actor: Actor,
    tags: Sequence[str] = (),
    session_id: str | None = None,
    event_time: datetime | None = None,
    confidence: float = 1.0,
    source_ids: Sequence[str] = (),
    attributes: Mapping[str, Any] | None = None,
    decay_rate: float | None = None,
    external_id: str | None = None,
) -> SavedFact:
    """Keep one fact that a person or an agent states. A duplicate answers the fact that is there already."""
    fact = FactInput(content, source_ids, event_time, tags, confidence, attributes or {})
    (saved,) = save_batch(
        namespace, [fact], actor=actor, session_id=session_id, decay_rate=decay_rate, external_id=external_id
    )
    background.wake(ENRICH_FACTS_TASK)
    return saved


def save_batch(
    namespace: Namespace,
    facts: Sequence[FactInput],
    *,
    actor: Actor,
    session_id: str | None = None,
    decay_rate: float | None = None,
    external_id: str | None = None,
    operation: str = "",
) -> list[SavedFact]:
    """Save several facts, all or none; a duplicate adds its sources to the fact that it repeats.

    Duplicates and conflicts are looked for inside the transaction, so that two sessions of one namespace may be
    consolidated side by side. Raises InvalidInput for a text, confidence, tag or source id that cannot be.
    """
    for fact in facts:
        check_fact(fact)
    saved: list[SavedFact] = []
    with transaction.atomic():
        sources = _sources(namespace, {uid for fact in facts for uid in fact.source_ids})
        batch: dict[str, Memory] = {}
        positions: dict[str, str] = {}
        for position, fact in enumerate(facts):
            key = normalise(fact.content)
            if key in batch:
                _repeat(batch[key], fact, sources, actor)
                saved.append(SavedFact(batch[key], "duplicate"))
                continue
            outcome = _save_one(
                namespace, replace(fact, verdicts=_by_id(fact.verdicts, positions)), sources, actor=actor,
                session_id=session_id, decay_rate=decay_rate, external_id=external_id, operation=operation,
            )  # fmt: skip
            batch[key] = outcome.memory
            positions[outcome.memory.uid] = f"#{position}"
            saved.append(outcome)
    background.wake(EMBED_TASK)
    return saved


def _by_id(verdicts: Mapping[str, conflicts.Verdict], positions: Mapping[str, str]) -> dict[str, conflicts.Verdict]:
    """The verdicts with those on earlier facts of the batch under the ids which these have got meanwhile."""
    named = {uid: verdicts[position] for uid, position in positions.items() if position in verdicts}
    return {**named, **verdicts}


def check_fact(fact: FactInput) -> None:
    """Raise InvalidInput unless `fact` can be kept."""
    try:
        check_content(fact.content, settings.MEMORY_MAX_CONTENT_BYTES)
    except BadText as error:
        raise InvalidInput(f"content {error}", "content") from error
    if not 0.0 <= fact.confidence <= 1.0:  # refuses NaN too
        raise InvalidInput("confidence lies between 0 and 1", "confidence")
    check_tags(fact.tags)


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


def _sources(namespace: Namespace, uids: set[str]) -> dict[str, Memory]:
    found = {memory.uid: memory for memory in Memory.objects.within(namespace).filter(uid__in=uids)}
    if missing := sorted(uids - found.keys()):
        raise InvalidInput(f"no such source: {', '.join(missing[:5])}", "source_ids")
    return found


def _save_one(
    namespace: Namespace,
    fact: FactInput,
    sources: Mapping[str, Memory],
    *,
    actor: Actor,
    session_id: str | None,
    decay_rate: float | None,
    external_id: str | None,
    operation: str,
) -> SavedFact:
    if external_id is not None and (known := _named(namespace, session_id, external_id)) is not None:
        if not known.active or normalise(known.content) != normalise(fact.content):
            raise ReplayConflict(
                f"external_id {external_id!r} is already that of {known.uid}, which "
                + ("says something else: correct that one, or send another id" if known.active else "is retired")
            )
        _repeat(known, fact, sources, actor)
        return SavedFact(known, "duplicate")
    candidates = _candidates(namespace, fact)
    for candidate in candidates:
        if _same(fact, candidate.memory):
            _repeat(candidate.memory, fact, sources, actor)
            return SavedFact(candidate.memory, "duplicate")
    if (refused := _refused(fact, sources, actor)) is not None:
        return SavedFact(refused, "duplicate")
    memory = _create(
        namespace, fact, sources, actor=actor, session_id=session_id, decay_rate=decay_rate, external_id=external_id
    )
    history.record(
        namespace.pk, memory.uid, "remembered", actor, after=history.snapshot(memory), operation=operation
    )
    linking.link(memory, fact.entities)
    found = conflicts.apply(namespace, memory, candidates, fact.verdicts, actor=actor)
    reviews.send_by_policy(namespace, memory, in_conflict=found)
    return SavedFact(memory, "conflict" if found else "saved")


def _named(namespace: Namespace, session_id: str | None, external_id: str) -> Memory | None:
    """The fact that a caller called `external_id`, in that session or, where none is given, outside all of them."""
    facts = Memory.objects.within(namespace).facts()
    return facts.filter(session_id=session_id, external_id=external_id).order_by("rowid").first()


def _candidates(namespace: Namespace, fact: FactInput) -> list[conflicts.Candidate]:
    """The facts that the new one is compared with, as they stand inside this transaction."""
    if fact.looked is None:
        return conflicts.candidates(namespace, fact.content)
    rows = Memory.objects.within(namespace).active().facts()
    found = list(rows.filter(pk__in=fact.looked.candidates))
    since = list(rows.filter(pk__gt=fact.looked.upto).order_by("rowid")[: MAX_SINCE + 1])
    if len(since) > MAX_SINCE:
        return conflicts.candidates(namespace, fact.content)
    return conflicts.rank(fact.content, [*found, *since])


def _same(fact: FactInput, old: Memory) -> bool:
    """Whether `fact` says what `old` says: by its words, or by a judge's word where nothing measurable differs."""
    if is_duplicate(fact.content, old.content):
        return True
    verdict = fact.verdicts.get(old.uid)
    judged_same = verdict is not None and verdict.kind == "same"
    return judged_same and difference(fact.content, old.content) in {"", "name"}


def _refused(fact: FactInput, sources: Mapping[str, Memory], actor: Actor) -> Memory | None:
    """The fact that a person retired or corrected, where these very turns state it again: it is not learnt anew."""
    if actor.origin != Origin.DERIVED or not sources:
        return None
    gone = Memory.objects.within(next(iter(sources.values())).namespace_id).retired().facts().filter(
        source_links__source__uid__in=list(fact.source_ids)
    )  # fmt: skip
    for old in gone.distinct():
        last = Event.objects.within(old.namespace_id).of(old.uid).filter(kind__in=["retired", "corrected"]).last()
        if last is not None and last.origin == Origin.CURATOR and is_duplicate(fact.content, old.content):
            return old
    return None


def _create(
    namespace: Namespace,
    fact: FactInput,
    sources: Mapping[str, Memory],
    *,
    actor: Actor,
    session_id: str | None,
    decay_rate: float | None,
    external_id: str | None,
) -> Memory:
    now = timezone.now()
    rate = namespace.own.decay_rate if decay_rate is None else decay_rate
    memory = Memory.objects.create(
        namespace=namespace,
        kind=Kind.FACT,
        content=fact.content.strip(),
        session_id=session_id,
        source_role=fact.source_role,
        external_id=external_id,
        event_time=fact.event_time or _latest(sources, fact) or now,
        created_at=now,
        base_confidence=fact.confidence,
        base_set_at=now,
        confidence=fact.confidence,
        decay_rate=rate,
        origin=actor.origin,
        tags=list(dict.fromkeys(fact.tags)),
        attributes=_callers_own(fact.attributes),
    )
    MemorySource.objects.bulk_create(
        [MemorySource(memory=memory, source=sources[uid]) for uid in dict.fromkeys(fact.source_ids)]
    )
    return memory


def _callers_own(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in attributes.items() if key not in OWN_ATTRIBUTES}


def _latest(sources: Mapping[str, Memory], fact: FactInput) -> datetime | None:
    return max((sources[uid].event_time for uid in fact.source_ids), default=None)


def _repeat(memory: Memory, fact: FactInput, sources: Mapping[str, Memory], actor: Actor) -> None:
    """A fact was stated again: its new sources join, and it counts as a recall. A superseded one may hold again."""
    restated = _latest(sources, fact) or timezone.now()
    again = memory.superseded and restated > _replaced_at(memory)
    MemorySource.objects.bulk_create(
        [MemorySource(memory=memory, source=sources[uid]) for uid in dict.fromkeys(fact.source_ids)],
        ignore_conflicts=True,
    )
    session = next((sources[uid].session_id for uid in fact.source_ids if sources[uid].session_id), None)
    recalls.record_now([memory.pk], session_id=session, via="repeat")
    if again and not conflicts.hold_again(
        memory.namespace, memory, event_time=fact.event_time or restated, confidence=fact.confidence, actor=actor
    ):
        reviews.open_review(memory.namespace, memory, "restated", "said again after it was replaced")


def _replaced_at(memory: Memory) -> datetime:
    """For when what superseded this fact is known to hold; its own end where that is gone."""
    successor = Memory.objects.within(memory.namespace_id).filter(uid=memory.attributes.get("superseded_by")).first()
    return conflicts.held_at(successor) if successor else cast(datetime, memory.invalid_at)


# --- Changing one fact ------------------------------------------------------------------------------------------


def correct(
    namespace: Namespace,
    uid: str,
    content: str,
    *,
    actor: Actor,
    reason: str = "",
    tags: Sequence[str] | None = None,
    operation: str = "",
) -> Memory:
    """Replace a fact: the old one is retired, the new one supersedes it and keeps its sources. Answers the new one."""
    check_fact(FactInput(content, tags=tags or ()))
    with transaction.atomic():
        old = _active_fact(namespace, uid)
        if normalise(old.content) == normalise(content) and old.content == content.strip():
            raise StateConflict("the correction says what the fact says already")
        before = history.snapshot(old)
        now = timezone.now()
        operation = operation or history.operation_id("correct", old.pk, now)
        new = Memory.objects.create(
            namespace=namespace,
            kind=Kind.FACT,
            content=content.strip(),
            session_id=old.session_id,
            source_role=old.source_role,
            event_time=old.event_time,
            base_set_at=now,
            decay_rate=old.decay_rate,
            origin=actor.origin,
            tags=list(tags) if tags is not None else old.tags,
            attributes={
                **_callers_own(old.attributes),
                # What the old fact had superseded stays out of sight behind the new one.
                "supersedes": [*old.attributes.get("supersedes", []), old.uid],
            }
            | ({"correction_reason": reason} if reason else {}),
        )
        MemorySource.objects.bulk_create(
            [MemorySource(memory=new, source_id=source) for source in old.source_links.values_list("source", flat=True)]
        )
        linking.link(new)
        old.valid_until = old.invalid_at = now
        old.save(update_fields=["valid_until", "invalid_at"])
        retire_vectors(LiveIndex.read(), [old.pk])
        history.record(
            namespace.pk, old.uid, "corrected", actor, before=before,
            after={**history.snapshot(old), "replaced_by": new.uid}, operation=operation, reason=reason,
        )  # fmt: skip
        history.record(
            namespace.pk, new.uid, "remembered", actor, after=history.snapshot(new), operation=operation, reason=reason
        )
    background.wake(EMBED_TASK)
    return new


def confirm(namespace: Namespace, uid: str, *, actor: Actor, operation: str = "") -> Memory:
    """Make a fact permanent: confidence 1 and no decay."""
    with transaction.atomic():
        memory = _active_fact(namespace, uid)
        before = history.snapshot(memory)
        memory.base_confidence = memory.confidence = 1.0
        memory.base_set_at = timezone.now()
        memory.decay_rate = 0.0
        memory.save(update_fields=["base_confidence", "confidence", "base_set_at", "decay_rate"])
        history.record(
            namespace.pk, uid, "confirmed", actor, before=before, after=history.snapshot(memory), operation=operation
        )
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
    operation: str = "",
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
            memory.attributes = {**_callers_own(attributes), **own}
        if confidence is not None:
            memory.base_confidence = memory.confidence = confidence
            memory.base_set_at = timezone.now()
        if protected is not None and protected != memory.protected:
            memory.decay_rate = 0.0 if protected else namespace.own.decay_rate
            memory.base_confidence, memory.base_set_at = memory.confidence, timezone.now()
        after = history.snapshot(memory)
        if after != before:
            memory.save()
            history.record(namespace.pk, uid, "edited", actor, before=before, after=after, operation=operation)
    return memory


def protect(namespace: Namespace, uid: str, on: bool, *, actor: Actor) -> Memory:
    return edit(namespace, uid, actor=actor, protected=on)


def retire(namespace: Namespace, uid: str, *, actor: Actor, reason: str = "", operation: str = "") -> Memory:
    """Soft delete: posting and vector go; links, sources and history stay. Retiring twice changes nothing."""
    with transaction.atomic():
        memory = get(namespace, uid)
        if memory.active:
            before = history.snapshot(memory)
            memory.valid_until = timezone.now()
            memory.save(update_fields=["valid_until"])
            retire_vectors(LiveIndex.read(), [memory.pk])
            history.record(
                namespace.pk, uid, "retired", actor, before=before, after=history.snapshot(memory),
                reason=reason, operation=operation,
            )  # fmt: skip
    return memory


def merge(
    namespace: Namespace, keep: str, others: Sequence[str], *, actor: Actor, reason: str = "", operation: str = ""
) -> Memory:
    """Make one fact of several that say the same: `keep` takes over the sources, the others are retired."""
    now = timezone.now()
    with transaction.atomic():
        kept = _active_fact(namespace, keep)
        operation = operation or history.operation_id("merge", kept.pk, now)
        known = set(kept.source_links.values_list("source", flat=True))
        rows = [_active_fact(namespace, uid) for uid in dict.fromkeys(others) if uid != keep]
        fresh = set(MemorySource.objects.filter(memory__in=rows).values_list("source", flat=True)) - known
        MemorySource.objects.bulk_create([MemorySource(memory=kept, source_id=source) for source in sorted(fresh)])
        history.record(
            namespace.pk, keep, "merged", actor, after={"facts": [row.uid for row in rows], "sources": sorted(fresh)},
            operation=operation, reason=reason,
        )  # fmt: skip
        for row in rows:
            retire(namespace, row.uid, actor=actor, reason=reason or f"merged into {keep}", operation=operation)
    return kept


def restore(namespace: Namespace, uid: str, *, actor: Actor, reason: str = "", operation: str = "") -> Memory:
    """Bring a retired memory back whole: posting, vector, and the confidence from which it decays anew."""
    with transaction.atomic():
        memory = get(namespace, uid)
        if not memory.active:
            before = history.snapshot(memory)
            memory.valid_until = None
            memory.confidence, memory.base_set_at = memory.base_confidence, timezone.now()
            memory.save(update_fields=["valid_until", "confidence", "base_set_at"])
            add_vectors(LiveIndex.read(), [memory])
            history.record(
                namespace.pk, uid, "restored", actor, before=before, after=history.snapshot(memory),
                reason=reason, operation=operation,
            )  # fmt: skip
    background.wake(EMBED_TASK)
    return memory


def events(namespace: Namespace, uid: str) -> list[Event]:
    """The history of one memory, oldest first. Raises NotFound."""
    get(namespace, uid)
    return list(Event.objects.within(namespace).of(uid))


def undo(namespace: Namespace, seq: int, *, actor: Actor) -> Memory:
    """Take one change of a memory back, with the rest of its operation: a correction is undone whole, and a conflict
    whose decision that was is open again.

    What was undone can be undone in turn. Raises NotFound for an unknown event, StateConflict where the fields were
    changed again since.
    """
    event = Event.objects.within(namespace).filter(seq=seq).first()
    if event is None:
        raise NotFound(f"no event {seq}")
    group = [event]
    if event.operation.startswith(history.UNDONE_WHOLE):
        group = list(Event.objects.within(namespace).filter(operation=event.operation).order_by("-seq"))
    touched = _undo_all(namespace, group, actor)
    return next(memory for memory in touched if memory.uid == event.subject)


def undo_operation(namespace: Namespace, operation: str, *, actor: Actor) -> list[Memory]:
    """Take back everything that one operation changed, such as a bulk action, or nothing of it."""
    group = list(Event.objects.within(namespace).filter(operation=operation).order_by("-seq"))
    if not operation or not group:
        raise NotFound(f"no operation {operation}")
    return _undo_all(namespace, group, actor)


def _undo_all(namespace: Namespace, group: Sequence[Event], actor: Actor) -> list[Memory]:
    now = timezone.now()
    with transaction.atomic():
        conflict = conflicts.behind(namespace, group[0].operation)
        # A decision that stands again is one of now: its conflict must find it, to take it back once more.
        anew = conflict is not None and conflict.status == Conflict.Status.OPEN
        verb, row = ("conflict", conflict.pk) if conflict is not None and anew else ("undo", group[0].seq)
        operation = history.operation_id(verb, row, now)
        touched = [_undo_one(namespace, event, actor, operation) for event in group]
        if conflict is not None:
            conflicts.follow_undo(conflict, actor, now)
    background.wake(EMBED_TASK)
    return touched


def _undo_one(namespace: Namespace, event: Event, actor: Actor, operation: str) -> Memory:
    memory = get(namespace, event.subject)
    before = history.snapshot(memory)
    was_active = memory.active
    if event.kind == "remembered":
        if not memory.active and _corrected_last(memory):
            raise StateConflict("this was corrected again since; undo the later correction first")
        memory.valid_until = memory.valid_until or timezone.now()
    else:
        changed = [name for name in event.after if name in history.KEPT]
        # The confidence of the day is decay's and the recalls': that it moved is nobody's later change.
        if any(before[name] != event.after[name] for name in changed if name != "confidence"):
            raise StateConflict("this was changed again since; undo the later change first")
        enriched = {key: value for key, value in memory.attributes.items() if key in history.UNTOLD_ATTRIBUTES}
        for name in changed:
            setattr(memory, name, _field(name).to_python(event.before[name]))
        memory.attributes = {**memory.attributes, **enriched}
    if event.kind == "decayed":
        # As with a restore: from its old value it would fall again the next night.
        memory.confidence, memory.base_set_at = memory.base_confidence, timezone.now()
    if event.kind == "merged":
        memory.source_links.filter(source_id__in=event.after["sources"]).delete()
    memory.save()
    index = LiveIndex.read()
    if was_active and not memory.active:
        retire_vectors(index, [memory.pk])
    elif memory.active:
        add_vectors(index, [memory])
    history.record(
        namespace.pk, memory.uid, "undone", actor, before=before,
        after={**history.snapshot(memory), "event": event.seq}, operation=operation,
    )  # fmt: skip
    return memory


def _corrected_last(memory: Memory) -> bool:
    """Whether the last thing that happened to `memory` is that another one took its place."""
    last = Event.objects.within(memory.namespace_id).of(memory.uid).last()
    return last is not None and last.kind == "corrected"


def _field(name: str) -> Field[Any, Any]:
    return cast("Field[Any, Any]", Memory._meta.get_field(name))


def _active_fact(namespace: Namespace, uid: str) -> Memory:
    memory = get(namespace, uid)
    if memory.kind != Kind.FACT:
        raise StateConflict(f"{uid} is not a fact")
    if not memory.active:
        raise StateConflict(f"{uid} is retired; restore it first")
    return memory


def is_curators(memory: Memory) -> bool:
    """Whether a person stands behind this fact: derived ones never replace it without a review."""
    return memory.origin == Origin.CURATOR or memory.protected
