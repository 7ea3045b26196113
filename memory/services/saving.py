"""Saving facts: `remember` for people and agents, `save_batch` for consolidation.

Both pass the same two levels of deduplication (exact within the batch, then the same telling words among what the
indexes find) and the same guard, and both meet conflicts in the transaction that saves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cache, partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from .. import background, measuring
from ..durability import durability_of, fades_from, rate_of
from ..language import chosen
from ..models import (
    Change,
    ChangeKind,
    Conflict,
    ConflictStatus,
    Event,
    EventKind,
    Kind,
    Memory,
    MemorySource,
    Namespace,
    Operation,
    Origin,
    ReviewReason,
)
from ..redaction import mask, mask_all
from ..similarity import comparable, difference, is_duplicate, normalise
from . import conflicts, facts, history, lineage, linking, properties, recalls, reviews, trust
from .actors import Actor
from .conflicts import VerdictKind
from .enrichment import ENRICH_FACTS_TASK
from .episodes import EMBED_TASK
from .errors import InvalidInput, ReplayConflict

MAX_SINCE = 20  # facts that came between look and transaction and are compared inside it; of more, the newest


@dataclass(frozen=True)
class Looked:
    """What was found for a new fact before the transaction, which other writers wait for: the candidates that it was
    compared with, the highest rowid of a fact at that time, and what it names.

    `earlier` is the fact beside earlier ones of its batch, {position: Lookalike}, without what is not alike. Inside
    the transaction only what came since is compared with it.
    """

    candidates: Sequence[conflicts.Lookalike]
    upto: int
    named: linking.NamesFound | None = None
    earlier: Mapping[int, conflicts.Lookalike] = field(default_factory=dict)


@dataclass(frozen=True)
class FactInput:
    """A fact to be saved; `properties` are what it tells of whom.

    `verdicts` holds what a judge said of it against older facts, {id: Judgement}, and against earlier ones of the same
    batch, {"#position": Judgement}.
    """

    content: str
    source_ids: Sequence[str] = ()
    event_time: datetime | None = None
    tags: Sequence[str] = ()
    confidence: float = 1.0
    attributes: Mapping[str, Any] = field(default_factory=dict)
    entities: Sequence[linking.Mention] = ()
    source_role: str = ""
    verdicts: Mapping[str, conflicts.Judgement] = field(default_factory=dict)
    looked: Looked | None = None
    screened: trust.Screened | None = None
    properties: Sequence[properties.Property] = ()


class Outcome(StrEnum):
    """What became of a fact that was to be saved."""

    CREATED = "created"
    REPEATED = "repeated"  # the fact that was there already is answered
    SUPERSEDED = "superseded"  # created; of it and a fact that it contradicts, one took the other's place at once
    CONFLICT = "conflict"  # created; it contradicts a fact, and which of the two holds waits for a decision
    QUARANTINED = "quarantined"  # kept from every model until a curator releases it


@dataclass(frozen=True)
class SavedFact:
    memory: Memory
    outcome: Outcome


@dataclass(frozen=True)
class _Batch:
    """What the facts of one call share. `change` begins their change when the first is really new."""

    namespace: Namespace
    actor: Actor
    sources: Mapping[str, Memory]
    change: Callable[[], Change]
    session_id: str | None
    decay_rate: float | None
    external_id: str | None
    run: Operation | None
    since: Sequence[Memory] = ()  # what others saved between look and transaction
    made: dict[int, Memory] = field(default_factory=dict)  # what this call has made by now, by position


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
    looked: Looked | None = None,
) -> SavedFact:
    """Keep one fact that a person or an agent states. A duplicate answers the fact that is there already.

    A caller with a transaction of its own hands in what `look` found before that.
    """
    fact = FactInput(content, source_ids, event_time, tags, confidence, attributes or {}, looked=looked)
    (saved,) = save_batch(
        namespace, [fact], actor=actor, session_id=session_id, decay_rate=decay_rate, external_id=external_id
    )
    background.wake(ENRICH_FACTS_TASK)
    return saved


def save_batch(
    namespace: Namespace,
    batch: Sequence[FactInput],
    *,
    actor: Actor,
    session_id: str | None = None,
    decay_rate: float | None = None,
    external_id: str | None = None,
    run: Operation | None = None,
) -> list[SavedFact]:
    """Save several facts, all or none; a duplicate adds its sources to the fact that it repeats.

    Duplicates, conflicts and names are looked for before the transaction, and inside it among what came since, so that
    two sessions of one namespace may be consolidated side by side. Raises InvalidInput for a text, confidence, tag or
    source id that cannot be.
    """
    for fact in batch:
        facts.check_claim(fact.content, fact.tags, fact.confidence)
    batch = _screened(namespace, look(namespace, [_masked(namespace, fact) for fact in batch]), actor)
    keys = [normalise(fact.content, chosen(namespace.own.language, fact.content)) for fact in batch]
    saved: list[SavedFact] = []
    with transaction.atomic():
        sources = _sources(namespace, {uid for fact in batch for uid in fact.source_ids})
        change = cache(partial(history.begin, namespace.pk, ChangeKind.REMEMBER, actor, run=run))
        since = _since(namespace, batch)
        shared = _Batch(namespace, actor, sources, change, session_id, decay_rate, external_id, run, since)
        stated: dict[str, int] = {}
        positions: dict[str, str] = {}
        for position, fact in enumerate(batch):
            key = keys[position]
            if key in stated:
                # Read again: a fact between the two may have taken its place.
                earlier = Memory.objects.within(namespace).get(pk=stated[key])
                saved.append(_repeat(shared, earlier, fact))
                continue
            outcome = _save_one(shared, replace(fact, verdicts=_by_id(fact.verdicts, positions)))
            stated[key] = outcome.memory.pk
            shared.made[position] = outcome.memory
            positions[outcome.memory.uid] = f"#{position}"
            saved.append(outcome)
    background.wake(EMBED_TASK)
    return saved


def _masked(namespace: Namespace, fact: FactInput) -> FactInput:
    """`fact` without secrets. What was looked for with them is looked for anew."""
    personal = namespace.own.mask_personal
    content, secrets = mask(fact.content, personal)
    tags, in_tags = mask_all(fact.tags, personal)
    attributes, in_attributes = mask_all(fact.attributes, personal)
    if not secrets and not in_tags and not in_attributes:
        return fact
    measuring.count(measuring.REDACTIONS, secrets + in_tags + in_attributes, kind=Kind.FACT)
    looked = fact.looked if not secrets else None
    return replace(fact, content=content, tags=tags, attributes=attributes, looked=looked)


def _screened(namespace: Namespace, batch: Sequence[FactInput], actor: Actor) -> list[FactInput]:
    """The facts with how far each is trusted, and what keeps it in quarantine. It costs time, and so comes before the
    transaction, which other writers wait for."""
    asked = {uid for fact in batch for uid in fact.source_ids}
    rows = list(Memory.objects.within(namespace).filter(uid__in=asked).only("uid", "trust")) if asked else []
    known = {memory.uid: memory.trusted for memory in rows}
    return [
        replace(
            fact,
            screened=trust.screened(
                fact.content,
                trust.of_statement(actor.origin, [known[uid] for uid in fact.source_ids if uid in known]),
                fact.tags,
                fact.attributes,
            ),
        )
        for fact in batch
    ]


def look(namespace: Namespace, batch: Sequence[FactInput]) -> list[FactInput]:
    """The facts with what was found for each: in the indexes, in its text, and among the earlier ones of the batch."""
    share = linking.share(len(batch))
    rows = Memory.objects.within(namespace).facts().order_by("-rowid").values_list("pk", flat=True)
    ready: list[FactInput] = []
    for fact in batch:
        looked = fact.looked
        if looked is None:
            newest = rows.first() or 0
            looked = Looked(conflicts.candidates(namespace, fact.content), newest)
        if looked.named is None:
            earlier = {
                position: like
                for position, other in enumerate(ready)
                if comparable(fact.content, other.content)
                and (like := conflicts.compare(namespace, fact.content, Memory(content=other.content))).alike
            }
            named = linking.look(namespace, fact.content, share)
            looked = replace(looked, named=named, earlier=earlier)
        ready.append(replace(fact, looked=looked))
    return ready


def _by_id(verdicts: Mapping[str, conflicts.Judgement], positions: Mapping[str, str]) -> dict[str, conflicts.Judgement]:
    """The verdicts with those on earlier facts of the batch under the ids which these have got meanwhile."""
    named = {uid: verdicts[position] for uid, position in positions.items() if position in verdicts}
    return {**named, **verdicts}


def _sources(namespace: Namespace, uids: set[str]) -> dict[str, Memory]:
    found = {memory.uid: memory for memory in Memory.objects.within(namespace).filter(uid__in=uids)}
    if missing := sorted(uids - found.keys()):
        raise InvalidInput(f"no such source: {', '.join(missing[:5])}", "source_ids")
    return found


def _save_one(batch: _Batch, fact: FactInput) -> SavedFact:
    if (known := _named(batch)) is not None:
        language = chosen(batch.namespace.own.language, known.content, fact.content)
        if not known.active or normalise(known.content, language) != normalise(fact.content, language):
            raise ReplayConflict(
                f"external_id {batch.external_id!r} is already that of {known.uid}, which "
                + ("says something else: correct that one, or send another id" if known.active else "is retired")
            )
        return _repeat(batch, known, fact)
    if fact.screened is not None and fact.screened.finding:
        memory = _make(batch, fact)
        history.append(batch.change(), memory.uid, EventKind.REMEMBERED, after=history.snapshot(memory, new=True))
        return SavedFact(memory, Outcome.QUARANTINED)
    candidates = _candidates(batch, fact)
    for candidate in candidates:
        if candidate.same or _judged_same(batch.namespace, fact, candidate.memory):
            return _repeat(batch, candidate.memory, fact)
    if (refused := _refused(batch, fact)) is not None:
        return SavedFact(refused, Outcome.REPEATED)
    memory = _make(batch, fact)
    history.append(batch.change(), memory.uid, EventKind.REMEMBERED, after=history.snapshot(memory, new=True))
    linking.link(memory, fact.entities, fact.looked.named if fact.looked else None)
    properties.write(memory, fact.properties)
    found = conflicts.apply(batch.namespace, memory, candidates, fact.verdicts, actor=batch.actor, run=batch.run)
    reviews.send_by_policy(batch.namespace, memory, in_conflict=bool(found))
    return SavedFact(memory, _outcome(found))


def _outcome(found: Sequence[Conflict]) -> Outcome:
    if not found:
        return Outcome.CREATED
    waits = any(conflict.status == ConflictStatus.OPEN for conflict in found)
    return Outcome.CONFLICT if waits else Outcome.SUPERSEDED


def _named(batch: _Batch) -> Memory | None:
    """The fact that the caller called so before, in that session or, where none is given, outside all of them."""
    if batch.external_id is None:
        return None
    named = Memory.objects.within(batch.namespace).facts()
    return named.filter(session_id=batch.session_id, external_id=batch.external_id).order_by("rowid").first()


def _candidates(batch: _Batch, fact: FactInput) -> list[conflicts.Lookalike]:
    """The facts that mean something to the new one, as they stand inside this transaction, most alike first."""
    looked = fact.looked
    if looked is None:
        return conflicts.candidates(batch.namespace, fact.content)
    like = [one for one in looked.candidates if one.memory.uid in fact.verdicts]
    like += conflicts.nearest([one for one in looked.candidates if one.memory.uid not in fact.verdicts])
    seen = {one.memory.pk: one for one in like}
    own = [replace(one, memory=batch.made[at]) for at, one in looked.earlier.items() if at in batch.made]
    seen |= {one.memory.pk: one for one in conflicts.nearest(own)}
    unseen = [made for made in batch.made.values() if made.uid in fact.verdicts and made.pk not in seen]
    unseen += [one for one in batch.since if one.pk > looked.upto and one.pk not in seen]
    seen |= {one.pk: conflicts.compare(batch.namespace, fact.content, one) for one in unseen}
    if not seen:
        return []
    rows = Memory.objects.within(batch.namespace).active().facts().filter(pk__in=seen)
    found = [replace(seen[row.pk], memory=row) for row in rows]
    return sorted(found, key=lambda one: (-one.similarity, one.memory.pk))


def _since(namespace: Namespace, batch: Sequence[FactInput]) -> list[Memory]:
    """The newest facts that came after the first of the batch was looked for."""
    seen = min((fact.looked.upto for fact in batch if fact.looked), default=None)
    if seen is None:
        return []
    rows = Memory.objects.within(namespace).active().facts().filter(pk__gt=seen)
    return list(rows.order_by("-rowid")[:MAX_SINCE])


def _judged_same(namespace: Namespace, fact: FactInput, old: Memory) -> bool:
    """Whether a judge says that `old` says the same, and nothing measurable differs."""
    verdict = fact.verdicts.get(old.uid)
    if verdict is None or verdict.kind != VerdictKind.SAME or not comparable(fact.content, old.content):
        return False
    language = chosen(namespace.own.language, fact.content, old.content)
    return difference(fact.content, old.content, language) in {"", "name"}


def _refused(batch: _Batch, fact: FactInput) -> Memory | None:
    """The fact that a person retired or corrected, where these very turns state it again: it is not learnt anew."""
    if batch.actor.origin != Origin.DERIVED or not fact.source_ids:
        return None
    gone = Memory.objects.within(batch.namespace).retired().facts().filter(
        source_links__source__uid__in=list(fact.source_ids)
    )  # fmt: skip
    ends = [EventKind.RETIRED, EventKind.CORRECTED]
    for old in gone.distinct():
        last = Event.objects.within(batch.namespace).of(old.uid).filter(kind__in=ends).last()
        language = chosen(batch.namespace.own.language, fact.content, old.content)
        if last is not None and last.origin == Origin.CURATOR and is_duplicate(fact.content, old.content, language):
            return old
    return None


def _make(batch: _Batch, fact: FactInput) -> Memory:
    now = timezone.now()
    said = _latest(batch, fact) or now
    event_time = fact.event_time or said
    durability = durability_of(
        fact.content, fact.tags, {one.name for one in fact.properties}, event_time=event_time, said=said,
        language=chosen(batch.namespace.own.language, fact.content),
    )  # fmt: skip
    rate = rate_of(batch.namespace.own.decay_rate, durability) if batch.decay_rate is None else batch.decay_rate
    return facts.make(
        batch.namespace,
        fact.content,
        (batch.sources[uid].pk for uid in dict.fromkeys(fact.source_ids)),
        _trusted(batch, fact),
        session_id=batch.session_id,
        source_role=fact.source_role,
        external_id=batch.external_id,
        event_time=event_time,
        created_at=now,
        base_confidence=fact.confidence,
        base_set_at=fades_from(durability, event_time, now),
        confidence=fact.confidence,
        decay_rate=rate,
        durability=durability,
        origin=batch.actor.origin,
        tags=list(dict.fromkeys(fact.tags)),
        attributes=fact.attributes,
    )


def _trusted(batch: _Batch, fact: FactInput) -> trust.Screened:
    return fact.screened or trust.Screened(trust.OF_ORIGIN[batch.actor.origin], None)


def _latest(batch: _Batch, fact: FactInput) -> datetime | None:
    return max((batch.sources[uid].event_time for uid in fact.source_ids), default=None)


def _repeat(batch: _Batch, memory: Memory, fact: FactInput) -> SavedFact:
    """A fact was stated again: its new sources, tags and protection join, and it counts as a recall. A superseded one
    may hold again."""
    memory = _marked(batch, memory, fact)
    stated = _trusted(batch, fact).trust
    if stated > memory.trusted:  # who is trusted more says so, too
        memory.trust = stated
        memory.save(update_fields=["trust"])
    said = _latest(batch, fact) or timezone.now()
    replaced_at = lineage.replaced_at(memory) if memory.superseded else None
    sources = [batch.sources[uid] for uid in dict.fromkeys(fact.source_ids)]
    MemorySource.objects.bulk_create(
        [MemorySource(memory=memory, source=source) for source in sources], ignore_conflicts=True
    )
    session = next((source.session_id for source in sources if source.session_id), None)
    recalls.record_now([memory.pk], session_id=session, via="repeat")
    if replaced_at is not None and said > replaced_at:
        held = conflicts.hold_again(
            batch.namespace, memory, event_time=fact.event_time or said, confidence=fact.confidence, actor=batch.actor,
            stated=stated,
        )  # fmt: skip
        if not held:
            reviews.open_review(batch.namespace, memory, ReviewReason.RESTATED, "said again after it was replaced")
    return SavedFact(memory, Outcome.REPEATED)


def _marked(batch: _Batch, memory: Memory, fact: FactInput) -> Memory:
    """`memory` with the tags and the protection that `fact` asks for: an edit, with its history.

    What it has stays. Where both together are more tags than a fact may carry, the first new ones join. What the
    service derived itself marks no fact that a person stands behind, and a statement that is trusted less marks none.
    """
    if batch.actor.origin == Origin.DERIVED and (memory.protected or memory.origin == Origin.CURATOR):
        return memory
    if _trusted(batch, fact).trust < memory.trusted:
        return memory
    tags = list(dict.fromkeys([*memory.tags, *fact.tags]))[: max(facts.MAX_TAGS, len(memory.tags))]
    protects = batch.decay_rate == 0.0 and not memory.protected
    if tags == memory.tags and not protects:
        return memory
    return facts.edit(
        batch.namespace,
        memory.uid,
        actor=batch.actor,
        tags=None if tags == memory.tags else tags,
        protected=True if protects else None,
    )
