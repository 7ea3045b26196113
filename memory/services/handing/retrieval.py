"""Searching as agents and tools do it: hybrid search, and the recalls that it leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict, Unpack

from ...models import Namespace
from ...models.purposes import NOTHING_HIDDEN, Hidden
from ...search import Filters, Found, hybrid_search
from ...search import why as reasons
from ...search.apart import apart
from ...search.why import WhyNot
from . import recalls


class Narrowing(TypedDict, total=False):
    """What a caller may narrow a search by, and how many hits it wants; each may be left out. `hidden` is what the
    caller's key never sees, `others` are namespaces that are searched as well."""

    kind: str | None
    tags: Sequence[str]
    limit: int
    exclude_session_id: str | None
    session_id: str | None
    event_after: datetime | None
    event_before: datetime | None
    as_of: datetime | None
    valid_at: datetime | None
    known_at: datetime | None
    attributes: Mapping[str, Any] | None
    hidden: Hidden
    others: Sequence[Namespace]


def search(
    namespace: Namespace, query: str, *, explain: bool = False, record: bool = True, **asked: Unpack[Narrowing]
) -> Found:
    """The best memories for `query` under the given filters, of now or of the time that `valid_at` and `known_at` name.

    What is shown counts as recalled where it is related to the query (`Hit.related`), but for `explain`, and for a look
    into the past: it says nothing of what matters today.
    """
    found = apart(lambda: hybrid_search(namespace, query, explain=explain, **_narrowed(asked)))
    if record and not explain and asked.get("valid_at") is None and asked.get("known_at") is None:
        shown = (hit.memory for hit in found.hits if hit.related)
        recalls.record(shown, session_id=asked.get("exclude_session_id"), via="search")
    return found


def why_not(
    namespace: Namespace, query: str, uid: str, *, only_related: bool = False, **asked: Unpack[Narrowing]
) -> WhyNot:
    """At which step of `search` with the same arguments the memory `uid` fell out, if it did."""
    return reasons.why_not(namespace, query, uid, only_related=only_related, **_narrowed(asked))


def _narrowed(asked: Narrowing) -> dict[str, Any]:
    """The same as `hybrid_search` and `why.why_not` take it."""
    filters = Filters(
        tuple(asked.get("tags", ())), asked.get("exclude_session_id"), asked.get("session_id"),
        asked.get("event_after"), asked.get("event_before"), dict(asked.get("attributes") or {}),
    )  # fmt: skip
    return {
        "kind": asked.get("kind"), "limit": asked.get("limit", 10), "filters": filters, "as_of": asked.get("as_of"),
        "valid_at": asked.get("valid_at"), "known_at": asked.get("known_at"),
        "hidden": asked.get("hidden", NOTHING_HIDDEN), "others": tuple(asked.get("others", ())),
    }  # fmt: skip
