"""Memories: the list with its search and bulk actions, and the page of one with its evidence, curve and history."""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import require_POST
from unfold.decorators import display

from ..models import Conflict, Event, Kind, Memory, Origin, Review
from ..search import hybrid_search
from ..services import facts
from ..services.actors import Actor
from ..services.errors import MemoryServiceError
from . import base, charts, evidence, filters, roles, scope
from .site import page, show

SEARCH_LIMIT = 50
BULK_LIMIT = 1000
BULK_CHUNK = 25
BULK_SAMPLE = 20
UID = re.compile(r"(?:fact|ep|ref)_[0-9a-z]{20,}")
AROUND = 3
DERIVED_LIMIT = 50

BULK = {
    "confirm": "Confirm: confidence 1, no decay",
    "confidence": "Set the confidence",
    "protect": "Protect from decay",
    "unprotect": "Let decay again",
    "tag": "Add a tag",
    "untag": "Remove a tag",
    "retire": "Retire",
    "restore": "Restore",
    "merge": "Merge as duplicates into the first",
}
NEEDS_VALUE = {"confidence": "Confidence, 0 to 1", "tag": "Tag", "untag": "Tag", "retire": "Reason"}


def _bulk_action(name: str) -> Any:
    def action(model_admin: Any, request: HttpRequest, queryset: QuerySet[Memory]) -> HttpResponse | None:
        return preview(request, name, queryset)

    action.__name__ = f"bulk_{name}"
    return admin.action(description=BULK[name], permissions=["curate"])(action)


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
    actions = [_bulk_action(name) for name in BULK]

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
        return memory_page(request, memory)

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
        return format_html_join(" ", "{}", ((base.badge(word),) for word in states(memory)))

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


def states(memory: Memory) -> list[str]:
    """What is special about a memory, in words."""
    found = [] if memory.active else ["retired"]
    if memory.superseded:
        found.append("superseded")
    if memory.protected and memory.kind == Kind.FACT:
        found.append("protected")
    if memory.origin == Origin.CURATOR:
        found.append("by a curator")
    return found


def in_sight(request: HttpRequest, pk: int) -> Memory:
    """A memory of the namespace that is picked; anything else is not found."""
    rows = scope.of(request).rows(Memory).select_related("namespace").defer("embedding")
    return get_object_or_404(rows, pk=pk)


# --- The page of one memory -------------------------------------------------------------------------------------


def memory_page(request: HttpRequest, memory: Memory) -> HttpResponse:
    """All that is known of one memory, and what can be done with it. A fixed number of queries."""
    events = list(Event.objects.within(memory.namespace_id).of(memory.uid).order_by("-seq")[:100])
    sources = [
        link.source
        for link in memory.source_links.select_related("source").defer("source__embedding").order_by("source_id")[:30]
    ]
    derived = [
        link.memory
        for link in memory.derived_links.select_related("memory")
        .defer("memory__embedding")
        .order_by("-memory_id")[:DERIVED_LIMIT]
    ]
    conflicts = list(
        Conflict.objects.within(memory.namespace_id)
        .filter(Q(new_fact=memory) | Q(old_fact=memory))
        .select_related("new_fact", "old_fact").order_by("-pk")[:20]
    )  # fmt: skip
    recalls = list(memory.recalls.order_by("-at")[:200])
    later, earlier = _chain(memory)
    curve = _curve(memory, [recall.at for recall in recalls], events) if memory.kind == Kind.FACT else None
    return show(
        request, "memory.html", str(memory),
        memory=memory,
        states=states(memory),
        sources=[
            {"memory": source, "pieces": evidence.marked(source.content, memory.content)} for source in sources
        ],
        derived=derived,
        entities=list(memory.entities.order_by("-mention_count")[:30]),
        conflicts=conflicts,
        reviews=list(Review.objects.within(memory.namespace_id).filter(subject=memory).order_by("-pk")[:20]),
        recalls=recalls[:10],
        later=later,
        earlier=earlier,
        curve=curve,
        threshold=settings.MEMORY_DECAY_THRESHOLD,
        history=[_told(event) for event in events],
        opts=Memory._meta,
    )  # fmt: skip


