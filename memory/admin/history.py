"""History over a whole namespace, read only: sentences about who changed what."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from unfold.contrib.filters.admin import DropdownFilter
from unfold.decorators import display

from ..models import (
    Entity,
    Event,
    EventKind,
    Memory,
    Metadata,
    Session,
    name_key,
    session_key,
    session_subject,
)
from . import base, roles, scope, telling
from .filters import DayRangeFilter

NEWEST = 5_000  # events among which the people of the filter are looked for
SUBJECTS = 500  # of each sort whose history a search shows
UID = re.compile(r"(?:fact|ep|ref|ent)_[0-9a-z]{20,}|s:[0-9]{1,18}")


class KindFilter(DropdownFilter):
    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind.value, str(kind.label).capitalize()) for kind in EventKind]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(kind=self.value()) if self.value() in EventKind.values else queryset


class ActorFilter(DropdownFilter):
    title = "who"
    parameter_name = "actor"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        newest = scope.desk_of(request).rows(Event).order_by("-seq").values_list("actor", flat=True)[:NEWEST]
        return [(name, name) for name in sorted(set(newest))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(actor=self.value().strip()) if self.value() else queryset


class History(base.DeskChangeList):
    """The list, which looks up once what the events of a page happened to."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list = list(self.result_list)
        name_subjects(self.result_list)


def name_subjects(events: list[Event]) -> None:
    """Give each event `names`: what the public ids stand for that its sentence names. Three queries."""
    wanted = {uid for event in events for uid in telling.subjects(event)}
    spaces = {event.namespace_id for event in events}
    memories = Memory.objects.across(spaces).filter(uid__in=wanted)
    entities = Entity.objects.across(spaces).filter(uid__in=wanted)
    keys = [key for uid in wanted if (key := session_key(uid)) is not None]
    sessions = Session.objects.across(spaces).filter(pk__in=keys)
    told = [
        *memories.values_list("namespace", "uid", "content"),
        *entities.values_list("namespace", "uid", "canonical_name"),
        *(
            (space, session_subject(pk), f"the session {name}")
            for space, pk, name in sessions.values_list("namespace", "pk", "session_id")
        ),
    ]
    names = {(space, uid): name for space, uid, name in told}
    for event in events:
        event.names = {  # type: ignore[attr-defined]
            uid: name for uid in telling.subjects(event) if (name := names.get((event.namespace_id, uid)))
        }


@admin.register(Event)
class EventAdmin(base.ReadOnlyAdmin):
    list_display = ("happened", "what_happened", "reason")
    list_per_page = 30
    list_display_links = None
    list_filter = (ActorFilter, KindFilter, ("at", DayRangeFilter))
    search_fields = ("subject",)
    search_help_text = "By the words of a memory, the name of an entity or a session, or an id."
    ordering = ("-seq",)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> Any:
        return History

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        text = search_term.strip()
        if not text:
            return queryset, False
        if UID.fullmatch(text):
            return queryset.filter(subject=text), False
        desk = scope.desk_of(request)
        # Looked for once, and not again by each of the list's own queries.
        holding = desk.rows(Memory).filter(content__icontains=text).order_by("-rowid")
        memories = list(holding.values_list("uid", flat=True)[: SUBJECTS + 1])
        if len(memories) > SUBJECTS:
            messages.info(request, f"Many memories hold these words: the history of the newest {SUBJECTS} is shown.")
        named = desk.rows(Entity).filter(name_key__contains=name_key(text) or text).order_by("-mention_count")
        sessions = desk.rows(Session).filter(session_id__startswith=text).values_list("pk", flat=True)[:SUBJECTS]
        found = [*memories[:SUBJECTS], *named.values_list("uid", flat=True)[:SUBJECTS], *map(session_subject, sessions)]
        return queryset.filter(subject__in=found), False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """An event is told on the page of what it happened to."""
        roles.require(request, roles.VIEW)
        event = self.get_object(request, object_id)
        if event is None:
            return self.gone(request, object_id)
        name_subjects([event])
        address = address_of(event, event.subject)
        if address:
            return HttpResponseRedirect(f"{address}#history")
        return super().change_view(request, object_id, form_url, extra_context)  # type: ignore[no-any-return]

    @display(description="When", ordering="at")
    def happened(self, event: Event) -> str:
        return base.when(event.at)

    @display(description="What happened")
    def what_happened(self, event: Event) -> str:
        parts = [
            format_html('<a class="desk-link" href="{}">{}</a>', address, text)
            if uid and (address := address_of(event, uid)) else text
            for text, uid in telling.sentence(event, event.names)  # type: ignore[attr-defined]
        ]  # fmt: skip
        said = format_html_join("", "{}", ((part,) for part in parts))
        return format_html('<span class="desk-claim"><strong>{}</strong> {}</span>', event.actor, said)


def address_of(event: Event, uid: str) -> str:
    """The page of what an event names; nothing where it is gone."""
    if uid not in event.names:  # type: ignore[attr-defined]
        return ""
    if (key := session_key(uid)) is not None:
        return reverse("admin:memory_session_change", args=[key])
    return reverse("admin:memory_go_entity" if uid.startswith("ent_") else "admin:memory_go", args=[uid])


@admin.register(Metadata)
class MetadataAdmin(base.ReadOnlyAdmin):
    list_display = ("key", "value")

    def get_queryset(self, request: HttpRequest) -> Any:
        return Metadata.objects.order_by("key")
