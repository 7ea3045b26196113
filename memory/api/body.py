"""Reading a request before anything believes it: size, encoding, JSON, characters, depth."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from django.conf import settings
from django.http import HttpRequest
from ninja.parser import Parser

from ..text import MAX_INTEGER, BadText, check_characters
from .errors import Problem, invalid

# Only an escape can bring these into a decoded string: raw ones are not JSON, or not UTF-8.
SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


class BodyParser(Parser):
    """Ninja's parser, with our reader."""

    def parse_body(self, request: HttpRequest) -> Any:
        _check_type(request)
        request.json = value = read_json(request.body)  # type: ignore[attr-defined]
        return value


def check_url(request: HttpRequest) -> None:
    """Refuse a NUL in the path or the query string; other characters that cannot be kept do not survive decoding."""
    if "\x00" in request.path:
        raise invalid(["path"], "contains a NUL character")
    if "%00" in request.META.get("QUERY_STRING", ""):
        raise invalid(["query"], "contains a NUL character")


def check_headers(request: HttpRequest) -> None:
    """Refuse what the headers alone give away, before a byte is read: 413 for size, 415 for another type.

    A chunked body is read here, up to the limit: Django reads none without a Content-Length.
    """
    meta = request.META
    limit = settings.MEMORY_MAX_BODY_BYTES
    length = meta.get("CONTENT_LENGTH") or "0"
    if not length.isascii() or not length.isdigit():
        raise Problem(400, "Content-Length is not a number.")
    if len(length) > 18 or int(length) > limit:
        raise _too_large()
    if "chunked" in meta.get("HTTP_TRANSFER_ENCODING", "").lower() and not int(length):
        _read_chunked(request, limit)


def _check_type(request: HttpRequest) -> None:
    """A body must be JSON. One without a type is taken at its word."""
    kind = (request.META.get("CONTENT_TYPE") or "").partition(";")[0].strip().lower()
    if kind and kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise Problem(415, "The body must be JSON, sent as Content-Type: application/json.")


def _read_chunked(request: HttpRequest, limit: int) -> None:
    if not request.META.get("wsgi.input_terminated"):
        raise Problem(411, "Send a Content-Length.")
    data = request.META["wsgi.input"].read(limit + 1)
    if len(data) > limit:
        raise _too_large()
    request._body = data


def _too_large() -> Problem:
    return Problem(413, f"The body is longer than {settings.MEMORY_MAX_BODY_BYTES} bytes.")


def read_json(data: bytes) -> Any:
    """The value that `data` holds.

    Raises Problem: 413 too long, 400 not UTF-8 or not JSON, 422 for a NUL, a lone surrogate, NaN, an infinity, an
    integer of more than 64 bits, or nesting that is too deep.
    """
    if len(data) > settings.MEMORY_MAX_BODY_BYTES:
        raise _too_large()
    text = _decode(data)
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_float, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise Problem(400, f"The body is not JSON: {error.msg} (line {error.lineno}, column {error.colno}).") from error
    except RecursionError as error:
        raise _too_deep() from error
    _check_structure(value, look_at_strings=SUSPECT_ESCAPE.search(text) is not None)
    return value


def _decode(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if _has_surrogates(data):
            raise invalid(["body"], "contains a lone surrogate") from error
        raise Problem(400, "The body is not UTF-8.") from error
    if "\x00" in text:
        raise invalid(["body"], "contains a NUL character")
    return text


def _has_surrogates(data: bytes) -> bool:
    """Whether `data` is UTF-8 but for surrogates that were encoded as if they were characters."""
    try:
        data.decode(errors="surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise invalid(["body"], f"{name} is not a number that JSON knows")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise invalid(["body"], "a number is out of range")
    return value


def _integer(text: str) -> int:
    if len(text) > 20 or abs(value := int(text)) > MAX_INTEGER:
        raise invalid(["body"], "an integer has more than 64 bits")
    return value


def _too_deep() -> Problem:
    return invalid(["body"], f"is nested deeper than {settings.MEMORY_MAX_JSON_DEPTH} levels")


def _check_structure(value: Any, *, look_at_strings: bool) -> None:
    """Walk the containers, level by level, and refuse what is too deep or has characters that cannot be kept."""
    level, depth = [value], 0
    while level:
        if look_at_strings:
            for item in level:
                if isinstance(item, str):
                    check_text(item, ["body"])
        containers = [item for item in level if isinstance(item, dict | list)]
        if not containers:
            return
        depth += 1
        if depth > settings.MEMORY_MAX_JSON_DEPTH:
            raise _too_deep()
        level = []
        for container in containers:
            if isinstance(container, dict):
                level.extend(container.values())
                if look_at_strings:
                    level.extend(container)
            else:
                level.extend(container)


def check_text(text: str, loc: list[str]) -> str:
    """`text` itself; raises a 422 for a NUL or a lone surrogate."""
    try:
        return check_characters(text)
    except BadText as error:
        raise invalid(loc, str(error)) from error