def _chain(memory: Memory) -> tuple[list[Memory], list[Memory]]:
    """The memories that replaced this one, and those that it replaced."""
    successor = memory.attributes.get("superseded_by")
    replaced = [str(uid) for uid in memory.attributes.get("supersedes", [])]
    wanted = [*replaced, *([str(successor)] if successor else [])]
    by_event = Event.objects.within(memory.namespace_id).filter(subject=memory.uid, kind="corrected").order_by("-seq")
    if not memory.active and (corrected := by_event.first()) is not None:
        wanted.append(str(corrected.after.get("replaced_by", "")))
        successor = successor or corrected.after.get("replaced_by")
    if not wanted:
        return [], []
    rows = {
        row.uid: row for row in Memory.objects.within(memory.namespace_id).filter(uid__in=wanted).defer("embedding")
    }
    return [rows[uid] for uid in [successor] if uid in rows], [rows[uid] for uid in replaced if uid in rows]


def _curve(memory: Memory, recalls: list[Any], events: list[Event]) -> charts.Curve:
    """Confidence as it was and as it will be: recalls bring it back to its base, changes set the base."""
    changes = sorted(
        (event.at, float(event.after["base_confidence"])) for event in events if "base_confidence" in event.after
    )
    anchors = [charts.Anchor(at, base) for at, base in changes]
    if not anchors or anchors[0].at > memory.created_at:
        first = (
            float(events[-1].before.get("base_confidence", memory.base_confidence))
            if events
            else memory.base_confidence
        )
        anchors.insert(0, charts.Anchor(memory.created_at, first))
    for at in recalls:
        base = next((one.base for one in reversed(anchors) if one.at <= at), memory.base_confidence)
        anchors.append(charts.Anchor(at, base))
    anchors.append(charts.Anchor(memory.decay_origin(), memory.base_confidence))
    return charts.decay_curve(anchors, memory.decay_rate, timezone.now(), settings.MEMORY_DECAY_THRESHOLD)


TOLD = {
    "remembered": "remembered", "corrected": "corrected", "confirmed": "confirmed", "edited": "changed",
    "retired": "retired", "restored": "restored", "superseded": "superseded by a newer fact",
    "supersedes": "took the place of an older fact", "undone": "took a change back", "decayed": "retired by decay",
    "merged": "took over duplicates", "reflected": "written",
}  # fmt: skip
FOR_GOOD = {"reflected"}  # what undoing would make no sense of


def _told(event: Event) -> dict[str, Any]:
    return {
        "event": event,
        "verb": TOLD.get(event.kind, event.kind),
        "changes": evidence.changes(event.before, event.after) if event.before else [],
        "undoable": event.kind not in FOR_GOOD,
    }


@page("memory/memory/<int:pk>/around/", "memory_around")
def around(request: HttpRequest, pk: int) -> HttpResponse:
    """The turns before and after one, for the evidence of a fact."""
    turn = in_sight(request, pk)
    turns = Memory.objects.within(turn.namespace_id).episodes().filter(session_id=turn.session_id).defer("embedding")
    before = list(turns.filter(pk__lt=pk).order_by("-rowid")[:AROUND])[::-1]
    after = list(turns.filter(pk__gt=pk).order_by("rowid")[:AROUND])
    return render(request, "memory_admin/around.html", {"before": before, "turn": turn, "after": after})


@page("m/<str:uid>/", "memory_go")
def go(request: HttpRequest, uid: str) -> HttpResponse:
    """A memory by its public id: for links from logs, messages and the API's answers."""
    found = get_object_or_404(scope.of(request).rows(Memory), uid=uid)
    return HttpResponseRedirect(reverse("admin:memory_memory_change", args=[found.pk]))


