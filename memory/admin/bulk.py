"""Many memories at once: a preview of what will change, the change in small pieces, and the way back.

Up to `BULK_LIMIT` the page sends the pieces itself; of more a worker does it.
"""

from __future__ import annotations

import re
import uuid

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from ..models import BulkAction, BulkJob, Event, Memory, Operation
from ..services.actors import Actor
from ..services.curating import bulk as jobs
from ..services.curating import undoing
from ..services.errors import InvalidInput, StateConflict
from ..text import whole_number
from . import base, one_memory, roles, scope, typed
from .site import page, script_page, show
from .typed import AnswerKind

BULK_LIMIT = 1000
BULK_CHUNK = 25
BULK_SAMPLE = 20
BATCH = re.compile(r"[0-9a-f]{24,32}")
VALUES = {
    BulkAction.CONFIDENCE: "Confidence, 0 to 1", BulkAction.TAG: "Tag", BulkAction.UNTAG: "Tag",
    BulkAction.RETIRE: "Reason",
}  # fmt: skip


def preview(request: HttpRequest, action: BulkAction, queryset: QuerySet[Memory]) -> HttpResponse | None:
    """What a bulk action will change, before it does."""
    roles.require(request, roles.CURATE)
    keys = list(queryset.order_by("rowid").values_list("pk", flat=True)[: jobs.MOST + 1])
    job = None
    if len(keys) > BULK_LIMIT:
        job = base.attempt(request, lambda: _draft(request, action, keys), "")
        if job is None:
            return None
    sample = list(queryset.order_by("rowid").defer("embedding")[:BULK_SAMPLE])
    return show(
        request, "bulk.html", action.label,
        action=action, rows=[] if job else keys, count=len(keys), job=job,
        sample=[(memory, _effect(action, memory)) for memory in sample], more=max(0, len(keys) - len(sample)),
        value_label=VALUES.get(action, ""), chunk=len(keys) if action == BulkAction.MERGE else BULK_CHUNK,
        batch=job.batch if job else uuid.uuid4().hex,
        back=f"{reverse('admin:memory_memory_changelist')}?{request.GET.urlencode()}",
    )  # fmt: skip


def _draft(request: HttpRequest, action: BulkAction, keys: list[int]) -> BulkJob:
    namespace = scope.desk_of(request).namespace
    if namespace is None:
        raise InvalidInput(f"pick one namespace to act on more than {BULK_LIMIT:,} memories", "namespace")
    return jobs.draft(namespace, action, keys, actor=base.actor(request))


def _effect(action: BulkAction, memory: Memory) -> str:
    """What will happen to one memory, in words; empty when nothing will."""
    if not jobs.concerns(action, memory):
        return ""
    return {
        BulkAction.CONFIRM: f"confidence {memory.confidence:.2f} → 1.00, no decay",
        BulkAction.CONFIDENCE: f"confidence {memory.confidence:.2f} → the new one",
        BulkAction.PROTECT: "no more decay",
        BulkAction.UNPROTECT: "decays again",
        BulkAction.TAG: "gets the tag",
        BulkAction.UNTAG: "loses the tag",
        BulkAction.RETIRE: "agents no longer see it",
        BulkAction.RESTORE: "comes back",
        BulkAction.MERGE: "is kept or merged into the first",
    }[action]


@page("memory/memory/bulk/begin/", "memory_bulk_begin", roles.CURATE)
@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Let a worker do what the preview showed, and look on."""
    namespace, batch = scope.desk_of(request).namespace, request.POST.get("batch", "")
    run = None
    if namespace is not None:
        value = request.POST.get("value", "")
        run = base.attempt(
            request, lambda: jobs.begin(namespace, batch, value, actor=base.actor(request)),
            "A worker does it; this page shows how far it is.",
        )  # fmt: skip
    return _to_run(run)


def _to_run(run: Operation | None) -> HttpResponse:
    if run is None:
        return HttpResponseRedirect(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    return HttpResponseRedirect(reverse("admin:memory_operation_change", args=[run.pk]))


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
    if request.POST.get("rows") == "":  # nothing was typed that is worth keeping
        messages.error(request, "Nothing was chosen.")
        return _to_run(None)
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
    if name not in BulkAction.values or not BATCH.fullmatch(batch):
        raise InvalidInput("there is no such action", "action")
    if not keys:
        raise InvalidInput("nothing was chosen", "rows")
    picked = scope.desk_of(request).rows(Memory).filter(pk__in=keys).select_related("namespace").defer("embedding")
    rows = {row.pk: row for row in picked}
    value = request.POST.get("value", "").strip()
    done, refused = jobs.change_each(
        BulkAction(name), [rows[key] for key in keys if key in rows], value, actor=base.actor(request), batch=batch
    )
    return done, refused + _gone(len(set(keys) - rows.keys()))


def _gone(count: int) -> list[str]:
    """What to say of those that were chosen and are not there: in one line, since the page shows few of them."""
    if not count:
        return []
    return [
        f"{count} that were chosen are not there any more" if count > 1 else "one that was chosen is not there any more"
    ]


@page("memory/memory/bulk/<str:batch>/", "memory_bulk_done")
def bulk_done(request: HttpRequest, batch: str) -> HttpResponse:
    """What a bulk action did, what of it was taken back since, and the way back."""
    told = scope.desk_of(request).rows(Event).filter(change__batch=batch).order_by("seq")
    brief = told.select_related("namespace", "change").only("subject", "kind", "namespace", "change")
    count = told.count()
    if request.method == "POST" and count:
        roles.require(request, roles.CURATE)
        if count > BULK_LIMIT:
            namespace = told[0].namespace
            run = base.attempt(
                request, lambda: jobs.take_back(namespace, batch, actor=base.actor(request)),
                "A worker takes it back; this page shows how far it is.",
            )  # fmt: skip
            return _to_run(run)
        events = list(brief)
        if (
            base.attempt(request, lambda: _take_back(events, base.actor(request)), "All of it was taken back.")
            is not None
        ):
            return _to_run(None)
    sample = list(told.select_related("namespace")[:BULK_SAMPLE])
    taken_back = _taken_back([*sample, *(brief[BULK_SAMPLE:] if count <= BULK_LIMIT else [])])
    rows = scope.desk_of(request).rows(Memory).filter(uid__in=[event.subject for event in sample])
    subjects = {row.uid: row for row in rows.defer("embedding")}
    return show(
        request, "bulk_done.html", "What was changed",
        batch=batch, count=count, gone=len(taken_back) if count <= BULK_LIMIT else 0, sample=[
            (subjects[event.subject], one_memory.shown_event(event, taken_back))
            for event in sample if event.subject in subjects
        ],
    )  # fmt: skip


def _taken_back(events: list[Event]) -> set[int]:
    """The numbers of those events of a bulk action, perhaps in several namespaces, that hold no more."""
    spaces = {event.namespace_id: event.namespace for event in events}
    return {
        seq for key, namespace in spaces.items()
        for seq in undoing.taken_back(namespace, [event for event in events if event.namespace_id == key])
    }  # fmt: skip


def _take_back(events: list[Event], who: Actor) -> int:
    """Take all back that stands of a bulk action, which is a change in each of its namespaces. A change of which
    nothing stands is passed over. Raises StateConflict where that is so of all of them."""
    with transaction.atomic():
        gone = _taken_back(events)
        standing = [event for event in events if event.seq not in gone]
        if not standing:
            raise StateConflict(undoing.TAKEN_BACK)
        for namespace, change in {event.change_id: (event.namespace, event.change) for event in standing}.values():
            undoing.undo_change(namespace, change, actor=who)
    return len(standing)
