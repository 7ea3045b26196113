"""Many memories at once: a preview of what will change, the change in small pieces, and the way back."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from functools import cache

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from ..models import Change, Event, Kind, Memory, Namespace
from ..services import facts, history, undoing
from ..services.actors import Actor
from ..services.errors import InvalidInput, MemoryServiceError
from ..text import whole_number
from . import base, one_memory, roles, scope, typed
from .site import page, script_page, show
from .typed import AnswerKind

BULK_LIMIT = 1000
BULK_CHUNK = 25
BULK_SAMPLE = 20
BATCH = re.compile(r"[0-9a-f]{24,32}")

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
        batch=uuid.uuid4().hex,
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


@script_page("memory/memory/bulk/part/", "memory_bulk_part", roles.CURATE)
@require_POST
def bulk_part(request: HttpRequest) -> HttpResponse:
    """Do a bulk action on some rows: the page sends a few at a time and shows how far it is. A part that is sent again
    changes nothing more."""
    done, refused = _asked(request)
    return typed.answer(AnswerKind.DONE, done=done, refused=refused)


@page("memory/memory/bulk/", "memory_bulk", roles.CURATE)
@require_POST
def bulk(request: HttpRequest) -> HttpResponse:
    """The same on all rows, without a script."""
    told = base.attempt(request, lambda: _asked(request), lambda told: f"{told[0]} changed.")
    for text in told[1][:5] if told else []:
        messages.warning(request, text)
    batch = request.POST.get("batch", "")
    if not BATCH.fullmatch(batch):
        return HttpResponseRedirect(reverse("admin:memory_memory_changelist"))
    return HttpResponseRedirect(reverse("admin:memory_bulk_done", args=[batch]))


def _asked(request: HttpRequest) -> tuple[int, list[str]]:
    """Do what the form asks for; answers how many rows are done, and why others are not."""
    name, batch = request.POST.get("action", ""), request.POST.get("batch", "")
    sent = map(whole_number, request.POST.get("rows", "").split(","))
    keys = [key for key in sent if key is not None][:BULK_LIMIT]
    if name not in BULK or not BATCH.fullmatch(batch):
        raise InvalidInput("there is no such action", "action")
    picked = scope.desk_of(request).rows(Memory).filter(pk__in=keys).select_related("namespace").defer("embedding")
    rows = {row.pk: row for row in picked}
    value = request.POST.get("value", "").strip()
    return _run(name, [rows[key] for key in keys if key in rows], value, base.actor(request), batch)


def _run(name: str, rows: list[Memory], value: str, who: Actor, batch: str) -> tuple[int, list[str]]:
    done, refused = 0, []
    part = cache(lambda namespace: history.batch(namespace, batch, who))
    before = _told(rows, batch)
    if name == "merge":
        return _merge(rows, who, part) if rows and not before else (len(rows), [])
    for memory in rows:
        if memory.uid in before:
            done += 1
            continue
        if not _effect(name, memory):
            continue
        try:
            _change(name, memory, value, who, part(memory.namespace))
            done += 1
        except MemoryServiceError as error:
            refused.append(f"{str(memory)[:60]}: {error.detail}")
    return done, refused


def _told(rows: list[Memory], batch: str) -> set[str]:
    """Those of `rows` that this batch changed already, by their ids."""
    events = Event.objects.across({row.namespace_id for row in rows}).filter(change__batch=batch)
    return set(events.filter(subject__in=[row.uid for row in rows]).values_list("subject", flat=True))


def _merge(rows: list[Memory], who: Actor, part: Callable[[Namespace], Change]) -> tuple[int, list[str]]:
    kept = rows[0]
    try:
        with transaction.atomic():
            change = part(kept.namespace)
            facts.merge(kept.namespace, kept.uid, [m.uid for m in rows[1:]], actor=who, change=change)
    except MemoryServiceError as error:
        return 0, [error.detail]
    return len(rows), []


def _change(name: str, memory: Memory, value: str, who: Actor, change: Change) -> None:
    if name in one_memory.SIMPLE:
        one_memory.SIMPLE[name][0](memory, who, value, change)
    elif name == "confidence":
        facts.edit(memory.namespace, memory.uid, actor=who, confidence=one_memory.number(value), change=change)
    else:
        tags = [*memory.tags, value] if name == "tag" else [tag for tag in memory.tags if tag != value]
        facts.edit(memory.namespace, memory.uid, actor=who, tags=tags, change=change)


@page("memory/memory/bulk/<str:batch>/", "memory_bulk_done")
def bulk_done(request: HttpRequest, batch: str) -> HttpResponse:
    """What a bulk action did, with the way back."""
    events = list(
        scope.desk_of(request)
        .rows(Event)
        .filter(change__batch=batch)
        .select_related("namespace", "change")
        .order_by("seq")[: BULK_LIMIT + 1]
    )
    if request.method == "POST" and events:
        roles.require(request, roles.CURATE)
        taken = base.attempt(
            request, lambda: _take_back(events, base.actor(request)), "All of it was taken back."
        )
        if taken is not None:
            return HttpResponseRedirect(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    subjects = {
        row.uid: row
        for row in scope.desk_of(request)
        .rows(Memory)
        .filter(uid__in=[e.subject for e in events[:BULK_SAMPLE]])
        .defer("embedding")
    }
    return show(
        request, "bulk_done.html", "What was changed",
        batch=batch, count=len(events),
        sample=[
            (subjects[e.subject], one_memory.shown_event(e)) for e in events[:BULK_SAMPLE] if e.subject in subjects
        ],
    )  # fmt: skip


def _take_back(events: list[Event], who: Actor) -> int:
    with transaction.atomic():
        for namespace, change in {event.change_id: (event.namespace, event.change) for event in events}.values():
            undoing.undo_change(namespace, change, actor=who)
    return len(events)
