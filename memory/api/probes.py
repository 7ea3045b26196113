"""For machines that watch, at the root of the site: alive, ready, and figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from .. import health
from ..problems import Problem
from .answers import json_response
from .auth import authenticate
from .errors import answer


def livez(request: HttpRequest) -> HttpResponse:
    """The process answers. No key, no database, and no word more."""
    return HttpResponse("ok", content_type="text/plain")


def for_admins(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Only GET, and only a key with the scope `admin`."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        try:
            authenticate(request).require("admin")
            if request.method not in {"GET", "HEAD"}:
                raise Problem(405, "Only GET.", headers={"Allow": "GET"})
            return view(request)
        except Exception as error:
            return answer(request, error)

    guarded.csrf_exempt = True  # type: ignore[attr-defined]
    return guarded


@for_admins
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when the store can be written, else 503; either way with what was found."""
    found = health.report()
    if found["status"] != "unavailable":
        return json_response(found)
    return json_response(found, status=503, headers={"Retry-After": "10"})


@for_admins
def metrics(request: HttpRequest) -> HttpResponse:
    return HttpResponse(health.metrics(), content_type="text/plain; version=0.0.4")
