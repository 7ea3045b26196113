"""Reflections: saving one, and what a new one is made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef
from django.utils import timezone

from .. import background
from ..models import (
    ALL,
    Conflict,
    ConflictDecision,
    ConflictStatus,
    Entity,
    EventKind,
    Kind,
    Memory,
    MemorySource,
    Namespace,
    Recall,
    ShownMemory,
    by_hand,
)
from ..models.memories import MemoryQuerySet
from ..redaction import mask, mask_all
from ..text import blank
from . import history, quarantine, trust, validity
from .actors import Actor
from .errors import InvalidInput, StateConflict
from .graph import linking
from .sql import parts
from .talk.episodes import EMBED_TASK
from .writing import writing

IDEMPOTENCY = timedelta(days=6)
LEAST_FACTS = 3  # the specification's, as the six days
FOREMOST = 3  # that a digest's first sentence names: as many as one can hold
# Of the memories that speak of one so many, the last: an erasure of all of them takes these, too, and the digest along.
# Chosen, not measured.
SPEAKING_KEPT = 40
ERASED = "what it was made from was erased meanwhile"
EPISODES_SHOWN = 120  # turns of the week that a model is shown, four chunks of them; chosen, not measured


def latest(namespace: Namespace) -> Memory | None:
    """One indexed read, not a cache: worker and web are different processes."""
    newest = "namespace_id = %s AND kind = 'reflection' AND valid_until IS NULL ORDER BY rowid DESC"
    return by_hand.first(Memory, newest, [namespace.pk or 0], but=("embedding",))


def save(
    namespace: Namespace,
    content: str,
    source_ids: Sequence[str],
    *,
    actor: Actor,
    shown: Collection[int] = (),
    tags: Sequence[str] = ("weekly",),
    event_time: datetime | None = None,
    attributes: Mapping[str, Any] | None = None,
) -> Memory:
    """Keep a reflection with its sources. It never decays; the embedding follows as for every memory.

    `shown` are the rowids of what its text may hold beside the sources. Raises StateConflict where a source or one of
    these was erased: the text would bring it back.
    """
    if blank(content):
        raise InvalidInput("a reflection must not be empty", "content")
    content = mask(content, namespace.own.mask_personal).text
    attributes = mask_all(attributes or {}, namespace.own.mask_personal)[0]
    now = timezone.now()
    rows = Memory.objects.within(namespace)
    sources = list(rows.filter(uid__in=source_ids).defer("embedding"))
    if len(sources) < len(set(source_ids)):
        raise StateConflict(ERASED)
    made_of = sorted({*shown, *(source.pk for source in sources)})
    level = trust.of_statement(actor.origin, [source.trusted for source in sources])
    screened = trust.screened(content, level, (), attributes)
    named = linking.names_in(namespace, content)  # before the transaction, which other writers wait for
    with writing(namespace):
        if sum(rows.filter(pk__in=part).count() for part in parts(made_of)) < len(made_of):
            raise StateConflict(ERASED)
        memory = Memory.objects.create(
            namespace=namespace,
            kind=Kind.REFLECTION,
            content=content.strip(),
            event_time=event_time or now,
            created_at=now,
            base_set_at=now,
            decay_rate=0.0,
            trust=level,
            quarantine=screened.quarantine,
            valid_until=now if screened.finding else None,
            origin=actor.origin,
            source_role=actor.name[:255],
            tags=list(tags),
            attributes=dict(attributes or {}),
        )
        MemorySource.objects.bulk_create([MemorySource(memory=memory, source=source) for source in sources])
        ShownMemory.objects.bulk_create([ShownMemory(reflection=memory, shown_id=pk) for pk in sorted(shown)])
        validity.begin([validity.Made(memory, max((source.event_time for source in sources), default=None))])
        if screened.finding:
            quarantine.send(namespace, [(memory, screened.finding)])
        else:
            linking.link(memory, named=named)
        history.record(namespace.pk, memory.uid, EventKind.REFLECTED, actor, after=history.snapshot(memory))
    background.wake(EMBED_TASK)
    return memory


def save_once(
    namespace: Namespace, since: datetime, content: str, source_ids: Sequence[str], **kept: Any
) -> Memory | None:
    """As `save`, but None where one was written after `since`: of two runs side by side one is kept."""
    with writing(namespace):
        if Memory.objects.within(namespace).of_kind(Kind.REFLECTION).filter(created_at__gt=since).exists():
            return None
        return save(namespace, content, source_ids, **kept)


@dataclass(frozen=True)
class Material:
    """What a week's reflection is made of. Facts are the most telling ones, best first; each list holds active facts,
    and but for `changed` none that is superseded.

    `changed` pairs (new, old) facts, one pair for each old one; `recurring` is (entity name, how many of the week's
    facts and turns speak of it), most often first, without those who speak, whose names are `speakers`. `episodes` are
    turns of the week in their order, those that facts were drawn from first where there are more than fit. `speaking`
    are the rowids of the week's last memories that speak of the FOREMOST that are recurring, SPEAKING_KEPT of each.
    """

    since: datetime
    until: datetime
    facts: list[Memory]
    changed: list[tuple[Memory, Memory]]
    recalled: list[Memory]
    planned: list[Memory]
    recurring: list[tuple[str, int]]
    speaking: list[int]
    speakers: list[str]
    fact_count: int
    episode_count: int
    previous: Memory | None
    episodes: list[Memory]


def material(namespace: Namespace, *, now: datetime | None = None, days: int = 7, limit: int = 200) -> Material:
    """Choose by salience, not just the newest: what is new, was recalled, was contradicted, or keeps coming up."""
    until = now or timezone.now()
    since = until - timedelta(days=days)
    facts = Memory.objects.within(namespace).handed_out(namespace).facts()
    fresh = facts.filter(created_at__gte=since, created_at__lte=until)
    episodes = Memory.objects.within(namespace).episodes().active().filter(created_at__gte=since, created_at__lte=until)
    recalled = _recalled(facts.holding(until), since, until)
    changed = _changed(namespace, since)
    speakers = _speakers(namespace, since, until)
    week = Memory.objects.within(namespace).handed_out(namespace).filter(created_at__gte=since, created_at__lte=until)
    entities = [entity for entity in _recurring(namespace, week) if entity.canonical_name not in speakers]
    recurring = [(entity.canonical_name, entity.times) for entity in entities]  # type: ignore[attr-defined]
    speaking = _speaking(week, entities[:FOREMOST])
    names = {name for name, _ in recurring[:10]}
    touched = {memory.pk for pair in changed for memory in pair}
    often = {memory.pk for memory in recalled}

    def salience(memory: Memory) -> tuple[float, int]:
        spoken_of = sum(entity.canonical_name in names for entity in memory.entities.all())
        score = memory.confidence + 0.5 * (memory.pk in often) + 0.5 * (memory.pk in touched) + 0.2 * spoken_of
        return (score + 0.3 * bool({"plan", "goal", "instruction"} & set(memory.tags)), memory.pk)

    pool = fresh.holding(until).prefetch_related("entities").order_by("-rowid")[: limit * 5]
    chosen = sorted(pool, key=salience, reverse=True)[:limit]
    planned = list(facts.holding(until).filter(event_time__gt=until).order_by("event_time")[:20])
    return Material(
        since, until, chosen, changed, recalled, planned, recurring, speaking, speakers, fresh.count(),
        episodes.count(), latest(namespace), _telling(episodes),
    )  # fmt: skip


def _recalled(facts: MemoryQuerySet, since: datetime, until: datetime) -> list[Memory]:
    """The most recalled, most often first. Counted apart: where memories are divided PostgreSQL does not know that a
    row's other columns follow from its number, and would not group by that alone."""
    recalls = Recall.objects.filter(memory__in=facts, at__gte=since, at__lte=until)
    counted = recalls.values_list("memory").annotate(times=Count("pk")).order_by("-times", "-memory")[:20]
    order = [pk for pk, _ in counted]
    rows = facts.in_bulk(order)
    return [rows[pk] for pk in order if pk in rows]  # one may have been erased meanwhile


