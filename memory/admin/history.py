"""History over a whole namespace: who changed what, read only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from unfold.contrib.filters.admin import TextFilter
from unfold.decorators import display

from ..models import Entity, Event, Memory, Metadata
from . import base, roles
from .filters import DayRangeFilter


class KindFilter(TextFilter):
    title = "kind"
    parameter_name = "kind"

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(kind=self.value().strip()) if self.value() else queryset


class ActorFilter(TextFilter):
    title = "who"
    parameter_name = "actor"

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(actor=self.value().strip()) if self.value() else queryset


@admin.register(Event)
class EventAdmin(base.ReadOnlyAdmin):
    list_display = ("happened", "kind", "actor", "about", "reason")
    list_display_links = ("about",)
    list_filter = (KindFilter, ActorFilter, ("at", DayRangeFilter))
    search_fields = ("subject",)
    search_help_text = "By the id of a memory or an entity."
    ordering = ("-seq",)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        return queryset.filter(subject=search_term.strip()) if search_term.strip() else queryset, False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """An event is told on the page of what it happened to."""
        roles.require(request, roles.VIEW)
        event = self.get_object(request, object_id)
        if event is None:
            return self.gone(request, object_id)
        for model, name in ((Memory, "memory"), (Entity, "entity")):
            row = model.objects.within(event.namespace_id).filter(uid=event.subject).first()
            if row is not None:
                return HttpResponseRedirect(f"{reverse(f'admin:memory_{name}_change', args=[row.pk])}#history")
        return super().change_view(request, object_id, form_url, extra_context)  # type: ignore[no-any-return]

    @display(description="When", ordering="at")
    def happened(self, event: Event) -> str:
        return base.when(event.at)

    @display(description="Subject")
    def about(self, event: Event) -> str:
        text = str(event.after.get("content") or event.before.get("content") or event.subject)
        return format_html('<span class="desk-claim">{}</span>', text[:140])


@admin.register(Metadata)
class MetadataAdmin(base.ReadOnlyAdmin):
    list_display = ("key", "value")

    def get_queryset(self, request: HttpRequest) -> Any:
        return Metadata.objects.order_by("key")
