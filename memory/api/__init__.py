"""The HTTP interface, `/api/v1`. Views translate and call services.

A request passes: `auth` (key, scope, namespace, size), `body` (JSON that can be trusted), `requests` (its shape), a
view, `idempotency` for writes that may come twice, a service, `presentation`. Whatever is raised becomes a response in
`errors`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, URLResolver, path, register_converter
from ninja import NinjaAPI

from ..problems import missing, wrong_method
from . import (
    conversations,
    curation,
    entities,
    erasures,
    events,
    hooks,
    ledger,
    memories,
    openapi,
    operations,
    parcels,
    sessions,
    tools,
    webhooks,
)
from .auth import authenticate, key_or_staff
from .body import BodyParser
from .errors import problem_response

DESCRIPTION = """
Long-term memory for AI agents: turns go in, facts are learnt from them, and what matters comes back before the next
answer.

* Times come out as ISO 8601 in UTC (`Z`); on the way in they are ISO 8601, or Unix seconds. A time without an offset
  is UTC. A text of eight digits is a date (`20260511`).
* Bodies refuse fields that they do not know: a typo must not lose data. A single field that is too long is a 422, a
  body that is too long a 413.
* Lists answer `{results, next}`; send `next` back as `?cursor=`.
* Every refusal is `application/problem+json`.
"""
ROUTERS = [
    conversations.router,
    hooks.router,
    tools.router,
    memories.router,
    ledger.router,
    entities.router,
    sessions.router,
    curation.router,
    operations.router,
    erasures.router,
    parcels.router,
    events.router,
    webhooks.router,
]


class AnySegments:
    """Whatever stands there, slashes, line breaks and nothing included: for ids that are to be refused by name."""

    regex = r"[\s\S]*"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(AnySegments, "any")


class MemoryAPI(NinjaAPI):
    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Any = None) -> Any:
        schema = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        return openapi.complete(schema, ROUTERS, path_prefix or self.get_root_path(path_params or {}).rstrip("/"))

    def get_openapi_operation_id(self, operation: Any) -> str:
        return str(operation.view_func.__name__)


def _build() -> MemoryAPI:
    api = MemoryAPI(
        title="Rememberd",
        version=settings.MEMORY_VERSION,
        description=DESCRIPTION.strip(),
        urls_namespace="api",
        parser=BodyParser(),
        docs_decorator=key_or_staff,
    )
    api.add_exception_handler(Exception, problem_response)
    for narrower in [kind for kind in api._exception_handlers if kind is not Exception]:
        api.add_exception_handler(narrower, problem_response)
    for router in ROUTERS:
        api.add_router("", router)
    return api


def _guarded(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Say "no such method" and "no such page" as problems too, and to nobody without a key."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            response = view(request, *args, **kwargs)
            if response.status_code != 405:
                return response
            authenticate(request)
            raise wrong_method(response["Allow"])
        except Http404:
            return unknown(request)
        except Exception as error:
            return problem_response(request, error)

    guarded.csrf_exempt = True  # type: ignore[attr-defined]
    return guarded


def unknown(request: HttpRequest, rest: str = "") -> HttpResponse:
    """An address that is none: a 404, to those with a key."""
    try:
        authenticate(request)
        raise missing()
    except Exception as error:
        return problem_response(request, error)


unknown.csrf_exempt = True  # type: ignore[attr-defined]


def urls() -> list[URLPattern | URLResolver]:
    """The patterns under `/api/`: version 1, and an answer for everything else."""
    patterns, app_name, namespace = api.urls
    for pattern in patterns:
        assert isinstance(pattern, URLPattern)
        pattern.callback = _guarded(pattern.callback)
    return [path("v1/", (patterns, app_name, namespace)), path("<any:rest>", unknown)]


api = _build()
