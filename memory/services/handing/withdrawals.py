"""What was erased after a session was told it: the next block of that session says that its lines were withdrawn.

A notice names the lines and their block's day, and nothing of what they said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ...models import ALL, Namespace, WithdrawnNotice
from .corrections import MOST_AT_ONCE, REPEATED, may_be_due


class HandedLines(NamedTuple):
    """A block that a session was handed: its lines that are erased, as (mark, the memories behind it, by rowid)."""

    session_id: str
    at: datetime
    lines: tuple[tuple[str, frozenset[int]], ...]


def owe(namespace: Namespace, blocks: Iterable[HandedLines]) -> None:
    """Each session is owed a notice on what is erased of it, by the latest block that told it."""
    known: dict[str, set[int]] = {}
    rows = []
    for block in sorted((block for block in blocks if block.session_id), key=lambda block: block.at, reverse=True):
        settled = known.setdefault(block.session_id, set())
        fresh = [(mark, memories) for mark, memories in block.lines if not memories <= settled]
        if fresh:
            marks = sorted({mark for mark, _ in fresh}, key=lambda mark: (len(mark), mark))
            rows.append(_row(namespace, block, marks))
            settled.update(*(memories for _, memories in fresh))
    WithdrawnNotice.objects.bulk_create(rows)


def _row(namespace: Namespace, block: HandedLines, marks: Sequence[str]) -> WithdrawnNotice:
    longest = WithdrawnNotice._meta.get_field("marks").max_length
    text = ", ".join(marks)
    return WithdrawnNotice(
        namespace=namespace,
        session_id=block.session_id,
        # So many lines that they cannot be named are nearly all of the block.
        marks=text if len(text) <= (longest or 0) else "",
        handed_at=block.at,
        at=timezone.now(),
    )


def due(namespace: Namespace, session_id: str, prompt_hash: str, now: datetime) -> list[WithdrawnNotice]:
    """What this session is to be told now, the oldest first; what it was told on the same prompt a moment ago, again.
    One indexed read where nothing is due, two where something is."""
    if not may_be_due(WithdrawnNotice, namespace, session_id, now):
        return []
    untold = Q(told_at__isnull=True) | Q(told_at__gt=now - REPEATED, told_prompt=prompt_hash)
    rows = WithdrawnNotice.objects.within(namespace).filter(untold, session_id=session_id)
    return list(rows.order_by("pk")[:MOST_AT_ONCE])


def claim(notices: Collection[WithdrawnNotice], prompt_hash: str, now: datetime) -> list[WithdrawnNotice]:
    """Those that this block may tell: what another request has told meanwhile is left out.

    Raises django.db.Error where the store cannot be written.
    """
    fresh = [notice.pk for notice in notices if notice.told_at is None]
    if not fresh:
        return list(notices)
    with transaction.atomic():
        rows = WithdrawnNotice.objects.across(ALL).filter(pk__in=fresh)
        rows.filter(told_at__isnull=True).update(told_at=now, told_prompt=prompt_hash)
        mine = set(rows.filter(told_at=now, told_prompt=prompt_hash).values_list("pk", flat=True))
    return [notice for notice in notices if notice.told_at is not None or notice.pk in mine]


def forget(namespace: Namespace, session_ids: Collection[str]) -> None:
    """These sessions are erased themselves."""
    WithdrawnNotice.objects.within(namespace).filter(session_id__in=session_ids).delete()


def purge(namespace: Namespace, before: datetime) -> None:
    """Forget what was erased before then, told or not."""
    WithdrawnNotice.objects.within(namespace).filter(at__lt=before).delete()
