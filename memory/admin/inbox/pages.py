"""The inbox's addresses: the page, and what its script asks and sends. A decision counts when it is stored."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST

from ...models import (
    Change,
    ChangeKind,
    Conflict,
    Event,
    Namespace,
    ProposalDecision,
    Review,
    ReviewDecision,
    ReviewReason,
    Session,
    SessionDecision,
    SessionStatus,
    session_key,
    session_subject,
)
from ...services.actors import Actor
from ...services.curating import deciding, undoing
from ...services.errors import InvalidInput, NotFound, StateConflict
from ...services.graph import entities, proposals
from ...services.talk import sessions
from ...text import shortened
from .. import base, roles, scope, typed
from ..site import page, pages, script_page, show
from ..typed import AnswerKind
from . import cards, claims, export, families, items, keeping
from .asking import UNREADABLE, rows_asked_for, sent
from .items import InboxItem, ItemKind, View

KEY = re.compile(r"[0-9a-f]{32}")
SAID = 60  # characters of a fact that a sentence about it quotes
FIRST_CARDS = 3  # sent with the page
MOST_CARDS = 6  # asked for at once


@page("inbox/", "memory_inbox", roles.CURATE)
def inbox(request: HttpRequest) -> HttpResponse:
    """The page; its script asks for more and sends decisions. `first` names the item to begin with."""
    desk, view = scope.desk_of(request), View.of(request.GET)
    every, rows = items.listed(desk, view)
    held = _held(request)
    first = _first([row.item for row in rows], InboxItem.read(request.GET.get("first", "")), held)
    start = next((number for number, row in enumerate(rows) if row.item == first), 0)
    # What is asked for stands in the list, also far down in it.
    shown = rows[max(0, start - items.WINDOW // 2) :][: items.WINDOW] if start >= items.WINDOW else rows[: items.WINDOW]
    ahead = [row.item for row in rows[start : start + FIRST_CARDS]]
    return show(
        request, "inbox.html", "Inbox",
        view=view, begin={
            "rows": items.rows_shown(desk, shown), "cards": cards.built(desk, ahead), "own": own_decision(request),
            "held": held, "first": first.key if first else "", "total": len(rows), "view": view.address,
            "groups": _groups(rows),
        }, choices=_choices(request, every, view), total=len(rows), kept=keeping.kept_views(request, every, view),
        address=urlencode(view.address), forms=export.FORMS,
        full=items.MOST if items.MOST in items.counted(every)["kind"].values() else 0,
    )  # fmt: skip


def _first(listed: list[InboxItem], asked: InboxItem | None, held: dict[str, str]) -> InboxItem | None:
    if asked in listed:
        return asked
    return next((item for item in listed if item.key not in held), listed[0] if listed else None)


def _groups(rows: list[items.Row]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.group] = counts.get(row.group, 0) + 1
    return counts


def _choices(request: HttpRequest, every: list[items.Row], view: View) -> list[dict[str, Any]]:
    """The filters as the page offers them: {name, label, choices: [(value, text)], picked}."""
    counts = items.counted(every)
    kinds = [(str(kind), f"{title} ({counts['kind'][kind]})") for kind, title in items.TITLES.items()]
    kinds.append((items.ASKED, f"{items.ASKED_TITLE} ({counts['kind'][items.ASKED]})"))
    reasons = [
        (reason, f"{ReviewReason(reason).label} ({count})") for reason, count in sorted(counts["reason"].items())
    ]
    me = base.actor(request).name
    persons = sorted({*counts["person"], me})
    people = [(name or items.NOBODY, f"{name or 'nobody'} ({counts['person'][name]})") for name in persons]
    days = [(str(due), f"{title} ({counts['due'][due]})") for due, title in items.DUE_TITLES.items()]
    spaces = [(name, f"{name} ({count})") for name, count in sorted(counts["namespace"].items())]
    return [
        {"name": "namespace", "label": "In", "all": "all namespaces", "choices": spaces, "picked": view.namespace},
        {"name": "kind", "label": "What", "all": "everything", "choices": kinds, "picked": view.kind},
        {"name": "reason", "label": "Why", "all": "any reason", "choices": reasons, "picked": view.reason},
        {"name": "person", "label": "Whose", "all": "anybody's", "choices": people, "picked": view.person},
        {"name": "due", "label": "Due", "all": "any day or none", "choices": days, "picked": view.due},
        {"name": "by", "label": "Grouped by", "all": "", "choices": [(str(one), str(one)) for one in items.Grouping],
         "picked": str(view.by)},
    ]  # fmt: skip


@script_page("inbox/list/", "memory_inbox_list", roles.CURATE)
def more(request: HttpRequest) -> HttpResponse:
    """The next rows of a view, after the place `after`."""
    desk = scope.desk_of(request)
    _, rows = items.listed(desk, View.of(request.GET))
    shown = items.window(rows, items.read_place(request.GET.get("after", "")))
    return typed.answer(AnswerKind.DONE, rows=items.rows_shown(desk, shown), held=_held(request), groups=_groups(rows))


@script_page("inbox/cards/", "memory_inbox_cards", roles.CURATE)
def some_cards(request: HttpRequest) -> HttpResponse:
    """The cards of `item` (several). What is not there any more, or was not granted, is left out."""
    asked = [item for text in request.GET.getlist("item")[:MOST_CARDS] if (item := InboxItem.read(text))]
    return typed.answer(AnswerKind.DONE, cards=cards.built(scope.desk_of(request), asked))


@script_page("inbox/claim/", "memory_inbox_claim", roles.CURATE)
@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Say that the person looks at an item now; answers what others look at."""
    item, row = rows_asked_for(request, sent(request).get("item"))
    claims.claim(base.actor(request).name, item.key, row.namespace_id)
    return typed.answer(AnswerKind.DONE, held=_held(request))


