"""What the generated OpenAPI document lacks: keys and scopes, headers, and the refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from ninja import Router
from pydantic import TypeAdapter

from .. import answers
from ..problems import CONTENT_TYPE
from .auth import KeyAuth
from .idempotency import HEADER, MAX_LENGTH

Json = dict[str, Any]
REFERENCE = "#/components/schemas/"

SECURITY_SCHEMES: Json = {
    "Bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "mem_<prefix>_<secret>"},
    "ApiKey": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
}
NAMESPACE_HEADER: Json = {
    "name": "X-Memory-Namespace",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 200},
    "description": "The namespace to work in; the key's default if left out.",
}
NAMESPACES_HEADER: Json = {
    "name": "X-Memory-Namespaces",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": (
        "Instead of the above: up to 8 namespaces with commas between them, which are all read. The first is the "
        "session's own."
    ),
}
IDEMPOTENCY_HEADER: Json = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_LENGTH},
    "description": (
        "The first answer is kept for 24 hours and given again, with the header `Idempotent-Replay: true`. "
        "The same key with another body is a 409."
    ),
}
REFUSALS = (400, 401, 403, 404, 422, 429, 500, 503)
REFUSALS_OF_WRITES = (409, 411, 413, 415)
LARGE_ANSWERS = {"/export"}  # which may be too large
# They change nothing, or are idempotent by nature.
WITHOUT_IDEMPOTENCY_KEY = {"/context", "/memories/search"}


def complete(schema: Json, routers: list[Router], prefix: str) -> Json:
    """Fill `schema` in, in place."""
    components = schema["components"]
    components["securitySchemes"] = SECURITY_SCHEMES
    details = TypeAdapter(answers.ProblemDetailsJson).json_schema(ref_template=REFERENCE + "{model}")
    components["schemas"] |= details.pop("$defs") | {answers.ProblemDetailsJson.__name__: details}
    for path, method, auth in _routes(routers):
        _fill(schema["paths"][prefix + path][method], path, method, auth)
    named: Json = _renamed(schema)
    return named


def _renamed(schema: Any) -> Any:
    """The shapes without the suffix of their names in the program, which says no more to a client."""
    if isinstance(schema, list):
        return [_renamed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _renamed(value) for key, value in schema.items()}
    if isinstance(found.get("$ref"), str):
        found["$ref"] = found["$ref"].removesuffix(answers.SUFFIX)
    if isinstance(found.get("title"), str):
        found["title"] = found["title"].removesuffix(answers.SUFFIX)
    if isinstance(found.get("schemas"), dict):
        shapes = {name.removesuffix(answers.SUFFIX): shape for name, shape in found["schemas"].items()}
        assert len(shapes) == len(found["schemas"]), "a body and an answer have one name"
        found["schemas"] = shapes
    return found


def _routes(routers: list[Router]) -> Iterator[tuple[str, str, KeyAuth]]:
    for router in routers:
        for path, view in router.path_operations.items():
            for operation in view.operations:
                for method in operation.methods:
                    (auth,) = operation.auth_callbacks
                    assert isinstance(auth, KeyAuth)
                    yield re.sub(r"{\w+:", "{", path), method.lower(), auth


def _fill(operation: Json, path: str, method: str, auth: KeyAuth) -> None:
    operation["security"] = [{name: []} for name in SECURITY_SCHEMES]
    if auth.scope is not None:
        text = operation.get("description", "")
        operation["description"] = f"{text}\n\nScope: `{auth.scope}`.".strip()
    if auth.namespaced:
        operation["parameters"].append(NAMESPACE_HEADER)
    if auth.spaces:
        operation["parameters"].append(NAMESPACES_HEADER)
    if method == "post" and path not in WITHOUT_IDEMPOTENCY_KEY:
        operation["parameters"].append(IDEMPOTENCY_HEADER)
    body = {"schema": {"$ref": REFERENCE + answers.ProblemDetailsJson.__name__}}
    of_reads = (413,) if path in LARGE_ANSWERS else ()
    for status in REFUSALS + (of_reads if method == "get" else REFUSALS_OF_WRITES):
        operation["responses"][status] = {
            "description": HTTPStatus(status).phrase,
            "content": {CONTENT_TYPE: body},
        }
