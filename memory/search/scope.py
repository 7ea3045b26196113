"""Which memories a search may find: written once as a queryset, and applied by every arm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, TypedDict

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from ..models import ALL, Memory, Namespace
from ..models.lineage import held_at
from ..models.memories import MemoryQuerySet
from ..models.purposes import NOTHING_HIDDEN, Hidden


@dataclass(frozen=True)
class Filters:
    """What narrows a search beyond namespace, kind and being active."""

    tags: tuple[str, ...] = ()
    exclude_session_id: str | None = None
    session_id: str | None = None
    event_after: datetime | None = None
    event_before: datetime | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)
    among: MemoryQuerySet | None = None  # only rows of this queryset, which becomes a part of each arm's query

    def at(self, start: datetime, end: datetime) -> Filters:
        """These, for what is of [start, end) alone."""
        after = start if self.event_after is None else max(start, self.event_after)
        before = end if self.event_before is None else min(end, self.event_before)
        return replace(self, event_after=after, event_before=before)

    def apply(self, candidates: MemoryQuerySet) -> MemoryQuerySet:
        narrowed = candidates.outside_session(self.exclude_session_id).tagged(list(self.tags))
        if self.session_id is not None:
            narrowed = narrowed.filter(session_id=self.session_id)
        if self.event_after is not None:
            narrowed = narrowed.filter(event_time__gte=self.event_after)
        if self.event_before is not None:
            narrowed = narrowed.filter(event_time__lt=self.event_before)
        for key, value in self.attributes.items():
            narrowed = narrowed.filter(attributes__contains_item=(key, value))
        if self.among is not None:
            # Its conditions, not its rows: SQLite would lay down all of these for each look at a few.
            narrowed = narrowed & self.among.order_by()
        return narrowed


class Within(TypedDict, total=False):
    """What a search is held to beyond its namespace, each as the field of `Scope` of that name; what is left out holds
    nothing back."""

    kind: str | None
    filters: Filters
    valid_at: datetime | None
    known_at: datetime | None
    hidden: Hidden
    others: tuple[Namespace, ...]


@dataclass(frozen=True)
class Scope:
    """`valid_at` asks for what held then, `known_at` for what the store knew then. Of one that is left out: as far as
    is known today; and what held at `known_at`. Without both, a search is about now and reads active memories alone.
    """

    namespace: Namespace
    kind: str | None = None
    filters: Filters = field(default_factory=Filters)
    valid_at: datetime | None = None
    known_at: datetime | None = None
    for_agents: bool = True  # a curator, and whoever looks for duplicates, sees what waits for review, too
    hidden: Hidden = NOTHING_HIDDEN  # what the asker's key never sees; it holds beside the filters, and everywhere
    others: tuple[Namespace, ...] = ()  # which are searched as well

    @property
    def withholds(self) -> bool:
        """Whether facts that wait for a review are left out."""
        return self.for_agents and not self.namespace.own.hand_out_waiting

    @property
    def past(self) -> bool:
        """Whether the search is about another time than now: what is retired since is looked at, too."""
        return self.valid_at is not None or self.known_at is not None

    @property
    def moment(self) -> datetime:
        """The time in the world that the search is about."""
        return self.valid_at or self.known_at or timezone.now()

    @property
    def candidates(self) -> MemoryQuerySet:
        rows = Memory.objects.within(self.namespace)
        rows = rows.filter(self._held) if self.past else rows.active()
        rows = rows.not_waiting() if self.withholds else rows
        rows = rows.without(self.hidden)
        return self.filters.apply(rows.of_kind(self.kind))

    @cached_property
    def _held(self) -> Q:
        return held_at(self.valid_at, self.known_at)

    @cached_property
    def where(self) -> tuple[str, list[Any]]:
        """The candidates' filters as SQL over the table's own name, and its parameters.

        A block leaves one session out each time, and most searches no more. Django takes .2 ms to write the shortest of
        these conditions, and 1 ms to write that, a tenth of a search.
        """
        excluded = self.filters.exclude_session_id
        if excluded:
            sql, params = replace(self, filters=replace(self.filters, exclude_session_id=None)).where
            return f"{sql} AND (memories.session_id IS NULL OR memories.session_id <> %s)", [*params, excluded]
        if not self.narrowed and self.namespace.pk:
            of_kind = (" AND memories.kind = %s", [self.kind]) if self.kind else ("", [])
            sql = "memories.namespace_id = %s AND memories.valid_until IS NULL"
            return sql + of_kind[0], [self.namespace.pk, *of_kind[1]]
        query = self.candidates.query
        sql, params = query.get_compiler(connection=connection).compile(query.where)
        return sql, list(params)

    @cached_property
    def there(self) -> tuple[str, list[Any]]:
        """What of the store there is at the time that the search is about, as SQL over the table's own name."""
        if not self.past and not self.withholds and not self.hidden:
            return "memories.valid_until IS NULL", []
        rows = Memory.objects.across(ALL)
        rows = rows.filter(self._held) if self.past else rows.active()
        query = (rows.not_waiting() if self.withholds else rows).without(self.hidden).query
        sql, params = query.get_compiler(connection=connection).compile(query.where)
        return sql, list(params)

    @property
    def narrowed(self) -> bool:
        """Whether more than namespace, kind and being active must be checked row by row."""
        return self.past or self.withholds or bool(self.hidden) or self.filters != Filters()

    @property
    def each(self) -> list[Scope]:
        """One scope for each namespace that something was written to, this one's first."""
        names = [namespace for namespace in (self.namespace, *self.others) if namespace.pk]
        return [replace(self, namespace=namespace, others=()) for namespace in names] if self.others else [self]
