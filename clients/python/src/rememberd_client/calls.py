"""What both clients share: how a request is made ready, when it is sent again, and what a refusal becomes. Pure."""

from __future__ import annotations

import os
import random
import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

import httpx

PREFIX = "/api/v1"
LOCAL = "http://127.0.0.1:8000"
SECONDS = 10.0  # for one answer
RETRIES = 3
LONGEST_PAUSE = 30.0  # seconds; a service that asks for more is not waited for
# What a later try may mend: too many requests, a proxy without its service, a busy store.
PASSING = frozenset({429, 502, 503, 504})
Time = datetime | str | float
Json = dict[str, Any]


class ApiError(Exception):
    """The service refused. `errors` are the flaws of an invalid request: `loc` says where, `msg` what."""

    def __init__(self, status: int, detail: str, code: str = "", errors: list[Json] | None = None) -> None:
        flaws = "; ".join(f"{'.'.join(map(str, flaw['loc']))}: {flaw['msg']}" for flaw in errors or [])
        super().__init__(f"{status}: {detail} {flaws}".strip())
        self.status = status
        self.detail = detail
        self.code = code
        self.errors = errors or []


class NotFound(ApiError):
    """There is no such thing in this namespace."""


class Unreachable(Exception):
    """No answer came, however often the client asked."""


def options(url: str | None, key: str | None, timeout: float) -> Json:
    """For httpx's clients. What is not given comes from MEMORY_URL and MEMORY_KEY."""
    key = key or os.environ.get("MEMORY_KEY", "")
    if not key:
        raise ValueError("The service wants a key: give `key`, or set MEMORY_KEY.")
    headers = {"Authorization": f"Bearer {key}"}
    base = (url or os.environ.get("MEMORY_URL") or LOCAL).rstrip("/")
    return {"base_url": base + PREFIX, "headers": headers, "timeout": timeout}


def spaces(namespace: str | None, also: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The headers of what works in one namespace, and of what reads `also` others. What is not given comes from
    MEMORY_NAMESPACE. Raises ValueError for others without the one."""
    one = namespace or os.environ.get("MEMORY_NAMESPACE", "")
    headers = {"X-Memory-Namespace": one} if one else {}
    others = list(also)
    if others and not one:
        raise ValueError("Name the `namespace` that is worked in beside those that are `also` read.")
    return headers, {"X-Memory-Namespaces": ",".join([one, *others])} if others else headers


def given(values: Mapping[str, Any]) -> Json:
    """What was said of `values`: None means left out. Times become text."""
    return {name: plain(value) for name, value in values.items() if value is not None}


def plain(value: Any) -> Any:
    """`value` as JSON. Raises ValueError for a time without a zone: it might be the writer's or the service's."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


def segment(text: str) -> str:
    """An id as a part of an address."""
    return quote(text, safe=":@~")


def named(messages: list[Json]) -> list[Json]:
    """The messages, each with an `external_id`, by which the service knows it again when it comes twice."""
    return [plain({"external_id": uuid.uuid4().hex} | dict(message)) for message in messages]


def once_key() -> dict[str, str]:
    """The header by which the service does a write once, however often it is sent."""
    return {"Idempotency-Key": uuid.uuid4().hex}


def pause(attempt: int, response: httpx.Response | None) -> float:
    """Seconds before the next try: as long as the service asks, else longer each time."""
    asked = response.headers.get("Retry-After", "") if response is not None else ""
    if asked.isdigit():
        return float(asked)
    return float(0.2 * 2**attempt * random.uniform(0.5, 1.0))  # noqa: S311  (no secret hangs on it)


def is_passing(response: httpx.Response) -> bool:
    return response.status_code in PASSING


def answer(response: httpx.Response) -> Any:
    """What the service answered. Raises ApiError for a refusal."""
    if response.is_success:
        return response.json() if response.content else None
    kind = NotFound if response.status_code == 404 else ApiError
    try:
        told = response.json()
        raise kind(response.status_code, str(told["detail"]), told.get("code", ""), told.get("errors"))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise kind(response.status_code, "The answer is no memory service's. Is the address right?") from None
