"""Sessions: the list, and a conversation as a transcript with what was learnt from each turn in the margin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Max, Min, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from ..models import Kind, Memory, MemorySource, Operation, OperationKind, Session
from ..services.talk import sessions
from ..text import shortened, whole_number
from . import addresses, base, roles, scope
from .filters import DayRangeFilter
from .site import page, show

TURNS_A_PAGE = 60
LAST_PAGE = 1_000_000
RUNS_SHOWN = 5
FIRST_WORDS = 110  # characters of a session's first turn


@dataclass
class Talk:
    """What was said in a session, and what was learnt from it."""

    speakers: list[str] = field(default_factory=list)
    turns: int = 0
    facts: int = 0
    begins: int = 0  # the rowid of its first turn
    words: str = ""
    first: datetime | None = None
    last: datetime | None = None


class Sessions(base.DeskChangeList):
    """The list, which looks up once what was said in the sessions of a page."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list = list(self.result_list)
        talks = talks_of(self.result_list)
        for session in self.result_list:
            session.talk = talks[session.namespace_id, session.session_id]


def talks_of(rows: Iterable[Session]) -> dict[tuple[int, str], Talk]:
    """The talk of each of `rows`. Two queries."""
    talks: dict[tuple[int, str], Talk] = {(row.namespace_id, row.session_id): Talk() for row in rows}
    said = (
        Memory.objects.across({space for space, _ in talks}).active()
        .filter(session_id__in={name for _, name in talks}, kind__in=[Kind.EPISODE, Kind.FACT]).order_by()
        .values_list("namespace", "session_id", "kind", "source_role")
        .annotate(Count("pk"), Min("pk"), Min("event_time"), Max("event_time"))
    )  # fmt: skip
    for space, name, kind, speaker, count, begins, first, last in said:
        talk = talks.get((space, name))
        if talk is None:
            continue
        if kind == Kind.FACT:
            talk.facts += count
            continue
        talk.turns += count
        talk.speakers += [speaker] if speaker else []
        talk.begins = min(begins, talk.begins or begins)
        talk.first, talk.last = min(first, talk.first or first), max(last, talk.last or last)
    begun = {talk.begins: talk for talk in talks.values() if talk.begins}
    opening = Memory.objects.across({space for space, _ in talks}).filter(pk__in=begun)
    for pk, words in opening.values_list("pk", "content"):
        begun[pk].words = words
    return talks


@admin.register(Session)
class SessionAdmin(base.DeskModelAdmin):
    list_display = ("about", "who", "turns", "facts", "how", "when", "trouble")
    list_display_links = ("about",)
    list_filter = (("status", ChoicesDropdownFilter), ("last_seen_at", DayRangeFilter))
    search_fields = ("session_id",)
    search_help_text = "By the beginning of the session's id."
    ordering = ("-last_seen_at",)
    list_per_page = 20

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> Any:
        return Sessions

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Session], search_term: str
    ) -> tuple[QuerySet[Session], bool]:
        return queryset.filter(session_id__startswith=search_term.strip()), False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        roles.require(request, roles.VIEW)
        session = self.get_object(request, object_id)
        if session is None:
            return self.gone(request, object_id)
        return addresses.public(request, session) or transcript(request, session)

    @display(description="Session")
    def about(self, session: Any) -> str:
        words = session.talk.words
        cut = shortened(words, FIRST_WORDS)
        return format_html(
            '<span class="desk-claim">{}<br><span class="desk-quiet">{}</span></span>', cut or "–", session.session_id
        )

    @display(description="Who spoke")
    def who(self, session: Any) -> str:
        return ", ".join(session.talk.speakers[:4]) or "–"

    @display(description="Turns")
    def turns(self, session: Any) -> int:
        return int(session.talk.turns)

    @display(description="Facts learnt")
    def facts(self, session: Any) -> int:
        return int(session.talk.facts)

    @display(description="Status", ordering="status")
    def how(self, session: Session) -> str:
        return base.badge(session.status)

    @display(description="Spoken", ordering="last_seen_at")
    def when(self, session: Any) -> str:
        first, last = session.talk.first, session.talk.last
        if first is None or first.date() == last.date():
            return base.when(first or session.last_seen_at)
        return format_html("{} –<br>{}", base.when(first), base.when(last))

    @display(description="Trouble")
    def trouble(self, session: Session) -> str:
        return session.last_error[:80] or "–"


