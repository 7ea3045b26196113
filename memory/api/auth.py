"""Who is asking, what the key allows, and in which namespace."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils import timezone

from .. import background
from ..models import ApiKey, validate_namespace_name
from ..models.namespaces import LAST_USED_RESOLUTION
from ..services.actors import Actor
from ..services.namespaces import Named
from . import body
from .errors import Problem, answer, invalid, unauthorised

WINDOW = 60.0  # seconds of the rate limit


class Caller(Named):
    """An authenticated request: the key, and the namespace that it works in."""

    def __init__(self, key: ApiKey, namespace_name: str) -> None:
        super().__init__(namespace_name)
        self.key = key

    @cached_property
    def actor(self) -> Actor:
        return Actor.api(self.key)

    def require(self, scope: str) -> None:
        if scope not in self.key.scopes:
            raise Problem(403, f"The key lacks the scope {scope!r}.")


class ApiRequest(HttpRequest):
    """What a view gets: Django's request with the caller, and the parsed body where there is one."""

    auth: Caller
    json: Any


class KeyAuth:
    """Ninja's authentication of one route: a key with `scope`, and the namespace unless the route needs none.

    A route whose scope depends on what is asked for has none here, and says `caller.require` itself.
    """

    def __init__(self, scope: str | None, *, namespaced: bool = True) -> None:
        self.scope = scope
        self.namespaced = namespaced

    def __call__(self, request: HttpRequest) -> Caller:
        key = authenticate(request)
        caller = Caller(key, "")
        if self.scope is not None:
            caller.require(self.scope)
        if self.namespaced:
            caller.namespace_name = choose_namespace(key, request.META.get("HTTP_X_MEMORY_NAMESPACE"))
        body.check_url(request)
        if request.method not in {"GET", "HEAD"}:
            body.check_headers(request)
        return caller


READ, WRITE, ADMIN, ANY_SCOPE = KeyAuth("read"), KeyAuth("write"), KeyAuth("admin"), KeyAuth(None)
ANY_SCOPE_ANYWHERE = KeyAuth(None, namespaced=False)


def authenticate(request: HttpRequest) -> ApiKey:
    """The usable key of the request's headers; raises a 401, or a 429 beyond the rate limit."""
    meta = request.META
    kind, _, token = meta.get("HTTP_AUTHORIZATION", "").partition(" ")
    if kind.lower() != "bearer":
        token = meta.get("HTTP_X_API_KEY", "")
    token = token.strip()
    if not token:
        raise unauthorised("Send a key as `Authorization: Bearer mem_…` or `X-API-Key: mem_…`.")
    key = ApiKey.objects.authenticate(token)
    if key is None:
        raise unauthorised("The key is unknown, revoked or expired.")
    check_rate(key.pk, settings.MEMORY_RATE_LIMIT)
    if key.last_used_at is None or timezone.now() - key.last_used_at > LAST_USED_RESOLUTION:
        background.touch_key(key.pk)
    return key


def choose_namespace(key: ApiKey, header: str | None) -> str:
    """The header's namespace, else the key's default.

    Raises Problem: 403 outside the key's pattern, whether it exists or not; 422 for what no namespace can be called;
    400 where neither header nor default names one.
    """
    if header is None:
        if not key.default_namespace:
            raise Problem(400, "This key has no default namespace: send the header X-Memory-Namespace.")
        return key.default_namespace
    if not key.covers(header):
        raise Problem(403, "The key is not for this namespace.")
    try:
        validate_namespace_name(header)
    except ValidationError as error:
        raise invalid(["header", "X-Memory-Namespace"], error.messages[0]) from error
    return header


_uses: dict[int, deque[float]] = {}
_uses_lock = threading.Lock()


def check_rate(key: int, limit: int, now: float | None = None) -> None:
    """Refuse the request with a 429 when `key` made `limit` of them in the last minute; 0 is no limit.

    Each web process counts for itself.
    """
    if limit <= 0:
        return
    now = time.monotonic() if now is None else now
    with _uses_lock:
        uses = _uses.setdefault(key, deque())
        while uses and now - uses[0] >= WINDOW:
            uses.popleft()
        if len(uses) >= limit:
            wait = max(1, round(WINDOW - (now - uses[0]) + 0.5))
            raise Problem(429, f"At most {limit} requests a minute.", headers={"Retry-After": str(wait)})
        uses.append(now)


def key_or_staff(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For the docs: a key of any scope, or a staff login; a browser without one is sent to log in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _is_staff(request):
            try:
                authenticate(request)
            except Problem as problem:
                return _login(request) if problem.status == 401 and _wants_page(request) else answer(request, problem)
        return view(request, *args, **kwargs)

    return guarded


def _is_staff(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return bool(user and user.is_active and user.is_staff)


def _wants_page(request: HttpRequest) -> bool:
    return "text/html" in request.META.get("HTTP_ACCEPT", "")


def _login(request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(f"{resolve_url(settings.LOGIN_URL)}?next={quote(request.get_full_path())}")
