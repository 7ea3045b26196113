"""How a request comes to the one door (memory/access.py): its key and namespace are headers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url

from .. import access
from ..access import Caller
from ..problems import Problem, unauthorised
from . import body
from .errors import problem_response

NAMESPACE_HEADER = ("header", "X-Memory-Namespace")
NAMESPACES_HEADER = ("header", "X-Memory-Namespaces")


class ApiRequest(HttpRequest):
    """What a view gets: Django's request with the caller, and the parsed body where there is one."""

    auth: Caller
    json: Any


class KeyAuth:
    """Ninja's authentication of one route: a key with `scope`, and the namespace unless the route needs none; several
    where it says `spaces`. A key with a purpose comes in where the route says `heeds_purpose` alone.

    A route whose scope depends on what is asked for has none here, and says `caller.require` itself.
    """

    def __init__(
        self, scope: str | None, *, namespaced: bool = True, heeds_purpose: bool = False, spaces: bool = False
    ) -> None:
        self.scope = scope
        self.namespaced = namespaced
        self.heeds_purpose = heeds_purpose
        self.spaces = spaces

    def __call__(self, request: HttpRequest) -> Caller:
        caller = authenticate(request)
        if self.scope is not None:
            caller.require(self.scope)
        if self.namespaced:
            self._enter(caller, request)
        body.check_url(request)
        if request.method not in {"GET", "HEAD"}:
            caller.charge(body.check_headers(request))
        return caller

    def _enter(self, caller: Caller, request: HttpRequest) -> None:
        one, several = request.META.get("HTTP_X_MEMORY_NAMESPACE"), request.META.get("HTTP_X_MEMORY_NAMESPACES")
        if several is None:
            caller.enter(one, where=NAMESPACE_HEADER, heeds_purpose=self.heeds_purpose)
            return
        if one is not None:
            raise Problem(400, access.ONE_HEADER)
        if not self.spaces and "," in several:
            detail = "This works in one namespace: name it with X-Memory-Namespace."
            raise Problem(400, detail, code=access.ONE_NAMESPACE)
        caller.enter_several(several, where=NAMESPACES_HEADER, heeds_purpose=self.heeds_purpose)


READ, WRITE, ADMIN, ANY_SCOPE = KeyAuth("read"), KeyAuth("write"), KeyAuth("admin"), KeyAuth(None)
ERASE = KeyAuth("erase")
# What shows no memory that is hidden from the key; and of those, what reads several namespaces at once.
READ_VISIBLE, WRITE_BLINDLY = KeyAuth("read", heeds_purpose=True), KeyAuth("write", heeds_purpose=True)
READ_SPACES = KeyAuth("read", spaces=True)
READ_VISIBLE_SPACES = KeyAuth("read", heeds_purpose=True, spaces=True)
ANY_SCOPE_BLINDLY = KeyAuth(None, heeds_purpose=True, spaces=True)
ANY_SCOPE_ANYWHERE = KeyAuth(None, namespaced=False)


def authenticate(request: HttpRequest) -> Caller:
    """Who sends the request, by the key in its headers. Raises Problem: 401, or 429 beyond the rate limit."""
    meta = request.META
    if access.is_operators(meta):
        return access.operator(access.CLI)
    kind, _, token = meta.get("HTTP_AUTHORIZATION", "").partition(" ")
    if kind.lower() != "bearer":
        token = meta.get("HTTP_X_API_KEY", "")
    token = token.strip()
    if not token:
        raise unauthorised("Send a key as `Authorization: Bearer mem_…` or `X-API-Key: mem_…`.")
    return access.caller(token)


def key_or_staff(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For the docs: a key of any scope, or a staff login; a browser without one is sent to log in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _is_staff(request):
            try:
                authenticate(request)
            except Problem as problem:
                if problem.status == 401 and _wants_page(request):
                    return _login(request)
                return problem_response(request, problem)
        return view(request, *args, **kwargs)

    return guarded


def _is_staff(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return bool(user and user.is_active and user.is_staff)


def _wants_page(request: HttpRequest) -> bool:
    return "text/html" in request.META.get("HTTP_ACCEPT", "")


def _login(request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(f"{resolve_url(settings.LOGIN_URL)}?next={quote(request.get_full_path())}")
