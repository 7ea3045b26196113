"""The list of memories: searched as an agent searches, filtered, and acted on in bulk."""

from __future__ import annotations

import re
from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator
from unfold.decorators import display

from ..models import BulkAction, Kind, Memory
from ..models.memories import MemoryQuerySet
from ..search import Filters, hybrid_search
from ..text import shortened
from . import addresses, base, bulk, evidence, filters, one_memory, roles, scope

SEARCH_LIMIT = 200
SHOWN = 180  # characters of a memory
EXACT = re.compile(r'"(.*\S.*)"', re.DOTALL)
UID = re.compile(r"(?:fact|ep|ref)_[0-9a-z]{20,}")
LABEL = 32  # characters of a session's id or a tag in the list


def _listed(chosen: BulkAction) -> Any:
    """A bulk action as the list offers it."""

    def action(model_admin: Any, request: HttpRequest, queryset: QuerySet[Memory]) -> HttpResponse | None:
        return bulk.preview(request, chosen, queryset)

    action.__name__ = f"bulk_{chosen}"
    return admin.action(description=chosen.label, permissions=["curate"])(action)


def _found(memory: Memory, text: str) -> list[evidence.Piece]:
    """`text` of a memory in pieces, those marked that the list was searched for."""
    searched = str(getattr(memory, "searched", ""))
    if exact := EXACT.fullmatch(searched):
        return evidence.marked_exactly(text, exact[1])
    return evidence.marked(text, searched) if searched else [(text, "")]


def _say_how_many(request: HttpRequest, text: str, count: int) -> None:
    """What the search found, and the way to all that holds the very words."""
    asked = request.GET.copy()
    asked["q"] = f'"{text}"'
    asked.pop("p", None)
    said = f"The {count} that speak to it most" if count == SEARCH_LIMIT else f"{count or 'None'} of these speaks to it"
    if 1 < count < SEARCH_LIMIT:
        said = f"{count} of these speak to it"
    messages.info(
        request,
        format_html('{}, the best first. <a class="underline" href="?{}">Search the exact words instead</a>', said,
        asked.urlencode()),
    )  # fmt: skip


def _lead_to_hidden(request: HttpRequest, listed: QuerySet[Memory], uid: str) -> None:
    """The way to a memory that was asked for by its id, where the list's filters or its namespace leave it out."""
    memory = scope.desk_of(request).granted_rows(Memory).filter(uid=uid).defer("embedding").first()
    if memory is None or listed.filter(uid=uid).exists():
        return
    messages.info(
        request,
        format_html('This list leaves it out, but it is there: <a class="underline" href="{}"><bdi>{}</bdi></a>',
        reverse("admin:memory_go", args=[uid]), shortened(memory.content, SHOWN)),
    )  # fmt: skip


@admin.register(Memory)
class MemoryAdmin(base.DeskModelAdmin):
    list_display = ("claim", "state", "how_sure", "recalls", "happened", "where", "labels")
    list_display_links = ("claim",)
    ordering = ("-rowid",)
    search_fields = ("content",)
    search_help_text = 'By words, meaning and names, as an agent does; "exact words" in quotes; or a fact\'s id.'
    list_filter = (
        filters.StateFilter, filters.ConfidenceFilter, filters.DaysFilter, filters.RecallFilter,
        filters.OriginFilter, filters.SessionFilter, filters.TagFilter, filters.EntityFilter, filters.SourceFilter,
        ("event_time", filters.DayRangeFilter), ("created_at", filters.DayRangeFilter),
    )  # fmt: skip
    actions = [_listed(action) for action in BulkAction]

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
            _lead_to_hidden(request, queryset, text)
            return queryset.filter(uid=text), False
        if exact := EXACT.fullmatch(text):
            return queryset.filter(content__icontains=exact[1]).annotate(searched=Value(text)), False
        desk = scope.desk_of(request)
        if desk.namespace is None:
            messages.warning(request, "Pick one namespace to search by meaning, or put exact words in quotes.")
            return queryset.none(), False
        if request.GET.get("state") in {"retired", "quarantined", "all"}:
            messages.info(request, "Retired memories are searched by their plain text.")
            return queryset.filter(content__icontains=text).annotate(searched=Value(f'"{text}"')), False
        kind = request.GET.get("kind__exact")
        # The list's own filters narrow the search itself: what they leave over is found however far down it lies.
        found = hybrid_search(
            desk.namespace, text, kind=kind if kind in Kind.values else None, limit=SEARCH_LIMIT,
            filters=Filters(among=cast("MemoryQuerySet", queryset)),
        )  # fmt: skip
        for note in found.degraded:
            messages.warning(request, f"Search is degraded: {note}.")
        hits = [hit.memory.pk for hit in found.hits if hit.related]
        _say_how_many(request, text, len(hits))
        narrowed = queryset.filter(pk__in=hits).annotate(searched=Value(text))
        if hits and not request.GET.get("o"):
            places = [When(pk=key, then=Value(place)) for place, key in enumerate(hits)]
            narrowed = narrowed.annotate(search_place=Case(*places, output_field=IntegerField()))
            narrowed = narrowed.order_by("search_place")
        return narrowed, False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        roles.require(request, roles.VIEW)
        memory = self.get_object(request, object_id)
        if memory is None:
            return self.gone(request, object_id)
        return addresses.public(request, memory) or one_memory.show_page(request, memory)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return HttpResponseRedirect(f"{reverse('admin:memory_memory_change', args=[object_id])}#history")

    @display(description="Memory")
    def claim(self, memory: Memory) -> str:
        text = shortened(memory.content, SHOWN)
        who = f"{memory.source_role}: " if memory.kind == Kind.EPISODE and memory.source_role else ""
        pieces = [format_html("<mark>{}</mark>", piece) if mark else piece for piece, mark in _found(memory, text)]
        said = format_html_join("", "{}", ((piece,) for piece in pieces))
        return format_html('<span class="desk-claim">{}<bdi>{}</bdi></span>', who, said)

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
        return format_html('<a class="desk-link" href="{}">{}</a>', target, Truncator(memory.session_id).chars(LABEL))

    @display(description="Tags")
    def labels(self, memory: Memory) -> str:
        return format_html_join(" ", "{}", ((base.badge(Truncator(tag).chars(LABEL), ""),) for tag in memory.tags[:4]))
