"""How a command reaches the memory: the JSON API of a running service, or of this machine's own store.

Both are one code path. Without an address the requests do not leave the process: they go to the WSGI application, as
the operator, who can read the database anyway.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from enum import IntEnum
from types import TracebackType
from typing import Any, Self

import django
import httpx

from . import ensure_secret

TIMEOUT = 60.0  # seconds
IN_PROCESS = "http://127.0.0.1"
PREFIX = "/api/v1"
_REQUEST_LOG = logging.getLogger("django.request")
CONFLICT = 409  # the status of a refusal because of what is there already
LARGEST_PAGE = 100  # what one call of a list takes


class Exit(IntEnum):
    """What a command's exit code tells. 2 is the shell's and the option parser's: the command was called wrongly."""

    REFUSED = 1
    NOT_FOUND = 3
    UNREACHABLE = 4


class Failed(Exception):
    """The memory did not do what was asked. `exit` is for the shell, the message for a person.

    `errors` are the places in what was sent that the service found wrong, as in its problem answers; `status` is its
    answer's, 0 without one.
    """

    def __init__(self, exit: Exit, message: str, errors: Iterable[dict[str, Any]] = (), status: int = 0) -> None:
        super().__init__(message)
        self.exit = exit
        self.status = status
        self.errors = list(errors)


class ShellDoor:
    """One memory, in one namespace: a context manager. Leaving it finishes what the process left for later."""

    def __init__(self, url: str, key: str, namespace: str) -> None:
        self.is_local = not url
        headers = {"X-Memory-Namespace": namespace} if namespace else {}
        if url and not key:
            raise Failed(Exit.REFUSED, "A service wants a key: give --key, or set MEMORY_KEY.")
        if url:
            headers["Authorization"] = f"Bearer {key}"
        transport = None if url else httpx.WSGITransport(app=_own_application())
        try:
            self._client = httpx.Client(
                base_url=(url or IN_PROCESS).rstrip("/"), headers=headers, timeout=TIMEOUT, transport=transport
            )
        except (httpx.InvalidURL, UnicodeEncodeError) as error:
            raise Failed(Exit.REFUSED, f"The address, key or namespace cannot be sent: {error}") from error

    def __enter__(self) -> Self:
        # The commands tell what was refused; Django's log would tell it again.
        self._loudness = _REQUEST_LOG.level
        if self.is_local:
            _REQUEST_LOG.setLevel(logging.ERROR)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()
        _REQUEST_LOG.setLevel(self._loudness)
        if self.is_local:
            from memory import background

            background.flush()

    def get(self, path: str, **params: Any) -> Any:
        given = {name: value for name, value in params.items() if value is not None}
        return self._call("GET", path, params=given)

    def post(self, path: str, body: Any = None) -> Any:
        return self._call("POST", path, json=body if body is not None else {})

    def delete(self, path: str) -> Any:
        return self._call("DELETE", path)

    def pages(self, path: str, limit: int, **params: Any) -> list[Any]:
        """The first `limit` rows of a list, over as many pages as that takes."""
        found: list[Any] = []
        cursor = None
        while len(found) < limit:
            page = self.get(path, limit=min(limit - len(found), LARGEST_PAGE), cursor=cursor, **params)
            found += page["results"]
            cursor = page["next"]
            if cursor is None:
                break
        return found

    def _call(self, method: str, path: str, **sent: Any) -> Any:
        try:
            response = self._client.request(method, PREFIX + path, **sent)
        except httpx.HTTPError as error:
            told = str(error) or type(error).__name__
            raise Failed(Exit.UNREACHABLE, f"{self._client.base_url} does not answer: {told}") from error
        except UnicodeEncodeError as error:
            raise Failed(Exit.REFUSED, f"The text cannot be sent, it is no valid Unicode: {error.reason}") from error
        if response.is_success:
            return response.json() if response.content else None
        raise _problem(response)


def _problem(response: httpx.Response) -> Failed:
    code = Exit.NOT_FOUND if response.status_code == 404 else Exit.REFUSED
    try:
        told = response.json()
        errors = told.get("errors") or []
        flaws = "".join(f"\n  {'.'.join(str(part) for part in flaw['loc'])}: {flaw['msg']}" for flaw in errors)
        return Failed(code, f"{told['title']}: {told['detail']}{flaws}", errors, response.status_code)
    except (ValueError, KeyError, TypeError, AttributeError):
        return Failed(code, f"The answer is no memory service's: status {response.status_code}. Is the address right?")


def _own_application() -> Callable[..., Iterable[bytes]]:
    """This machine's WSGI application, entered as the operator. Raises Failed where this release has no store."""
    ensure_secret()
    django.setup()  # what is imported below reads its settings
    from django.core.handlers.wsgi import WSGIHandler
    from django.db import DatabaseError

    from memory import access

    from .. import schema

    try:
        lack = schema.lack()
    except DatabaseError as error:
        lack = schema.told_of(error)
    if lack:
        raise Failed(Exit.UNREACHABLE, f"{lack} Or name a running service with --url and --key.")

    application = WSGIHandler()

    def entered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        return application(access.marked_as_operators(environ), start_response)

    return entered
