"""The tools that a model may call, in two sets: for the agent that talks, and for one that consolidates.

A tool is a name, a description, a pydantic model of its arguments, and a function from a bench (whose memory, and who
asks) and the arguments to a JSON object. The API, MCP and the schemas for function calling are all made from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from django.conf import settings
from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from . import answers, presentation
from .arguments import CorrectionArguments, FactArguments, SearchArguments
from .fields import Limit, Reason, SessionId, Uid, instant
from .models import Memory, Namespace
from .services import (
    conflicts,
    deciding,
    enrichment,
    entities,
    episodes,
    facts,
    recalls,
    retrieval,
    saving,
    sessions,
    stats,
)
from .services.actors import Actor
from .services.errors import InvalidInput, NotFound
from .services.namespaces import OfNamespace

Json = dict[str, Any]
Answer = Mapping[str, Any]  # one of the shapes in `answers`
SETS = ("orchestrator", "consolidator")
EPISODES_A_CHUNK = 30


class Bench(OfNamespace):
    """Where a tool works: one namespace, in the name of one actor."""

    def __init__(self, namespace_name: str, actor: Actor) -> None:
        super().__init__(namespace_name)
        self.actor = actor

    def show(self, memory: Memory) -> answers.MemoryJson:
        return presentation.memory_json([memory], Namespace(name=self.namespace_name))[0]


@dataclass(frozen=True)
class Tool:
    """`scope` is what an API key needs for it; `writes` whether it changes anything."""

    name: str
    set: str
    scope: str
    writes: bool
    description: str
    arguments: type[BaseModel]
    function: Callable[[Bench, Any], Answer]

    def parameters(self) -> Json:
        """The arguments as JSON Schema."""
        schema = self.arguments.model_json_schema()
        plain: Json = in_place(schema, schema.pop("$defs", {}))
        return plain

    def schema(self) -> Json:
        """The function-calling format."""
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.description, "parameters": self.parameters()},
        }

    def call(self, bench: Bench, arguments: Json) -> Answer:
        """Raises pydantic's ValidationError for arguments that do not fit, and the services' errors."""
        return self.function(bench, self.arguments.model_validate(arguments))


def in_place(schema: Any, definitions: Json) -> Any:
    """A JSON Schema with each definition where it is used, which some models' interfaces need, and without pydantic's
    titles, which only cost a model tokens. Properties called "title" stay."""
    if isinstance(schema, list):
        return [in_place(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]] | {k: v for k, v in schema.items() if k != "$ref"}
    return {
        key: {name: in_place(part, definitions) for name, part in value.items()}
        if key == "properties"
        else in_place(value, definitions)
        for key, value in schema.items()
        if key != "title"
    }


REGISTRY: dict[str, Tool] = {}


def tool(
    arguments: type[BaseModel], *, scope: str, writes: bool, set: str = "orchestrator"
) -> Callable[[Callable[[Bench, Any], Answer]], Callable[[Bench, Any], Answer]]:
    """Register a function as the tool of its name; its docstring is what the model reads."""

    def register(function: Callable[[Bench, Any], Answer]) -> Callable[[Bench, Any], Answer]:
        description = " ".join((function.__doc__ or "").split())
        name = function.__name__
        REGISTRY[name] = Tool(name, set, scope, writes, description, arguments, function)
        return function

    return register


def of_set(name: str) -> list[Tool]:
    return [tool for tool in REGISTRY.values() if tool.set == name]


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


FactId = Annotated[
    Uid,
    Field(validation_alias=AliasChoices("fact_id", "memory_id", "id"), description="The fact's id, as in `fact_…`."),
]


# --- Orchestrator -----------------------------------------------------------------------------------------------


class SearchMemory(SearchArguments, Arguments):
    pass


@tool(SearchMemory, scope="read", writes=False)
def search_memory(bench: Bench, asked: SearchMemory) -> answers.FoundJson:
    """Search long-term memory for facts, past conversation turns and weekly reflections, by words, meaning and names.
    Use it before you answer whenever something said earlier may matter."""
    found = retrieval.search(
        bench.namespace,
        asked.query,
        kind=asked.kind,
        tags=asked.tags or [],
        limit=asked.limit,
        exclude_session_id=asked.exclude_session_id,
        event_after=instant(asked.event_after),
        event_before=instant(asked.event_before),
    )
    return presentation.found_json(found, bench.namespace)


class RememberFact(FactArguments, Arguments):
    pass


@tool(RememberFact, scope="write", writes=True)
def remember_fact(bench: Bench, asked: RememberFact) -> answers.SavedFactJson:
    """Keep one durable fact about the user's world. A fact that is known already is not kept twice (`outcome` says
    `repeated`). Use it when the user asks you to remember something, or states something lasting."""
    saved = saving.remember(
        bench.written_namespace,
        asked.content,
        actor=bench.actor,
        tags=asked.tags or [],
        event_time=instant(asked.event_time),
        confidence=asked.confidence,
    )
    return presentation.saved_json([saved], bench.namespace)[0]


class CorrectFact(CorrectionArguments, Arguments):
    fact_id: FactId


@tool(CorrectFact, scope="write", writes=True)
def correct_fact(bench: Bench, asked: CorrectFact) -> answers.MemoryJson:
    """Replace a fact that is wrong or out of date. The old one is kept in history; the replacement is answered."""
    return bench.show(
        facts.correct(bench.namespace, asked.fact_id, asked.content, actor=bench.actor, reason=asked.reason)
    )


class ConfirmFact(Arguments):
    fact_id: FactId


@tool(ConfirmFact, scope="write", writes=True)
def confirm_fact(bench: Bench, asked: ConfirmFact) -> answers.MemoryJson:
    """Mark a fact as certain: it no longer fades. Use it when the user confirms it."""
    return bench.show(facts.confirm(bench.namespace, asked.fact_id, actor=bench.actor))


class ForgetFact(Arguments):
    fact_id: FactId
    reason: Reason = ""


@tool(ForgetFact, scope="write", writes=True)
def forget_fact(bench: Bench, asked: ForgetFact) -> answers.MemoryJson:
    """Stop using a fact, when the user asks for it to be forgotten. A person can restore it."""
    memory = facts.get(bench.namespace, asked.fact_id)
    if memory.kind != "fact":
        raise InvalidInput("only a fact can be forgotten this way", "fact_id")
    return bench.show(facts.retire(bench.namespace, asked.fact_id, actor=bench.actor, reason=asked.reason))


class MemoryStats(Arguments):
    pass


@tool(MemoryStats, scope="read", writes=False)
def memory_stats(bench: Bench, asked: MemoryStats) -> answers.StatsJson:
    """How much is in memory: counts by kind, the latest of each, entities, sessions."""
    return presentation.stats_json(stats.stats(bench.namespace))


class GetEntityInfo(Arguments):
    name: Annotated[str, Field(min_length=1, max_length=200, description="A name, an alias or an entity's id.")]
    limit: Limit = 20


@tool(GetEntityInfo, scope="read", writes=False)
def get_entity_info(bench: Bench, asked: GetEntityInfo) -> answers.EntityInfoJson:
    """Everything known about a person, project, organisation or place: its profile, and the memories that name it."""
    info = _entity_info(bench.namespace, asked)
    recalls.record(info.memories, session_id=None, via="entity")
    return {
        "entity": presentation.entity_json([info.entity])[0],
        "memories": presentation.memory_json(info.memories, bench.namespace),
    }


def _entity_info(namespace: Namespace, asked: GetEntityInfo) -> entities.EntityInfo:
    try:
        return entities.info(namespace, asked.name, asked.limit)
    except NotFound:
        # The fact that names it may have come a moment ago.
        if not namespace.pk or not enrichment.enrich_named(namespace, asked.name):
            raise
        return entities.info(namespace, asked.name, asked.limit)


# --- Consolidator -----------------------------------------------------------------------------------------------


class GetEpisodes(Arguments):
    session_id: SessionId
    after: Uid | None = Field(None, description="The `next_after` of the chunk before; leave out for the first chunk.")


@tool(GetEpisodes, scope="admin", writes=False, set="consolidator")
def get_episodes_for_consolidation(bench: Bench, asked: GetEpisodes) -> answers.ChunkJson:
    """The turns of a session that are not consolidated yet, oldest first, 30 a chunk. Ask again with `after` while
    `next_after` is not null."""
    session = sessions.get(bench.namespace, asked.session_id)
    mark = session.watermark if asked.after is None else _episode(bench, asked.session_id, asked.after).rowid
    rows = episodes.listing(bench.namespace, asked.session_id).filter(rowid__gt=mark).defer("embedding")
    found = list(rows[: EPISODES_A_CHUNK + 1])
    chunk = found[:EPISODES_A_CHUNK]
    return {
        "session_id": asked.session_id,
        "episodes": presentation.memory_json(chunk, bench.namespace),
        "next_after": chunk[-1].uid if len(found) > EPISODES_A_CHUNK else None,
    }


def _episode(bench: Bench, session_id: str, uid: str) -> Memory:
    memory: Memory | None = episodes.listing(bench.namespace, session_id).filter(uid=uid).first()
    if memory is None:
        raise InvalidInput("is not a turn of this session", "after")
    return memory


class StatedFact(FactArguments, Arguments):
    source_ids: list[Uid] = Field(min_length=1, max_length=100, description="The ids of the turns that say so.")


class SaveFacts(Arguments):
    session_id: SessionId
    facts: list[StatedFact] = Field(min_length=1, max_length=settings.MEMORY_MAX_BATCH)


@tool(SaveFacts, scope="admin", writes=True, set="consolidator")
def save_facts_batch(bench: Bench, asked: SaveFacts) -> answers.SavedFactsJson:
    """Save the facts that a session states, all or none. A duplicate adds its sources to the fact that it repeats;
    `outcome` says `created`, `repeated`, `superseded` (one of it and an older fact holds) or `conflict` (nobody has
    decided which holds) for each."""
    sessions.get(bench.namespace, asked.session_id)
    drafts = [
        saving.FactInput(
            draft.content, draft.source_ids, instant(draft.event_time), draft.tags or [], draft.confidence
        )
        for draft in asked.facts
    ]
    saved = saving.save_batch(bench.namespace, drafts, actor=bench.actor, session_id=asked.session_id)
    return {"facts": presentation.saved_json(saved, bench.namespace)}


class OfSession(Arguments):
    session_id: SessionId


class MarkConsolidated(OfSession):
    upto: Uid | None = Field(None, description="The id of the last turn that was read; all turns if left out.")


@tool(MarkConsolidated, scope="admin", writes=True, set="consolidator")
def mark_session_consolidated(bench: Bench, asked: MarkConsolidated) -> answers.SessionStateJson:
    """Record that a session's turns were consolidated, up to the last one that was read. Later turns stay pending."""
    upto = None if asked.upto is None else _episode(bench, asked.session_id, asked.upto).rowid
    sessions.mark_consolidated(bench.namespace, asked.session_id, upto)
    return _state(bench, asked.session_id)