@page("memory/memory/<int:pk>/act/", "memory_act", roles.CURATE)
@require_POST
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """One change of one memory, through the services."""
    memory = in_sight(request, pk)
    namespace, uid, who = memory.namespace, memory.uid, base.actor(request)
    verb, reason = request.POST.get("verb", ""), request.POST.get("reason", "").strip()
    target = memory.pk

    if verb == "correct":
        new = base.attempt(
            request,
            lambda: facts.correct(namespace, uid, request.POST.get("content", ""), actor=who, reason=reason),
            "Corrected: the new text took the place of the old one. Undo it in the history below.",
        )
        target = new.pk if new is not None else pk
    elif verb == "undo":
        seq = request.POST.get("seq", "")
        base.attempt(request, lambda: facts.undo(namespace, int(seq) if seq.isdigit() else 0, actor=who), "Taken back.")
    elif verb == "tags":
        tags = [tag.strip() for tag in request.POST.get("tags", "").split(",") if tag.strip()]
        base.attempt(request, lambda: facts.edit(namespace, uid, actor=who, tags=tags), "Tags changed.")
    elif verb == "confidence":
        base.attempt(
            request,
            lambda: facts.edit(namespace, uid, actor=who, confidence=_number(request.POST.get("confidence", ""))),
            "Confidence changed.",
        )
    elif verb in SIMPLE:
        change, done = SIMPLE[verb]
        base.attempt(request, lambda: change(memory, who, reason, ""), done)
    else:
        messages.error(request, "There is no such action.")
    return HttpResponseRedirect(reverse("admin:memory_memory_change", args=[target]))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return -1.0  # the service says what a confidence must be


SIMPLE: dict[str, tuple[Any, str]] = {
    "confirm": (
        lambda m, who, reason, op: facts.confirm(m.namespace, m.uid, actor=who, operation=op),
        "Confirmed: confidence 1, and decay leaves it alone.",
    ),
    "retire": (
        lambda m, who, reason, op: facts.retire(m.namespace, m.uid, actor=who, reason=reason, operation=op),
        "Retired: agents no longer see it. Restore brings it back whole.",
    ),
    "restore": (
        lambda m, who, reason, op: facts.restore(m.namespace, m.uid, actor=who, reason=reason, operation=op),
        "Restored.",
    ),
    "protect": (
        lambda m, who, reason, op: facts.edit(m.namespace, m.uid, actor=who, protected=True, operation=op),
        "Protected: decay leaves it alone.",
    ),
    "unprotect": (
        lambda m, who, reason, op: facts.edit(m.namespace, m.uid, actor=who, protected=False, operation=op),
        "It decays again.",
    ),
}


# --- Many at once -----------------------------------------------------------------------------------------------


def preview(request: HttpRequest, name: str, queryset: QuerySet[Memory]) -> HttpResponse | None:
    """What a bulk action will change, before it does."""
    roles.require(request, roles.CURATE)
    rows = list(queryset.order_by("rowid").values_list("pk", flat=True)[: BULK_LIMIT + 1])
    if len(rows) > BULK_LIMIT:
        messages.error(request, f"At most {BULK_LIMIT} memories at once; narrow the list with filters.")
        return None
    sample = list(queryset.order_by("rowid").defer("embedding")[:BULK_SAMPLE])
    return show(
        request, "bulk.html", BULK[name],
        action=name, rows=rows, sample=[(memory, _effect(name, memory)) for memory in sample],
        more=max(0, len(rows) - len(sample)), value_label=NEEDS_VALUE.get(name, ""), chunk=BULK_CHUNK,
        operation=f"bulk:{uuid.uuid4().hex[:24]}",
        back=f"{reverse('admin:memory_memory_changelist')}?{request.GET.urlencode()}",
    )  # fmt: skip


def _effect(name: str, memory: Memory) -> str:
    """What will happen to one memory, in words; empty when nothing will."""
    if name == "restore":
        return "comes back" if not memory.active else ""
    if not memory.active or (
        memory.kind != Kind.FACT and name in {"confirm", "confidence", "protect", "unprotect", "merge"}
    ):
        return ""
    return {
        "confirm": f"confidence {memory.confidence:.2f} → 1.00, no decay",
        "confidence": f"confidence {memory.confidence:.2f} → the new one",
        "protect": "" if memory.protected else "no more decay",
        "unprotect": "decays again" if memory.protected else "",
        "tag": "gets the tag",
        "untag": "loses the tag" if memory.tags else "",
        "retire": "agents no longer see it",
        "merge": "is kept or merged into the first",
    }[name]


