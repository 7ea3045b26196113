"""Around each request: its id, for the answer and every log line of it, and how long it took."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from uuid import uuid4

from django.http import HttpRequest, HttpResponse

from memoryproj import logs

from . import measuring

HEADER = "X-Request-Id"
_SOUND = re.compile(r"[A-Za-z0-9._:-]{1,100}")


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
