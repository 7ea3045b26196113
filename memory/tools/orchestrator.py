"""The tools of the agent that talks: search, context, and what it keeps, corrects and forgets."""

from __future__ import annotations

from typing import Annotated

from django.conf import settings
from pydantic import Field

from .. import answers, handed, presentation
from ..arguments import ContextArguments, CorrectionArguments, FactArguments, SearchArguments, TurnArguments, as_turn
from ..fields import Limit, Reason, SessionId, instant, offset
from ..models import Kind, Namespace
from ..services import stats
from ..services.curating import correcting
from ..services.errors import InvalidInput, NotFound
from ..services.graph import enrichment, entities
from ..services.handing import context as contexts
from ..services.handing import recalls, retrieval
from ..services.learning import saving
from ..services.memories import facts
from ..services.talk import episodes
from .registry import Arguments, Bench, Effect, FactId, tool


class GetContext(ContextArguments, Arguments):
    pass


@tool(GetContext, scope="read", effect=Effect.READS, heeds_purpose=True, spaces=True)
def get_context(bench: Bench, asked: GetContext) -> handed.BlockJson:
    """What memory holds for the message that you are about to answer: a Markdown block (`context`) of standing
    instructions, facts, what was said before, and the latest weekly insight. Call it once before you answer, with the
    user's message as `prompt`. An empty block means that nothing known bears on it."""
    built = contexts.build(
        bench.namespace, asked.prompt, session_id=asked.session_id, limit=asked.limit, max_tokens=asked.max_tokens,
        hidden=bench.hidden, others=bench.others,
    )  # fmt: skip
    return {"id": built.id, "context": built.block, "degraded": built.degraded}


class TurnToSave(TurnArguments, Arguments):
    pass


class SaveTurns(Arguments):
    session_id: SessionId = Field(description="The conversation. Keep one id for the whole of it.")
    messages: list[TurnToSave] = Field(min_length=1, max_length=settings.MEMORY_MAX_BATCH)


@tool(SaveTurns, scope="write", effect=Effect.ADDS, repeatable=False, heeds_purpose=True)
def save_turns(bench: Bench, asked: SaveTurns) -> answers.IngestedJson:
    """Keep turns of the conversation word for word, all or none; facts are learnt from them later. Use it where the
    program you run in does not save the conversation by itself. A turn with an `external_id` is kept once."""
    turns = [as_turn(message) for message in asked.messages]
    return presentation.ingested_json(episodes.ingest_turns(bench.namespace_name, asked.session_id, turns, bench.actor))


class SearchMemory(SearchArguments, Arguments):
    pass


@tool(SearchMemory, scope="read", effect=Effect.READS, heeds_purpose=True, spaces=True)
def search_memory(bench: Bench, asked: SearchMemory) -> handed.FoundJson:
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
        hidden=bench.hidden,
        others=bench.others,
    )
    return handed.found_json(found, [bench.namespace, *bench.others])


class RememberFact(FactArguments, Arguments):
    def stated(self) -> list[saving.FactInput]:
        at = self.event_time
        return [saving.FactInput(self.content, (), instant(at), offset(at), self.tags or [], self.confidence)]


@tool(RememberFact, scope="write", effect=Effect.ADDS, states=lambda _, asked: asked.stated())
def remember_fact(bench: Bench, asked: RememberFact) -> answers.SavedFactJson:
    """Keep one durable fact about the user's world. A fact that is known already is not kept twice (`outcome` says
    `repeated`). Use it when the user asks you to remember something, or states something lasting."""
    saved = saving.remember(bench.written_namespace, bench.prepared[0], actor=bench.actor)
    return presentation.saved_json([saved], bench.namespace)[0]


class CorrectFact(CorrectionArguments, Arguments):
    fact_id: FactId

    def read(self, bench: Bench) -> correcting.ReadCorrection:
        return correcting.read(bench.namespace, self.content, actor=bench.actor, reason=self.reason)


@tool(CorrectFact, scope="write", effect=Effect.REPLACES, corrects=lambda bench, asked: asked.read(bench))
def correct_fact(bench: Bench, asked: CorrectFact) -> answers.MemoryJson:
    """Replace a fact that is wrong or out of date. The old one is kept in history; the replacement is answered. A
    text that goes into `quarantine` replaces nothing."""
    assert bench.correction is not None
    return bench.show(correcting.correct(bench.namespace, asked.fact_id, bench.correction, actor=bench.actor))


class ConfirmFact(Arguments):
    fact_id: FactId


@tool(ConfirmFact, scope="write", effect=Effect.ADDS)
def confirm_fact(bench: Bench, asked: ConfirmFact) -> answers.MarkedMemoryJson:
    """Mark a fact as certain: it no longer fades. Use it when the user confirms it. `outcome` says `done`, `asked` (it
    stays as it was until a person agrees) or `superseded` (another fact still holds in its place)."""
    memory = facts.confirm(bench.namespace, asked.fact_id, actor=bench.actor)
    outcome = facts.outcome_of(memory, to_keep=True)
    return presentation.marked_json(memory, Namespace(name=bench.namespace_name), outcome)


class ForgetFact(Arguments):
    fact_id: FactId
    reason: Reason = ""


@tool(ForgetFact, scope="write", effect=Effect.REPLACES)
def forget_fact(bench: Bench, asked: ForgetFact) -> answers.MemoryJson:
    """Stop using a fact, when the user asks for it to be forgotten. A person can restore it."""
    memory = facts.any_memory(bench.namespace, asked.fact_id)
    if memory.quarantine is not None:  # no tool tells of it
        raise NotFound(f"no memory {asked.fact_id}")
    if memory.kind != Kind.FACT:
        raise InvalidInput("only a fact can be forgotten this way", "fact_id")
    return bench.show(facts.retire(bench.namespace, asked.fact_id, actor=bench.actor, reason=asked.reason))


class MemoryStats(Arguments):
    pass


@tool(MemoryStats, scope="read", effect=Effect.READS)
def memory_stats(bench: Bench, asked: MemoryStats) -> answers.StatsJson:
    """How much is in memory: counts by kind, the latest of each, entities, sessions."""
    return presentation.stats_json(stats.stats(bench.namespace))


class GetEntityInfo(Arguments):
    name: Annotated[str, Field(min_length=1, max_length=200, description="A name, an alias or an entity's id.")]
    limit: Limit = 20


@tool(GetEntityInfo, scope="read", effect=Effect.READS)
def get_entity_info(bench: Bench, asked: GetEntityInfo) -> answers.EntityInfoJson:
    """Everything known about a person, project, organisation or place: its profile, and the memories that name it."""
    info = _entity_info(bench.namespace, asked)
    recalls.record(info.memories, session_id=None, via="entity")
    return presentation.entity_info_json(info, bench.namespace)


def _entity_info(namespace: Namespace, asked: GetEntityInfo) -> entities.EntityInfo:
    try:
        return entities.info(namespace, asked.name, asked.limit)
    except NotFound:
        # The fact that names it may have come a moment ago.
        if not namespace.pk or not enrichment.enrich_named(namespace, asked.name):
            raise
        return entities.info(namespace, asked.name, asked.limit)