def _held(request: HttpRequest) -> dict[str, str]:
    granted = set(scope.desk_of(request).namespaces().values_list("pk", flat=True))
    return claims.held_by_others(base.actor(request).name, granted)


# --- Deciding ---------------------------------------------------------------------------------------------------


@script_page("inbox/decide/", "memory_inbox_decide", roles.CURATE)
@require_POST
def decide(request: HttpRequest) -> HttpResponse:
    """Make one decision, sent as JSON {item, decision, key, content?}; `key` is the script's own name for it.

    A refusal of what is decided already tells the decision that stands, and under which key it was sent.
    """
    body = sent(request)
    decision, key, content = body.get("decision"), _key(body), body.get("content")
    item, row = rows_asked_for(request, body.get("item"))
    if not isinstance(decision, str):
        raise InvalidInput(UNREADABLE)
    who, text = base.actor(request), str(content) if content else None
    try:
        _decide(item, row.namespace, row, decision, who, key, text)
    except (StateConflict, NotFound) as error:
        return typed.answer(AnswerKind.REFUSED, error.detail, standing=_standing(item, row), last=own_decision(request))
    return typed.answer(AnswerKind.DONE, standing=_standing(item, row), last=own_decision(request))


def _decide(
    item: InboxItem, namespace: Namespace, row: Any, decision: str, who: Actor, key: str, text: str | None
) -> None:
    if item.kind == ItemKind.REVIEW:
        deciding.decide_review(namespace, item.pk, decision, actor=who, content=text, key=key, of_standing=True)
    elif item.kind == ItemKind.PROPOSAL:
        proposals.decide(namespace, item.pk, decision, actor=who, key=key)
    elif item.kind == ItemKind.CONFLICT and decision == ReviewDecision.CORRECT:
        deciding.correct_side(namespace, item.pk, "new", text or "", actor=who, key=key)
    elif item.kind == ItemKind.CONFLICT:
        deciding.decide_conflict(namespace, item.pk, decision, actor=who, key=key)
    elif decision == SessionDecision.RETRY:
        sessions.retry(namespace, row.session_id, actor=who, key=key)
    elif decision == SessionDecision.LEAVE:
        sessions.skip(namespace, row.session_id, "", actor=who, key=key)
    else:
        raise InvalidInput(f"decision must be one of {', '.join(SessionDecision.values)}", "decision")


def _key(body: dict[str, Any]) -> str:
    key = body.get("key")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise InvalidInput(UNREADABLE)
    return key


def _standing(item: InboxItem, row: Any) -> dict[str, Any] | None:
    """The decision that stands, None for what waits."""
    row.refresh_from_db()
    if isinstance(row, Session):
        told = Event.objects.within(row.namespace_id).about(session_subject(row.pk)).select_related("change").last()
        change = told.change if told is not None and row.status != SessionStatus.FAILED else None
    else:
        change = row.decision_change
    return None if change is None else {"status": row.status, "by": change.actor, "key": change.batch}


# --- All like this ----------------------------------------------------------------------------------------------


@script_page("inbox/alike/", "memory_inbox_alike", roles.CURATE)
def alike(request: HttpRequest) -> HttpResponse:
    """The families of the review `item`: what would be decided with it."""
    item, review = rows_asked_for(request, request.GET.get("item"))
    found = families.families(scope.desk_of(request), review) if item.kind == ItemKind.REVIEW else []
    return typed.answer(AnswerKind.DONE, families=found)


