"""What callers say, in the shapes that the API's bodies and the tools' arguments share. Each adds its own to them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from .fields import Confidence, Content, Limit, Query, Reason, SessionId, Tags, When
from .models import Kind


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
    tags: Tags | None = None
    event_time: When | None = Field(None, description="When it happens or happened, if it has a time.")
    confidence: Confidence = 1.0


class CorrectionArguments(BaseModel):
    content: Content = Field(description="The whole fact as it should read. Not blank; up to 256 KiB of UTF-8.")
    reason: Reason = ""