def _telling(episodes: MemoryQuerySet) -> list[Memory]:
    """The user's turns of the week, as many as a model is shown: first those that something was learnt from."""
    said = episodes.filter(role="user").annotate(
        learnt=Exists(MemorySource.objects.filter(source=OuterRef("pk"), memory__kind=Kind.FACT))
    )
    chosen = said.order_by("-learnt", "-rowid")[:EPISODES_SHOWN]
    return sorted(chosen, key=lambda memory: memory.pk)


def _changed(namespace: Namespace, since: datetime) -> list[tuple[Memory, Memory]]:
    settled = (
        Conflict.objects.within(namespace)
        .filter(status=ConflictStatus.RESOLVED, decided_in__at__gte=since)
        .select_related("new_fact", "old_fact")
        .order_by("decided_in__at", "pk")[:60]
    )
    pairs = [
        (c.old_fact, c.new_fact) if c.decision == ConflictDecision.OLD else (c.new_fact, c.old_fact) for c in settled
    ]
    # The last word on each: whoever changed employer both left the one and began at the other.
    latest_of = {old.pk: (new, old) for new, old in pairs if new.active and not new.gave_way}
    return list(latest_of.values())


def _speakers(namespace: Namespace, since: datetime, until: datetime) -> list[str]:
    """Who spoke in the week, most first: of the user nothing is learnt by saying that it was about them."""
    turns = Memory.objects.within(namespace).episodes().active().filter(created_at__gte=since, created_at__lte=until)
    counted = turns.exclude(source_role="").values("source_role").annotate(n=Count("pk")).order_by("-n", "source_role")
    return [row["source_role"] for row in counted[:20]]


def _recurring(namespace: Namespace, week: MemoryQuerySet) -> list[Entity]:
    """Each with `times`, how many memories of the week speak of it."""
    return list(
        Entity.objects.within(namespace)
        .exclude(type__in=["email", "url"])
        .filter(memory_links__memory__in=week.values("pk"))
        .annotate(times=Count("memory_links"))
        .filter(times__gte=2)
        .order_by("-times", "rowid")[:20]
    )


def _speaking(week: MemoryQuerySet, entities: Sequence[Entity]) -> list[int]:
    """The last memories of the week that speak of each of these."""
    rows = [week.filter(entities=entity).order_by("-pk").values_list("pk", flat=True) for entity in entities]
    return sorted({pk for spoken in rows for pk in spoken[:SPEAKING_KEPT]})


def weekly_due(now: datetime | None = None) -> list[Namespace]:
    """The namespaces whose last reflection is at least six days old, and that learnt at least three facts this week."""
    moment = now or timezone.now()
    lately = Memory.objects.across(ALL).filter(
        namespace=OuterRef("pk"), kind=Kind.REFLECTION, created_at__gt=moment - IDEMPOTENCY
    )
    fresh = (
        Memory.objects.across(ALL).active().facts()
        .filter(created_at__gte=moment - timedelta(days=7), created_at__lte=moment)
        .values("namespace").annotate(n=Count("pk")).filter(n__gte=LEAST_FACTS).values("namespace")
    )  # fmt: skip
    return list(Namespace.objects.filter(~Exists(lately), pk__in=fresh))
