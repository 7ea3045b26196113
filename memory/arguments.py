"""What callers say, in the shapes that the API's bodies and the tools' arguments share. Each adds its own to them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from .fields import (
    Attributes,
    Confidence,
    Content,
    Limit,
    NewTags,
    Query,
    Reason,
    SessionId,
    Tags,
    When,
    instant,
    offset,
)
from .models import Kind
from .services.talk.turns import NewMessage
from .text import ROLES

ShortText = Annotated[str, StringConstraints(max_length=255)]
ExternalId = Annotated[str, StringConstraints(min_length=1, max_length=255)]
Role = Literal["user", "assistant", "tool", "system"]
assert Role.__args__ == ROLES  # type: ignore[attr-defined]


class TurnArguments(BaseModel):
    role: Role
    content: Content
    name: ShortText | None = Field(None, description="The speaker or agent; `source_role` is it, else the role.")
    event_time: When | None = Field(None, description="When it was said; now if left out.")
    external_id: ExternalId | None = Field(None, description="The caller's own id, unique within the session.")
    tags: NewTags | None = None
    attributes: Attributes | None = None
    remember: bool = Field(True, description="false: nothing of it is kept, learnt or found.")


def as_turn(message: TurnArguments) -> NewMessage:
    said = message.event_time
    return NewMessage(
        role=message.role,
        content=message.content,
        name=message.name or "",
        event_time=instant(said),
        event_offset=offset(said),
        external_id=message.external_id,
        tags=message.tags or (),
        attributes=message.attributes or {},
        remember=message.remember,
    )


class ContextArguments(BaseModel):
    prompt: Query
    session_id: SessionId | None = Field(None, description="The current session: its own memories are left out.")
    limit: Limit = Field(5, description="At most so many facts.")
    max_tokens: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(None, description="Of all; 800 if left out.")


class SearchArguments(BaseModel):
    query: Query = Field(description="What to look for, in plain words. Cut after 8 KiB, not refused.")
    kind: Annotated[Kind, Field(strict=False)] | None = Field(None, description="Everything if left out.")
    tags: Tags | None = Field(None, description="Only memories that carry all of these tags.")
    limit: Limit = 10
    exclude_session_id: SessionId | None = Field(None, description="Leave out one session's own memories.")
    event_after: When | None = None
    event_before: When | None = None


class FactArguments(BaseModel):
    content: Content = Field(
        description="One self-contained claim, in the third person: who, what, when. Not blank; up to 256 KiB of UTF-8."
    )
    tags: NewTags | None = None
    event_time: When | None = Field(None, description="When it happens or happened, if it has a time.")
    confidence: Confidence = 1.0


class CorrectionArguments(BaseModel):
    content: Content = Field(description="The whole fact as it should read. Not blank; up to 256 KiB of UTF-8.")
    reason: Reason = ""
