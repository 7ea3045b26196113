"""A fact was stated again: its new sources, tags and protection join it, and it counts as a recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q, QuerySet

from ...models import (
    ChangeKind,
    Conflict,
    ConflictDecision,
    EventKind,
    Memory,
    MemorySource,
    Namespace,
    Origin,
    ReviewReason,
    Trust,
)
from ...text import MAX_TAGS
from .. import history, reviews, validity
from ..actors import Actor
from ..handing import recalls
from . import conflicts, facts, lineage
from .judgements import Judgement


@dataclass(frozen=True)
class Repeat:
    """A statement of what `memory` says, trusted as `stated`, and `said` then."""

    memory: Memory
    stated: Trust
    sources: Sequence[Memory]
    tags: Sequence[str]
    event_time: datetime | None
    confidence: float
    said: datetime
    verdicts: Mapping[str, Judgement] = field(default_factory=dict)  # of the facts that stand beside it

    @property
    def all_tags(self) -> list[str]:
        """Those of both. Where they are more than a fact may carry, the first new ones join."""
        tags = list(dict.fromkeys([*self.memory.tags, *self.tags]))
        return tags[: max(MAX_TAGS, len(self.memory.tags))]


def asked_before(namespace: Namespace, content: str) -> int | None:
    """The rowid of what says the very same and waits in quarantine for a curator, or holds since one released it:
    nobody is asked again. It reads the namespace's facts, and is no query for a transaction."""
    same = _asked(namespace).filter(content=content.strip())
    return same.order_by("-rowid").values_list("pk", flat=True).first()


def asked(namespace: Namespace, rowid: int | None) -> Memory | None:
    """What `asked_before` found, where it still waits or holds."""
    return None if rowid is None else _asked(namespace).filter(pk=rowid).first()


def _asked(namespace: Namespace) -> QuerySet[Memory]:
    facts = Memory.objects.within(namespace).facts()
    return facts.filter(Q(valid_until__isnull=True) | Q(quarantine__isnull=False))


def hold_again(namespace: Namespace, repeat: Repeat, actor: Actor, *, ask: bool = False) -> bool:
    """Who is trusted more makes a fact trusted more. What was superseded holds again where it was said later; where a
    person decided, and with `ask`, a person is asked. Answers whether another fact may have lost its place by it."""
    memory = repeat.memory
    if repeat.stated > memory.trusted:  # who is trusted more says so, too
        memory.trust = repeat.stated
        memory.save(update_fields=["trust"])
    replaced_at = lineage.replaced_at(memory) if memory.superseded else None
    if replaced_at is None or repeat.said <= replaced_at:
        return False
    taking = lineage.holder(memory)
    if taking is not None and repeat.said < validity.begins_at(taking):
        return False  # what is announced takes its place later: until then it is true, whoever says so
    held = not ask and conflicts.hold_again(
        namespace, memory, event_time=repeat.event_time or repeat.said, confidence=repeat.confidence, actor=actor,
        stated=repeat.stated, speakers={source.source_role for source in repeat.sources},
    )  # fmt: skip
    if not held:
        reviews.open_review(namespace, memory, ReviewReason.RESTATED, "said again after it was replaced")
    return held


def join(namespace: Namespace, repeats: Sequence[Repeat], actor: Actor, *, protects: bool) -> None:
    """What the statements bring joins the facts that they repeat."""
    if not repeats:
        return
    if protects:
        repeats = [_protected(namespace, repeat, actor) for repeat in repeats]
    _mark(namespace, repeats, actor)
    MemorySource.objects.bulk_create(
        [MemorySource(memory=repeat.memory, source=source) for repeat in repeats for source in repeat.sources],
        ignore_conflicts=True,
    )
    in_session: dict[str | None, set[int]] = {}
    for repeat in repeats:
        session = next((source.session_id for source in repeat.sources if source.session_id), None)
        in_session.setdefault(session, set()).add(repeat.memory.pk)
    for session, rowids in in_session.items():
        recalls.record_now(sorted(rowids), session_id=session, via="repeat")
    for repeat in repeats:
        _decide_waiting(namespace, repeat, actor)


def _decide_waiting(namespace: Namespace, repeat: Repeat, actor: Actor) -> None:
    """Whoever says it again may say it of themselves, or tell of a change: then it holds, and not what another says
    beside it, which its judge had found before. What a person or the guard laid before a person waits on."""
    fact = repeat.memory
    judged = {uid: verdict for uid, verdict in repeat.verdicts.items() if verdict.ends}
    if not judged or not fact.active or fact.gave_way:
        return
    waiting = Conflict.objects.within(namespace).filter(Conflict.WAITING).select_related("new_fact", "old_fact")
    sides = Q(new_fact=fact, old_fact__uid__in=judged) | Q(old_fact=fact, new_fact__uid__in=judged)
    for conflict in waiting.filter(sides):
        other = conflict.old_fact if conflict.new_fact_id == fact.pk else conflict.new_fact
        verdict = judged[other.uid]
        is_asked_anew = verdict.judge == conflict.found_by and repeat.stated >= other.trusted
        if is_asked_anew and not other.gave_way and lineage.said_at(other) <= repeat.said:
            decision = ConflictDecision.NEW if other.pk == conflict.old_fact_id else ConflictDecision.OLD
            telling = verdict.telling(fact, other)
            conflicts.settle(conflict, decision, actor, conflicts.SAID_AGAIN, telling=telling)


def _protected(namespace: Namespace, repeat: Repeat, actor: Actor) -> Repeat:
    """Tags and protection join in one edit, where it is asked for; who may not protect asks a curator by it."""
    if not _may_mark(repeat, actor) or repeat.memory.protected:
        return repeat
    facts.edit(namespace, repeat.memory.uid, actor=actor, tags=repeat.all_tags, protected=True)
    repeat.memory.refresh_from_db()
    return repeat


def _mark(namespace: Namespace, repeats: Sequence[Repeat], actor: Actor) -> None:
    """The tags join: an edit, with its history."""
    told = []
    changed: dict[int, Memory] = {}
    for repeat in repeats:
        memory = repeat.memory
        tags = repeat.all_tags
        if tags != memory.tags and _may_mark(repeat, actor):
            told.append(history.EventTold(memory.uid, {"tags": memory.tags}, {"tags": tags}))
            memory.tags = tags
            changed[memory.pk] = memory
    if told:
        Memory.objects.within(namespace).bulk_update(changed.values(), ["tags"])
        history.append_all(history.begin(namespace.pk, ChangeKind.EDIT, actor), EventKind.EDITED, told)


def _may_mark(repeat: Repeat, actor: Actor) -> bool:
    """What the service derived itself marks no fact that a person stands behind, and a statement that is trusted less
    marks none. What is retired is not marked."""
    memory = repeat.memory
    if not memory.active or repeat.stated < memory.trusted:
        return False
    return actor.origin != Origin.DERIVED or not (memory.protected or memory.origin == Origin.CURATOR)
