"""Addresses made of public ids, for links from logs, messages and the API's answers. They lead to what was granted, and
what they lead to is in the namespace that is looked at from then on; anything else is not there."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from ..models import Conflict, Entity, Memory, Session
from . import base, scope
from .site import page


@page("m/<str:uid>/", "memory_go")
def memory(request: HttpRequest, uid: str) -> HttpResponse:
    return _to(request, Memory, uid=uid)


@page("e/<str:uid>/", "memory_go_entity")
def entity(request: HttpRequest, uid: str) -> HttpResponse:
    return _to(request, Entity, uid=uid)


@page("c/<key:number>/", "memory_go_conflict")
def conflict(request: HttpRequest, number: int) -> HttpResponse:
    return _to(request, Conflict, pk=number)


@page("s/<str:session_id>/", "memory_go_session")
def session(request: HttpRequest, session_id: str) -> HttpResponse:
    """A session's id is unique in its namespace alone: `?namespace=` names it, else the one that is picked is meant."""
    asked = request.GET.get("namespace", "")
    desk = scope.desk_of(request)
    name = asked or (desk.namespace.name if desk.namespace else "")
    return _to(request, Session, session_id=session_id, namespace__name=name)


def _to(request: HttpRequest, model: type[Model], **wanted: Any) -> HttpResponse:
    rows = scope.desk_of(request).granted_rows(model).filter(**wanted).select_related("namespace")
    found = rows.first()
    if found is None:
        return base.gone_page(request, model._meta)
    scope.go_to(request, found)
    return HttpResponseRedirect(reverse(f"admin:memory_{model._meta.model_name}_change", args=[found.pk]))
