"""The list of memories: searched as an agent searches, filtered, and acted on in bulk."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import admin, messages
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from unfold.decorators import display

from ..models import Kind, Memory
from ..search import hybrid_search
from . import base, bulk, filters, one_memory, roles, scope

SEARCH_LIMIT = 50
UID = re.compile(r"(?:fact|ep|ref)_[0-9a-z]{20,}")


def _bulk_action(name: str) -> Any:
    def action(model_admin: Any, request: HttpRequest, queryset: QuerySet[Memory]) -> HttpResponse | None:
        return bulk.preview(request, name, queryset)

    action.__name__ = f"bulk_{name}"
    return admin.action(description=bulk.BULK[name], permissions=["curate"])(action)


@admin.register(Memory)
class MemoryAdmin(base.DeskModelAdmin):
    list_display = ("claim", "state", "how_sure", "recalls", "happened", "where", "labels")
    list_display_links = ("claim",)
    ordering = ("-rowid",)
    search_fields = ("content",)
    search_help_text = "Search as an agent does: by words, meaning and names. A fact's id works too."
    list_filter = (
        filters.StateFilter, filters.ConfidenceFilter, filters.DaysFilter, filters.RecallFilter,
        filters.OriginFilter, filters.SessionFilter, filters.TagFilter, filters.EntityFilter, filters.SourceFilter,
        ("event_time", filters.DayRangeFilter), ("created_at", filters.DayRangeFilter),
    )  # fmt: skip
    actions = [_bulk_action(name) for name in bulk.BULK]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Memory]:
        return super().get_queryset(request).defer("embedding")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Memory], search_term: str
    ) -> tuple[QuerySet[Memory], bool]:
        text = search_term.strip()
        if not text:
            return queryset, False
        if UID.fullmatch(text):
            return queryset.filter(uid=text), False
        desk = scope.of(request)
        if desk.namespace is None:
            messages.warning(request, "Pick one namespace to search by words and meaning.")
            return queryset.none(), False
        if request.GET.get("state") in {"retired", "all"}:
            messages.info(request, "Retired memories are searched by their plain text.")
            return queryset.filter(content__icontains=text), False
        kind = request.GET.get("kind__exact")
        found = hybrid_search(desk.namespace, text, kind=kind if kind in Kind.values else None, limit=SEARCH_LIMIT)
        for note in found.degraded:
            messages.warning(request, f"Search is degraded: {note}.")
        places = [When(pk=hit.memory.pk, then=Value(place)) for place, hit in enumerate(found.hits)]
        narrowed = queryset.filter(pk__in=[hit.memory.pk for hit in found.hits])
        if places:
            narrowed = narrowed.annotate(search_place=Case(*places, output_field=IntegerField()))
            narrowed = narrowed if request.GET.get("o") else narrowed.order_by("search_place")
        return narrowed, False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        roles.require(request, roles.VIEW)
        memory = self.get_object(request, object_id)
        if memory is None:
            return self.gone(request, object_id)
        return one_memory.show_page(request, memory)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return HttpResponseRedirect(f"{reverse('admin:memory_memory_change', args=[object_id])}#history")

    @display(description="Memory")
    def claim(self, memory: Memory) -> str:
        text = memory.content if len(memory.content) <= 180 else f"{memory.content[:179]}…"
        who = f"{memory.source_role}: " if memory.kind == Kind.EPISODE and memory.source_role else ""
        return format_html('<span class="desk-claim">{}{}</span>', who, text)

    @display(description="State")
    def state(self, memory: Memory) -> str:
        return format_html_join(" ", "{}", ((base.badge(word),) for word in one_memory.states(memory)))

    @display(description="Confidence", ordering="confidence")
    def how_sure(self, memory: Memory) -> str:
        return base.meter(memory.confidence) if memory.kind == Kind.FACT else "–"

    @display(description="Recalls", ordering="access_count")
    def recalls(self, memory: Memory) -> int:
        return memory.access_count

    @display(description="When", ordering="event_time")
    def happened(self, memory: Memory) -> str:
        return base.when(memory.event_time)

    @display(description="Session")
    def where(self, memory: Memory) -> str:
        if not memory.session_id:
            return "–"
        target = f"{reverse('admin:memory_session_of', args=[memory.namespace_id])}?id={memory.session_id}"
        return format_html('<a class="desk-link" href="{}">{}</a>', target, memory.session_id)

    @display(description="Tags")
    def labels(self, memory: Memory) -> str:
        return format_html_join(" ", "{}", ((base.badge(str(tag), ""),) for tag in memory.tags[:4]))
