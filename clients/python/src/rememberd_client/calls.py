"""What both clients share: how a request is made ready, when it is sent again, and what a refusal becomes. Pure."""

from __future__ import annotations

import os
import random
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
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
NOT_OURS = "The answer is no memory service's. Is the address right?"
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
    """For httpx's clients. What is not given comes from MEMORY_URL and MEMORY_KEY. Raises ValueError for what is no
    key."""
    key = (key or os.environ.get("MEMORY_KEY", "")).strip()  # a key that was read from a file ends in a line's end
    if not key:
        raise ValueError("The service wants a key: give `key`, or set MEMORY_KEY.")
    if not is_header(key):  # httpx would quote it in its error, which programs log
        raise ValueError("The key holds characters that no key has.")
    headers = {"Authorization": f"Bearer {key}"}
    base = (url or os.environ.get("MEMORY_URL") or LOCAL).rstrip("/")
    return {"base_url": base + PREFIX, "headers": headers, "timeout": timeout}


def spaces(namespace: str | None, also: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The headers of what works in one namespace, and of what reads `also` others. What is not given comes from
    MEMORY_NAMESPACE. Raises ValueError for others without the one, and for what names no namespace."""
    one = namespace or os.environ.get("MEMORY_NAMESPACE", "")
    headers = {"X-Memory-Namespace": one} if one else {}
    others = list(also)
    if others and not one:
        raise ValueError("Name the `namespace` that is worked in beside those that are `also` read.")
    for name in (one, *others):
        if not is_header(name):
            raise ValueError(f"{name!r} names no namespace: A-Z a-z 0-9 . _ : @ ~ - in segments joined by slashes.")
    return headers, {"X-Memory-Namespaces": ",".join([one, *others])} if others else headers


def is_header(text: str) -> bool:
    """Whether `text` can be sent as a header's value."""
    return text.isascii() and (text.isprintable() or not text) and text == text.strip()


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
    """An id as a part of an address. Raises ValueError for one that would lead to another address."""
    if text in {".", ".."}:
        raise ValueError(f"{text!r} is no id")
    return quote(text, safe=":@~")


def named(messages: list[Json]) -> list[Json]:
    """The messages, each with an `external_id`, by which the service knows it again when it comes twice."""
    # None is an id that was left out, as `given` has it: with it a turn that is sent again would be there twice.
    return [plain({"external_id": uuid.uuid4().hex} | given(message)) for message in messages]


def once_key() -> dict[str, str]:
    """The header by which the service does a write once, however often it is sent."""
    return {"Idempotency-Key": uuid.uuid4().hex}


def pause(attempt: int, response: httpx.Response | None) -> float:
    """Seconds before the next try: as long as the service asks, else longer each time."""
    asked = response.headers.get("Retry-After", "") if response is not None else ""
    if asked.isascii() and asked.isdigit():  # `²` is a digit, and no number
        return float(asked)
    own = float(0.2 * 2**attempt * random.uniform(0.5, 1.0))  # noqa: S311  (no secret hangs on it)
    return max(own, _seconds_until(asked))


def _seconds_until(date: str) -> float:
    """From now to the time that a header tells, which proxies send; 0 for what tells none."""
    try:
        told = parsedate_to_datetime(date)
    except (ValueError, OverflowError):  # a year or an offset of 20 digits is no ValueError
        return 0.0
    return (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp() - datetime.now(UTC).timestamp()


def is_passing(response: httpx.Response) -> bool:
    return response.status_code in PASSING


def answer(response: httpx.Response) -> Any:
    """What the service answered. Raises ApiError for a refusal, and for an answer that is none of the service's."""
    if response.is_success:
        try:
            return response.json() if response.content else None
        except ValueError:
            raise ApiError(response.status_code, NOT_OURS) from None
    kind = NotFound if response.status_code == 404 else ApiError
    try:
        told = response.json()
        raise kind(response.status_code, str(told["detail"]), told.get("code", ""), told.get("errors"))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise kind(response.status_code, NOT_OURS) from None
