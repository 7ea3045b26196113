"""The desk's own pages under /admin/, beside the lists, and what the head of each page shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern, path, register_converter, reverse
from django.urls.converters import IntConverter
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ..services import standing
from . import again, roles, scope, tabs, typed
from .inbox.items import badge

View = Callable[..., HttpResponseBase]


class KeyConverter(IntConverter):
    """A whole number that a row's key can be: Django's own takes any, which the database then refuses."""

    regex = "[0-9]{1,18}"


register_converter(KeyConverter, "key")

OF_ONE_ROW = re.compile(r"/change|/admin/[mecs]/")  # a page's address
PICKER_LIMIT = 30
BADGE_LIMIT = 99
PLACES = (
    ("i", "the inbox", "memory_inbox", roles.CURATE),
    ("d", "the dashboard", "memory_dashboard", roles.VIEW),
    ("a", "asking the memory", "memory_ask", roles.VIEW),
    ("m", "the memories", "memory_memory_changelist", roles.VIEW),
    ("e", "the entities", "memory_entity_changelist", roles.VIEW),
    ("s", "the sessions", "memory_session_changelist", roles.VIEW),
    ("c", "the conflicts", "memory_conflict_changelist", roles.VIEW),
    ("h", "the history", "memory_event_changelist", roles.VIEW),
    ("r", "the runs", "memory_running", roles.VIEW),
)  # G and the letter lead there
pages: list[URLPattern] = []


def page(route: str, name: str, permission: str = roles.VIEW) -> Callable[[View], View]:
    """Serve a view as /admin/<route> to people whose role holds `permission`."""

    def register(view: View) -> View:
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            roles.require(request, permission)
            return view(request, *args, **kwargs)

        pages.append(path(route, admin.site.admin_view(guarded), name=name))
        return view

    return register


def script_page(route: str, name: str, permission: str = roles.VIEW) -> Callable[[typed.View], typed.View]:
    """Serve a view as /admin/<route> to the desk's scripts: whatever happens, they are answered by kind (`typed`)."""

    def register(view: typed.View) -> typed.View:
        pages.append(path(route, never_cache(typed.guarded(view, permission)), name=name))
        typed.names.add(name)
        return view

    return register


def show(request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponse:
    """Render a page of the desk inside the admin's frame."""
    return render(request, f"memory_admin/{template}", {**admin.site.each_context(request), "title": title, **context})


def head(request: HttpRequest) -> dict[str, Any]:
    """For each page: the picker, the role, what waits. Unfold calls it (GLOBAL_CALLBACK)."""
    if not admin.site.has_permission(request):
        return {}
    desk = scope.desk_of(request)
    return {
        "desk": desk,
        "desk_refusal": standing.refusal(),
        "desk_role": roles.name_of(request),
        "desk_may_curate": roles.may(request, roles.CURATE),
        "desk_may_operate": roles.may(request, roles.OPERATE),
        "desk_names": list(desk.namespaces().order_by("name").values_list("name", flat=True)[:PICKER_LIMIT]),
        "desk_names_limit": PICKER_LIMIT,
        "desk_kept": again.kept(request),
        "desk_places": [
            (letter, title, reverse(f"admin:{name}"))
            for letter, title, name, permission in PLACES
            if roles.may(request, permission)
        ],
    }


def waiting(request: HttpRequest) -> str:
    """How many items wait in the inbox, for the badge of the navigation."""
    return badge(scope.desk_of(request), BADGE_LIMIT) if roles.may(request, roles.CURATE) else ""


def may_view(request: HttpRequest) -> bool:
    return roles.may(request, roles.VIEW)


def may_curate(request: HttpRequest) -> bool:
    return roles.may(request, roles.CURATE)


def may_operate(request: HttpRequest) -> bool:
    return roles.may(request, roles.OPERATE)


def is_administrator(request: HttpRequest) -> bool:
    return bool(request.user.is_superuser)


script_page("session/", "memory_desk_session")(typed.session)


@page("namespace/", "memory_pick_namespace")
@require_POST
def pick_namespace(request: HttpRequest) -> HttpResponse:
    """Look at another namespace from now on, and come back to where the person was."""
    name = request.POST.get("namespace", "").strip()
    if not scope.pick(request, name):
        messages.error(request, f"There is no namespace {name!r} that you were granted.")
    back = request.POST.get("back", "")
    # A page of one row shows nothing in another namespace: its list does.
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}) or OF_ONE_ROW.search(back):
        return HttpResponseRedirect(reverse("admin:index"))
    asked = scope.asked_of(request)
    return HttpResponseRedirect(scope.tab_of(asked) + tabs.without(back) if asked else back)
