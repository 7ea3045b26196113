"""For machines that watch, at the root of the site: alive, ready, and figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from .. import health
from ..access import Caller
from ..problems import Problem
from .auth import authenticate
from .errors import problem_response
from .responses import json_response


def livez(request: HttpRequest) -> HttpResponse:
    """The process answers. No key, no database, and no word more."""
    return HttpResponse("ok", content_type="text/plain")


def for_admins(view: Callable[[HttpRequest, Caller], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Only GET, and only a key with the scope `admin`."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        try:
            caller = authenticate(request)
            caller.require("admin")
            if request.method not in {"GET", "HEAD"}:
                raise Problem(405, "Only GET.", headers={"Allow": "GET"})
            return view(request, caller)
        except Exception as error:
            return problem_response(request, error)

    guarded.csrf_exempt = True  # type: ignore[attr-defined]
    return guarded


@for_admins
def readyz(request: HttpRequest, caller: Caller) -> HttpResponse:
    """200 when the store can be written, else 503; with what was found, for a key of every namespace."""
    found = health.report()
    shown = found if caller.sees_all else {name: found[name] for name in ("status", "version")}
    if found["status"] != "unavailable":
        return json_response(shown)
    return json_response(shown, status=503, headers={"Retry-After": "10"})


@for_admins
def metrics(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Figures of the whole store: no tenant's key sees them."""
    if not caller.sees_all:
        raise Problem(403, "The figures are of the whole store: a key for every namespace (*) is needed.")
    return HttpResponse(health.metrics(), content_type="text/plain; version=0.0.4")
