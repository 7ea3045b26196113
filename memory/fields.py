"""Single values from outside (times, session ids, contents), for the API and the tools. Each refuses in plain words."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from django.conf import settings
from pydantic import AfterValidator, Field, PlainValidator, StringConstraints, WithJsonSchema

from .text import SESSION_ID, check_content, check_session_id, cut_query, new_tag

NUMBER = re.compile(r"[+-]?\d{1,20}(?:\.\d{0,20})?")
SHORT_DATE = re.compile(r"\d{4,8}")  # 20260511, or a part of it, which is refused; no seconds, as of before March 1973
SPACED_OFFSET = re.compile(r" (\d\d:?\d\d)$")  # a "+" of a query string that was not escaped
FIRST_YEAR, LAST_YEAR = 1, 9999
LONG_DATE = len("2026-01-01T00:00:00.000000000+00:00")


@dataclass(frozen=True)
class Moment:
    """A point in time in UTC, with the offset in minutes that it was sent with.

    The offset tells the speaker's calendar. It is None where none was said: Unix seconds, a naive time, or `Z`, which
    says UTC and nothing of the place (RFC 9557).
    """

    at: datetime
    offset: int | None = None


def moment(value: Any) -> Moment:
    """ISO 8601 (a naive time is UTC) or Unix seconds to a Moment. Raises ValueError with a message for the client."""
    if isinstance(value, Moment):
        return value
    if isinstance(value, str):
        text = value.strip()
        is_number = NUMBER.fullmatch(text) and not SHORT_DATE.fullmatch(text)
        return _from_seconds(float(text)) if is_number else _from_iso(text)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _from_seconds(float(value))
    raise ValueError("must be an ISO 8601 time or Unix seconds")


def instant(moment: Moment | None) -> datetime | None:
    """The point in time alone, where the offset does not matter."""
    return moment.at if moment else None


def offset(moment: Moment | None) -> int | None:
    """How far east of UTC it was told, in minutes."""
    return moment.offset if moment else None


def _from_seconds(seconds: float) -> Moment:
    try:
        if not math.isfinite(seconds):
            raise OverflowError
        return Moment(datetime.fromtimestamp(seconds, UTC))
    except (OverflowError, ValueError, OSError) as error:
        raise ValueError("is out of range: Unix seconds, not milliseconds") from error


def _from_iso(text: str) -> Moment:
    try:
        if len(text) > LONG_DATE:
            raise ValueError
        parsed = datetime.fromisoformat(SPACED_OFFSET.sub(r"+\1", text.upper()))
    except ValueError as error:
        raise ValueError("must be an ISO 8601 time or Unix seconds") from error
    away = parsed.utcoffset()
    if away is None:
        return Moment(parsed.replace(tzinfo=UTC))
    try:
        at = parsed.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"must lie in the years {FIRST_YEAR} to {LAST_YEAR}, in UTC") from error
    # Cut, not rounded: 23:59:30 would be a day, and no zone lies a day away.
    return Moment(at, None if text[-1] in "Zz" else int(away.total_seconds() / 60))


def content(text: str) -> str:
    return check_content(text, settings.MEMORY_MAX_CONTENT_BYTES)


def attributes(given: dict[str, Any]) -> dict[str, Any]:
    if len(json.dumps(given, ensure_ascii=False).encode("utf-8", "surrogatepass")) > MAX_ATTRIBUTES:
        raise ValueError(f"has at most {MAX_ATTRIBUTES:,} bytes as JSON")
    return given


MAX_ATTRIBUTES = 16 << 10  # bytes as JSON: they are handed out with their memory in every list
MAX_FILTERS = 20  # attributes of a search: each one is looked for in each candidate
When = Annotated[
    Moment,
    PlainValidator(moment),
    WithJsonSchema(
        {
            "anyOf": [{"type": "string", "format": "date-time"}, {"type": "number"}],
            "description": "ISO 8601 with an offset (naive means UTC; eight digits are a date), or Unix seconds.",
            "examples": ["2026-03-02T18:05:00+01:00", 1772471100],
        }
    ),
]
SessionId = Annotated[
    str,
    AfterValidator(check_session_id),
    WithJsonSchema({"type": "string", "pattern": f"^{SESSION_ID.pattern}$", "examples": ["chat-1"]}),
]
Content = Annotated[
    str,
    AfterValidator(content),
    Field(min_length=1, description="Not blank; up to 256 KiB of UTF-8. Search and embeddings use its beginning."),
]
Attributes = Annotated[
    dict[str, Any], AfterValidator(attributes), Field(description=f"At most {MAX_ATTRIBUTES >> 10} KiB as JSON.")
]
Query = Annotated[str, AfterValidator(cut_query), Field(description="Cut after 8 KiB, not refused.")]
Tag = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Tags = Annotated[list[Tag], Field(max_length=50)]
NewTags = Annotated[
    list[Annotated[Tag, AfterValidator(new_tag)]],
    Field(max_length=50, description="Without commas; blanks at the ends of one are dropped."),
]
Uid = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Reason = Annotated[str, StringConstraints(max_length=2000)]
Confidence = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Limit = Annotated[int, Field(ge=1, le=100)]
