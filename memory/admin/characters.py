"""What a form sends that no text is stored with: a NUL, which is a refusal, and a browser's ends of lines.

No stored text holds a NUL: SQLite finds nothing by it, and PostgreSQL's driver raises an error, which would look like a
failure of the service. The API refuses a NUL itself, in its own words; but a login's cookie reaches its documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views import defaults

from ..text import plain_lines
from . import typed

NUL = "\x00"
_ESCAPED_NUL = "%00"  # as it stands in a query


class RefusesNul:
    """Answers 400 to a NUL in a cookie, and 404 to one in the desk's path and parameters, before anything reads them:
    what they name is not there. A form reaches its page, which keeps what was typed beside its refusal; of a page that
    asks the database for it, it is 404 too. A script of the desk is told AnswerKind.UNREADABLE."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if any(NUL in value for value in request.COOKIES.values()):
            raise BadRequest("a NUL character in a cookie")
        # Every request passes here: to make the desk's address takes longer than to see that there can be no NUL.
        if _asks_with_nul(request) and request.path.startswith(reverse("admin:index")):
            return _refusal(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DataError) and request.method == "POST" and _holds_nul(request.POST):
            return _refusal(request)
        return None


class PlainLines:
    """A browser sends the end of each line in a form as CR LF, whatever its page showed. The desk's views are given LF,
    as programs send it: a text that nobody changed stays what it was."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        match = request.resolver_match
        if request.method != "POST" or match is None or match.app_name != "admin":
            return
        sent = request.POST.copy()
        for name, values in request.POST.lists():
            sent.setlist(name, [plain_lines(str(value)) for value in values])
        request.POST = cast("Any", sent)


def _asks_with_nul(request: HttpRequest) -> bool:
    """Whether a NUL stands in the path or in a parameter."""
    query = request.META.get("QUERY_STRING", "")
    return NUL in request.path or ((NUL in query or _ESCAPED_NUL in query) and _holds_nul(request.GET))


def _refusal(request: HttpRequest) -> HttpResponse:
    if typed.asked_by_script(request):
        return typed.answer(typed.AnswerKind.UNREADABLE, "A NUL character cannot be kept.")
    return defaults.page_not_found(request, Exception("a NUL character"))


def _holds_nul(form: QueryDict) -> bool:
    return any(NUL in text for name, values in form.lists() for text in (name, *map(str, values)))
