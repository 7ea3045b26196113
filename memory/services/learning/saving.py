"""Saving facts: `remember` for people and agents, `save_batch` for consolidation.

Both pass the same two levels of deduplication (exact within the batch, then the same telling words among what the
indexes find) and the same guard, and both meet conflicts in the transaction that saves. What takes time is done before
that transaction (`preparing`). Inside it each fact is judged, and all new ones are written together (`making`). Then
each fact, in the given order, is joined to the fact that it repeats, or set against the one that it contradicts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils import timezone

from ... import background
from ...durability import fades_from, rate_of
from ...language import NEUTRAL, chosen
from ...language.one_call import one_call
from ...models import ChangeKind, Conflict, ConflictStatus, Kind, Memory, MemorySource, Namespace, Origin
from ...models.events import Event, EventKind
from ...models.operations import Operation
from ...similarity import comparable, difference, is_duplicate, normalise, similarity
from .. import history, reviews
from ..actors import Actor
from ..errors import InvalidInput, ReplayConflict
from ..graph import linking
from ..graph.enrichment import ENRICH_FACTS_TASK
from ..memories import conflicts, making, properties, repeating
from ..memories.judgements import VerdictKind
from ..memories.making import Draft
from ..sql import parts
from ..talk.episodes import EMBED_TASK
from ..writing import writing
from .preparing import Comparisons, FactInput, ReadFact, compared, prepare, since

__all__ = ["Comparisons", "FactInput", "Outcome", "SavedFact", "prepare", "remember", "save_batch"]

MOVING = ["base_confidence", "base_set_at", "confidence", "invalid_at"]  # what changes where a fact loses its place
# Facts of one call that take another's place or get their own back: each costs some twenty statements, for which other
# writers wait. What is beyond is left to a person. Consolidation brings no more at once (`consolidation.Chunk.parts`).
MAX_MOVES = 25
MAX_REFUSED = 20  # retired facts of the same turns with which a derived one is compared; 10 and 40 change nothing


class Outcome(StrEnum):
    """What became of a fact that was to be saved."""

    CREATED = "created"
    REPEATED = "repeated"  # the fact that was there already is answered
    SUPERSEDED = "superseded"  # created; of it and a fact that it contradicts, one took the other's place at once
    CONFLICT = "conflict"  # created; it contradicts a fact, and which of the two holds waits for a decision
    QUARANTINED = "quarantined"  # kept from every model until it was screened, or a curator releases it


@dataclass(frozen=True)
class SavedFact:
    """`masked` counts the secrets in what was sent."""

    memory: Memory
    outcome: Outcome
    masked: int = 0


@dataclass
class _Batch:
    """What the facts of one call share.

    `rows` are the facts that any of them is like, as they stand inside the transaction: one object for each row, so
    that a fact sees what an earlier one of the batch did to it. `made` are the new ones by their position.
    """

    namespace: Namespace
    actor: Actor
    sources: Mapping[str, Memory]
    session_id: str | None
    decay_rate: float | None
    external_id: str | None
    run: Operation | None
    rows: dict[int, Memory] = field(default_factory=dict)
    gone: Mapping[int, Sequence[Memory]] = field(default_factory=dict)
    made: dict[int, Memory] = field(default_factory=dict)

    def beside(self, fact: FactInput) -> list[conflicts.Lookalike]:
        """The facts that mean something to the new one, the most alike first."""
        looked = _looked(fact)
        judged = [one for one in looked.candidates if one.memory.uid in fact.verdicts]
        nearest = conflicts.nearest([one for one in looked.candidates if one.memory.uid not in fact.verdicts])
        like = {one.memory.pk: one for one in [*judged, *nearest]}
        found = [replace(like[pk], memory=self.rows[pk]) for pk in sorted(like) if pk in self.rows]
        own = {at: replace(one, memory=self.made[at]) for at, one in looked.earlier.items() if at in self.made}
        found += conflicts.nearest(own.values())
        for at, memory in self.made.items():
            if f"#{at}" in fact.verdicts and at not in own:
                found.append(conflicts.compare(self.namespace, fact.content, memory))
        return sorted(found, key=lambda one: -one.similarity)


@dataclass(frozen=True)
class _Meant:
    """A fact with what is to be done: it is `known` already (a `refused` one adds nothing to that), or new (`memory` is
    written, `beside` is what it met)."""

    fact: FactInput
    memory: Memory
    known: bool
    beside: Sequence[conflicts.Lookalike] = ()
    refused: bool = False


def remember(
    namespace: Namespace,
    fact: FactInput | str,
    *,
    actor: Actor,
    session_id: str | None = None,
    decay_rate: float | None = None,
    external_id: str | None = None,
    **fields: Any,
) -> SavedFact:
    """Keep one fact that a person or an agent states. A duplicate answers the fact that is there already.

    `fact` is a text, with further `fields` of FactInput, or what `prepare` made of one: a caller with a transaction of
    its own prepares it before that.
    """
    given = FactInput(fact, **fields) if isinstance(fact, str) else fact
    (saved,) = save_batch(
        namespace, [given], actor=actor, session_id=session_id, decay_rate=decay_rate, external_id=external_id
    )
    background.wake(ENRICH_FACTS_TASK)
    return saved


@one_call()
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
    facts_ready = prepare(namespace, batch, actor)
    with writing(namespace):
        sources = _sources(namespace, {uid for fact in facts_ready for uid in fact.source_ids})
        if came := since(namespace, facts_ready):
            facts_ready = [compared(namespace, fact, came) for fact in facts_ready]
        shared = _Batch(namespace, actor, sources, session_id, decay_rate, external_id, run)
        _fill(shared, facts_ready)
        meant = _judge(shared, facts_ready)
        saved = _act(shared, meant)
    background.wake(EMBED_TASK)
    return saved


def _sources(namespace: Namespace, uids: set[str]) -> dict[str, Memory]:
    wanted = sorted(uids)
    found = {
        memory.uid: memory
        for part in parts(wanted)
        for memory in Memory.objects.within(namespace).filter(uid__in=part).defer("content", "embedding")
    }
    if missing := [uid for uid in wanted if uid not in found]:
        raise InvalidInput(f"no such source: {', '.join(missing[:5])}", "source_ids")
    return found


def _looked(fact: FactInput) -> Comparisons:
    assert fact.looked is not None, "prepare looks for each fact"
    return fact.looked


def _read(fact: FactInput) -> ReadFact:
    assert fact.read is not None, "prepare reads each fact"
    return fact.read


def _fill(batch: _Batch, ready: Sequence[FactInput]) -> None:
    """Read what the facts of the batch may repeat or contradict, as it is now, in a few statements."""
    met = sorted({one.memory.pk for fact in ready for one in _looked(fact).candidates if _means(one, fact)})
    for part in parts(met):
        rows = Memory.objects.within(batch.namespace).active().facts().filter(pk__in=part).defer("embedding")
        batch.rows |= {row.pk: row for row in rows}
    if batch.actor.origin != Origin.DERIVED:
        return
    gone: dict[int, list[Memory]] = {}
    for part in parts(sorted(source.pk for source in batch.sources.values())):
        links = MemorySource.objects.filter(
            source__in=part, memory__namespace=batch.namespace, memory__kind=Kind.FACT,
            memory__valid_until__isnull=False,
        ).select_related("memory")  # fmt: skip
        for link in links:
            gone.setdefault(link.source_id, []).append(link.memory)
    batch.gone = gone


def _means(one: conflicts.Lookalike, fact: FactInput) -> bool:
    return one.alike or one.shares or one.memory.uid in fact.verdicts


def _judge(batch: _Batch, ready: Sequence[FactInput]) -> list[_Meant]:
    """What is to be done with each fact."""
    stated: dict[str, Memory] = {}
    meant: list[_Meant] = []
    for position, fact in enumerate(ready):
        key = _read(fact).key
        by_id = {made.uid: fact.verdicts[f"#{at}"] for at, made in batch.made.items() if f"#{at}" in fact.verdicts}
        fact = replace(fact, verdicts={**by_id, **fact.verdicts})
        if key in stated:
            meant.append(_Meant(fact, stated[key], known=True))
            continue
        one = _judge_one(batch, fact, batch.beside(fact))
        if not one.known and not _read(fact).screened.finding:
            batch.made[position] = one.memory
        if not one.refused:
            stated[key] = one.memory
        meant.append(one)
    return meant


def _judge_one(batch: _Batch, fact: FactInput, beside: Sequence[conflicts.Lookalike]) -> _Meant:
    if (called := _called(batch)) is not None:
        language = chosen(batch.namespace.own.language, called.content, fact.content)
        stands = called.active or called.quarantine is not None
        if not stands or normalise(called.content, language) != normalise(fact.content, language):
            why = "says something else: correct that one, or send another id" if stands else "is retired"
            raise ReplayConflict(f"external_id {batch.external_id!r} is already that of {called.uid}, which {why}")
        return _Meant(fact, called, known=True, refused=called.quarantine is not None)
    if _read(fact).screened.finding:
        if (old := repeating.asked(batch.namespace, _read(fact).asked_before)) is not None:
            return _Meant(fact, old, known=True, refused=old.quarantine is not None)
        return _Meant(fact, _new(batch, fact), known=False)
    for one in beside:
        if one.same or _judged_same(batch.namespace, fact, one.memory):
            return _Meant(fact, one.memory, known=True)
    if (refused := _refused(batch, fact)) is not None:
        return _Meant(fact, refused, known=True, refused=True)
    return _Meant(fact, _new(batch, fact), known=False, beside=beside)


def _called(batch: _Batch) -> Memory | None:
    """The fact that the caller called so before, in that session or, where none is given, outside all of them."""
    if batch.external_id is None:
        return None
    named = Memory.objects.within(batch.namespace).facts()
    return named.filter(session_id=batch.session_id, external_id=batch.external_id).order_by("rowid").first()


def _judged_same(namespace: Namespace, fact: FactInput, old: Memory) -> bool:
    """Whether a judge says that `old` says the same, and nothing measurable differs."""
    verdict = fact.verdicts.get(old.uid)
    if verdict is None or verdict.kind != VerdictKind.SAME or not comparable(fact.content, old.content):
        return False
    language = chosen(namespace.own.language, fact.content, old.content)
    return difference(fact.content, old.content, language) in {"", "name"}


def _refused(batch: _Batch, fact: FactInput) -> Memory | None:
    """The fact that a person retired or corrected, where these very turns state it again: it is not learnt anew."""
    gone = {old.pk: old for uid in fact.source_ids for old in batch.gone.get(batch.sources[uid].pk, ())}
    newest = sorted(gone.values(), key=lambda old: -old.pk)[:MAX_REFUSED]
    ends = [EventKind.RETIRED, EventKind.CORRECTED]
    for old in newest:
        if similarity(fact.content, old.content, NEUTRAL) < conflicts.LEAST_ALIKE:
            continue
        language = chosen(batch.namespace.own.language, fact.content, old.content)
        if is_duplicate(fact.content, old.content, language):
            last = Event.objects.within(batch.namespace).about(old.uid).filter(kind__in=ends).last()
            if last is not None and last.origin == Origin.CURATOR:
                return old
    return None


def _new(batch: _Batch, fact: FactInput) -> Memory:
    """The row of a new fact, not written yet."""
    now = timezone.now()
    event_time, durability = fact.event_time or _latest(batch, fact) or now, _read(fact).durability
    rate = rate_of(batch.namespace.own.decay_rate, durability) if batch.decay_rate is None else batch.decay_rate
    return making.row(
        batch.namespace,
        fact.content,
        _read(fact).screened,
        session_id=batch.session_id,
        source_role=fact.source_role,
        external_id=batch.external_id,
        event_time=event_time,
        event_offset=fact.event_offset if fact.event_time else making.offset(batch.sources, fact.source_ids),
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


def _latest(batch: _Batch, fact: FactInput) -> datetime | None:
    return max((batch.sources[uid].event_time for uid in fact.source_ids), default=None)


def _act(batch: _Batch, meant: Sequence[_Meant]) -> list[SavedFact]:
    """Write the new facts, and let each fact act on what it repeats or contradicts."""
    namespace, actor = batch.namespace, batch.actor
    _write(batch, [one for one in meant if not one.known])
    saved: list[SavedFact] = []
    repeats: list[repeating.Repeat] = []
    asking: list[reviews.Asking] = []
    moved = False  # whether a fact holds again, and so rows that were read may be out of date
    moves = 0
    for one in meant:
        if moved:
            for memory in (one.memory, *(like.memory for like in one.beside)):
                memory.refresh_from_db(fields=MOVING)
        if one.refused:
            outcome = Outcome.REPEATED
        elif one.known:
            repeat = _repeat(batch, one)
            held = repeating.hold_again(namespace, repeat, actor, ask=moves >= MAX_MOVES)
            moved, moves = moved or held, moves + held
            repeats.append(repeat)
            outcome = Outcome.REPEATED
        elif _read(one.fact).screened.finding:
            outcome = Outcome.QUARANTINED
        else:
            found = conflicts.apply(
                namespace, one.memory, one.beside, one.fact.verdicts, actor=actor, run=batch.run, fresh=True,
                settles=moves < MAX_MOVES,
            )  # fmt: skip
            moves += len(found) - sum(conflict.status == ConflictStatus.OPEN for conflict in found)
            asking.append(reviews.Asking(one.memory, _read(one.fact).asks, _waits(found)))
            outcome = _outcome(found)
        saved.append(SavedFact(one.memory, outcome, _read(one.fact).masked))
    repeating.join(namespace, repeats, actor, protects=batch.decay_rate == 0.0)
    reviews.send_by_policy(namespace, asking)
    return saved


def _write(batch: _Batch, new: Sequence[_Meant]) -> None:
    """The new facts with their sources, names, properties and history, together."""
    if not new:
        return
    making.make(
        batch.namespace,
        [
            Draft(
                one.memory,
                _read(one.fact).screened,
                [batch.sources[uid].pk for uid in dict.fromkeys(one.fact.source_ids)],
                _latest(batch, one.fact),
                _read(one.fact).announced,
            )
            for one in new
        ],
    )
    change = history.begin(batch.namespace.pk, ChangeKind.REMEMBER, batch.actor, run=batch.run)
    told = [history.EventTold(one.memory.uid, after=history.snapshot(one.memory, new=True)) for one in new]
    history.append_all(change, EventKind.REMEMBERED, told)
    handed = [one for one in new if not _read(one.fact).screened.finding]
    linking.link_all([(one.memory, one.fact.entities, _looked(one.fact).named or linking.NO_NAMES) for one in handed])
    properties.write([(one.memory, one.fact.properties) for one in handed])


def _waits(found: Sequence[Conflict]) -> bool:
    return any(conflict.status == ConflictStatus.OPEN for conflict in found)


def _outcome(found: Sequence[Conflict]) -> Outcome:
    if not found:
        return Outcome.CREATED
    return Outcome.CONFLICT if _waits(found) else Outcome.SUPERSEDED


def _repeat(batch: _Batch, one: _Meant) -> repeating.Repeat:
    fact = one.fact
    sources = [batch.sources[uid] for uid in dict.fromkeys(fact.source_ids)]
    return repeating.Repeat(
        one.memory, _read(fact).screened.trust, sources, fact.tags, fact.event_time, fact.confidence,
        said=_latest(batch, fact) or timezone.now(), verdicts=fact.verdicts,
    )  # fmt: skip
