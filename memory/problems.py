"""Every refusal as a value: what was refused, why and where, whichever interface it was asked through.

The statuses are HTTP's. The API answers them as `application/problem+json`, MCP as a sentence.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError
from pydantic import ValidationError as PydanticValidationError

from memoryproj.refused import StatementRefused, why_refused

from .services import standing
from .services.errors import (
    Busy,
    InvalidInput,
    MemoryServiceError,
    NotFound,
    NotFoundByTool,
    QuotaReached,
    ReplayConflict,
    StateConflict,
    TooLarge,
)
from .services.quotas import Quota
from .text import whole_number

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
NOT_VALID = "The request is not valid."
NOT_FOUND = "There is no such thing here."
AWAY = "The store's server is not reached. Try again shortly."
BUSY = "busy"
RETRY_BUSY = 1  # seconds
RETRY_AWAY = 2  # seconds; a server that is started again takes about so long
RETRY_WAITING = 60  # seconds; a queue empties by itself
RETRY_FULL = 3600  # seconds; what is stored goes when somebody erases it or allows more
RETRY_UNWRITABLE = 30  # seconds; a full disk or a read-only folder needs a person

Location = Sequence[str | int]


class Problem(Exception):
    """A refusal. `status` is HTTP's, `errors` are (location, message) pairs, `headers` are for HTTP alone.

    `code` tells apart what has one status, for programs: of a 503 whether to try again soon (`busy`).
    """

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        code: str = "",
        errors: Iterable[tuple[Location, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = [(list(loc), msg) for loc, msg in errors]
        self.headers = dict(headers or {})

    def body(self) -> dict[str, Any]:
        """The refusal as RFC 9457 shapes it, sent as CONTENT_TYPE."""
        body: dict[str, Any] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
        }
        if self.code:
            body["code"] = self.code
        if self.errors:
            body["errors"] = [{"loc": loc, "msg": msg} for loc, msg in self.errors]
        return body

    def sentence(self) -> str:
        """The whole refusal in one line, for those who do not read JSON."""
        places = [(".".join(map(str, loc[1:])), msg) for loc, msg in self.errors]
        flaws = [f"{place}: {msg}" if place else msg for place, msg in places]
        return f"{self.detail} {'; '.join(flaws)}".strip()


def invalid(loc: Location, message: str) -> Problem:
    """A 422 about one place of the request."""
    return Problem(422, NOT_VALID, errors=[(loc, message)])


def missing() -> Problem:
    """A 404: the same words for what never was and for what lies in another namespace."""
    return Problem(404, NOT_FOUND)


def not_json() -> Problem:
    """A 415."""
    return Problem(415, "The body must be JSON, sent as Content-Type: application/json.")


def wrong_method(allowed: str) -> Problem:
    """A 405; `allowed` are the address's methods as the header names them."""
    return Problem(405, "This method is not for this address.", headers={"Allow": allowed})


def unauthorised(detail: str = "A valid API key is needed.") -> Problem:
    """A 401. Where tokens of an authorization server are taken, it says where to read of which (RFC 9728), and the
    scopes of everyday use: a client that is told none asks for all that there are."""
    told = settings.MEMORY_OAUTH_CHALLENGE
    return Problem(401, detail, headers={"WWW-Authenticate": f'Bearer{told}, scope="read write"' if told else "Bearer"})


def needs_scope(scope: str) -> Problem:
    """A 403 of a token: by the challenge a client knows with which scope to come back."""
    told = [f' error="insufficient_scope", scope="{scope}"', settings.MEMORY_OAUTH_CHALLENGE]
    challenge = "Bearer" + ",".join(filter(None, told))
    return Problem(403, f"The token lacks the scope {scope!r}.", headers={"WWW-Authenticate": challenge})


def problem_of(error: BaseException) -> Problem:
    """What `error` is to a caller. What nobody foresaw is logged and becomes a 500 that tells nothing."""
    match error:
        case Problem():
            return error
        case MemoryServiceError():
            return _of_service(error)
        case PydanticValidationError():
            flaws = [(["body", *loc], message) for loc, message in flaw_places(error.errors(include_url=False))]
            return Problem(422, NOT_VALID, errors=flaws)
        case DatabaseError() | InterfaceError():
            return _of_database(error)
        case _:
            return _unforeseen(error)


def _of_service(error: MemoryServiceError) -> Problem:
    match error:
        case NotFoundByTool():
            return Problem(404, f"{NOT_FOUND} {error.detail}")
        case NotFound():
            return missing()
        case InvalidInput():
            loc = [part if (place := whole_number(part)) is None else place for part in error.field.split(".") if part]
            return invalid(["body", *loc], error.detail)
        case TooLarge():
            return Problem(413, error.detail)
        case ReplayConflict() | StateConflict():
            return Problem(409, error.detail)
        case QuotaReached():
            wait = RETRY_WAITING if error.quota == Quota.SESSIONS else RETRY_FULL
            return Problem(429, error.detail, code=f"quota_{error.quota}", headers={"Retry-After": str(wait)})
        case Busy():
            return busy(error.detail)
        case _:
            return _unforeseen(error)


def of_store(error: BaseException) -> Problem | None:
    """What `error` tells of the store: that it is busy, or away, or takes no writes. None where it tells nothing of
    it."""
    refused = why_refused(error)
    if refused == StatementRefused.BUSY:
        return busy()
    if refused == StatementRefused.AWAY:
        logger.warning("the store's server is not reached: %s", str(error).strip())
        return Problem(503, AWAY, code=BUSY, headers={"Retry-After": str(RETRY_AWAY)})
    return unwritable(error) if refused == StatementRefused.UNWRITABLE else None


def _of_database(error: BaseException) -> Problem:
    if (problem := of_store(error)) is not None:
        return problem
    if isinstance(error, IntegrityError):
        logger.warning("two requests changed the same thing: %s", error)
        return Problem(409, "Another request changed the same thing at the same time. Try again.")
    if isinstance(error, DataError):
        return Problem(422, "A value is outside of what can be stored.")
    return _unforeseen(error)


def busy(detail: str = "The store is busy. Try again shortly.") -> Problem:
    return Problem(503, detail, code=BUSY, headers={"Retry-After": str(RETRY_BUSY)})


def unwritable(error: BaseException) -> Problem:
    """A 503 for what the database refused with `error`, with the reason that is known."""
    if standing.refusal() is None:
        logger.error("the store cannot be used: %s", str(error).strip())
    found = standing.told_by(error)
    return Problem(503, found.message, code=found.standing, headers={"Retry-After": str(RETRY_UNWRITABLE)})


def _unforeseen(error: BaseException) -> Problem:
    logger.error("unforeseen error in an interface", exc_info=error)
    return Problem(500, "Something went wrong in the service. The log tells more.")


_SHAPES = {"dataclass_type", "model_type", "model_attributes_type"}  # of pydantic: a class where an object is wanted


def flaw_places(errors: Iterable[Mapping[str, Any]]) -> list[tuple[Location, str]]:
    """pydantic's list of errors as (location, message) pairs."""
    return [(error["loc"], _message(error)) for error in errors]


def _message(error: Mapping[str, Any]) -> str:
    """What a validator of ours said, as it was raised: pydantic writes "Value error, " before it. Of a shape it names
    our class, which tells a caller nothing."""
    if error["type"] in _SHAPES:
        return "Input should be an object"
    return str(error["ctx"]["error"] if error["type"] == "value_error" else error["msg"])
