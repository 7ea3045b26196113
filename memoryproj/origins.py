"""Pages of other origins that a browser lets speak with the API (CORS). None, unless MEMORY_CORS_ORIGINS names them.

A page brings its key in a header. Cookies are never allowed to come along, so that a page can do nothing in the name of
whoever is logged in to the desk; and the desk's own pages answer no other origin. See ADR 0098.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

# What keys open. The desk, which a login opens, is not among them.
SERVED = ("/api/v1/", "/mem0/")
METHODS = "GET, POST, PUT, PATCH, DELETE"
HEADERS = (
    "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-API-Key, X-Memory-Namespace, X-Memory-Namespaces, "
    "X-Request-Id"
)
SHOWN = "Idempotent-Replay, Retry-After, X-Request-Id"
# For how many seconds a browser need not ask again. Chromium keeps no answer for longer than two hours.
ASKED_AGAIN = "7200"
_ORIGIN = re.compile(r"https?://(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?")


def checked(origins: list[str]) -> list[str]:
    """These, as browsers spell them. Raises ImproperlyConfigured for what is no origin, `*` and `null` among them."""
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise ImproperlyConfigured(
                f"MEMORY_CORS_ORIGINS: {origin!r} is no origin. Name each as https://app.example.org, in lower "
                "case, without a path; `*` and `null` are not taken."
            )
    return origins


def headers_for(path: str, origin: str | None) -> dict[str, str]:
    """The headers that let a page of `origin` read the answer at `path`."""
    if not settings.MEMORY_CORS_ORIGINS or not path.startswith(SERVED):
        return {}
    if origin not in settings.MEMORY_CORS_ORIGINS:
        return {"Vary": "Origin"}
    return {"Vary": "Origin", "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": SHOWN}


def answered(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer a browser that asks what a page may send, and let pages of the named origins read answers."""
    from django.http import HttpResponse  # here, as the settings import this module

    def middleware(request: HttpRequest) -> HttpResponse:
        headers = headers_for(request.path_info, request.META.get("HTTP_ORIGIN"))
        allowed = "Access-Control-Allow-Origin" in headers
        if allowed and request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            request.get_host()  # refuses a host that is not served
            response = HttpResponse(status=204)
            response["Access-Control-Allow-Methods"] = METHODS
            response["Access-Control-Allow-Headers"] = HEADERS
            response["Access-Control-Max-Age"] = ASKED_AGAIN
        else:
            response = get_response(request)
        for name, value in headers.items():
            if name == "Vary" and response.has_header(name):
                value = f"{response[name]}, {value}"
            response[name] = value
        return response

    return middleware
