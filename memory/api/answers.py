"""What the API answers: the documented shapes, and the one way a value becomes a response.

The shapes are documentation that a test holds the answers to. Views write JSON themselves: passing every value through
a model again would cost more than the hot path's transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from django.http import HttpResponse
from ninja import Schema
from pydantic import ConfigDict

from ..models import (
    ConflictDecision,
    ConflictKind,
    Durability,
    EntityType,
    EventKind,
    Kind,
    OperationKind,
    OperationStatus,
    Origin,
    ReviewReason,
    SessionStatus,
)
from ..services.saving import Outcome


def json_response(value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, status=status, content_type="application/json", headers=headers)


def example(value: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [value]})


class EntityRef(Schema):
    id: str
    name: str
    type: EntityType


class Memory(Schema):
    """A turn as it was said, a fact learnt, or a weekly reflection. Retired ones have a `valid_until`."""

    model_config = example(
        {
            "id": "fact_01kqz0b6v5x1n8w3c9d7e2f4g6", "kind": "fact", "content": "Maya is allergic to hazelnuts.",
            "namespace": "acme/maya", "session_id": "chat-1", "role": None, "event_time": "2026-03-02T17:16:30Z",
            "created_at": "2026-03-03T03:00:04Z", "valid_until": None, "invalid_at": None, "confidence": 0.9,
            "decay_rate": 0.01, "durability": "lasting", "protected": False, "access_count": 2,
            "last_accessed": "2026-03-19T06:20:00Z",
            "source_ids": ["ep_01kqy8m2r4t6v8x0z1b3d5f7h9"], "source_role": "Maya", "external_id": None,
            "entities": [{"id": "ent_01kqy8m2r4a1b2c3d4e5f6g7h8", "name": "maya", "type": "person"}],
            "tags": ["health"], "attributes": {},
        }
    )  # fmt: skip

    id: str
    kind: Kind
    content: str
    namespace: str
    session_id: str | None
    role: str | None
    event_time: datetime
    created_at: datetime
    valid_until: datetime | None
    invalid_at: datetime | None
    confidence: float
    decay_rate: float
    durability: Durability | None
    protected: bool
    access_count: int
    last_accessed: datetime | None
    source_ids: list[str]
    source_role: str | None
    external_id: str | None
    entities: list[EntityRef]
    tags: list[str]
    attributes: dict[str, Any]


class SavedFact(Memory):
    """`outcome`: the fact was `created`; it only `repeated` the one that is answered; it contradicts a fact, and one of
    the two `superseded` the other at once; or that is a `conflict`, which waits for a decision."""

    model_config = ConfigDict()

    outcome: Outcome


class Hit(Memory):
    """A memory that a search found. `ranks`: its place in each arm (`text`, `vector`, `entity` …), 1 is best."""

    model_config = ConfigDict()

    score: float
    ranks: dict[str, int | None]
    trace: dict[str, Any] | None = None


class Entity(Schema):
    model_config = example(
        {
            "id": "ent_01kqy8m2r4a1b2c3d4e5f6g7h8", "canonical_name": "Priya Nair", "type": "person",
            "aliases": ["priya"], "summary": "Maya's manager at Harbour Maps.", "mention_count": 7, "protected": False,
        }
    )  # fmt: skip

    id: str
    canonical_name: str
    type: EntityType
    aliases: list[str]
    summary: str
    mention_count: int
    protected: bool


class Session(Schema):
    """A conversation. `pending_count`: its turns that are not consolidated yet."""

    session_id: str
    first_seen_at: datetime
    last_seen_at: datetime
    episode_count: int
    pending_count: int
    consolidated_at: datetime | None
    status: SessionStatus
    last_error: str | None


class Operation(Schema):
    """A piece of work that goes on after the answer. Ask for it again until its status is final."""

    id: str
    kind: OperationKind
    status: OperationStatus
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    result: dict[str, Any]
    cost: dict[str, Any]
    error: str | None
    subject: str | None
    requested_by: str
    slot: str | None
    progress: float


class Event(Schema):
    """One change: `before` and `after` hold what differs."""

    seq: int
    kind: EventKind
    actor: str
    origin: Origin
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    at: datetime


class Conflict(Schema):
    """Two facts that may not both be true."""

    id: int
    kind: ConflictKind
    reason: str
    found_by: str
    status: Literal["open", "resolved", "dismissed"]
    new: Memory
    old: Memory
    created_at: datetime
    decided_by: str | None
    decided_at: datetime | None
    decision: ConflictDecision | None


class Review(Schema):
    """A memory that somebody should look at, and why."""

    id: int
    reason: ReviewReason
    detail: str
    status: Literal["open", "accepted", "corrected", "rejected"]
    memory: Memory | None
    created_at: datetime
    decided_by: str | None
    decided_at: datetime | None


class IngestedEpisode(Schema):
    id: str
    external_id: str | None
    duplicate: bool


class Ingested(Schema):
    model_config = example(
        {
            "session_id": "chat-1",
            "episodes": [{"id": "ep_01kqy8m2r4t6v8x0z1b3d5f7h9", "external_id": "m1", "duplicate": False}],
            "completed_sessions": ["chat-0"],
        }
    )

    session_id: str
    episodes: list[IngestedEpisode]
    completed_sessions: list[str]


class Handed(Hit):
    """`mark` is the line of the block that the memory stands in: several memories may share one."""

    mark: str | None


class Correction(Schema):
    """Something that an earlier block told this session and that was wrong: `was` the memory `id` said. `by` says what
    it is, `now`; both are null where it was withdrawn. `mark` is the line of the block."""

    kind: Literal["wrong", "withdrawn"]
    mark: str | None
    id: str
    was: str
    by: str | None
    now: str | None


class Context(Schema):
    """`context` is Markdown to put before the model; `degraded` says which part could not take part, and why. By `id`
    the block is given back later; it is null for an empty block and with `explain`, which are not recorded.
    `corrections` stand first in the block."""

    id: str | None
    context: str
    corrections: list[Correction]
    memories: list[Handed]
    reflection: Memory | None
    degraded: list[str]


class HandedItem(Schema):
    """A memory of a recorded block, at `place` in `memories`. `version` changes with the memory's content."""

    id: str
    place: int
    mark: str | None
    version: str


