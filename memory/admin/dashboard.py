"""The first page: what needs a person now, and how the memory is doing. Every figure links to its list."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter, defaultdict
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.db.models import CharField, Count, F, Func, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from ..models import (
    Conflict,
    Entity,
    Kind,
    Memory,
    OperationStatus,
    Recall,
    Review,
    Session,
    SessionStatus,
)
from ..search.vectors import LiveIndex
from ..services.memories import decay
from . import charts, filters, roles, running, scope, words
from .site import page

DAYS = 30
MONTHS = 12
KINDS = {"episode": "turns", "fact": "facts", "reflection": "reflections"}
TOP = 10
COUNT_LIMIT = 1000


def index(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What the dashboard's frame shows at once; its charts come after it (`figures`). Unfold calls it."""
    if not roles.may(request, roles.VIEW):
        return {**context, "title": "Dashboard", "no_role": True}
    desk = scope.desk_of(request)
    runs = running.in_sight(request)
    pending = desk.rows(Session).filter(status__in=[SessionStatus.PENDING, SessionStatus.RUNNING])
    oldest = pending.order_by("last_seen_at").first()
    problem = LiveIndex.read().problem()
    reviews = desk.rows(Review).filter(Review.WAITING)
    conflicts = desk.rows(Conflict).filter(Conflict.WAITING)
    sessions = desk.rows(Session).filter(status=SessionStatus.FAILED)
    failed = runs.filter(status=OperationStatus.FAILED, created_at__gte=timezone.now() - timedelta(days=7))
    return {
        **context,
        "title": "Dashboard",
        "empty": desk.namespace is None and not desk.all,
        "needs": [
            _need("Reviews waiting", reviews, "memory_review_changelist", "checklist"),
            _need("Open conflicts", conflicts, "memory_conflict_changelist", "call_split", "?state=open"),
            _need("Failed sessions", sessions, "memory_session_changelist", "error", "?status__exact=failed"),
            _need("Failed runs this week", failed, "memory_running", "running_with_errors"),
        ],
        "problem": problem,
        "pending": _counted(pending),
        "pending_age": words.span(timezone.now() - oldest.last_seen_at) if oldest else "",
        "runs": [
            (one, running.title_of(one), words.duration(one), words.counts(one.counts))
            for one in runs.order_by("-pk")[:6]
        ],
    }  # fmt: skip


def _need(title: str, rows: QuerySet[Any], link: str, icon: str, query: str = "") -> dict[str, Any]:
    return {"title": title, "count": _counted(rows), "link": reverse(f"admin:{link}") + query, "icon": icon}


def _counted(rows: QuerySet[Any]) -> str:
    count = rows.order_by()[: COUNT_LIMIT + 1].count()
    return f"{COUNT_LIMIT}+" if count > COUNT_LIMIT else str(count)


@page("figures/", "memory_figures")
def figures(request: HttpRequest) -> HttpResponse:
    """The charts, for the dashboard to put in place. They walk over rows, so a minute's answer is kept."""
    desk = scope.desk_of(request)
    return render(request, "memory_admin/figures.html", desk.kept("figures", lambda: compute(desk)))


