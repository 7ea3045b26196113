"""Holds an answer to the OpenAPI document of the service: its status, its content type and its body."""

from __future__ import annotations

import json
import re
from datetime import datetime
from functools import cache
from typing import Any

import jsonschema
from django.http import HttpResponse

from memory.api import api as ninja_api

PREFIX = "/api/v1"
JSON = {"application/json", "application/problem+json"}
OF_THE_DOCUMENT = {"/openapi.json", "/docs"}
FORMATS = jsonschema.FormatChecker(formats=())


@FORMATS.checks("date-time")
def _is_time(value: object) -> bool:
    """As the document's introduction says: ISO 8601 in UTC, with `Z`."""
    if not isinstance(value, str):
        return True
    try:
        return datetime.fromisoformat(value).tzinfo is not None and value.endswith("Z")
    except ValueError:
        return False


@cache
def document() -> dict[str, Any]:
    """The document as a client reads it."""
    found: dict[str, Any] = json.loads(json.dumps(ninja_api.get_openapi_schema()))
    return found


def whole(response: Any) -> Any:
    """The answer as one that holds its body: a streamed one is read to its end, and closed."""
    if not response.streaming:
        return response
    read = HttpResponse(b"".join(response.streaming_content), status=response.status_code)
    read.headers = response.headers
    return read


def check(method: str, path: str, response: Any) -> None:
    """Assert that the document foretells this answer. Nothing but the document itself and its page are answered where
    it lists no such path and method."""
    operation = _operation(method, path)
    if operation is None:
        assert response.status_code >= 400 or path in OF_THE_DOCUMENT, f"{method} {path} is not documented"
        return
    where = f"{method} {path}: {response.status_code} {response.content[:300]!r}"
    told = operation["responses"].get(str(response.status_code))
    assert told is not None, f"the status is not documented: {where}"
    content_type = response["Content-Type"]
    assert content_type in told["content"], f"{content_type} is not documented: {where}"
    if content_type not in JSON:
        return
    flaws = list(_validator(json.dumps(told["content"][content_type]["schema"])).iter_errors(response.json()))
    assert not flaws, f"{[(list(flaw.absolute_path), flaw.message[:300]) for flaw in flaws]} {where}"


@cache
def _routes() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """The patterns of the documented paths; those that leave less open come first."""
    found = []
    for path, methods in document()["paths"].items():
        parts = re.split(r"{\w+}", path.removeprefix(PREFIX))
        pattern = re.compile(r"[^/?]+".join(map(re.escape, parts)))
        found.append((len("".join(parts)), pattern, methods))
    return [(pattern, methods) for _, pattern, methods in sorted(found, key=lambda one: -one[0])]


def _operation(method: str, path: str) -> dict[str, Any] | None:
    asked = path.partition("?")[0]
    methods = next((methods for pattern, methods in _routes() if pattern.fullmatch(asked)), {})
    return methods.get(method.lower())


@cache
def _validator(schema: str) -> jsonschema.Draft202012Validator:
    closed = _closed({"components": document()["components"]}) | _closed(json.loads(schema))
    return jsonschema.Draft202012Validator(closed, format_checker=FORMATS)


def _closed(schema: Any) -> Any:
    """The same, where a shape holds nothing but what it lists."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _closed(part) for key, part in schema.items()}
    if isinstance(found.get("properties"), dict) and found.get("type") == "object":
        found.setdefault("additionalProperties", False)
    return found
