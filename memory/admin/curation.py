"""What waits for a judge: the review queue, one key a decision, and conflicts side by side."""

from __future__ import annotations

import json
import re
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST
from unfold.contrib.filters.admin import ChoicesDropdownFilter
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
from ..services import deciding, reviews, undoing
from ..services.errors import StateConflict
from ..text import whole_number
from . import base, evidence, roles, scope, typed
from .site import page, script_page, show
from .typed import AnswerKind

KEY = re.compile(r"[0-9a-f]{32}")
SAID = 60  # characters of a fact that a sentence about it quotes
CARDS = 3  # sent at a time, so that the next ones are there before they are asked for


@admin.register(Review)
class ReviewAdmin(base.ReadOnlyAdmin):
    list_display = ("what", "why", "how", "by", "decided", "opened")
    list_display_links = None
    list_filter = (("status", ChoicesDropdownFilter), "reason")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Review]:
        return super().get_queryset(request).select_related("subject", "decided_in").defer("subject__embedding")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A review has no page of its own: it is looked at in the queue, or on its fact's page."""
        roles.require(request, roles.VIEW)
        review = self.get_object(request, object_id)
        if review is not None and review.status != ReviewStatus.OPEN and review.subject_id:
            return HttpResponseRedirect(reverse("admin:memory_memory_change", args=[review.subject_id]))
        return HttpResponseRedirect(f"{reverse('admin:memory_queue')}?first={object_id}")

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
        return base.badge(review.status)

    @display(description="By", ordering="decided_in__actor")
    def by(self, review: Review) -> str:
        return review.decided_by or "–"

    @display(description="Decided", ordering="decided_in__at")
    def decided(self, review: Review) -> str:
        return base.when(review.decided_at)

    @display(description="Opened", ordering="created_at")
    def opened(self, review: Review) -> str:
        return base.when(review.created_at)


# --- The queue --------------------------------------------------------------------------------------------------


@page("review/", "memory_queue", roles.CURATE)
def queue(request: HttpRequest) -> HttpResponse:
    """The page; its script asks for cards and sends decisions."""
    reason = request.GET.get("reason", "")
    waiting = _waiting(request, reason)
    return show(
        request, "queue.html", "Review queue",
        cards=_cards(waiting.order_by("pk")[:CARDS]), total=waiting.count(), reason=reason, own=_own_decision(request),
        reasons=[
            (name, ReviewReason(name).label)
            for name in _waiting(request, "").order_by("reason").values_list("reason", flat=True).distinct()
        ],
    )  # fmt: skip


@script_page("review/next/", "memory_queue_next", roles.CURATE)
def next_cards(request: HttpRequest) -> HttpResponse:
    """The next cards after the review `after`, oldest first."""
    after = whole_number(request.GET.get("after", "")) or 0
    waiting = _waiting(request, request.GET.get("reason", ""))
    rows = waiting.filter(pk__gt=after).order_by("pk")[:CARDS]
    return typed.answer(AnswerKind.DONE, cards=_cards(rows))


@script_page("review/<key:pk>/decide/", "memory_queue_decide", roles.CURATE)
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Make one decision, sent as JSON {decision, key, content?}; `key` is the script's own name for this decision.

    A refusal of what is decided already tells the decision that stands, and under which key it was sent.
    """
    review = get_object_or_404(scope.desk_of(request).granted_rows(Review).select_related("namespace"), pk=pk)
    sent = _sent(request)
    decision, key, content = sent.get("decision"), sent.get("key"), sent.get("content")
    if not isinstance(decision, str) or not isinstance(key, str) or not KEY.fullmatch(key):
        return typed.answer(AnswerKind.UNREADABLE, "The request cannot be read.")
    try:
        decided = deciding.decide_review(
            review.namespace, pk, decision, actor=base.actor(request), content=str(content) if content else None,
            key=key,
        )  # fmt: skip
    except StateConflict as error:
        return typed.answer(
            AnswerKind.REFUSED, error.detail, standing=_standing(reviews.get(review.namespace, pk)),
            last=_own_decision(request),
        )  # fmt: skip
    return typed.answer(AnswerKind.DONE, standing=_standing(decided), last=_own_decision(request))


@script_page("review/undo/", "memory_queue_undo", roles.CURATE)
@require_POST
def undo(request: HttpRequest) -> HttpResponse:
    """Take back the person's own last decision, sent as JSON {change}; answers the cards that wait again."""
    change = _sent(request).get("change")
    if not isinstance(change, int) or isinstance(change, bool):
        return typed.answer(AnswerKind.UNREADABLE, "The request cannot be read.")
    desk = scope.desk_of(request)
    try:
        undoing.take_back_own(desk.namespaces(), change, actor=base.actor(request))
    except StateConflict as error:
        return typed.answer(AnswerKind.REFUSED, error.detail, last=_own_decision(request))
    again = desk.granted_rows(Review).filter(decided_in=change, status=ReviewStatus.OPEN)
    return typed.answer(AnswerKind.DONE, cards=_cards(again.order_by("pk")), last=_own_decision(request))


def _sent(request: HttpRequest) -> dict[str, Any]:
    """The JSON object of a request; what is none counts as empty."""
    try:
        sent = json.loads(request.body)
    except ValueError:
        return {}
    return sent if isinstance(sent, dict) else {}


def _standing(review: Review) -> dict[str, Any] | None:
    """The decision that stands, None for an open review."""
    change = review.decision_change
    return None if change is None else {"status": review.status, "by": change.actor, "key": change.batch}


