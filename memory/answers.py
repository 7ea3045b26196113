"""The shapes of what is answered: each declared once, for the API, its document, MCP and the tools.

`presentation` makes them, and the type checker holds it to them, so that no answer passes through a model at run time:
that would cost more than the hot path's transaction. `api/openapi.py` documents them under their names without `Json`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, NotRequired

from pydantic import ConfigDict, GetCoreSchemaHandler, with_config
from pydantic_core import CoreSchema
from typing_extensions import TypedDict  # pydantic takes typing's own from Python 3.12 on

from .models import (
    ConflictDecision,
    ConflictKind,
    ConflictStatus,
    Durability,
    EntityType,
    EventKind,
    Kind,
    OperationKind,
    OperationStatus,
    Origin,
    QuarantineReason,
    ReviewOutcome,
    ReviewReason,
    ReviewStatus,
    SessionStatus,
    WaitingFor,
)
from .models.trust import TrustName
from .services.learning.saving import Outcome
from .services.memories.facts import MarkOutcome

SUFFIX = "Json"


@dataclass(frozen=True)
class As:
    """A string that is documented as the text of another type: rows hold their choices and answers their times so."""

    type: Any

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(self.type)


Time = Annotated[str, As(datetime)]  # in UTC, with `Z`


def example(value: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [value]})


class EntityRefJson(TypedDict):
    id: str
    name: str
    type: Annotated[str, As(EntityType)]


_MEMORY = example(
    {
        "id": "fact_01kqz0b6v5x1n8w3c9d7e2f4g6", "kind": "fact", "content": "Maya is allergic to hazelnuts.",
        "namespace": "acme/maya", "session_id": "chat-1", "role": None, "event_time": "2026-03-02T17:16:30Z",
        "created_at": "2026-03-03T03:00:04Z", "valid_until": None, "invalid_at": None, "confidence": 0.9,
        "decay_rate": 0.01, "durability": "lasting", "protected": False, "trust": "user",
        "quarantine": None, "access_count": 2,
        "last_accessed": "2026-03-19T06:20:00Z",
        "source_ids": ["ep_01kqy8m2r4t6v8x0z1b3d5f7h9"], "source_role": "Maya", "external_id": None,
        "entities": [{"id": "ent_01kqy8m2r4a1b2c3d4e5f6g7h8", "name": "maya", "type": "person"}],
        "tags": ["health"], "attributes": {},
    }
)  # fmt: skip


@with_config(_MEMORY)
class MemoryJson(TypedDict):
    """A turn as it was said, a fact learnt, or a weekly reflection. Retired ones have a `valid_until`. `trust` is whose
    words they are; `quarantine` why no model is handed it."""

    id: str
    kind: Annotated[str, As(Kind)]
    content: str
    namespace: str
    session_id: str | None
    role: str | None
    event_time: Time
    created_at: Time
    valid_until: Time | None
    invalid_at: Time | None
    confidence: float
    decay_rate: float
    durability: Annotated[str, As(Durability)] | None
    protected: bool
    trust: TrustName
    quarantine: Annotated[str, As(QuarantineReason)] | None
    access_count: int
    last_accessed: Time | None
    source_ids: list[str]
    source_role: str | None
    external_id: str | None
    entities: list[EntityRefJson]
    tags: list[str]
    attributes: dict[str, Any]


@with_config(ConfigDict())
class SavedFactJson(MemoryJson):
    """`outcome`: the fact was `created`; it only `repeated` the one that is answered; it contradicts a fact, and one of
    the two `superseded` the other at once; that is a `conflict`, which waits for a decision; or it is `quarantined`."""

    outcome: Annotated[str, As(Outcome)]
    masked: NotRequired[int]  # secrets in what was sent that were masked; left out where there were none


@with_config(ConfigDict())
class MarkedMemoryJson(MemoryJson):
    """`outcome`: the memory is as it was to be (`done`); who asks may not make it permanent, and a curator is `asked`;
    or it is permanent now, and another fact still holds in its place (`superseded`)."""

    outcome: Annotated[str, As(MarkOutcome)]


_ENTITY = example(
    {
        "id": "ent_01kqy8m2r4a1b2c3d4e5f6g7h8", "canonical_name": "Priya Nair", "type": "person",
        "aliases": ["priya"], "summary": "Maya's manager at Harbour Maps.", "mention_count": 7, "protected": False,
    }
)  # fmt: skip


@with_config(_ENTITY)
class EntityJson(TypedDict):
    id: str
    canonical_name: str
    type: Annotated[str, As(EntityType)]
    aliases: list[str]
    summary: str
    mention_count: int
    protected: bool


class EntityInfoJson(TypedDict):
    """An entity, and the memories that name it; `left_off`: how many of those that were asked for an answer does not
    hold."""

    entity: EntityJson
    memories: list[MemoryJson]
    left_off: int


class SessionJson(TypedDict):
    """A conversation. `pending_count`: its turns that are not consolidated yet; `unread`: those that consolidation
    passed over, because nothing that is set up reads their language. `waiting_for`: what a pending session waits for
    that no retry brings."""

    session_id: str
    first_seen_at: Time
    last_seen_at: Time
    episode_count: int
    pending_count: int
    unread: int
    consolidated_at: Time | None
    status: Annotated[str, As(SessionStatus)]
    remember: bool  # false: nothing that is said in it is kept
    waiting_for: Annotated[str, As(WaitingFor)] | None
    last_error: str | None


class OperationJson(TypedDict):
    """A piece of work that goes on after the answer. Ask for it again until its status is final."""

    id: str
    kind: Annotated[str, As(OperationKind)]
    status: Annotated[str, As(OperationStatus)]
    created_at: Time
    started_at: Time | None
    finished_at: Time | None
    result: dict[str, Any]
    cost: dict[str, Any]
    error: str | None
    subject: str | None
    requested_by: str
    slot: str | None
    progress: float


class EventJson(TypedDict):
    """One change: `before` and `after` hold what differs."""

    seq: int
    kind: Annotated[str, As(EventKind)]
    actor: str
    origin: Annotated[str, As(Origin)]
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    at: Time


class ConflictJson(TypedDict):
    """Two facts that may not both be true."""

    id: int
    kind: Annotated[str, As(ConflictKind)]
    reason: str
    found_by: str
    status: Annotated[str, As(ConflictStatus)]
    new: MemoryJson
    old: MemoryJson
    created_at: Time
    decided_by: str | None
    decided_at: Time | None
    decision: Annotated[str, As(ConflictDecision)] | None


class ReviewJson(TypedDict):
    """A memory that somebody should look at, and why."""

    id: int
    reason: Annotated[str, As(ReviewReason)]
    detail: str
    status: Annotated[str, As(ReviewStatus)]
    memory: MemoryJson | None
    created_at: Time
    decided_by: str | None
    decided_at: Time | None


class DecidedReviewJson(ReviewJson):
    """`outcome`: the memory is as the decision says (`done`); or it was accepted, and stays `retired`, since it was
    retired meanwhile; or it was accepted, and another fact still holds in its place (`superseded`)."""

    outcome: Annotated[str, As(ReviewOutcome)]


class IngestedEpisodeJson(TypedDict):
    id: str
    external_id: str | None
    duplicate: bool
    quarantine: NotRequired[Annotated[str, As(QuarantineReason)]]  # of a turn like any other it is left out
    masked: NotRequired[int]  # secrets in what was sent that were masked; left out where there were none


_INGESTED = example(
    {
        "session_id": "chat-1",
        "episodes": [{"id": "ep_01kqy8m2r4t6v8x0z1b3d5f7h9", "external_id": "m1", "duplicate": False}],
        "completed_sessions": ["chat-0"],
    }
)  # fmt: skip


@with_config(_INGESTED)
class IngestedJson(TypedDict):
    session_id: str
    episodes: list[IngestedEpisodeJson]
    completed_sessions: list[str]
    not_kept: NotRequired[int]  # turns that are not to be remembered; left out where there were none


class WebhookJson(TypedDict):
    """An address that is told of the namespace's changes. `kinds`: of which; of all where it is empty. `last_error`:
    why it did not take the next one; `dead_letters`: how many it never took."""

    id: str
    url: str
    kinds: list[Annotated[str, As(EventKind)]]
    paused: bool
    last_error: str | None
    dead_letters: int
    created_at: Time


class AddedWebhookJson(WebhookJson):
    """`secret` signs what is told. No other answer holds it."""

    secret: str


class SourcesJson(TypedDict):
    """What a memory came from, and what was derived from it; `left_off`: how many more of both there are than an answer
    holds."""

    sources: list[MemoryJson]
    derived: list[MemoryJson]
    left_off: int


class Page(TypedDict):
    """One page of a list; `next` is the cursor of the next one, null at the end."""

    next: str | None


class MemoriesJson(Page):
    results: list[MemoryJson]


class EntitiesJson(Page):
    results: list[EntityJson]


class SessionsJson(Page):
    results: list[SessionJson]


class EventsJson(Page):
    results: list[EventJson]


class OperationsJson(Page):
    results: list[OperationJson]


class ConflictsJson(Page):
    results: list[ConflictJson]


class ReviewsJson(Page):
    results: list[ReviewJson]


class WebhooksJson(Page):
    results: list[WebhookJson]


class CountsJson(TypedDict):
    episode: int
    fact: int
    reflection: int


class LatestJson(TypedDict):
    episode: Time | None
    fact: Time | None
    reflection: Time | None


class EmbeddingStatsJson(TypedDict):
    model: str
    dimensions: int
    coverage: float


class StatsJson(TypedDict):
    counts: CountsJson
    latest: LatestJson
    entities: int
    sessions: dict[str, int]
    embedding: EmbeddingStatsJson


class FlawJson(TypedDict):
    loc: list[str | int]
    msg: str


_PROBLEM = example(
    {
        "type": "about:blank", "title": "Unprocessable Entity", "status": 422,
        "detail": "The request is not valid.",
        "errors": [{"loc": ["body", "messages", 0, "content"], "msg": "must not be empty"}],
    }
)  # fmt: skip


@with_config(_PROBLEM)
class ProblemDetailsJson(TypedDict):
    """Every refusal (RFC 9457). `errors` tells the places of an invalid request, `code` apart what has one status."""

    type: str
    title: str
    status: int
    detail: str
    code: NotRequired[str]
    errors: NotRequired[list[FlawJson]]
