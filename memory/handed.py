"""What is found and handed out: the shapes of searches, context blocks and the ledger, each declared once, and what the
services answer made into them. As in `answers`, the type checker holds the one to the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict  # pydantic takes typing's own from Python 3.12 on

from .answers import As, MemoryJson, Page, Time
from .models import CorrectionKind, HandedContext, HandedItem, Namespace, Question, QuestionAnswer
from .presentation import first_fitting, memory_json, one_memory_json, time_json
from .search.steps import Step

if TYPE_CHECKING:
    from .search import Found, Hit
    from .search.why import WhyNot
    from .services.handing.context import Context
    from .services.handing.corrections import Notice


@with_config(ConfigDict())
class PassageJson(TypedDict):
    """Where a part of a long `content` lies, in characters (code points): from `start`, up to and without `end`."""

    start: int
    end: int


class HitJson(MemoryJson):
    """A memory that a search found. `ranks`: its place in each arm (`text`, `vector`, `entity` …), 1 is best.
    `passage`: the part of a text of more than 550 characters that answers best; null of a shorter one."""

    score: float
    ranks: dict[str, int | None]
    passage: PassageJson | None
    trace: NotRequired[dict[str, Any]]


class HandedJson(HitJson):
    """`mark` is the line of the block that the memory stands in: several memories may share one."""

    mark: str | None


class CorrectionJson(TypedDict):
    """Something that an earlier block told this session and that was wrong: `was` the memory `id` said. `by` says what
    it is, `now`; both are null where it was withdrawn. `mark` is the line of the block."""

    kind: Annotated[str, As(CorrectionKind)]
    mark: str | None
    id: str
    was: str
    by: str | None
    now: str | None


class QuestionJson(TypedDict):
    """`text` is for the user; `about` are the facts in question, the doubtful one first; `answers` what can be said."""

    id: str
    text: str
    about: list[str]
    answers: list[Annotated[str, As(QuestionAnswer)]]
    answer: Annotated[str, As(QuestionAnswer)] | None
    answered_at: Time | None


class ContextJson(TypedDict):
    """`context` is Markdown to put before the model; `degraded` says which part could not take part, and why. By `id`
    the block is given back later; it is null for an empty block and with `explain`, which are not recorded.
    `corrections` stand first in the block. `question` is what the memory would like to be told. `left_off`: how many
    memories more stand in the block than an answer holds."""

    id: str | None
    context: str
    corrections: list[CorrectionJson]
    memories: list[HandedJson]
    left_off: int
    reflection: MemoryJson | None
    question: QuestionJson | None
    degraded: list[str]


class BlockJson(TypedDict):
    """The block alone, for a model that reads each word it is answered: `ContextJson` without the rows behind it."""

    id: str | None
    context: str
    degraded: list[str]


class HookOutputJson(TypedDict):
    hookEventName: str
    additionalContext: str


class HookAnswerJson(TypedDict):
    """What Claude Code reads of a hook; empty where there is nothing to say."""

    hookSpecificOutput: NotRequired[HookOutputJson]


class HandedItemJson(TypedDict):
    """A memory of a recorded block, at `place` in `memories`. `version` changes with the memory's content."""

    id: str
    place: int
    mark: str | None
    version: str


class HandedContextJson(TypedDict):
    """A block as it was handed out. `prompt` is null unless the namespace keeps prompts; its keyed hash is there."""

    id: str
    session_id: str | None
    at: Time
    prompt: str | None
    prompt_hash: str
    context: str
    tokens: int
    memories: list[HandedItemJson]


class HandingJson(TypedDict):
    """One block that a memory stood in."""

    context_id: str
    session_id: str | None
    at: Time
    mark: str | None


class WhyNotJson(TypedDict):
    """Why a memory is not among the hits. `ranks`: its places in the arms; `parts` add up to `score`; `by`: the memory
    that stands in its place; `score_needed`: the last hit's."""

    id: str
    step: Annotated[str, As(Step)]
    detail: str
    place: int | None
    score: float | None
    score_needed: float | None
    by: str | None
    ranks: dict[str, int | None]
    parts: dict[str, float]