@page("memory/session/of/<key:namespace_id>/", "memory_session_of")
def go(request: HttpRequest, namespace_id: int) -> HttpResponse:
    """A session by its id, which is unique in its namespace only."""
    found = get_object_or_404(
        scope.desk_of(request).granted_rows(Session), namespace_id=namespace_id, session_id=request.GET.get("id", "")
    )
    turn = whole_number(request.GET.get("turn", ""))
    tail = "" if turn is None else f"?turn={turn}#turn-{turn}"
    return HttpResponseRedirect(reverse("admin:memory_session_change", args=[found.pk]) + tail)


def transcript(request: HttpRequest, session: Session) -> HttpResponse:
    """A page of turns, each with the facts that name it as a source. A fixed number of queries."""
    namespace = session.namespace
    counted = sessions.get_session(namespace, session.session_id)
    turns = Memory.objects.within(namespace).episodes().filter(session_id=session.session_id).defer("embedding")
    turns = turns.select_related("unread")
    number = _page_number(request, turns)
    start = (number - 1) * TURNS_A_PAGE
    shown = list(turns.order_by("rowid")[start : start + TURNS_A_PAGE + 1])
    more, shown = len(shown) > TURNS_A_PAGE, shown[:TURNS_A_PAGE]
    learnt: dict[int, list[Memory]] = defaultdict(list)
    links = (
        MemorySource.objects.filter(source__in=[turn.pk for turn in shown], memory__kind=Kind.FACT)
        .select_related("memory").defer("memory__embedding").order_by("memory_id")
    )  # fmt: skip
    for link in links:
        learnt[link.source_id].append(link.memory)
    return show(
        request, "session.html", session.session_id,
        session=counted,
        turns=[
            {
                "turn": turn, "facts": learnt[turn.pk], "waits": turn.pk > session.watermark,
                "unread": hasattr(turn, "unread"),
            }
            for turn in shown
        ],
        speakers=list(dict.fromkeys(turn.source_role for turn in shown)),
        page_number=number, has_more=more, opts=Session._meta, **_runs(session),
    )  # fmt: skip


def _page_number(request: HttpRequest, turns: QuerySet[Memory]) -> int:
    """The page asked for, or the one that holds the turn asked for."""
    turn = whole_number(request.GET.get("turn", ""))
    if turn is not None:
        return int(turns.filter(pk__lt=turn).count()) // TURNS_A_PAGE + 1
    number = whole_number(request.GET.get("page", ""))
    return min(number, LAST_PAGE) if number else 1


def _runs(session: Session) -> dict[str, Any]:
    """The last runs over this session alone, newest first."""
    of_it = Operation.objects.filter(
        namespace=session.namespace_id, kind=OperationKind.CONSOLIDATE_SESSION, subject=session.session_id
    )
    runs = list(of_it.order_by("-pk")[:RUNS_SHOWN])
    return {"runs": runs, "unfinished": any(run.unfinished for run in runs)}


@page("memory/session/<key:pk>/progress/", "memory_session_progress")
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """How far its consolidation is: the part of the page that is asked for again until it is over."""
    session = get_object_or_404(scope.desk_of(request).granted_rows(Session), pk=pk)
    context = {"session": session, "asked_again": True, **_runs(session)}
    return render(request, "memory_admin/_session_runs.html", context)


@page("memory/session/<key:pk>/act/", "memory_session_act", roles.CURATE)
@require_POST
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """Consolidate now, retry, or skip a session."""
    session = get_object_or_404(scope.desk_of(request).granted_rows(Session).select_related("namespace"), pk=pk)
    namespace, name, verb = session.namespace, session.session_id, request.POST.get("verb", "")
    if verb == "consolidate":
        base.attempt(
            request,
            lambda: sessions.request_consolidation(namespace, name, base.actor(request).name),
            "Queued: this page shows how it goes.",
        )
    elif verb == "retry":
        base.attempt(
            request, lambda: sessions.retry(namespace, name, actor=base.actor(request)), "It will be tried again."
        )
    elif verb == "skip":
        base.attempt(
            request,
            lambda: sessions.skip(namespace, name, request.POST.get("reason", ""), actor=base.actor(request)),
            "Skipped: its turns stay, nothing is learnt from those that waited.",
        )
    else:
        messages.error(request, "There is no such action.")
    return HttpResponseRedirect(reverse("admin:memory_session_change", args=[pk]))
