"""The lists of reviews and of conflicts, and a conflict's own page: two facts side by side."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.contrib.filters.admin import DropdownFilter
from unfold.decorators import display

from ..models import (
    Conflict,
    ConflictDecision,
    ConflictStatus,
    Memory,
    MemorySource,
    Review,
    ReviewReason,
    ReviewStatus,
    Supersession,
    SupersessionWay,
)
from ..services.curating import deciding, undoing
from ..text import whole_number
from . import addresses, base, evidence, roles, scope, words
from .site import page, show

KEY = re.compile(r"[0-9a-f]{32}")


class ReviewStateFilter(DropdownFilter):
    title = "status"
    parameter_name = "state"
    all_option = ("", "Waiting")

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        decided = [choice for choice in ReviewStatus.choices if choice[0] != ReviewStatus.OPEN]
        return [*decided, ("retired", "Open, but the fact is retired"), ("all", "All")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Review]) -> QuerySet[Review]:
        value = self.value()
        if value == "all":
            return queryset
        if value == "retired":
            return queryset.filter(~Review.WAITING, status=ReviewStatus.OPEN)
        decided = value in ReviewStatus.values and value != ReviewStatus.OPEN
        return queryset.filter(Q(status=value) if decided else Review.WAITING)


@admin.register(Review)
class ReviewAdmin(base.ReadOnlyAdmin):
    list_display = ("what", "why", "how", "by", "decided", "opened")
    list_display_links = None
    list_filter = (ReviewStateFilter, "reason")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Review]:
        return super().get_queryset(request).select_related("subject", "decided_in").defer("subject__embedding")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A review has no page of its own: it is looked at in the inbox, or on its fact's page."""
        roles.require(request, roles.VIEW)
        review = self.get_object(request, object_id)
        if review is not None and review.subject_id and (review.moot or review.status != ReviewStatus.OPEN):
            return HttpResponseRedirect(reverse("admin:memory_memory_change", args=[review.subject_id]))
        first = f"review-{object_id}"
        if review is not None and review.reason == ReviewReason.CONFLICT:  # whose conflict the inbox has in its place
            waiting = Conflict.everything.filter(Conflict.WAITING, new_fact=review.subject_id).order_by("pk")
            first = f"conflict-{pk}" if (pk := waiting.values_list("pk", flat=True).first()) else first
        return HttpResponseRedirect(f"{reverse('admin:memory_inbox')}?first={first}")

    @display(description="Memory")
    def what(self, review: Review) -> str:
        if review.subject is None:
            return format_html('<span class="desk-claim">{}</span>', review.detail or review.reason)
        return format_html(
            '<a class="desk-claim" href="{}">{}</a>',
            reverse("admin:memory_memory_change", args=[review.subject_id]), review.subject,
        )  # fmt: skip

    @display(description="Why", ordering="reason")
    def why(self, review: Review) -> str:
        return review.get_reason_display()

    @display(description="Status", ordering="status")
    def how(self, review: Review) -> str:
        return base.badge("nothing to decide" if review.moot else review.status)

    @display(description="By", ordering="decided_in__actor")
    def by(self, review: Review) -> str:
        return review.decided_by or "–"

    @display(description="Decided", ordering="decided_in__at")
    def decided(self, review: Review) -> str:
        return base.when(review.decided_at)

    @display(description="Opened", ordering="created_at")
    def opened(self, review: Review) -> str:
        return base.when(review.created_at)


# --- Conflicts --------------------------------------------------------------------------------------------------


class ConflictStateFilter(DropdownFilter):
    title = "status"
    parameter_name = "state"
    all_option = ("", "All")

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        decided = [choice for choice in ConflictStatus.choices if choice[0] != ConflictStatus.OPEN]
        return [("open", "Waiting"), *decided, ("retired", "Open, but a fact is retired")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Conflict]) -> QuerySet[Conflict]:
        value = self.value()
        if value == ConflictStatus.OPEN:
            return queryset.filter(Conflict.WAITING)
        if value == "retired":
            return queryset.filter(~Conflict.WAITING, status=ConflictStatus.OPEN)
        return queryset.filter(status=value) if value in ConflictStatus.values else queryset


