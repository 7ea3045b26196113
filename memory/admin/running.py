"""Running it: the timetable in plain words, runs with their outcome, failed work with retry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from django_celery_beat import models as beat
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from ..models import Operation, OperationKind, OperationStatus, Session, SessionStatus, Trial
from ..services import operations, schedule
from ..services.errors import NotFound, StateConflict
from ..services.talk import sessions
from ..services.trying import trials
from ..text import whole_number
from . import base, roles, scope, words
from .site import page, show

RUNS_SHOWN = 15
FAILED_SHOWN = 20
UNFINISHED = (OperationStatus.PENDING, OperationStatus.RUNNING)

# What a run of each kind does, in a sentence; and the scheduled tasks that start one.
KINDS: dict[str, tuple[str, str]] = {
    OperationKind.ENRICH: (
        "Entity enrichment", "Looks again, with better eyes, at memories in which few names were found."
    ),
    OperationKind.CONSOLIDATE: ("Consolidation", "Learns facts from the conversations that are over."),
    OperationKind.CONSOLIDATE_SESSION: ("Consolidation of a session", "Learns facts from one conversation."),
    OperationKind.DECAY: ("Decay", "Lowers the confidence of what nobody asks for, and retires what fell too low."),
    OperationKind.REFLECT: ("Weekly reflection", "Writes what the week's facts say together."),
    OperationKind.REEMBED: ("Re-embedding", "Moves every memory to the configured embedding model."),
    OperationKind.BACKUP: ("Backup", "Copies the whole store, and proves the copy by restoring it."),
    OperationKind.ERASE: ("Erasure", "Removes for good what was named and all that was drawn from it, and proves it."),
    OperationKind.CHECK: ("Memory tests", "Asks each test's question, and looks for its words in the answer."),
    OperationKind.BULK: ("Bulk action", "Changes all that was chosen in a list, or takes that back."),
    OperationKind.TRIAL: ("Trial of settings", "Tries settings on a throwaway copy of the namespace."),
}  # fmt: skip
WHOLE = {OperationKind.REEMBED, OperationKind.BACKUP}  # of the store: there is no such run of one namespace
# Than from the list of kinds.
STARTED_ELSEWHERE = {
    OperationKind.CONSOLIDATE_SESSION, OperationKind.ERASE, OperationKind.CHECK, OperationKind.BULK,
    OperationKind.TRIAL, *WHOLE,
}  # fmt: skip
TASKS = {
    "maintenance.tasks.execute_entity_enrichment": OperationKind.ENRICH,
    "maintenance.tasks.execute_consolidation": OperationKind.CONSOLIDATE,
    "maintenance.tasks.execute_decay": OperationKind.DECAY,
    "reflection.tasks.execute_reflection": OperationKind.REFLECT,
    "memory.tasks.execute_backup": OperationKind.BACKUP,
}
UPKEEP = {
    "maintenance.tasks.sweep": "Completes idle sessions and wakes the workers for whatever waits.",
    "memory.tasks.mail_digests": "Mails open conflicts to the curators who asked for it.",
    "memory.tasks.purge": "Forgets the answers kept for retried requests, and what each namespace keeps no longer.",
}


def in_sight(request: HttpRequest) -> QuerySet[Operation]:
    """Runs of the picked namespace, and those over the whole store."""
    desk = scope.desk_of(request)
    if desk.all:
        return Operation.objects.select_related("namespace")
    own = Q(namespace=desk.namespace) if desk.namespace else Q(pk__in=[])
    return Operation.objects.filter(own | Q(namespace=None)).select_related("namespace")


@admin.register(Operation)
class OperationAdmin(base.ReadOnlyAdmin):
    list_display = ("what", "whose", "how", "far", "counted", "who", "began", "took", "trouble")
    list_display_links = ("what",)
    list_filter = (("status", ChoicesDropdownFilter), "kind")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Operation]:
        return in_sight(request).order_by("-pk")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        roles.require(request, roles.VIEW)
        found = self.get_object(request, object_id)
        if found is None:
            return self.gone(request, object_id)
        return show(request, "run.html", title_of(found), opts=Operation._meta, **run_in_words(found))

    @display(description="Run", ordering="kind")
    def what(self, operation: Operation) -> str:
        return title_of(operation)

    @display(description="Namespace")
    def whose(self, operation: Operation) -> str:
        return operation.namespace.name if operation.namespace else "all"

    @display(description="Status", ordering="status")
    def how(self, operation: Operation) -> str:
        return base.badge(operation.status)

    @display(description="Progress")
    def far(self, operation: Operation) -> str:
        return f"{operation.progress:.0%}"

    @display(description="Outcome")
    def counted(self, operation: Operation) -> str:
        return words.counts(operation.counts) or "–"

    @display(description="Asked by", ordering="requested_by")
    def who(self, operation: Operation) -> str:
        return operation.requested_by or "–"

    @display(description="Started", ordering="started_at")
    def began(self, operation: Operation) -> str:
        return base.when(operation.started_at)

    @display(description="Took")
    def took(self, operation: Operation) -> str:
        return words.duration(operation)

    @display(description="Error")
    def trouble(self, operation: Operation) -> str:
        return (
            format_html('<span title="{}">{}</span>', operation.error, operation.error[:60]) if operation.error else "–"
        )


def title_of(operation: Operation) -> str:
    title = KINDS.get(operation.kind, (operation.kind, ""))[0]
    return f"{title}: {operation.subject}" if operation.subject else title


def run_in_words(operation: Operation) -> dict[str, Any]:
    """A run in words; of its cost what concerns nobody's namespace but the reader's own."""
    return {
        "run": operation, "name": title_of(operation), "took": words.duration(operation),
        "outcome": words.counts(operation.counts), "cost": words.cost(operation.cost),
        "batch": operation.asked.get("batch", "") if operation.kind == OperationKind.BULK else "",
        "tried": _tried(operation),
    }  # fmt: skip


def _tried(operation: Operation) -> str:
    """The id of the trial that this run carried out, while what it told is kept."""
    if operation.kind != OperationKind.TRIAL or operation.status != OperationStatus.SUCCEEDED:
        return ""
    found = trials.kept(Trial.objects.within(operation.namespace_id or 0)).filter(run=operation)
    return str(found.values_list("uid", flat=True).first() or "")


@page("running/", "memory_running")
def running(request: HttpRequest) -> HttpResponse:
    """The timetable, what runs now, what failed, what ran last."""
    desk = scope.desk_of(request)
    rows = in_sight(request)
    failed_sessions = (
        desk.rows(Session).filter(status=SessionStatus.FAILED).select_related("namespace").order_by("-last_seen_at")
    )
    flaws = schedule.flaws()
    timetable = [
        {
            "task": task,
            **_when(task, flaws),
            "does": KINDS[TASKS[task.task]][1] if task.task in TASKS else UPKEEP.get(task.task, task.description),
            "kind": TASKS.get(task.task, ""),
        }
        for task in beat.PeriodicTask.objects.exclude(task="celery.backend_cleanup").order_by(
            "interval_id", "crontab__hour", "name"
        )
    ]  # fmt: skip
    return show(
        request, "running.html", "Schedules and runs",
        timetable=timetable, kinds=[(k, *v) for k, v in KINDS.items() if k not in STARTED_ELSEWHERE],
        runs=_under_way(rows),
        failed=[
            (one, title_of(one), words.duration(one))
            for one in rows.filter(status=OperationStatus.FAILED).order_by("-pk")[:FAILED_SHOWN]
        ],
        failed_sessions=list(failed_sessions[:FAILED_SHOWN]),
        recent=[
            (one, title_of(one), words.duration(one), words.counts(one.counts))
            for one in rows.filter(status=OperationStatus.SUCCEEDED).order_by("-pk")[:RUNS_SHOWN]
        ],
        now=timezone.now(),
    )  # fmt: skip


def _when(task: Any, flaws: Mapping[str, str]) -> dict[str, str]:
    """When a row of the timetable runs, and why it does not where the clock cannot ring for it. The dozen rows are read
    one by one: a time that cannot be read would take them all along."""
    if flaw := schedule.flaw_of(task) or flaws.get(task.name, ""):
        return {"words": "", "next": "", "flaw": flaw}
    return {"words": words.schedule(task), "next": _next_run(task), "flaw": ""}


def _next_run(task: Any) -> str:
    """When a scheduled task runs next, as people say it; empty where it does not."""
    now = timezone.now()
    due = None
    if task.enabled and task.crontab is not None:
        due = schedule.next_due(task.crontab.schedule, now.astimezone(task.crontab.timezone))
    elif task.enabled and task.interval is not None and task.last_run_at is not None:
        due = max(task.last_run_at + task.interval.schedule.run_every, now)
    return f"next {words.ahead(due - now)}" if due is not None else ""


# --- What is under way ------------------------------------------------------------------------------------------
#
# Parts of pages that the desk's script asks for again and again until nothing in them is unfinished.


def _under_way(rows: QuerySet[Operation], shown: Sequence[int] = ()) -> dict[str, Any]:
    """What waits and runs, with what was `shown` before: that a run ended must not make it vanish."""
    wanted = rows.filter(Q(status__in=UNFINISHED) | Q(pk__in=shown)).order_by("pk")[: 2 * RUNS_SHOWN]
    found = [run_in_words(one) for one in wanted]
    return {
        "rows": found, "unfinished": any(one["run"].unfinished for one in found),
        "shown": ",".join(str(one["run"].pk) for one in found),
    }  # fmt: skip


@page("running/progress/", "memory_runs_progress")
def runs_progress(request: HttpRequest) -> HttpResponse:
    """What runs and waits, and how those of ?shown=… ended."""
    keys = [key for key in map(whole_number, request.GET.get("shown", "").split(",")) if key is not None]
    return render(request, "memory_admin/_runs.html", {"runs": _under_way(in_sight(request), keys[: 2 * RUNS_SHOWN])})


@page("running/<key:pk>/progress/", "memory_run_progress")
def run_progress(request: HttpRequest, pk: int) -> HttpResponse:
    """How far one run is, or how it ended."""
    found = run_in_words(get_object_or_404(in_sight(request), pk=pk))
    return render(request, "memory_admin/_run.html", {**found, "desk_may_operate": roles.may(request, roles.OPERATE)})


# --- Running it by hand -----------------------------------------------------------------------------------------


@page("running/run/", "memory_run", roles.OPERATE)
@require_POST
def run(request: HttpRequest) -> HttpResponse:
    """Queue one kind of work for the picked namespace; over the whole store only for those who see all of it."""
    desk, kind = scope.desk_of(request), request.POST.get("kind", "")
    whole = kind in WHOLE
    if kind in STARTED_ELSEWHERE - WHOLE:
        messages.error(request, f"{KINDS[kind][0]} is started from the page of what it is about.")
    elif whole and not desk.may_see_all:
        messages.error(request, f"{KINDS[kind][0]} is of the whole store: it takes a grant for every namespace.")
    elif desk.namespace is None and not desk.all:
        messages.error(request, "Pick a namespace first.")
    else:
        name = KINDS.get(kind, (kind, ""))[0]
        base.attempt(
            request,
            lambda: operations.request(
                kind, namespace=None if whole else desk.namespace, requested_by=base.actor(request).name
            ),
            f"{name} is queued for {'every namespace' if desk.all or whole else desk.title}.",
        )
    return HttpResponseRedirect(reverse("admin:memory_running"))


@page("running/<key:pk>/retry/", "memory_run_again", roles.OPERATE)
@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a failed piece of work once more; the failed record stays as it is."""
    failed = get_object_or_404(in_sight(request), pk=pk, status=OperationStatus.FAILED)
    if failed.namespace is None and not scope.desk_of(request).may_see_all:
        messages.error(request, "This run is over every namespace: it takes a grant for all of them.")
    else:
        base.attempt(
            request, lambda: operations.request_again(failed, requested_by=base.actor(request).name),
            lambda queued: "It is queued already, or runs." if queued is None else "Queued again.",
        )  # fmt: skip
    return HttpResponseRedirect(reverse("admin:memory_running"))


@page("running/sessions/retry/", "memory_retry_sessions", roles.CURATE)
@require_POST
def retry_sessions(request: HttpRequest) -> HttpResponse:
    """Give every failed session in sight another round."""
    failed = list(
        scope.desk_of(request).rows(Session).filter(status=SessionStatus.FAILED).select_related("namespace")[:200]
    )
    retried = 0
    for session in failed:
        with suppress(NotFound, StateConflict):  # somebody else was quicker
            sessions.retry(session.namespace, session.session_id, actor=base.actor(request))
            retried += 1
    messages.success(request, f"{retried} session{pluralize(retried)} will be tried again.")
    return HttpResponseRedirect(reverse("admin:memory_running"))
