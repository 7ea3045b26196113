"""The tools of an agent that consolidates: reads a session's turns, saves what they state, settles contradictions."""

from __future__ import annotations

from django.conf import settings
from pydantic import Field

from .. import answers, presentation
from ..arguments import FactArguments
from ..fields import Reason, SessionId, Uid, instant, offset
from ..models import Memory
from ..services.curating import deciding
from ..services.errors import InvalidInput
from ..services.learning import saving
from ..services.memories import conflicts
from ..services.talk import episodes, sessions
from . import answers as tool_answers
from .registry import Arguments, Bench, Effect, FactId, ToolSet, tool

EPISODES_A_CHUNK = 30


class GetEpisodes(Arguments):
    session_id: SessionId
    after: Uid | None = Field(None, description="The `next_after` of the chunk before; leave out for the first chunk.")


@tool(GetEpisodes, scope="admin", effect=Effect.READS, set=ToolSet.CONSOLIDATOR)
def get_episodes_for_consolidation(bench: Bench, asked: GetEpisodes) -> tool_answers.ChunkJson:
    """The turns of a session that are not consolidated yet, oldest first, at most 30 a chunk. Ask again with `after`
    while `next_after` is not null."""
    session = sessions.get_session(bench.namespace, asked.session_id)
    mark = session.watermark if asked.after is None else _turn(bench, asked, "after").rowid
    rows = episodes.turns_of(bench.namespace, asked.session_id).filter(rowid__gt=mark).defer("embedding")
    found = list(rows[: EPISODES_A_CHUNK + 1])
    shown = presentation.memory_json(found[:EPISODES_A_CHUNK], bench.namespace)
    number = presentation.fitting(shown)
    return {
        "session_id": asked.session_id,
        "episodes": shown[:number],
        "next_after": found[number - 1].uid if number < len(found) else None,
    }


def _turn(bench: Bench, asked: GetEpisodes | MarkConsolidated, field: str) -> Memory:
    """The turn that this field names."""
    turns = episodes.turns_of(bench.namespace, asked.session_id)
    memory: Memory | None = turns.filter(uid=getattr(asked, field)).first()
    if memory is None:
        raise InvalidInput("is not a turn of this session", field)
    return memory


class StatedFact(FactArguments, Arguments):
    source_ids: list[Uid] = Field(min_length=1, max_length=100, description="The ids of the turns that say so.")


class SaveFacts(Arguments):
    session_id: SessionId
    facts: list[StatedFact] = Field(min_length=1, max_length=settings.MEMORY_MAX_BATCH)

    def stated(self) -> list[saving.FactInput]:
        return [
            saving.FactInput(
                fact.content,
                fact.source_ids,
                instant(fact.event_time),
                offset(fact.event_time),
                fact.tags or [],
                fact.confidence,
            )
            for fact in self.facts
        ]


def _facts_stated(bench: Bench, asked: SaveFacts) -> list[saving.FactInput]:
    return asked.stated()


@tool(SaveFacts, scope="admin", effect=Effect.REPLACES, set=ToolSet.CONSOLIDATOR, states=_facts_stated)
def save_facts_batch(bench: Bench, asked: SaveFacts) -> tool_answers.SavedFactsJson:
    """Save the facts that a session states, all or none. A duplicate adds its sources to the fact that it repeats;
    `outcome` says `created`, `repeated`, `superseded` (one of it and an older fact holds) or `conflict` (nobody has
    decided which holds) for each."""
    sessions.get_session(bench.namespace, asked.session_id)
    try:
        saved = saving.save_batch(bench.namespace, bench.prepared, actor=bench.actor, session_id=asked.session_id)
    except InvalidInput as error:
        raise InvalidInput(error.detail, "facts") from error
    return {"facts": presentation.saved_json(saved, bench.namespace)}


class OfSession(Arguments):
    session_id: SessionId


class MarkConsolidated(OfSession):
    upto: Uid | None = Field(None, description="The id of the last turn that was read; all turns if left out.")


@tool(MarkConsolidated, scope="admin", effect=Effect.ADDS, set=ToolSet.CONSOLIDATOR)
def mark_session_consolidated(bench: Bench, asked: MarkConsolidated) -> tool_answers.SessionStateJson:
    """Record that a session's turns were consolidated, up to the last one that was read. Later turns stay pending."""
    upto = None if asked.upto is None else _turn(bench, asked, "upto").rowid
    sessions.mark_consolidated(bench.namespace, asked.session_id, upto)
    return _state(bench, asked.session_id)


@tool(OfSession, scope="admin", effect=Effect.READS, set=ToolSet.CONSOLIDATOR)
def is_session_consolidated(bench: Bench, asked: OfSession) -> tool_answers.SessionStateJson:
    """Whether nothing of a session waits for consolidation."""
    return _state(bench, asked.session_id)


def _state(bench: Bench, session_id: str) -> tool_answers.SessionStateJson:
    session = presentation.session_json(sessions.get_session(bench.namespace, session_id))
    done = session["consolidated_at"] is not None and not session["pending_count"]
    return {"session_id": session_id, "consolidated": done, "pending_count": session["pending_count"]}


class DetectConflicts(Arguments):
    fact_id: FactId


@tool(DetectConflicts, scope="admin", effect=Effect.READS, set=ToolSet.CONSOLIDATOR)
def detect_conflicts(bench: Bench, asked: DetectConflicts) -> tool_answers.LookalikesJson:
    """The facts that may contradict a fact, most alike first (`similarity` 0 to 1)."""
    found = conflicts.detect(bench.namespace, asked.fact_id)
    shown = presentation.memory_json([candidate.memory for candidate in found], bench.namespace)
    candidates: list[tool_answers.LookalikeJson] = [
        {**memory, "similarity": candidate.similarity} for memory, candidate in zip(shown, found, strict=True)
    ]
    told, left_off = presentation.first_fitting(candidates)
    return {"candidates": told, "left_off": left_off}


class ResolveConflict(Arguments):
    new_fact_id: Uid
    old_fact_id: Uid
    reason: Reason = ""


@tool(ResolveConflict, scope="admin", effect=Effect.REPLACES, set=ToolSet.CONSOLIDATOR)
def resolve_conflict(bench: Bench, asked: ResolveConflict) -> answers.ConflictJson:
    """Let a new fact supersede an old one that it contradicts. A fact that a person stands behind waits for a person:
    the conflict then stays `open`."""
    conflict = deciding.resolve_pair(
        bench.namespace, asked.new_fact_id, asked.old_fact_id, actor=bench.actor, reason=asked.reason
    )
    return presentation.conflict_json([conflict], bench.namespace)[0]
