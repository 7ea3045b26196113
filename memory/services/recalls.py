"""Recalls: a fact that was shown matters still. Once per fact and session, or per day where no session is given."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from .. import background
from ..models import ALL, Kind, Memory, Recall


def record(memories: Iterable[Memory], *, session_id: str | None, via: str) -> None:
    """Note that these facts were shown, off the response's path. Episodes and reflections do not decay: not noted."""
    rowids = [memory.pk for memory in memories if memory.kind == Kind.FACT]
    if rowids:
        moment = timezone.now()
        background.later(lambda: record_now(rowids, session_id=session_id, via=via, at=moment))


def record_now(rowids: list[int], *, session_id: str | None, via: str, at: datetime | None = None) -> int:
    """Write the recalls of `rowids`; answers how many counted. A recall restores confidence to its base."""
    moment = at or timezone.now()
    day = moment.date()
    occasion = f"s:{session_id}" if session_id else f"d:{day.isoformat()}"
    with transaction.atomic():
        seen = set(Recall.objects.filter(memory_id__in=rowids, occasion=occasion).values_list("memory_id", flat=True))
        fresh = [rowid for rowid in dict.fromkeys(rowids) if rowid not in seen]
        active = set(Memory.objects.across(ALL).facts().active().filter(pk__in=rowids).values_list("pk", flat=True))
        fresh = [rowid for rowid in fresh if rowid in active]
        Recall.objects.bulk_create(
            [
                Recall(memory_id=rowid, occasion=occasion, session_id=session_id or "", day=day, via=via, at=moment)
                for rowid in fresh
            ],
            ignore_conflicts=True,
        )
        Memory.objects.across(ALL).filter(pk__in=active).update(
            last_accessed=moment, confidence=F("base_confidence")
        )
        Memory.objects.across(ALL).filter(pk__in=fresh).update(access_count=F("access_count") + 1)
    return len(fresh)