@tool(OfSession, scope="admin", writes=False, set="consolidator")
def is_session_consolidated(bench: Bench, asked: OfSession) -> answers.SessionStateJson:
    """Whether nothing of a session waits for consolidation."""
    return _state(bench, asked.session_id)


def _state(bench: Bench, session_id: str) -> answers.SessionStateJson:
    session = presentation.session_json(sessions.get(bench.namespace, session_id))
    done = session["consolidated_at"] is not None and not session["pending_count"]
    return {"session_id": session_id, "consolidated": done, "pending_count": session["pending_count"]}


class DetectConflicts(Arguments):
    fact_id: FactId


@tool(DetectConflicts, scope="admin", writes=False, set="consolidator")
def detect_conflicts(bench: Bench, asked: DetectConflicts) -> answers.LookalikesJson:
    """The facts that may contradict a fact, most alike first (`similarity` 0 to 1)."""
    found = conflicts.detect(bench.namespace, asked.fact_id)
    shown = presentation.memory_json([candidate.memory for candidate in found], bench.namespace)
    return {
        "candidates": [
            {**memory, "similarity": candidate.similarity} for memory, candidate in zip(shown, found, strict=True)
        ]
    }


class ResolveConflict(Arguments):
    new_fact_id: Uid
    old_fact_id: Uid
    reason: Reason = ""


@tool(ResolveConflict, scope="admin", writes=True, set="consolidator")
def resolve_conflict(bench: Bench, asked: ResolveConflict) -> answers.ConflictJson:
    """Let a new fact supersede an old one that it contradicts. A fact that a person stands behind waits for a person:
    the conflict then stays `open`."""
    conflict = deciding.resolve_pair(
        bench.namespace, asked.new_fact_id, asked.old_fact_id, actor=bench.actor, reason=asked.reason
    )
    return presentation.conflict_json([conflict], bench.namespace)[0]
