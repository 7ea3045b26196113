"""What narrows the list of memories. Each filter is one condition that an index or a short walk answers."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, cast

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.contrib.filters.admin import DropdownFilter, RangeDateFilter, TextFilter

from ..models import EntityAlias, Kind, Memory, MemoryEntity, MemorySource, Origin, name_key
from ..models.memories import MemoryQuerySet
from . import scope

Rows = QuerySet[Memory]
BANDS = {"low": (0.0, 0.3), "doubtful": (0.3, 0.5), "fair": (0.5, 0.8), "high": (0.8, 1.01)}


class StateFilter(DropdownFilter):
    title = "state"
    parameter_name = "state"
    all_option = ("", "Active")

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("protected", "Protected"), ("superseded", "Superseded"), ("to_be_superseded", "To be superseded"),
            ("retired", "Retired"), ("quarantined", "In quarantine"),
            ("all", "Active and retired"),
        ]  # fmt: skip

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        value = self.value()
        if value == "all":
            return queryset
        if value == "quarantined":
            return queryset.filter(quarantine__isnull=False)
        if value == "retired":
            return queryset.filter(valid_until__isnull=False)
        active = queryset.filter(valid_until__isnull=True)
        if value == "protected":
            return active.filter(decay_rate=0.0)
        if value == "to_be_superseded":
            return active.filter(invalid_at__gt=timezone.now())
        return active.filter(invalid_at__lte=timezone.now()) if value == "superseded" else active


class ConfidenceFilter(DropdownFilter):
    title = "confidence"
    parameter_name = "confidence"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, f"{name.capitalize()} ({low:.1f}–{min(high, 1.0):.1f})") for name, (low, high) in BANDS.items()]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        band = BANDS.get(self.value() or "")
        return queryset.filter(confidence__gte=band[0], confidence__lt=band[1]) if band else queryset


class RecallFilter(DropdownFilter):
    title = "recalls"
    parameter_name = "recalled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Recalled"), ("often", "Five times or more"), ("no", "Never recalled")]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        wanted = {"yes": Q(access_count__gt=0), "often": Q(access_count__gte=5), "no": Q(access_count=0)}
        return queryset.filter(wanted[self.value()]) if self.value() in wanted else queryset


class OriginFilter(DropdownFilter):
    title = "origin"
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(Origin.choices)

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        if self.value() not in Origin.values:
            return queryset
        if request.GET.get("kind__exact") == Kind.FACT:  # which have an index of origins
            queryset = cast("MemoryQuerySet", queryset).facts_word_for_word()
        return queryset.filter(origin=self.value())


class SessionFilter(TextFilter):
    title = "session"
    parameter_name = "session"

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        return queryset.filter(session_id=self.value().strip()) if self.value() else queryset


class TagFilter(TextFilter):
    title = "tag"
    parameter_name = "tag"

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        return cast("MemoryQuerySet", queryset).tagged([self.value()]) if self.value() else queryset


class EntityFilter(TextFilter):
    title = "entity"
    parameter_name = "entity"

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """By name, alias or id."""
        if not self.value():
            return queryset
        text = self.value().strip()
        desk = scope.desk_of(request)
        from ..models import Entity

        aliased = EntityAlias.objects.filter(alias_key=name_key(text)).values("entity_id")
        named = desk.rows(Entity).filter(Q(uid=text) | Q(name_key=name_key(text)) | Q(pk__in=aliased))
        keys = list(named.values_list("pk", flat=True)[:50])
        return queryset.filter(pk__in=MemoryEntity.objects.filter(entity_id__in=keys).values("memory_id"))


class SourceFilter(TextFilter):
    title = "source id"
    parameter_name = "source"

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """What was learnt from one turn or fact."""
        if not self.value():
            return queryset
        source = (
            scope.desk_of(request).rows(Memory).filter(uid=self.value().strip()).values_list("pk", flat=True).first()
        )
        # By its key: a planner that has to guess how many sources there are may read every link for every memory.
        return queryset.filter(pk__in=MemorySource.objects.filter(source_id=source or 0).values("memory_id"))


class DayRangeFilter(RangeDateFilter):
    """From one day to another, both whole: unfold's own ends at the last day's first moment, without a timezone."""

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        first, last = (self._day(f"{self.parameter_name}_{end}") for end in ("from", "to"))
        if first is not None:
            queryset = queryset.filter(**{f"{self.parameter_name}__gte": first})
        if last is not None:
            queryset = queryset.filter(**{f"{self.parameter_name}__lt": last + timedelta(days=1)})
        return queryset

    def _day(self, name: str) -> datetime | None:
        try:
            day = date.fromisoformat(str(self.used_parameters.get(name, "")))
            return timezone.make_aware(datetime.combine(day, time.min)) if 1 < day.year < 9999 else None
        except ValueError:
            return None


class DaysFilter(DropdownFilter):
    """Facts that decay will retire within so many days."""

    title = "forecast"
    parameter_name = "retires"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("7", "Retired by decay in 7 days"), ("30", "Retired by decay in 30 days")]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        if self.value() not in {"7", "30"}:
            return queryset
        from ..services.memories import decay

        return decay.falling_within(queryset, float(self.value()))