@admin.register(Conflict)
class ConflictAdmin(base.ReadOnlyAdmin):
    list_display = ("newer", "older", "kind", "how", "decision", "by", "found")
    list_display_links = ("newer",)
    list_filter = (ConflictStateFilter, "kind")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conflict]:
        rows = super().get_queryset(request).select_related("new_fact", "old_fact", "decided_in")
        return rows.defer("new_fact__embedding", "old_fact__embedding")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        roles.require(request, roles.VIEW)
        conflict = self.get_object(request, object_id)
        if conflict is None:
            return self.gone(request, object_id)
        return addresses.public(request, conflict) or conflict_page(request, conflict)

    @display(description="New fact")
    def newer(self, conflict: Conflict) -> str:
        return format_html('<span class="desk-claim">{}</span>', conflict.new_fact)

    @display(description="Old fact")
    def older(self, conflict: Conflict) -> str:
        return format_html('<span class="desk-claim">{}</span>', conflict.old_fact)

    @display(description="Status", ordering="status")
    def how(self, conflict: Conflict) -> str:
        return base.badge("nothing to decide" if conflict.moot else conflict.status)

    @display(description="By", ordering="decided_in__actor")
    def by(self, conflict: Conflict) -> str:
        return conflict.decided_by or "–"

    @display(description="Found", ordering="created_at")
    def found(self, conflict: Conflict) -> str:
        return base.when(conflict.created_at)


def conflict_page(request: HttpRequest, conflict: Conflict) -> HttpResponse:
    """The two facts side by side, each with its sources; what is waiting after this one."""
    links = (
        MemorySource.objects.filter(memory__in=[conflict.new_fact_id, conflict.old_fact_id])
        .select_related("source").defer("source__embedding").order_by("source_id")[:20]
    )  # fmt: skip
    sources: dict[int, list[Memory]] = {}
    for link in links:
        sources.setdefault(link.memory_id, []).append(link.source)
    waiting = scope.desk_of(request).rows(Conflict).filter(Conflict.WAITING)
    pieces = evidence.difference(conflict.old_fact.content, conflict.new_fact.content)
    sides = [
        {
            "role": role, "fact": fact, "decision": decision,
            "pieces": [(text, mark and "hit") for text, mark in pieces if mark != other],
            "sources": [(s, evidence.marked(s.content, fact.content)) for s in sources.get(fact.pk, [])],
        }
        for role, decision, fact, other in (
            ("Old fact", "old", conflict.old_fact, "new"), ("New fact", "new", conflict.new_fact, "old"),
        )
    ]  # fmt: skip
    return show(
        request, "conflict.html", "Conflict",
        conflict=conflict, found_by=FINDERS.get(conflict.found_by, conflict.found_by), sides=sides,
        correction=_correction(conflict), now=timezone.now(), opts=Conflict._meta,
        following=waiting.filter(pk__gt=conflict.pk).order_by("pk").first()
        or waiting.exclude(pk=conflict.pk).order_by("pk").first(),
    )  # fmt: skip


FINDERS = {"guard": "the service, as the fact came in", "rules": "the rules that read sessions"}


def _correction(conflict: Conflict) -> dict[str, Any]:
    """What the decision put in the place of a side, as {side, fact, pieces}; empty when it corrected none."""
    corrected = (
        Supersession.objects.filter(change=conflict.decision_change, way=SupersessionWay.CORRECTED)
        .select_related("old", "new").defer("old__embedding", "new__embedding").first()
        if conflict.decision_change is not None else None
    )  # fmt: skip
    if corrected is None:
        return {}
    pieces = evidence.difference(corrected.old.content, corrected.new.content)
    return {
        "side": corrected.old_id, "fact": corrected.new,
        "pieces": [(text, mark and "hit") for text, mark in pieces if mark != "old"],
    }  # fmt: skip


@page("memory/conflict/<key:pk>/act/", "memory_conflict_act", roles.CURATE)
@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose, keep both, correct one side, or take a decision back."""
    rows = scope.desk_of(request).granted_rows(Conflict).select_related("namespace")
    conflict = get_object_or_404(rows, pk=pk)
    namespace, who = conflict.namespace, base.actor(request)
    verb, reason = request.POST.get("verb", ""), request.POST.get("reason", "").strip()
    if verb in ConflictDecision.values:
        base.attempt(
            request, lambda: deciding.decide_conflict(namespace, pk, verb, actor=who, reason=reason),
            {"new": "The new fact holds.", "old": "The old fact holds.", "both": "Both hold."}[verb],
        )  # fmt: skip
    elif verb == "reopen":
        # What a page does not write names no decision: never whichever stands.
        shown = (whole_number(request.POST["was"]) or 0) if "was" in request.POST else None
        decided = conflict.decision_change
        lost = undoing.later_changes(namespace, decided) if decided is not None else 0
        base.attempt(
            request,
            lambda: undoing.reopen_conflict(namespace, pk, actor=who, decided_in=shown),
            f"The decision was taken back, with what it changed{words.with_later(lost)}.",
        )  # fmt: skip
    elif verb == "edit":
        base.attempt(
            request,
            lambda: deciding.correct_side(
                namespace, pk, request.POST.get("side", ""), request.POST.get("content", ""), actor=who, reason=reason
            ),
            "Corrected, and the conflict is settled: both facts hold.",
        )
    else:
        messages.error(request, "There is no such action.")
    return HttpResponseRedirect(reverse("admin:memory_conflict_change", args=[pk]))
