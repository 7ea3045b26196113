"""Searching as agents and tools do it: hybrid search, and the recalls that it leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from ..models import Namespace
from ..search import Filters, Found, hybrid_search
from ..search import why as reasons
from ..search.why import WhyNot
from . import recalls


def search(
    namespace: Namespace,
    query: str,
    *,
    kind: str | None = None,
    tags: Sequence[str] = (),
    limit: int = 10,
    exclude_session_id: str | None = None,
    session_id: str | None = None,
    event_after: datetime | None = None,
    event_before: datetime | None = None,
    as_of: datetime | None = None,
    valid_at: datetime | None = None,
    known_at: datetime | None = None,
    attributes: Mapping[str, Any] | None = None,
    explain: bool = False,
    record: bool = True,
) -> Found:
    """The best memories for `query` under the given filters, of now or of the time that `valid_at` and `known_at` name.

    What is shown counts as recalled where it is related to the query (`Hit.related`), but for `explain`, and for a look
    into the past: it says nothing of what matters today.
    """
    filters = Filters(
        tuple(tags), exclude_session_id, session_id, event_after, event_before, dict(attributes or {})
    )
    found = hybrid_search(
        namespace, query, kind=kind, limit=limit, filters=filters, as_of=as_of, valid_at=valid_at, known_at=known_at,
        explain=explain,
    )  # fmt: skip
    if record and not explain and valid_at is None and known_at is None:
        recalls.record((hit.memory for hit in found.hits if hit.related), session_id=exclude_session_id, via="search")
    return found


def why_not(
    namespace: Namespace,
    query: str,
    uid: str,
    *,
    kind: str | None = None,
    tags: Sequence[str] = (),
    limit: int = 10,
    exclude_session_id: str | None = None,
    session_id: str | None = None,
    event_after: datetime | None = None,
    event_before: datetime | None = None,
    as_of: datetime | None = None,
    valid_at: datetime | None = None,
    known_at: datetime | None = None,
    attributes: Mapping[str, Any] | None = None,
    only_related: bool = False,
) -> WhyNot:
    """At which step of `search` with the same arguments the memory `uid` fell out, if it did."""
    filters = Filters(
        tuple(tags), exclude_session_id, session_id, event_after, event_before, dict(attributes or {})
    )
    return reasons.why_not(
        namespace, query, uid, kind=kind, limit=limit, filters=filters, as_of=as_of, valid_at=valid_at,
        known_at=known_at, only_related=only_related,
    )  # fmt: skip
