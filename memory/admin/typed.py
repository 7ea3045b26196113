"""Answers for the desk's scripts: JSON whose `kind` says what became of a request. A script believes nothing else."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any
from urllib.parse import unquote

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token

from ..services.errors import InvalidInput, MemoryServiceError
from . import roles

View = Callable[..., HttpResponse]


class AnswerKind(StrEnum):
    DONE = "done"
    REFUSED = "refused"  # by the service; `error` says why
    UNREADABLE = "unreadable"
    GONE = "gone"
    SIGNED_OUT = "signed_out"
    EXPIRED = "expired"  # the token against forged requests; asking for the session brings another
    OTHER_PERSON = "other_person"  # somebody else has signed in since in this browser
    FORBIDDEN = "forbidden"
    NOT_NOW = "not_now"  # the store is busy, or takes no writes; `error` says which


STATUSES = {
    AnswerKind.DONE: 200, AnswerKind.REFUSED: 409, AnswerKind.UNREADABLE: 400, AnswerKind.GONE: 404,
    AnswerKind.SIGNED_OUT: 401, AnswerKind.EXPIRED: 403, AnswerKind.OTHER_PERSON: 403, AnswerKind.FORBIDDEN: 403,
    AnswerKind.NOT_NOW: 503,
}  # fmt: skip
names: set[str] = set()  # of the addresses that are answered so
FETCHED = "fetch"  # the header X-Requested-With of what a script of the desk sends
PERSON = "X-Desk-Person"  # the header that says, percent-encoded, whom the page was made for


def answer(kind: AnswerKind, error: str = "", **told: Any) -> JsonResponse:
    return JsonResponse({"kind": kind, **({"error": error} if error else {}), **told}, status=STATUSES[kind])


def asked_by_script(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == FETCHED


def guarded(view: View, permission: str) -> View:
    """`view` for people whose role holds `permission`; whatever keeps it from answering is said by its kind."""

    def called(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not admin.site.has_permission(request):
            return answer(AnswerKind.SIGNED_OUT, "Your login has ended.")
        expected = unquote(request.headers.get(PERSON, ""))
        if expected and expected != request.user.get_username():
            return answer(
                AnswerKind.OTHER_PERSON, f"{request.user.get_username()} has signed in here since.",
                person=request.user.get_username(),
            )  # fmt: skip
        if not roles.may(request, permission):
            return answer(AnswerKind.FORBIDDEN, "Your role does not allow this.")
        try:
            return view(request, *args, **kwargs)
        except Http404:
            return answer(AnswerKind.GONE, "It is not there any more, or was not granted to you.")
        except InvalidInput as error:
            return answer(AnswerKind.UNREADABLE, error.detail)
        except MemoryServiceError as error:
            return answer(AnswerKind.REFUSED, error.detail)

    return called


def session(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and the token for what a script sends next."""
    return answer(AnswerKind.DONE, person=request.user.get_username(), token=get_token(request))
