"""The API's refusals in one shape: RFC 9457 `application/problem+json`. The only place where errors become HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from ninja.errors import HttpError
from ninja.errors import ValidationError as NinjaValidationError

from ..problems import CONTENT_TYPE, NOT_VALID, Location, Problem, flaw_places, missing, unauthorised
from ..problems import problem_of as problem_of_any

MACHINES = ("/api/", "/mem0/", "/livez", "/readyz", "/metrics")


def problem_response(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    """The response for whatever a view raised."""
    return response(problem_of(error if isinstance(error, Exception) else error()))


def response(problem: Problem) -> HttpResponse:
    return HttpResponse(
        json.dumps(problem.body(), ensure_ascii=False),
        status=problem.status,
        content_type=CONTENT_TYPE,
        headers=problem.headers,
    )


def problem_of(error: BaseException) -> Problem:
    """What `error` is to a client: the framework's own errors, and all that any interface may meet."""
    match error:
        case NinjaValidationError():
            flaws = [(_location(loc), message) for loc, message in flaw_places(error.errors)]
            return Problem(422, NOT_VALID, errors=flaws)
        case HttpError():
            # Ninja wraps what the body's reader raises; the cause tells more.
            if isinstance(error.__cause__, Problem):
                return error.__cause__
            return unauthorised() if error.status_code == 401 else Problem(error.status_code, str(error))
        case Http404():
            return missing()
        case PermissionDenied():
            return Problem(403, "This is not allowed.")
        case RequestDataTooBig():
            return Problem(413, "The body is too large.")
        case SuspiciousOperation() | UnreadablePostError():
            return Problem(400, "The request cannot be read.")
        case _:
            return problem_of_any(error)


def page(status: int, detail: str, for_people: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Django's last resort (`handler404` and its kin): a problem for machines, `for_people` for all others."""

    def view(request: HttpRequest, *raised: Exception, **told: Exception) -> HttpResponse:
        if request.path.startswith(MACHINES):
            return response(Problem(status, detail))
        return for_people(request, *raised, **told)

    return view


def _location(loc: Location) -> list[str | int]:
    """Where in the request, as a client knows it: the names of the view's own parameters are left out."""
    return [part for position, part in enumerate(loc) if not (position == 1 and part in {"payload", "filters"})]