@script_page("inbox/alike/decide/", "memory_inbox_decide_alike", roles.CURATE)
@require_POST
def decide_alike(request: HttpRequest) -> HttpResponse:
    """Decide the reviews `items` of one namespace in one change, sent as JSON {items, decision, key}."""
    body = sent(request)
    keys, decision, key = body.get("items"), body.get("decision"), _key(body)
    asked = [item for one in keys if (item := InboxItem.read(one))] if isinstance(keys, list) else []
    asked = [item for item in asked if item.kind == ItemKind.REVIEW][: deciding.MOST_ALIKE + 1]
    if not asked or not isinstance(decision, str):
        raise InvalidInput(UNREADABLE)
    pks = [item.pk for item in asked]
    rows = scope.desk_of(request).granted_rows(Review).filter(pk__in=pks)
    spaces = set(rows.values_list("namespace", flat=True))
    if len(spaces) != 1 or rows.count() != len(set(pks)):
        raise Http404
    namespace = Namespace.objects.get(pk=spaces.pop())
    decided = deciding.decide_alike(namespace, pks, decision, actor=base.actor(request), key=key)
    return typed.answer(
        AnswerKind.DONE, decided=[InboxItem(ItemKind.REVIEW, review.pk).key for review in decided],
        last=own_decision(request),
    )  # fmt: skip


# --- Undo -------------------------------------------------------------------------------------------------------


@script_page("inbox/undo/", "memory_inbox_undo", roles.CURATE)
@require_POST
def undo(request: HttpRequest) -> HttpResponse:
    """Take back the person's own last decision, sent as JSON {change, view}; answers what waits again."""
    change = sent(request).get("change")
    if not isinstance(change, int) or isinstance(change, bool):
        raise InvalidInput(UNREADABLE)
    desk = scope.desk_of(request)
    try:
        undoing.take_back_own(desk.namespaces(), change, actor=base.actor(request))
    except StateConflict as error:
        return typed.answer(AnswerKind.REFUSED, error.detail, last=own_decision(request))
    again = set(_decided_in(desk, change))
    _, rows = items.listed(desk, View.of(request.GET))
    back = [row for row in rows if row.item in again]
    return typed.answer(
        AnswerKind.DONE, rows=items.rows_shown(desk, back),
        cards=cards.built(desk, [row.item for row in back][:FIRST_CARDS]), count=len(again), last=own_decision(request),
    )  # fmt: skip


def _decided_in(desk: scope.Desk, change: int) -> list[InboxItem]:
    """What a change decided, and waits again."""
    found = [
        InboxItem(kind, pk)
        for kind in (ItemKind.REVIEW, ItemKind.CONFLICT, ItemKind.PROPOSAL)
        for pk in items.waiting(desk, kind).filter(decided_in=change).values_list("pk", flat=True)
    ]
    told = Event.objects.across(desk.namespaces()).about_sessions().filter(change=change)
    keys = map(session_key, told.values_list("subject", flat=True))
    return found + [InboxItem(ItemKind.SESSION, key) for key in keys if key is not None]


def own_decision(request: HttpRequest) -> dict[str, Any] | None:
    """What Undo would take back: {change, says}; None where there is nothing."""
    change = undoing.last_decision(scope.desk_of(request).namespaces(), actor=base.actor(request))
    if change is None:
        return None
    when = f"{date_format(localtime(change.at), 'H:i')}, {change.namespace}"
    return {"change": change.pk, "says": f"{_said(change)} ({when})"}


def _said(change: Change) -> str:
    if change.kind == ChangeKind.SESSION:
        return f"left the session “{_cut(change.events.get().after.get('session_id', ''))}”"
    if change.kind == ChangeKind.ENTITY:
        proposal = change.decided_entityproposals.get()
        names = [_name(change.namespace, uid) for uid in (proposal.entity, proposal.into)]
        return (
            f"merged into “{names[1]}”"
            if change.decision == ProposalDecision.MERGE
            else f"told “{'” and “'.join(names)}” apart"
        )
    reviewed = list(change.decided_reviews.select_related("subject").defer("subject__embedding").order_by("pk")[:101])
    if reviewed and change.kind == ChangeKind.REVIEW:
        first = reviewed[0]
        others = f" and {len(reviewed) - 1} more" if len(reviewed) > 1 else ""
        return f"{first.get_status_display().lower()} “{_cut(str(first.subject or first.detail))}”{others}"
    settled = Conflict.objects.within(change.namespace_id).filter(decided_in=change).select_related("new_fact")
    one = settled.defer("new_fact__embedding").first()
    return f"settled the conflict of “{_cut(str(one and one.new_fact))}”"


def _name(namespace: Namespace, uid: str) -> str:
    try:
        return entities.get_entity(namespace, uid).canonical_name
    except NotFound:
        return uid


def _cut(text: str) -> str:
    return shortened(text, SAID)


# --- The first page ---------------------------------------------------------------------------------------------

dashboard = admin.site.index


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """The page after the login: the inbox of those who decide, the dashboard of everybody else."""
    name = "memory_inbox" if roles.may(request, roles.CURATE) else "memory_dashboard"
    return HttpResponseRedirect(reverse(f"admin:{name}"))


# Whoever has no role yet is told so there.
pages.append(path("dashboard/", admin.site.admin_view(dashboard), name="memory_dashboard"))
admin.site.index = index  # type: ignore[method-assign,assignment]
