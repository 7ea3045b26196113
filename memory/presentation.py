"""Rows as the objects that `answers` declares. Everything that shows a memory (API, tools, MCP) shows it from here.

Lists are presented at once: what hangs on the rows (sources, entities, aliases) takes one query each, for any number.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from django.db.models import Count

from . import sealed
from .answers import (
    ConflictJson,
    DecidedReviewJson,
    EntityInfoJson,
    EntityJson,
    EntityRefJson,
    EventJson,
    IngestedEpisodeJson,
    IngestedJson,
    MarkedMemoryJson,
    MemoryJson,
    OperationJson,
    ReviewJson,
    SavedFactJson,
    SessionJson,
    StatsJson,
    WebhookJson,
)
from .models import (
    Conflict,
    DeadLetter,
    Entity,
    EntityAlias,
    Event,
    Kind,
    Memory,
    MemoryEntity,
    MemorySource,
    Namespace,
    Operation,
    Review,
    Session,
    Supersession,
    Webhook,
)

if TYPE_CHECKING:
    from .services.graph.entities import EntityInfo
    from .services.learning.saving import SavedFact
    from .services.memories.facts import MarkOutcome
    from .services.talk.episodes import Ingested, IngestedEpisode

MAX_ANSWER_BYTES = 4 << 20  # of what a list of memories answers
Shown = TypeVar("Shown", bound=Mapping[str, Any])
TIMES = {"event_time", "valid_until", "invalid_at", "base_set_at"}


@overload
def time_json(moment: datetime) -> str: ...
@overload
def time_json(moment: datetime | None) -> str | None: ...
def time_json(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC, with `Z`."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def memory_json(memories: Sequence[Memory], namespace: Namespace | Sequence[Namespace]) -> list[MemoryJson]:
    """The Memory objects of rows of one namespace, or of several, in their order. Three queries, two where none is a
    fact."""
    among = [namespace] if isinstance(namespace, Namespace) else namespace
    names = {one.pk: one.name for one in among}
    only = among[0].name if len(among) == 1 else ""  # of one the row need not be asked
    rowids = [memory.rowid for memory in memories]
    sources = _sources(rowids)
    entities = _entities(rowids)
    lineage = Supersession.objects.as_attributes({memory.rowid for memory in memories if memory.kind == Kind.FACT})
    return [
        {
            "id": memory.uid,
            "kind": memory.kind,
            "content": memory.content,
            "namespace": only or names[memory.namespace_id],
            "session_id": memory.session_id,
            "role": memory.role or None,
            "event_time": time_json(memory.event_time),
            "created_at": time_json(memory.created_at),
            "valid_until": time_json(memory.valid_until),
            "invalid_at": time_json(memory.invalid_at),
            "confidence": memory.confidence,
            "decay_rate": memory.decay_rate,
            "durability": memory.durability,
            "protected": memory.protected,
            "trust": memory.trusted.word,
            "quarantine": memory.quarantine,
            "access_count": memory.access_count,
            "last_accessed": time_json(memory.last_accessed),
            "source_ids": sources[memory.rowid],
            "source_role": memory.source_role or None,
            "external_id": memory.external_id,
            "entities": entities[memory.rowid],
            "tags": memory.tags,
            "attributes": {**memory.attributes, **lineage.get(memory.rowid, {})},
        }
        for memory in memories
    ]


def one_memory_json(memory: Memory, namespace: Namespace | Sequence[Namespace]) -> MemoryJson:
    return memory_json([memory], namespace)[0]


def _sources(rowids: list[int]) -> dict[int, list[str]]:
    found = defaultdict(list)
    links = MemorySource.objects.filter(memory_id__in=rowids).order_by("source_id")
    for memory, source in links.values_list("memory_id", "source__uid"):
        found[memory].append(source)
    return found


def _entities(rowids: list[int]) -> dict[int, list[EntityRefJson]]:
    found: dict[int, list[EntityRefJson]] = defaultdict(list)
    links = MemoryEntity.objects.filter(memory_id__in=rowids).order_by("entity_id")
    for memory, uid, name, kind in links.values_list(
        "memory_id", "entity__uid", "entity__canonical_name", "entity__type"
    ):
        found[memory].append({"id": uid, "name": name, "type": kind})
    return found


def fitting(results: Sequence[Mapping[str, Any]]) -> int:
    """How many of the first of these fit into MAX_ANSWER_BYTES; at least one, so that a list gets on."""
    left = MAX_ANSWER_BYTES
    for number, one in enumerate(results):
        left -= len(json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode()) + 1
        if left < 0:
            return max(number, 1)
    return len(results)


def first_fitting(results: Sequence[Shown]) -> tuple[list[Shown], int]:
    """The first of these, as many as an answer holds, and how many it leaves off."""
    number = fitting(results)
    return list(results[:number]), len(results) - number


def ingested_json(done: Ingested) -> IngestedJson:
    told: IngestedJson = {
        "session_id": done.session_id,
        "episodes": [_ingested_episode(episode) for episode in done.episodes],
        "completed_sessions": done.completed_sessions,
    }
    if done.not_kept:
        told["not_kept"] = done.not_kept
    return told


def _ingested_episode(episode: IngestedEpisode) -> IngestedEpisodeJson:
    told: IngestedEpisodeJson = {
        "id": episode.id, "external_id": episode.external_id, "duplicate": episode.duplicate,
    }  # fmt: skip
    if episode.quarantine:
        told["quarantine"] = episode.quarantine
    if episode.masked:
        told["masked"] = episode.masked
    return told


def saved_json(saved: Sequence[SavedFact], namespace: Namespace) -> list[SavedFactJson]:
    """Saved facts: the memory that stands for each, and what became of it."""
    shown = memory_json([fact.memory for fact in saved], namespace)
    told: list[SavedFactJson] = []
    for memory, fact in zip(shown, saved, strict=True):
        one = cast("SavedFactJson", {**memory, "outcome": fact.outcome})
        if fact.masked:
            one["masked"] = fact.masked
        told.append(one)
    return told


def marked_json(memory: Memory, namespace: Namespace, outcome: MarkOutcome) -> MarkedMemoryJson:
    """A memory that was changed just now, with what became of that."""
    return {**one_memory_json(memory, namespace), "outcome": outcome}


def entity_json(entities: Sequence[Entity]) -> list[EntityJson]:
    """The Entity objects of rows, in their order. One query."""
    aliases = defaultdict(list)
    known = EntityAlias.objects.filter(entity_id__in=[entity.rowid for entity in entities]).order_by("id")
    for entity_id, alias in known.values_list("entity_id", "alias"):
        aliases[entity_id].append(alias)
    return [
        {
            "id": entity.uid,
            "canonical_name": entity.canonical_name,
            "type": entity.type,
            "aliases": aliases[entity.rowid],
            "summary": entity.summary,
            "mention_count": entity.mention_count,
            "protected": entity.protected,
        }
        for entity in entities
    ]


def entity_info_json(info: EntityInfo, namespace: Namespace) -> EntityInfoJson:
    """An entity with its memories, as many as an answer holds."""
    memories, left_off = first_fitting(memory_json(info.memories, namespace))
    return {"entity": entity_json([info.entity])[0], "memories": memories, "left_off": left_off}


def session_json(session: Session) -> SessionJson:
    """A Session object. The row comes from `services.talk.sessions`, which counts its episodes."""
    return {
        "session_id": session.session_id,
        "first_seen_at": time_json(session.first_seen_at),
        "last_seen_at": time_json(session.last_seen_at),
        "episode_count": session.episode_count,  # type: ignore[attr-defined]
        "pending_count": session.pending_count,  # type: ignore[attr-defined]
        "unread": session.unread_count,  # type: ignore[attr-defined]
        "consolidated_at": time_json(session.consolidated_at),
        "status": session.status,
        "remember": not session.off_record,
        "waiting_for": session.waiting_for or None,
        "last_error": session.last_error or None,
    }


def operation_json(operation: Operation) -> OperationJson:
    """A run over the whole store tells that it ran and how it ended; its figures and errors are of all tenants."""
    own = operation.namespace_id is not None
    return {
        "id": operation.uid,
        "kind": operation.kind,
        "status": operation.status,
        "created_at": time_json(operation.created_at),
        "started_at": time_json(operation.started_at),
        "finished_at": time_json(operation.finished_at),
        "result": operation.counts if own else {},
        "cost": operation.cost if own else {},
        "error": (operation.error if own else "see the admin's run table") if operation.error else None,
        "subject": operation.subject or None,
        "requested_by": operation.requested_by if own else "schedule",
        "slot": operation.slot,
        "progress": operation.progress,
    }


def event_json(events: Iterable[Event], places: Mapping[int, int]) -> list[EventJson]:
    """What changed, by whom: `before` and `after` hold only what differs. `seq` is an event's place in the history of
    the one memory, by `places`."""
    return [
        {
            "seq": places[event.seq],
            "kind": event.kind,
            "actor": event.actor,
            "origin": event.origin,
            "before": _plain(event.before, places),
            "after": _plain(event.after, places),
            "reason": event.reason,
            "at": time_json(event.at),
        }
        for event in events
    ]


def _plain(changed: Mapping[str, Any], places: Mapping[int, int]) -> dict[str, Any]:
    """History keeps times with their offset; the API says `Z`. An undo names the event that it takes back, by its place
    among `places`."""
    told: dict[str, Any] = {
        name: value.replace("+00:00", "Z") if name in TIMES and isinstance(value, str) else value
        for name, value in changed.items()
    }
    if "event" in told:
        told["event"] = places.get(told["event"])
    return told


def stats_json(stats: Mapping[str, Any]) -> StatsJson:
    """The figures of `services.stats`, with times as the API says them."""
    latest = stats["latest"]
    return {
        "counts": stats["counts"],
        "latest": {
            "episode": time_json(latest[Kind.EPISODE]),
            "fact": time_json(latest[Kind.FACT]),
            "reflection": time_json(latest[Kind.REFLECTION]),
        },
        "entities": stats["entities"],
        "sessions": stats["sessions"],
        "embedding": stats["embedding"],
    }


def conflict_json(conflicts: Sequence[Conflict], namespace: Namespace) -> list[ConflictJson]:
    """Conflicts with both facts in full. The rows come with `new_fact` and `old_fact` selected."""
    facts = memory_json([fact for conflict in conflicts for fact in (conflict.new_fact, conflict.old_fact)], namespace)
    return [
        {
            "id": sealed.seal(sealed.CONFLICT, conflict.pk),
            "kind": conflict.kind,
            "reason": conflict.reason,
            "found_by": conflict.found_by,
            "status": conflict.status,
            "new": facts[2 * position],
            "old": facts[2 * position + 1],
            "created_at": time_json(conflict.created_at),
            "decided_by": conflict.decided_by or None,
            "decided_at": time_json(conflict.decided_at),
            "decision": conflict.decision or None,
        }
        for position, conflict in enumerate(conflicts)
    ]


def review_json(reviews: Sequence[Review], namespace: Namespace) -> list[ReviewJson]:
    """Entries of the curators' queue with the memory in question. The rows come with `subject` selected."""
    subjects = memory_json([review.subject for review in reviews if review.subject is not None], namespace)
    by_id = {subject["id"]: subject for subject in subjects}
    return [
        {
            "id": sealed.seal(sealed.REVIEW, review.pk),
            "reason": review.reason,
            "detail": review.detail,
            "status": review.status,
            "memory": by_id.get(review.subject.uid) if review.subject is not None else None,
            "created_at": time_json(review.created_at),
            "decided_by": review.decided_by or None,
            "decided_at": time_json(review.decided_at),
        }
        for review in reviews
    ]


def decided_review_json(review: Review, namespace: Namespace) -> DecidedReviewJson:
    """A review that was decided just now, with what became of its memory."""
    return {**review_json([review], namespace)[0], "outcome": review.outcome}


def webhook_json(webhooks: Sequence[Webhook]) -> list[WebhookJson]:
    letters = DeadLetter.objects.filter(webhook__in=webhooks).values("webhook").annotate(number=Count("pk"))
    dead = {row["webhook"]: row["number"] for row in letters}
    return [
        {
            "id": webhook.uid,
            "url": webhook.url,
            "kinds": webhook.kinds,
            "paused": webhook.is_paused,
            "last_error": webhook.last_error or None,
            "dead_letters": dead.get(webhook.pk, 0),
            "created_at": time_json(webhook.created_at),
        }
        for webhook in webhooks
    ]