class FoundJson(TypedDict):
    """`why_not` where one was asked for; `left_off`: how many hits more there were than an answer holds."""

    results: list[HitJson]
    degraded: list[str]
    left_off: int
    why_not: NotRequired[WhyNotJson]


class HandingsJson(Page):
    results: list[HandingJson]


def hit_json(hits: Sequence[Hit], namespace: Namespace | Sequence[Namespace]) -> list[HitJson]:
    """Hit objects: the memory with its score, ranks and passage, and the trace where one was asked for."""
    shown = memory_json([hit.memory for hit in hits], namespace)
    return [_hit(memory, hit) for memory, hit in zip(shown, hits, strict=True)]


def _hit(memory: MemoryJson, hit: Hit) -> HitJson:
    # mypy thinks of a `trace` that a subtype of MemoryJson might bring along.
    found: HitJson = {**memory, "score": hit.score, "ranks": hit.ranks, "passage": None}  # type: ignore[typeddict-item]
    if hit.passage is not None:
        found["passage"] = {"start": hit.passage.start, "end": hit.passage.end}
    if hit.trace is not None:
        found["trace"] = hit.trace
    return found


def found_json(found: Found, namespace: Namespace | Sequence[Namespace]) -> FoundJson:
    """A search's hits, as many as an answer holds."""
    hits, left_off = first_fitting(hit_json(found.hits, namespace))
    return {"results": hits, "degraded": found.degraded, "left_off": left_off}


def why_not_json(uid: str, fate: WhyNot) -> WhyNotJson:
    return {
        "id": uid,
        "step": fate.step,
        "detail": fate.detail,
        "place": fate.place,
        "score": fate.score,
        "score_needed": fate.score_needed,
        "by": fate.by,
        "ranks": fate.ranks,
        "parts": fate.parts,
    }


def context_json(
    built: Context, namespace: Namespace | Sequence[Namespace], question: Question | None = None
) -> ContextJson:
    hits, left_off = first_fitting(hit_json(built.hits, namespace))
    return {
        "id": built.id,
        "context": built.block,
        "corrections": [correction_json(notice) for notice in built.corrections],
        "memories": [
            {**shown, "mark": built.marks.get(hit.memory.pk)} for shown, hit in zip(hits, built.hits, strict=False)
        ],
        "left_off": left_off,
        "reflection": one_memory_json(built.reflection, namespace) if built.reflection else None,
        "question": question_json(question) if question else None,
        "degraded": built.degraded,
    }


def question_json(question: Question) -> QuestionJson:
    return {
        "id": question.uid,
        "text": question.text,
        "about": [fact.uid for fact in question.about],
        "answers": list(question.answers),
        "answer": question.answer or None,
        "answered_at": time_json(question.answered_at),
    }


def handed_context_json(context: HandedContext, items: Sequence[HandedItem]) -> HandedContextJson:
    """A recorded block with its items, whose memories are loaded."""
    return {
        "id": context.uid,
        "session_id": context.session_id or None,
        "at": time_json(context.at),
        "prompt": context.prompt or None,
        "prompt_hash": context.prompt_hash,
        "context": context.block,
        "tokens": context.tokens,
        "memories": [
            {"id": item.memory.uid, "place": item.place, "mark": item.mark or None, "version": item.version}
            for item in items
        ],
    }


def correction_json(notice: Notice) -> CorrectionJson:
    return {
        "kind": notice.kind,
        "mark": notice.mark or None,
        "id": notice.memory.uid,
        "was": notice.memory.content,
        "by": notice.by[1] if notice.by else None,
        "now": notice.now or None,
    }


def handing_json(items: Sequence[HandedItem]) -> list[HandingJson]:
    """Where a memory went; the contexts are loaded."""
    return [
        {
            "context_id": item.context.uid,
            "session_id": item.context.session_id or None,
            "at": time_json(item.context.at),
            "mark": item.mark or None,
        }
        for item in items
    ]
