"""What one namespace may take up: memories, bytes of text, sessions that wait. Beyond it a write is refused.

The figures stand in the namespace's row and change in the transaction that adds or removes memories, so that no request
counts anything. `recount` compares them with the rows, each night and after an erasure. What the service itself derives
is counted and never refused: it is bounded by what it is drawn from.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from django.db import connection
from django.db.models import BinaryField, Count, F, Func, IntegerField, Sum
from django.db.models.functions import Cast, Greatest, Length

from ..models import Memory, Namespace, NamespaceSettings
from .errors import QuotaReached

MIB = 1 << 20  # bytes
MOST_LOOKED_AT = 100  # namespaces, of each quota the fullest, whose shares the metrics tell


class Quota(StrEnum):
    MEMORIES = "memories"
    TEXT = "text"
    SESSIONS = "sessions"


class Used(NamedTuple):
    """What a namespace takes up: how many memories, and bytes of their text as UTF-8."""

    memories: int
    text_bytes: int


def size_of(texts: Iterable[str]) -> int:
    """Bytes of the texts as UTF-8."""
    return sum(len(text) if text.isascii() else len(text.encode()) for text in texts)


def check(own: NamespaceSettings, used: Used) -> None:
    """Raises QuotaReached where a namespace that would take up so much may not."""
    if own.max_memories and used.memories > own.max_memories:
        raise QuotaReached(Quota.MEMORIES, f"This namespace holds at most {own.max_memories:,} memories.")
    if own.max_text_mib and used.text_bytes > own.max_text_mib * MIB:
        raise QuotaReached(Quota.TEXT, f"This namespace holds at most {own.max_text_mib:,} MiB of text.")


def too_many_wait(own: NamespaceSettings) -> QuotaReached:
    """So many sessions wait for consolidation that no new one may begin."""
    most = own.max_waiting_sessions
    return QuotaReached(
        Quota.SESSIONS, f"{most:,} sessions of this namespace wait for consolidation: no new one begins before."
    )


def add(namespace: Namespace, used: Used, *, refuses: bool) -> None:
    """Count what the running transaction adds; with `refuses`, raises QuotaReached beyond the namespace's limits."""
    rows = Namespace.objects.filter(pk=namespace.pk)
    rows.update(
        memories=Greatest(F("memories") + used.memories, 0), text_bytes=Greatest(F("text_bytes") + used.text_bytes, 0)
    )
    if refuses:
        check(namespace.own, Used(*rows.values_list("memories", "text_bytes").get()))


def recount(*namespaces: int) -> int:
    """Set the figures of these namespaces, or of all, to what their rows tell; answers how many were wrong. One that is
    written to meanwhile is left for the next time."""
    size: Func = Length(Cast("content", BinaryField()))
    if connection.vendor != "sqlite":
        size = Func("content", function="octet_length", output_field=IntegerField())  # its cast reads escapes
    wrong = 0
    for pk in namespaces or list(Namespace.objects.order_by("pk").values_list("pk", flat=True)):
        kept = Namespace.objects.filter(pk=pk).values("memories", "text_bytes").get()
        told = Memory.objects.within(pk).aggregate(memories=Count("pk"), text_bytes=Sum(size, default=0))
        if told != kept:
            wrong += Namespace.objects.filter(pk=pk, **kept).update(**told)
    return wrong


def shares() -> dict[Quota, float]:
    """The largest share of each quota of what is stored that a namespace has used."""
    among = Namespace.objects.all()
    looked_at = {
        namespace.pk: namespace
        for rows in (among.order_by("-memories"), among.order_by("-text_bytes"), among.exclude(settings={}))
        for namespace in rows[:MOST_LOOKED_AT]
    }
    found = dict.fromkeys((Quota.MEMORIES, Quota.TEXT), 0.0)
    for namespace in looked_at.values():
        own = namespace.own
        if own.max_memories:
            found[Quota.MEMORIES] = max(found[Quota.MEMORIES], namespace.memories / own.max_memories)
        if own.max_text_mib:
            found[Quota.TEXT] = max(found[Quota.TEXT], namespace.text_bytes / (own.max_text_mib * MIB))
    return found
