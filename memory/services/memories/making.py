"""New rows of facts, many in a few statements: with their sources, what is known of their time, and quarantine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from ...models import Kind, Memory, MemorySource, Namespace, Origin
from ...models.memories import new_uid
from ...search.backends import backend
from .. import history, quarantine, quotas, trust, validity
from ..quotas import Used

# What the service itself answers among a memory's attributes: not a caller's to set or to drop.
OWN_ATTRIBUTES = history.LINEAGE_ATTRIBUTES | history.UNTOLD_ATTRIBUTES


@dataclass(frozen=True)
class Draft:
    """A fact's `row` before it is written; the rowids of its `sources`, when the last of these was `said`, and from
    when on it holds, where that is `announced`."""

    row: Memory
    screened: trust.Screened
    sources: Sequence[int] = ()
    said: datetime | None = None
    announced: datetime | None = None


def row(namespace: Namespace, content: str, screened: trust.Screened, **fields: Any) -> Memory:
    """A fact that is not written yet; `fields` are the row's. What was `screened` and found wanting is retired from its
    first moment."""
    fields["attributes"] = callers_own(fields.get("attributes", {}))
    if screened.finding:
        fields["valid_until"] = fields.setdefault("created_at", timezone.now())
    return Memory(
        namespace=namespace, kind=Kind.FACT, uid=new_uid(Kind.FACT), content=content.strip(), trust=screened.trust,
        quarantine=screened.quarantine, **fields,
    )  # fmt: skip


def offset(sources: Mapping[str, Memory], uids: Iterable[str]) -> int | None:
    """How far east of UTC the one of these sources was said that was said last."""
    said = [sources[uid] for uid in uids]
    return max(said, key=lambda source: (source.event_time, source.pk)).event_offset if said else None


def callers_own(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in attributes.items() if key not in OWN_ATTRIBUTES}


def make(namespace: Namespace, drafts: Sequence[Draft]) -> None:
    """Write new facts; no duplicates are looked for, and no history is written. Raises QuotaReached for what others
    than the service itself and curators state."""
    rows = [draft.row for draft in drafts]
    limited = any(row.origin not in {Origin.DERIVED, Origin.CURATOR} for row in rows)
    size = quotas.size_of(row.content for row in rows)
    quotas.add(namespace, Used(len(rows), size), refuses=limited)
    with connection.cursor() as cursor, backend().many_at_once(cursor) if size > backend().at_once else nullcontext():
        Memory.objects.bulk_create(rows)
    MemorySource.objects.bulk_create(
        [MemorySource(memory=draft.row, source_id=source) for draft in drafts for source in draft.sources]
    )
    validity.begin([validity.Made(draft.row, draft.said, draft.announced) for draft in drafts])
    quarantine.send(namespace, [(draft.row, draft.screened.finding) for draft in drafts if draft.screened.finding])