class HandedContext(Schema):
    """A block as it was handed out. `prompt` is null unless the namespace keeps prompts; its keyed hash is there."""

    id: str
    session_id: str | None
    at: datetime
    prompt: str | None
    prompt_hash: str
    context: str
    tokens: int
    memories: list[HandedItem]


class Handing(Schema):
    """One block that a memory stood in."""

    context_id: str
    session_id: str | None
    at: datetime
    mark: str | None


class WhyNot(Schema):
    """Why a memory is not among the hits. `ranks`: its places in the arms; `parts` add up to `score`; `by`: the memory
    that stands in its place; `score_needed`: the last hit's."""

    id: str
    step: Literal[
        "shown", "unknown", "kind", "retired", "not_held", "filtered", "not_reached", "superseded", "merged", "repeats",
        "unrelated", "limit",
    ]  # fmt: skip
    detail: str
    place: int | None
    score: float | None
    score_needed: float | None
    by: str | None
    ranks: dict[str, int | None]
    parts: dict[str, float]


class Found(Schema):
    """`why_not` where one was asked for; `left_off`: how many hits more there were than an answer holds."""

    results: list[Hit]
    degraded: list[str]
    left_off: int
    why_not: WhyNot | None = None


class Sources(Schema):
    """What a memory came from, and what was derived from it."""

    sources: list[Memory]
    derived: list[Memory]


class Page(Schema):
    next: str | None


class Memories(Page):
    results: list[Memory]


class Handings(Page):
    results: list[Handing]


class Entities(Page):
    results: list[Entity]


class Sessions(Page):
    results: list[Session]


class Events(Page):
    results: list[Event]


class Operations(Page):
    results: list[Operation]


class Conflicts(Page):
    results: list[Conflict]


class Reviews(Page):
    results: list[Review]


class ToolFunction(Schema):
    name: str
    description: str
    parameters: dict[str, Any]


class ToolSchema(Schema):
    type: Literal["function"]
    function: ToolFunction


class Tools(Page):
    """Each entry of `results` goes as it is into the `tools` of a function-calling model."""

    results: list[ToolSchema]


class Counts(Schema):
    episode: int
    fact: int
    reflection: int


class Latest(Schema):
    episode: datetime | None
    fact: datetime | None
    reflection: datetime | None


class EmbeddingStats(Schema):
    model: str
    dimensions: int
    coverage: float


class Stats(Schema):
    counts: Counts
    latest: Latest
    entities: int
    sessions: dict[str, int]
    embedding: EmbeddingStats


class Flaw(Schema):
    loc: list[str | int]
    msg: str


class ProblemDetails(Schema):
    """Every refusal (RFC 9457). `errors` tells the places of an invalid request."""

    model_config = example(
        {
            "type": "about:blank", "title": "Unprocessable Entity", "status": 422,
            "detail": "The request is not valid.",
            "errors": [{"loc": ["body", "messages", 0, "content"], "msg": "must not be empty"}],
        }
    )  # fmt: skip

    type: str
    title: str
    status: int
    detail: str
    errors: list[Flaw] | None = None
