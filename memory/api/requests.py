"""What the API takes: bodies and filters. Unknown fields of a body and unknown filters are refused: a typo must not
lose data.

Plain pydantic, not ninja's Schema: that one looks at each value as if it were a Django object, and the hot path pays.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from ..arguments import (
    ContextArguments,
    CorrectionArguments,
    ExternalId,
    FactArguments,
    SearchArguments,
    TurnArguments,
)
from ..fields import MAX_FILTERS, Attributes, Confidence, Content, Query, Reason, SessionId, Tags, Uid, When
from ..models import (
    WEBHOOK_URL_LENGTH,
    ConflictDecision,
    ConflictStatus,
    EntityType,
    EventKind,
    Kind,
    OperationKind,
    OperationStatus,
    QuestionAnswer,
    ReviewDecision,
    ReviewStatus,
    SessionStatus,
    SupersessionKind,
)
from ..search.composing import Part
from ..tools import ToolSet
from .pagination import ListFilters, Paging

STRICT = ConfigDict(extra="forbid", strict=True)
Alias = Annotated[str, StringConstraints(min_length=1, max_length=200)]
ValidAt = Annotated[When, Field(description="What held then; at `known_at` if left out.")]
KnownAt = Annotated[When, Field(description="As the store knew it then; as it knows it now if left out.")]


class Body(BaseModel):
    model_config = STRICT


class Message(TurnArguments, Body):
    pass


class Messages(Body):
    model_config = STRICT | ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "messages": [
                        {"role": "user", "name": "Maya", "content": "I am allergic to hazelnuts.", "external_id": "m1"},
                        {"role": "assistant", "content": "I will keep that in mind."},
                    ]
                }
            ]
        }
    )

    messages: list[Message] = Field(min_length=1, max_length=settings.MEMORY_MAX_BATCH)


class ContextQuery(ContextArguments, Body):
    include: Annotated[list[Part], Field(min_length=1, max_length=4)] | None = Field(
        None, description="The parts wanted; all if left out."
    )
    include_current: bool = Field(False, description="The current session's own memories too.")
    as_of: When | None = Field(None, description="The reference time for `yesterday` and the like; now if left out.")
    valid_at: ValidAt | None = None
    known_at: KnownAt | None = None
    explain: bool = False


class HookEvent(StrEnum):
    PROMPT = "UserPromptSubmit"
    STOP = "Stop"
    COMPACT = "PreCompact"
    END = "SessionEnd"


class ClaudeCodeHook(BaseModel):
    """A hook's payload. Unlike other bodies it may hold fields that are not known here: the host adds its own."""

    model_config = ConfigDict(extra="ignore", strict=True)

    hook_event_name: HookEvent = Field(strict=False)
    session_id: SessionId
    prompt: Query | None = Field(None, description="What the user typed; needed with `UserPromptSubmit`.")
    turns: Annotated[list[Message], Field(max_length=settings.MEMORY_MAX_BATCH)] | None = Field(
        None, description="What was said since; the hook's command reads it from the transcript."
    )


class SearchQuery(SearchArguments, Body):
    session_id: SessionId | None = None
    as_of: When | None = None
    valid_at: ValidAt | None = None
    known_at: KnownAt | None = None
    attributes: Annotated[dict[str, Any], Field(max_length=MAX_FILTERS)] | None = None
    explain: bool = False
    why_not: Uid | None = Field(None, description="A memory's id: at which step of this search it fell out.")


class NewFact(FactArguments, Body):
    model_config = STRICT | ConfigDict(
        json_schema_extra={"examples": [{"content": "Maya prefers window seats.", "tags": ["preference"]}]}
    )

    kind: Literal["fact"] = "fact"
    session_id: SessionId | None = None
    protected: bool = Field(False, description="A protected fact does not decay.")
    source_ids: Annotated[list[Uid], Field(max_length=100)] | None = None
    external_id: ExternalId | None = None
    attributes: Attributes | None = None


class MemoryChange(Body):
    """What is left out stays as it is."""

    tags: Tags | None = None
    attributes: Attributes | None = None
    protected: bool | None = None


class FactCorrection(CorrectionArguments, Body):
    kind: SupersessionKind = Field(
        SupersessionKind.WRONG,
        strict=False,
        description="`wrong`: the old text never held. `outdated`: it held until now. "
        "`refined`: it holds, and the new one tells more.",
    )


class SessionChange(Body):
    remember: bool = Field(description="false: nothing said in it is kept from now on, and what was said is withdrawn.")


class MergeInto(Body):
    into: Uid = Field(description="The id of the entity that stays.")


class Split(Body):
    """The aliases and memories that belong to another, new entity."""

    aliases: Annotated[list[Alias], Field(max_length=100)] = []
    memory_ids: Annotated[list[Uid], Field(max_length=1000)] = []


class Resolution(Body):
    decision: ConflictDecision = Field(strict=False)
    reason: Reason = ""


class AnswerToQuestion(Body):
    answer: Annotated[QuestionAnswer, Field(strict=False)]
    content: Content | None = Field(None, description="With `no`: what is so instead.")


class ReviewAnswer(Body):
    decision: ReviewDecision = Field(strict=False)
    content: Content | None = Field(None, description="The corrected text; only for `correct`, and needed there.")
    reason: Reason = ""


class NewWebhook(Body):
    url: Annotated[str, StringConstraints(min_length=1, max_length=WEBHOOK_URL_LENGTH)]
    kinds: Annotated[list[Annotated[EventKind, Field(strict=False)]], Field(max_length=len(EventKind))] = Field(
        [], description="Those of the changes that it is told; all if left out."
    )


class WebhookChange(Body):
    paused: bool = Field(description="true: it is told nothing until it goes on; then what happened meanwhile, too.")


class MemoryFilters(Paging):
    kind: Kind | None = None
    session_id: SessionId | None = None
    tag: list[Annotated[str, StringConstraints(min_length=1, max_length=100)]] = Field(
        default=[], max_length=20, description="Memories that carry every one of these."
    )
    entity_id: Uid | None = None
    active: bool | None = Field(None, description="true: not retired; false: retired; both if left out.")
    protected: bool | None = None
    quarantined: bool | None = Field(
        None, description="true: in quarantine, which takes a key with the scope admin; false: not in it."
    )
    min_confidence: Confidence | None = None
    created_after: When | None = None
    created_before: When | None = None
    event_after: When | None = None
    event_before: When | None = None
    valid_at: ValidAt | None = None
    known_at: KnownAt | None = None


class NewErasure(Body):
    """Exactly one of the four says what goes."""

    memory_ids: Annotated[list[Uid], Field(min_length=1, max_length=100)] | None = None
    session_id: SessionId | None = None
    entity_id: Uid | None = Field(None, description="All that speaks of it.")
    namespace: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        None, description="The request's own namespace, whose name is typed once more."
    )
    dry_run: bool = Field(False, description="Only say what would go.")

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if len(self.model_dump(exclude={"dry_run"}, exclude_none=True)) != 1:
            raise ValueError("name one of memory_ids, session_id, entity_id and namespace")
        return self


class EntityFilters(Paging):
    type: EntityType | None = None
    name: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        None, description="A canonical name or an alias, whole; case does not matter."
    )


class OperationFilters(Paging):
    kind: OperationKind | None = None
    status: OperationStatus | None = None


class SessionFilters(Paging):
    status: SessionStatus | None = None


class ConflictFilters(Paging):
    status: ConflictStatus | None = None


class ReviewFilters(Paging):
    status: ReviewStatus | None = None


class ToolFilters(ListFilters):
    set: ToolSet = ToolSet.ORCHESTRATOR