def compute(desk: scope.Desk) -> dict[str, Any]:
    """{growth, history, confidence, recalls, entities, forecast, totals}, each with links to its list."""
    today = timezone.localdate()
    first = today - timedelta(days=DAYS - 1)
    days = [first + timedelta(days=i) for i in range(DAYS)]
    active = desk.rows(Memory).filter(valid_until__isnull=True)
    fact = Q(kind=Kind.FACT)
    bands = active.aggregate(
        **{
            name: Count("pk", filter=fact & Q(confidence__gte=low, confidence__lt=high))
            for name, (low, high) in filters.BANDS.items()
        },
        protected=Count("pk", filter=fact & Q(decay_rate=0.0)),
        superseded=Count("pk", filter=fact & Q(invalid_at__lte=timezone.now())),
        turns=Count("pk", filter=Q(kind=Kind.EPISODE)),
        reflections=Count("pk", filter=Q(kind=Kind.REFLECTION)),
    )
    memories = reverse("admin:memory_memory_changelist")
    spans = (7, 30)
    seen = None if desk.all else [desk.namespace.pk if desk.namespace else None]
    said = _said(active)
    growth, recalls = _growth(said, days, memories), _recalls(desk, days, memories)
    history = _history(said, days, memories)
    falling = dict(zip(spans, decay.forecasts(seen, spans), strict=True))
    return {
        "growth": growth,
        "growth_scale": charts.scale(growth),
        "history": history,
        "history_scale": charts.scale(history),
        "confidence": charts.bars(
            [(name, bands[name], f"{memories}?kind__exact=fact&confidence={name}") for name in filters.BANDS]
        ),
        "recalls": recalls,
        "recalls_scale": charts.scale(recalls),
        "top": charts.bars(
            [
                (entity.canonical_name, entity.mention_count, reverse("admin:memory_entity_change", args=[entity.pk]))
                for entity in desk.rows(Entity).defer("embedding").order_by("-mention_count")[:TOP]
            ]
        ),
        "forecast": [
            {"days": n, "count": count, "link": f"{memories}?kind__exact=fact&retires={n}"}
            for n, count in falling.items()
        ],
        "totals": [
            {"title": title, "count": count, "link": f"{memories}?{query}"}
            for title, count, query in (
                ("facts", sum(bands[name] for name in filters.BANDS), "kind__exact=fact"),
                ("protected", bands["protected"], "kind__exact=fact&state=protected"),
                ("superseded", bands["superseded"], "kind__exact=fact&state=superseded"),
                ("turns", bands["turns"], "kind__exact=episode"),
                ("reflections", bands["reflections"], "kind__exact=reflection"),
            )
        ],
        "threshold": settings.MEMORY_DECAY_THRESHOLD,
        "at": timezone.now(),
    }


def _said(active: QuerySet[Memory]) -> dict[date, Counter[str]]:
    """{day: {kind in words: memories}} by the time that they tell of: what was imported lies where it was said."""
    rows = (
        # The database's own date(): Django's TruncDate calls back into Python for each row on SQLite.
        active.annotate(day=Func(F("event_time"), function="date", output_field=CharField()))
        .values("day", "kind").annotate(n=Count("pk")).order_by()
    )  # fmt: skip
    found: dict[date, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[date.fromisoformat(str(row["day"]))][KINDS[row["kind"]]] += row["n"]
    return found


def _growth(said: dict[date, Counter[str]], days: list[date], memories: str) -> list[charts.Bar]:
    """Memories a day by kind, over the last month."""
    return charts.stacked([_bar(f"{day:%d %b}", said.get(day, Counter()), day, day, memories) for day in days])


def _history(said: dict[date, Counter[str]], days: list[date], memories: str) -> list[charts.Bar]:
    """Memories a month by kind, the last MONTHS that have any; nothing where none is older than `days`."""
    months: dict[date, Counter[str]] = defaultdict(Counter)
    for day, parts in said.items():
        if day <= days[-1]:
            months[day.replace(day=1)].update(parts)
    if not months or min(months) >= days[0].replace(day=1):
        return []
    last = {month: month.replace(day=monthrange(month.year, month.month)[1]) for month in months}
    return charts.stacked(
        [_bar(f"{month:%b %Y}", months[month], month, last[month], memories) for month in sorted(months)[-MONTHS:]]
    )


def _bar(label: str, parts: Counter[str], first: date, last: date, memories: str) -> tuple[str, dict[str, int], str]:
    told = {kind: parts[kind] for kind in KINDS.values()}
    return label, told, f"{memories}?event_time_from={first}&event_time_to={last}"


def _recalls(desk: scope.Desk, days: list[date], memories: str) -> list[charts.Bar]:
    """Recalls a day over the last month."""
    rows = Recall.objects.filter(at__gte=_start(days[0]))
    if desk.namespace is not None:
        rows = rows.filter(memory__namespace=desk.namespace)
    elif not desk.all:
        rows = rows.none()
    found = dict(rows.values_list("day").annotate(n=Count("pk")).order_by())
    return charts.bars(
        [(f"{day:%d %b}", found.get(day, 0), f"{memories}?kind__exact=fact&recalled=yes") for day in days]
    )


def _start(day: date) -> Any:
    return timezone.now().replace(
        year=day.year, month=day.month, day=day.day, hour=0, minute=0, second=0, microsecond=0
    )
