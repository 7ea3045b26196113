"""Reading a request before anything believes it: its address, its size, its type. What it holds: strict_json."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.parser import Parser

from ..problems import Problem, invalid, not_json
from ..strict_json import read_json, too_large


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
        named = [name for name, values in request.GET.lists() if "\x00" in "".join(values) and "\x00" not in name]
        raise invalid(["query", *named[:1]], "contains a NUL character")


def check_headers(request: HttpRequest) -> int:
    """Refuse what the headers alone give away, before a byte is read: 413 for size, 415 for another type. Answers the
    body's size.

    A chunked body is read here, up to the limit: Django reads none without a Content-Length.
    """
    meta = request.META
    limit = settings.MEMORY_MAX_BODY_BYTES
    length = meta.get("CONTENT_LENGTH") or "0"
    if not length.isascii() or not length.isdigit():
        raise Problem(400, "Content-Length is not a number.")
    if len(length) > 18 or int(length) > limit:
        raise too_large()
    if "chunked" in meta.get("HTTP_TRANSFER_ENCODING", "").lower() and not int(length):
        return _read_chunked(request, limit)
    return int(length)


def _check_type(request: HttpRequest) -> None:
    """A body must be JSON. One without a type is taken at its word."""
    kind = (request.META.get("CONTENT_TYPE") or "").partition(";")[0].strip().lower()
    if kind and kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise not_json()


def _read_chunked(request: HttpRequest, limit: int) -> int:
    if not request.META.get("wsgi.input_terminated"):
        raise Problem(411, "Send a Content-Length.")
    data = request.META["wsgi.input"].read(limit + 1)
    if len(data) > limit:
        raise too_large()
    request._body = data
    return len(data)
