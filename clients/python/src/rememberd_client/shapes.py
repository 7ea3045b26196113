"""What the service answers. Made by generate.py from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class AddedWebhook(TypedDict):
    id: str
    url: str
    kinds: list[Literal["remembered", "corrected", "confirmed", "edited", "retired", "restored", "superseded", "supersedes", "holds_again", "merged", "undone", "decayed", "spared", "reflected", "alias_added", "alias_removed", "renamed", "unmerged", "split", "unsplit", "told_apart", "session_skipped", "session_retried"]]
    paused: bool
    last_error: str | None
    dead_letters: int
    created_at: str
    secret: str


class Conflict(TypedDict):
    id: int
    kind: Literal["contradiction", "update"]
    reason: str
    found_by: str
    status: Literal["open", "resolved", "dismissed"]
    new: Memory
    old: Memory
    created_at: str
    decided_by: str | None
    decided_at: str | None
    decision: Literal["new", "old", "both"] | None


class Conflicts(TypedDict):
    next: str | None
    results: list[Conflict]


class Context(TypedDict):
    id: str | None
    context: str
    corrections: list[Correction]
    memories: list[Handed]
    left_off: int
    reflection: Memory | None
    question: Question | None
    degraded: list[str]


class Correction(TypedDict):
    kind: Literal["wrong", "withdrawn"]
    mark: str | None
    id: str
    was: str
    by: str | None
    now: str | None


class Counts(TypedDict):
    episode: int
    fact: int
    reflection: int


class DecidedReview(TypedDict):
    id: int
    reason: Literal["conflict", "unsupported", "sensitive", "new_person", "low_confidence", "imported", "restated", "quarantined", "confirmation", "faded", "decay_stopped"]
    detail: str
    status: Literal["open", "accepted", "corrected", "rejected"]
    memory: Memory | None
    created_at: str
    decided_by: str | None
    decided_at: str | None
    outcome: Literal["done", "retired", "superseded"]


class EmbeddingStats(TypedDict):
    model: str
    dimensions: int
    coverage: float


class Entities(TypedDict):
    next: str | None
    results: list[Entity]


class Entity(TypedDict):
    id: str
    canonical_name: str
    type: Literal["person", "project", "organization", "location", "email", "url", "other"]
    aliases: list[str]
    summary: str
    mention_count: int
    protected: bool


class EntityRef(TypedDict):
    id: str
    name: str
    type: Literal["person", "project", "organization", "location", "email", "url", "other"]


class Event(TypedDict):
    seq: int
    kind: Literal["remembered", "corrected", "confirmed", "edited", "retired", "restored", "superseded", "supersedes", "holds_again", "merged", "undone", "decayed", "spared", "reflected", "alias_added", "alias_removed", "renamed", "unmerged", "split", "unsplit", "told_apart", "session_skipped", "session_retried"]
    actor: str
    origin: Literal["curator", "user", "agent", "tool", "import", "derived"]
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    at: str


class Events(TypedDict):
    next: str | None
    results: list[Event]


class Found(TypedDict):
    results: list[Hit]
    degraded: list[str]
    left_off: int
    why_not: NotRequired[WhyNot]


class Handed(TypedDict):
    id: str
    kind: Literal["episode", "fact", "reflection"]
    content: str
    namespace: str
    session_id: str | None
    role: str | None
    event_time: str
    created_at: str
    valid_until: str | None
    invalid_at: str | None
    confidence: float
    decay_rate: float
    durability: Literal["lasting", "ordinary", "passing"] | None
    protected: bool
    trust: Literal["import", "tool", "agent", "user", "curator"]
    quarantine: Literal["instruction", "exfiltration", "role", "invisible", "unscreened"] | None
    access_count: int
    last_accessed: str | None
    source_ids: list[str]
    source_role: str | None
    external_id: str | None
    entities: list[EntityRef]
    tags: list[str]
    attributes: dict[str, Any]
    score: float
    ranks: dict[str, int | None]
    passage: Passage | None
    trace: NotRequired[dict[str, Any]]
    mark: str | None


class HandedContext(TypedDict):
    id: str
    session_id: str | None
    at: str
    prompt: str | None
    prompt_hash: str
    context: str
    tokens: int
    memories: list[HandedItem]


class HandedItem(TypedDict):
    id: str
    place: int
    mark: str | None
    version: str


class Handing(TypedDict):
    context_id: str
    session_id: str | None
    at: str
    mark: str | None


class Handings(TypedDict):
    next: str | None
    results: list[Handing]


class Hit(TypedDict):
    id: str
    kind: Literal["episode", "fact", "reflection"]
    content: str
    namespace: str
    session_id: str | None
    role: str | None
    event_time: str
    created_at: str
    valid_until: str | None
    invalid_at: str | None
    confidence: float
    decay_rate: float
    durability: Literal["lasting", "ordinary", "passing"] | None
    protected: bool
    trust: Literal["import", "tool", "agent", "user", "curator"]
    quarantine: Literal["instruction", "exfiltration", "role", "invisible", "unscreened"] | None
    access_count: int
    last_accessed: str | None
    source_ids: list[str]
    source_role: str | None
    external_id: str | None
    entities: list[EntityRef]
    tags: list[str]
    attributes: dict[str, Any]
    score: float
    ranks: dict[str, int | None]
    passage: Passage | None
    trace: NotRequired[dict[str, Any]]


class HookAnswer(TypedDict):
    hookSpecificOutput: NotRequired[HookOutput]


class HookOutput(TypedDict):
    hookEventName: str
    additionalContext: str


class Ingested(TypedDict):
    session_id: str
    episodes: list[IngestedEpisode]
    completed_sessions: list[str]
    not_kept: NotRequired[int]


class IngestedEpisode(TypedDict):
    id: str
    external_id: str | None
    duplicate: bool
    quarantine: NotRequired[Literal["instruction", "exfiltration", "role", "invisible", "unscreened"]]
    masked: NotRequired[int]


class Latest(TypedDict):
    episode: str | None
    fact: str | None
    reflection: str | None


class MarkedMemory(TypedDict):
    id: str
    kind: Literal["episode", "fact", "reflection"]
    content: str
    namespace: str
    session_id: str | None
    role: str | None
    event_time: str
    created_at: str
    valid_until: str | None
    invalid_at: str | None
    confidence: float
    decay_rate: float
    durability: Literal["lasting", "ordinary", "passing"] | None
    protected: bool
    trust: Literal["import", "tool", "agent", "user", "curator"]
    quarantine: Literal["instruction", "exfiltration", "role", "invisible", "unscreened"] | None
    access_count: int
    last_accessed: str | None
    source_ids: list[str]
    source_role: str | None
    external_id: str | None
    entities: list[EntityRef]
    tags: list[str]
    attributes: dict[str, Any]
    outcome: Literal["done", "asked", "superseded"]


class Memories(TypedDict):
    next: str | None
    results: list[Memory]


class Memory(TypedDict):
    id: str
    kind: Literal["episode", "fact", "reflection"]
    content: str
    namespace: str
    session_id: str | None
    role: str | None
    event_time: str
    created_at: str
    valid_until: str | None
    invalid_at: str | None
    confidence: float
    decay_rate: float
    durability: Literal["lasting", "ordinary", "passing"] | None
    protected: bool
    trust: Literal["import", "tool", "agent", "user", "curator"]
    quarantine: Literal["instruction", "exfiltration", "role", "invisible", "unscreened"] | None
    access_count: int
    last_accessed: str | None
    source_ids: list[str]
    source_role: str | None
    external_id: str | None
    entities: list[EntityRef]
    tags: list[str]
    attributes: dict[str, Any]


class Operation(TypedDict):
    id: str
    kind: Literal["enrich", "consolidate", "consolidate_session", "decay", "reflect", "reembed", "backup", "erase", "check", "bulk", "trial"]
    status: Literal["pending", "running", "succeeded", "failed"]
    created_at: str
    started_at: str | None
    finished_at: str | None
    result: dict[str, Any]
    cost: dict[str, Any]
    error: str | None
    subject: str | None
    requested_by: str
    slot: str | None
    progress: float


class Operations(TypedDict):
    next: str | None
    results: list[Operation]


class Passage(TypedDict):
    start: int
    end: int


class Question(TypedDict):
    id: str
    text: str
    about: list[str]
    answers: list[Literal["yes", "no", "both", "unknown"]]
    answer: Literal["yes", "no", "both", "unknown"] | None
    answered_at: str | None


class Review(TypedDict):
    id: int
    reason: Literal["conflict", "unsupported", "sensitive", "new_person", "low_confidence", "imported", "restated", "quarantined", "confirmation", "faded", "decay_stopped"]
    detail: str
    status: Literal["open", "accepted", "corrected", "rejected"]
    memory: Memory | None
    created_at: str
    decided_by: str | None
    decided_at: str | None


class Reviews(TypedDict):
    next: str | None
    results: list[Review]


class SavedFact(TypedDict):
    id: str
    kind: Literal["episode", "fact", "reflection"]
    content: str
    namespace: str
    session_id: str | None
    role: str | None
    event_time: str
    created_at: str
    valid_until: str | None
    invalid_at: str | None
    confidence: float
    decay_rate: float
    durability: Literal["lasting", "ordinary", "passing"] | None
    protected: bool
    trust: Literal["import", "tool", "agent", "user", "curator"]
    quarantine: Literal["instruction", "exfiltration", "role", "invisible", "unscreened"] | None
    access_count: int
    last_accessed: str | None
    source_ids: list[str]
    source_role: str | None
    external_id: str | None
    entities: list[EntityRef]
    tags: list[str]
    attributes: dict[str, Any]
    outcome: Literal["created", "repeated", "superseded", "conflict", "quarantined"]
    masked: NotRequired[int]


class Session(TypedDict):
    session_id: str
    first_seen_at: str
    last_seen_at: str
    episode_count: int
    pending_count: int
    unread: int
    consolidated_at: str | None
    status: Literal["open", "pending", "running", "consolidated", "failed"]
    remember: bool
    waiting_for: Literal["language", "provider", "budget"] | None
    last_error: str | None


class Sessions(TypedDict):
    next: str | None
    results: list[Session]


class Sources(TypedDict):
    sources: list[Memory]
    derived: list[Memory]
    left_off: int


class Stats(TypedDict):
    counts: Counts
    latest: Latest
    entities: int
    sessions: dict[str, int]
    embedding: EmbeddingStats


class ToolFunction(TypedDict):
    name: str
    description: str
    parameters: dict[str, Any]


class ToolSchema(TypedDict):
    type: Literal["function"]
    function: ToolFunction


class Tools(TypedDict):
    next: str | None
    results: list[ToolSchema]


class Webhook(TypedDict):
    id: str
    url: str
    kinds: list[Literal["remembered", "corrected", "confirmed", "edited", "retired", "restored", "superseded", "supersedes", "holds_again", "merged", "undone", "decayed", "spared", "reflected", "alias_added", "alias_removed", "renamed", "unmerged", "split", "unsplit", "told_apart", "session_skipped", "session_retried"]]
    paused: bool
    last_error: str | None
    dead_letters: int
    created_at: str


class Webhooks(TypedDict):
    next: str | None
    results: list[Webhook]


class WhyNot(TypedDict):
    id: str
    step: Literal["shown", "unknown", "kind", "retired", "not_held", "filtered", "not_reached", "superseded", "merged", "repeats", "unrelated", "limit", "not_composed"]
    detail: str
    place: int | None
    score: float | None
    score_needed: float | None
    by: str | None
    ranks: dict[str, int | None]
    parts: dict[str, float]
