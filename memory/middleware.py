"""Around each request: its id, for the answer and every log line of it; how long it took; what its page may load."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from uuid import uuid4

from django.http import HttpRequest, HttpResponse

from memoryproj import logs
from memoryproj.postgresql import wall

from . import measuring

HEADER = "X-Request-Id"
_SOUND = re.compile(r"[A-Za-z0-9._:-]{1,100}")

# What a page may load and run: what this service serves, and nothing that stands in the page itself. Alpine, which the
# desk's theme is made of, makes functions of its attributes ('unsafe-eval'), and the theme has styles in its pages; no
# style can carry anything away, as pictures, fonts and requests are the service's own.
POLICY = "; ".join(
    (
        "default-src 'self'", "script-src 'self' 'unsafe-eval'", "script-src-attr 'none'",
        "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "object-src 'none'", "base-uri 'none'",
        "form-action 'self'", "frame-ancestors 'none'",
    )
)  # fmt: skip


def guarded(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Each answer tells browsers the content security policy."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Content-Security-Policy"] = POLICY
        return response

    return middleware


def walled(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The wall that a request raises around its namespaces comes down with it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with wall.lifted():
            return get_response(request)

    return middleware


def measured(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A caller's `X-Request-Id` is kept where it is a plain word of at most 100 characters; else it gets a new one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = given if _SOUND.fullmatch(given) else uuid4().hex
        token = logs.request_id.set(request_id)
        started = time.perf_counter()
        try:
            response = get_response(request)
        finally:
            logs.request_id.reset(token)
        response[HEADER] = request_id
        status = response.status_code
        match = request.resolver_match
        # Where no route matches, and for a method that nobody serves, the words are the client's: they make no series.
        route, method = (f"/{match.route}", request.method or "") if match and status != 405 else ("none", "any")
        measuring.observe(
            measuring.REQUESTS, time.perf_counter() - started, method=method, route=_plain(route), status=str(status)
        )
        if status in measuring.DENIED:
            measuring.count(measuring.DENIALS, status=str(status))
        return response

    return middleware


def _plain(route: str) -> str:
    """A declared route without what would need an escape in a label: a regular expression's backslashes and quotes."""
    return route.replace("\\", "").replace('"', "")