def _own_decision(request: HttpRequest) -> dict[str, Any] | None:
    """What Undo would take back: {change, says}; None where there is nothing."""
    desk = scope.desk_of(request)
    change = undoing.last_decision(desk.namespaces(), actor=base.actor(request))
    if change is None:
        return None
    reviewed = change.decided_reviews.select_related("subject").defer("subject__embedding").first()
    if reviewed is not None:
        what = f"{reviewed.get_status_display().lower()} “{_cut(str(reviewed.subject or reviewed.detail))}”"
    else:
        settled = change.decided_conflicts.select_related("new_fact").defer("new_fact__embedding").first()
        what = f"settled the conflict of “{_cut(str(settled and settled.new_fact))}”"
    return {"change": change.pk, "says": f"{what} ({date_format(localtime(change.at), 'H:i')}, {change.namespace})"}


def _cut(text: str) -> str:
    return text if len(text) <= SAID else f"{text[: SAID - 1]}…"


def _waiting(request: HttpRequest, reason: str) -> QuerySet[Review]:
    waiting = scope.desk_of(request).rows(Review).filter(status="open")
    return waiting.filter(reason=reason) if reason else waiting


def _cards(rows: QuerySet[Review]) -> list[dict[str, Any]]:
    """Reviews as the queue shows them: claim, reason, evidence with the words it rests on. Three queries."""
    found = list(rows.select_related("subject", "namespace").defer("subject__embedding"))
    links = (
        MemorySource.objects.filter(memory__in=[review.subject_id for review in found if review.subject_id])
        .select_related("source").defer("source__embedding").order_by("source_id")
    )  # fmt: skip
    sources: dict[int, list[Memory]] = {}
    for link in links:
        sources.setdefault(link.memory_id, []).append(link.source)
    contradicted = [r.subject_id for r in found if r.subject_id and r.reason == ReviewReason.CONFLICT]
    against: dict[int, list[Conflict]] = {}
    for conflict in (
        Conflict.objects.across({review.namespace_id for review in found})
        .filter(new_fact__in=contradicted, status=ConflictStatus.OPEN)
        .select_related("old_fact").defer("old_fact__embedding")
    ):  # fmt: skip
        against.setdefault(conflict.new_fact_id, []).append(conflict)
    return [
        _card(review, sources.get(review.subject_id or 0, []), against.get(review.subject_id or 0, []))
        for review in found
    ]


def _card(review: Review, sources: list[Memory], against: list[Conflict]) -> dict[str, Any]:
    subject = review.subject
    return {
        "id": review.pk,
        "reason": review.get_reason_display(),
        "detail": review.detail,
        "namespace": review.namespace.name,
        "claim": subject.content if subject else review.detail,
        "about_fact": subject is not None,
        "confidence": subject.confidence if subject else None,
        "when": subject.event_time.date().isoformat() if subject else "",
        "origin": subject.get_origin_display() if subject else "",
        "tags": subject.tags if subject else [],
        "url": reverse("admin:memory_memory_change", args=[subject.pk]) if subject else "",
        "sources": [
            {
                "who": source.source_role or source.role or source.kind,
                "when": f"{source.event_time:%Y-%m-%d %H:%M}",
                "pieces": evidence.marked(source.content, subject.content if subject else ""),
                "around": reverse("admin:memory_around", args=[source.pk]) if source.session_id else "",
            }
            for source in sources[:5]
        ],
        "against": [
            {
                "text": conflict.old_fact.content,
                "when": conflict.old_fact.event_time.date().isoformat(),
                "url": reverse("admin:memory_conflict_change", args=[conflict.pk]),
                "reason": conflict.reason,
            }
            for conflict in against
        ],
    }


# --- Conflicts --------------------------------------------------------------------------------------------------


@admin.register(Conflict)
class ConflictAdmin(base.ReadOnlyAdmin):
    list_display = ("newer", "older", "kind", "how", "decision", "by", "found")
    list_display_links = ("newer",)
    list_filter = (("status", ChoicesDropdownFilter), "kind")
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
        return conflict_page(request, conflict)

    @display(description="New fact")
    def newer(self, conflict: Conflict) -> str:
        return format_html('<span class="desk-claim">{}</span>', conflict.new_fact)

    @display(description="Old fact")
    def older(self, conflict: Conflict) -> str:
        return format_html('<span class="desk-claim">{}</span>', conflict.old_fact)

    @display(description="Status", ordering="status")
    def how(self, conflict: Conflict) -> str:
        return base.badge(conflict.status)

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
    waiting = scope.desk_of(request).rows(Conflict).filter(status="open")
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
        conflict=conflict, sides=sides, correction=_correction(conflict), now=timezone.now(), opts=Conflict._meta,
        following=waiting.filter(pk__gt=conflict.pk).order_by("pk").first()
        or waiting.exclude(pk=conflict.pk).order_by("pk").first(),
    )  # fmt: skip


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
    conflict = get_object_or_404(scope.desk_of(request).rows(Conflict).select_related("namespace"), pk=pk)
    namespace, who = conflict.namespace, base.actor(request)
    verb, reason = request.POST.get("verb", ""), request.POST.get("reason", "").strip()
    if verb in ConflictDecision.values:
        base.attempt(
            request, lambda: deciding.decide_conflict(namespace, pk, verb, actor=who, reason=reason),
            {"new": "The new fact holds.", "old": "The old fact holds.", "both": "Both hold."}[verb],
        )  # fmt: skip
    elif verb == "reopen":
        base.attempt(
            request, lambda: undoing.reopen_conflict(namespace, pk, actor=who),
            "The decision was taken back, with what it changed.",
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
