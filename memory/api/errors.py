"""Every refusal in one shape: RFC 9457 `application/problem+json`. The only place where errors become HTTP."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.views import defaults
from ninja.errors import HttpError
from ninja.errors import ValidationError as NinjaValidationError
from pydantic import ValidationError as PydanticValidationError

from ..services.errors import (
    Busy,
    InvalidInput,
    MemoryServiceError,
    NotFound,
    ReadOnlyStore,
    ReplayConflict,
    StateConflict,
    TooLarge,
)
from ..text import whole_number

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
MACHINES = ("/api/", "/livez", "/readyz", "/metrics")
NOT_FOUND = "There is no such thing here."
RETRY_BUSY = 1  # seconds
RETRY_UNWRITABLE = 30  # seconds; a full disk or a read-only folder needs a person

# What SQLite says when the file, and not the request, is the trouble.
BUSY_MESSAGES = ("locked", "busy")
UNWRITABLE_MESSAGES = ("readonly", "read-only", "disk is full", "disk I/O error", "unable to open", "malformed")

Location = Sequence[str | int]


class Problem(Exception):
    """A refusal that is decided in the interface itself. `errors` are (location, message) pairs."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        errors: Iterable[tuple[Location, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = [(list(loc), msg) for loc, msg in errors]
        self.headers = dict(headers or {})

    def sentence(self) -> str:
        """The whole refusal in one line, for those who do not read JSON."""
        flaws = [f"{'.'.join(map(str, loc[1:]))}: {msg}" for loc, msg in self.errors]
        return f"{self.detail} {'; '.join(flaws)}".strip()

    def response(self) -> HttpResponse:
        body: dict[str, Any] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
        }
        if self.errors:
            body["errors"] = [{"loc": loc, "msg": msg} for loc, msg in self.errors]
        return HttpResponse(
            json.dumps(body, ensure_ascii=False), status=self.status, content_type=CONTENT_TYPE, headers=self.headers
        )


def invalid(loc: Location, message: str) -> Problem:
    """A 422 about one place of the request."""
    return Problem(422, "The request is not valid.", errors=[(loc, message)])


def missing() -> Problem:
    """A 404: the same words for what never was and for what lies in another namespace."""
    return Problem(404, NOT_FOUND)


def unauthorised(detail: str = "A valid API key is needed.") -> Problem:
    return Problem(401, detail, headers={"WWW-Authenticate": "Bearer"})


def answer(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    """The response for whatever a view raised."""
    return problem_of(error if isinstance(error, Exception) else error()).response()


def problem_of(error: BaseException) -> Problem:
    """What `error` is to a client. What nobody foresaw is logged and becomes a 500 that tells nothing."""
    match error:
        case Problem():
            return error
        case MemoryServiceError():
            return _of_service(error)
        case NinjaValidationError():
            return Problem(422, "The request is not valid.", errors=_places(error.errors))
        case PydanticValidationError():
            flaws = [(["body", *loc], message) for loc, message in _places(error.errors(include_url=False))]
            return Problem(422, "The request is not valid.", errors=flaws)
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
        case DatabaseError() | InterfaceError():
            return _of_database(error)
        case _:
            return _unforeseen(error)


def _of_service(error: MemoryServiceError) -> Problem:
    match error:
        case NotFound():
            return missing()
        case InvalidInput():
            loc = [part if (place := whole_number(part)) is None else place for part in error.field.split(".") if part]
            return invalid(["body", *loc], error.detail)
        case TooLarge():
            return Problem(413, error.detail)
        case ReplayConflict() | StateConflict():
            return Problem(409, error.detail)
        case Busy():
            return busy(error.detail)
        case ReadOnlyStore():
            return unwritable()
        case _:
            return _unforeseen(error)


def _of_database(error: BaseException) -> Problem:
    text = str(error)
    if any(message in text for message in BUSY_MESSAGES):
        return busy()
    if any(message in text for message in UNWRITABLE_MESSAGES):
        logger.error("the store cannot be used: %s", text)
        return unwritable()
    if isinstance(error, IntegrityError):
        logger.warning("two requests changed the same thing: %s", text)
        return Problem(409, "Another request changed the same thing at the same time. Try again.")
    if isinstance(error, DataError):
        return Problem(422, "A value is outside of what can be stored.")
    return _unforeseen(error)


def busy(detail: str = "The store is busy. Try again shortly.") -> Problem:
    return Problem(503, detail, headers={"Retry-After": str(RETRY_BUSY)})


def unwritable() -> Problem:
    return Problem(503, "The store cannot be written now.", headers={"Retry-After": str(RETRY_UNWRITABLE)})


def page(status: int, detail: str) -> Callable[..., HttpResponse]:
    """Django's last resort (`handler404` and its kin): a problem for machines, Django's own page for people."""
    plain = {400: defaults.bad_request, 403: defaults.permission_denied, 404: defaults.page_not_found}.get(status)

    def view(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
        if request.path.startswith(MACHINES):
            return Problem(status, detail).response()
        return plain(request, exception or Exception()) if plain else defaults.server_error(request)

    return view


def _unforeseen(error: BaseException) -> Problem:
    logger.error("unforeseen error in the API", exc_info=error)
    return Problem(500, "Something went wrong in the service. The log tells more.")


def _places(errors: Iterable[Mapping[str, Any]]) -> list[tuple[Location, str]]:
    return [(_location(error["loc"]), str(error["msg"]).removeprefix("Value error, ")) for error in errors]


def _location(loc: Location) -> list[str | int]:
    """Where in the request, as a client knows it: the names of the view's own parameters are left out."""
    return [part for position, part in enumerate(loc) if not (position == 1 and part in {"payload", "filters"})]