@page("memory/memory/bulk/", "memory_bulk", roles.CURATE)
@require_POST
def bulk(request: HttpRequest) -> HttpResponse:
    """Do a bulk action on some rows: the page sends a few at a time and shows how far it is; without a script, all."""
    name, operation = request.POST.get("action", ""), request.POST.get("operation", "")
    keys = [int(key) for key in request.POST.get("rows", "").split(",") if key.isdigit()][:BULK_LIMIT]
    if name not in BULK or not re.fullmatch(r"bulk:[0-9a-f]{24}", operation):
        return JsonResponse({"error": "There is no such action."}, status=400)
    rows = {
        row.pk: row
        for row in scope.of(request).rows(Memory).filter(pk__in=keys).select_related("namespace").defer("embedding")
    }
    value = request.POST.get("value", "").strip()
    done, refused = _run(name, [rows[key] for key in keys if key in rows], value, base.actor(request), operation)
    if request.headers.get("X-Requested-With") == "fetch":
        return JsonResponse({"done": done, "refused": refused})
    messages.success(request, f"{done} changed.")
    for text in refused[:5]:
        messages.warning(request, text)
    return HttpResponseRedirect(reverse("admin:memory_bulk_done", args=[operation]))


def _run(name: str, rows: list[Memory], value: str, who: Actor, operation: str) -> tuple[int, list[str]]:
    done, refused = 0, []
    if name == "merge":
        try:
            facts.merge(rows[0].namespace, rows[0].uid, [m.uid for m in rows[1:]], actor=who, operation=operation)
        except MemoryServiceError as error:
            return 0, [error.detail]
        return len(rows), []
    for memory in rows:
        if not _effect(name, memory):
            continue
        try:
            if name in SIMPLE:
                SIMPLE[name][0](memory, who, value, operation)
            elif name == "confidence":
                facts.edit(memory.namespace, memory.uid, actor=who, confidence=_number(value), operation=operation)
            else:
                tags = [*memory.tags, value] if name == "tag" else [tag for tag in memory.tags if tag != value]
                facts.edit(memory.namespace, memory.uid, actor=who, tags=tags, operation=operation)
            done += 1
        except MemoryServiceError as error:
            refused.append(f"{str(memory)[:60]}: {error.detail}")
    return done, refused


@page("memory/memory/bulk/<str:operation>/", "memory_bulk_done")
def bulk_done(request: HttpRequest, operation: str) -> HttpResponse:
    """What a bulk action did, with the way back."""
    events = list(
        scope.of(request)
        .rows(Event)
        .filter(operation=operation)
        .select_related("namespace")
        .order_by("seq")[: BULK_LIMIT + 1]
    )
    if request.method == "POST" and events:
        roles.require(request, roles.CURATE)
        taken = base.attempt(
            request, lambda: _take_back(events, operation, base.actor(request)), "All of it was taken back."
        )
        if taken is not None:
            return HttpResponseRedirect(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    subjects = {
        row.uid: row
        for row in scope.of(request)
        .rows(Memory)
        .filter(uid__in=[e.subject for e in events[:BULK_SAMPLE]])
        .defer("embedding")
    }
    return show(
        request, "bulk_done.html", "What was changed",
        operation=operation, count=len(events),
        sample=[(subjects[e.subject], _told(e)) for e in events[:BULK_SAMPLE] if e.subject in subjects],
    )  # fmt: skip


def _take_back(events: list[Event], operation: str, who: Actor) -> int:
    with transaction.atomic():
        for namespace in {event.namespace_id: event.namespace for event in events}.values():
            facts.undo_operation(namespace, operation, actor=who)
    return len(events)
