"""Addresses made of public ids: those that the pages of one row have, and that links from logs, messages and the
API's answers lead to. They show what was granted, and what they show is in the namespace that is looked at from then
on; anything else is not there."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from .. import sealed
from ..models import Conflict, Entity, Event, EventKind, Memory, Session
from . import base, scope, tabs
from .site import page

MOST_MERGES = 20  # one after the other, which are followed


@page("m/<str:uid>/", "memory_go")
def memory(request: HttpRequest, uid: str) -> HttpResponse:
    return _to(request, Memory, uid=uid)


@page("e/<str:uid>/", "memory_go_entity")
def entity(request: HttpRequest, uid: str) -> HttpResponse:
    return _to(request, Entity, uid=uid)


def entity_in_sight(request: HttpRequest, pk: int) -> Entity:
    """An entity of what was granted. Raises Gone for any other, which tells who took in one that was merged."""
    rows = scope.desk_of(request).granted_rows(Entity).select_related("namespace").defer("embedding")
    found: Entity | None = rows.filter(pk=pk).first()
    if found is None:
        raise base.Gone(Entity._meta, taken_in_by(request, rowid=pk))
    return found


def taken_in_by(request: HttpRequest, **named: Any) -> Entity | None:
    """The entity that took in one that is gone, by its `rowid` or `uid`, through as many merges as there were."""
    desk = scope.desk_of(request)
    for _ in range(MOST_MERGES):
        ((name, value),) = named.items()
        told = desk.granted_rows(Event).filter(kind=EventKind.MERGED, **{f"before__entity__{name}": value})
        merge = told.order_by("-seq").first()
        if merge is None:
            return None
        found = desk.granted_rows(Entity).filter(uid=merge.subject).first()
        if found is not None:
            return found
        named = {"uid": merge.subject}
    return None


@page("c/<key:sealed_id>/", "memory_go_conflict")
def conflict(request: HttpRequest, sealed_id: int) -> HttpResponse:
    return _to(request, Conflict, pk=sealed.unseal(sealed.CONFLICT, sealed_id))


@page("s/<str:session_id>/", "memory_go_session")
def session(request: HttpRequest, session_id: str) -> HttpResponse:
    """A session's id is unique in its namespace alone: `?namespace=` names it, else the one that is picked is meant."""
    asked = request.GET.get("namespace", "")
    desk = scope.desk_of(request)
    name = asked or (desk.namespace.name if desk.namespace else "")
    return _to(request, Session, session_id=session_id, namespace__name=name)


def public(request: HttpRequest, row: Memory | Entity | Conflict | Session) -> HttpResponse | None:
    """Where a browser is led that opens the page of `row` by its number. None where it is at its public id."""
    if not tabs.opens_a_page(request) or not str(getattr(request.resolver_match, "url_name", "")).endswith("_change"):
        return None
    desk = scope.desk_of(request)
    if isinstance(row, Session) and desk.all:
        return None  # its id is unique in one namespace alone
    query = request.META.get("QUERY_STRING", "")
    return HttpResponseRedirect(_of(row) + (f"?{query}" if query else ""))


def _of(row: Memory | Entity | Conflict | Session) -> str:
    if isinstance(row, Memory):
        return reverse("admin:memory_go", args=[row.uid])
    if isinstance(row, Entity):
        return reverse("admin:memory_go_entity", args=[row.uid])
    if isinstance(row, Conflict):
        return reverse("admin:memory_go_conflict", args=[sealed.seal(sealed.CONFLICT, row.pk)])
    return reverse("admin:memory_go_session", args=[row.session_id])


def _to(request: HttpRequest, model: type[Model], **wanted: Any) -> HttpResponse:
    rows = scope.desk_of(request).granted_rows(model).filter(**wanted).select_related("namespace")
    found = rows.first()
    if found is None:
        merged = taken_in_by(request, **wanted) if model is Entity else None
        return base.gone_page(request, model._meta, taken_in_by=merged)
    scope.go_to(request, found)
    shown: HttpResponse = admin.site.get_model_admin(model).change_view(request, str(found.pk))
    return shown
