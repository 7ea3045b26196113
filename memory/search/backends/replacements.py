"""Of the replacements that a database found, those that the caller may be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from ...models import Memory
from ...models.memories import MemoryQuerySet
from ..scope import Scope
from .base import Replacement


def tellable(scope: Scope, rows: Sequence[Sequence[Any]]) -> list[Replacement]:
    """Of rows as Replacement has them, each with the rowid of the replaced fact behind it: those of which neither fact
    is hidden from who asks, and what holds now does not wait for a review. Two statements at most."""
    told = [(Replacement(*row), was) for *row, was in rows]
    if not told or not (scope.withholds or scope.hidden):
        return [one for one, _ in told]
    seen = Memory.objects.within(scope.namespace).without(scope.hidden)
    holding = set(_among(seen.not_waiting() if scope.withholds else seen, {one.by for one, _ in told}))
    replaced = set(_among(seen, {was for _, was in told})) if scope.hidden else {was for _, was in told}
    return [one for one, was in told if one.by in holding and was in replaced]


def _among(rows: MemoryQuerySet, rowids: set[int]) -> QuerySet[Memory, int]:
    return rows.filter(pk__in=rowids).values_list("pk", flat=True)
