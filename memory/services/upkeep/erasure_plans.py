"""What an erasure would take: what the request names, as far as it was there at the moment of the request, and all that
was drawn from it, step by step.

Facts that rest on erased turns go. Where other turns support such a fact too, their sessions are consolidated again, so
that the fact comes back without what was erased. What nobody else said does not come back, nor does a fact that the
request itself names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from ...models import Entity, ErasedWhat, Kind, Memory, MemoryEntity, MemorySource, Namespace, ShownMemory
from ..graph import entities
from ..memories import facts
from ..namespaces import check_written
from ..sql import parts
from ..talk import sessions


@dataclass(frozen=True)
class Plan:
    """What an erasure takes: rowids of turns, facts and reflections, and where what is left is learnt again:
    (session, the first turn that is read anew). Of the facts, those `said_elsewhere` may be learnt again. What was
    written after `asked_at` goes only where it was drawn from these."""

    what: ErasedWhat
    target: str
    asked_at: datetime
    episodes: Sequence[int]
    facts: Sequence[int]
    reflections: Sequence[int]
    again: Sequence[tuple[str, int]] = ()
    said_elsewhere: frozenset[int] = frozenset()

    @property
    def rows(self) -> list[int]:
        return [*self.episodes, *self.facts, *self.reflections]

    @property
    def counts(self) -> dict[str, int]:
        return {
            "episodes": len(self.episodes), "facts": len(self.facts), "reflections": len(self.reflections),
            "sessions_read_again": len(self.again),
        }  # fmt: skip


def newest(namespace: Namespace) -> int:
    """The rowid of the newest memory, 0 for none: what is written later has a greater one, whatever the clocks say."""
    return Memory.objects.within(namespace).order_by("-pk").values_list("pk", flat=True).first() or 0


def plan(
    namespace: Namespace, what: ErasedWhat, *targets: str, asked_at: datetime | None = None, upto: int | None = None
) -> Plan:
    """What `erasures.erase` would take with the same arguments: by default as if it were asked for now, else of the
    memories up to the rowid `upto`. Raises NotFound."""
    named = _named(namespace, what, targets, upto)
    # A session's facts are named by where they were learnt first; what another session says as well is that one's too.
    for_good = () if what == ErasedWhat.SESSION else named
    return of_rows(namespace, what, subject(what, targets), drawn_from(named), asked_at or timezone.now(), for_good)


def of_rows(
    namespace: Namespace,
    what: ErasedWhat,
    target: str,
    rows: Collection[int],
    asked_at: datetime,
    for_good: Collection[int] = (),
) -> Plan:
    """The plan that takes these memories, and has learnt again what stays of the turns that its facts rest on; but not
    the facts that go `for_good`."""
    kinds: dict[str, list[int]] = {kind: [] for kind in Kind.values}
    for part in parts(sorted(rows)):
        found = Memory.objects.within(namespace).filter(pk__in=part)
        for pk, kind in found.order_by("pk").values_list("pk", "kind"):
            kinds[kind].append(pk)
    again: dict[str, int] = {}
    said_elsewhere: set[int] = set()
    for part in parts(kinds[Kind.FACT]):
        links = MemorySource.objects.filter(memory__in=part)
        told = links.values_list("memory_id", "source__session_id", "source_id", "source__kind", "source__valid_until")
        for fact, session, turn, kind, retired_at in told:
            if not session or turn in rows:
                continue
            again[session] = min(turn, again.get(session, turn))
            if kind == Kind.EPISODE and retired_at is None:  # what is retired is not read again
                said_elsewhere.add(fact)
    return Plan(
        what, target, asked_at, kinds[Kind.EPISODE], kinds[Kind.FACT], kinds[Kind.REFLECTION], sorted(again.items()),
        frozenset(said_elsewhere.difference(for_good)),
    )  # fmt: skip


def left_alone(namespace: Namespace, planned: Plan) -> list[Entity]:
    """The entities that nothing speaks of any more when the plan is done: they go, too. The most named come first."""
    links: Counter[int] = Counter()
    for part in parts(planned.rows):
        links.update(MemoryEntity.objects.filter(memory__in=part).values_list("entity_id", flat=True))
    found = [
        entity
        for part in parts(sorted(links))
        for entity in Entity.objects.within(namespace).filter(pk__in=part).defer("embedding")
        if entity.mention_count <= links[entity.pk]
    ]
    return sorted(found, key=lambda entity: (-entity.mention_count, entity.pk))


def subject(what: ErasedWhat, targets: Sequence[str]) -> str:
    """What is named, in a word or two, as a run's subject and an erasure's target."""
    return targets[0] if len(targets) == 1 else f"{len(targets)} memories" if targets else str(what)


def _named(namespace: Namespace, what: ErasedWhat, targets: Sequence[str], upto: int | None) -> list[int]:
    """The memories that the targets themselves name."""
    rows = Memory.objects.within(namespace)
    rows = rows if upto is None else rows.filter(pk__lte=upto)
    if what == ErasedWhat.MEMORY:
        return [facts.any_memory(namespace, target).pk for target in targets]
    if what == ErasedWhat.SESSION:
        (target,) = targets
        sessions.get_session(namespace, target)
        return list(rows.filter(session_id=target).values_list("pk", flat=True))
    if what == ErasedWhat.ENTITY:
        entity = entities.get_entity(namespace, *targets)
        return list(rows.filter(entity_links__entity=entity).values_list("pk", flat=True))
    check_written(namespace)
    return list(rows.values_list("pk", flat=True))


def drawn_from(start: Collection[int]) -> set[int]:
    """`start` with all that was drawn from it, or written by a model that was shown it, step by step."""
    found, fresh = set(start), set(start)
    while fresh:
        told: set[int] = set()
        for part in parts(sorted(fresh)):
            told.update(MemorySource.objects.filter(source__in=part).values_list("memory_id", flat=True))
            told.update(ShownMemory.objects.filter(shown__in=part).values_list("reflection_id", flat=True))
        fresh = told - found
        found |= fresh
    return found
