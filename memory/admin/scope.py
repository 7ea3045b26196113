"""Whose rows a person looks at: what they were granted, narrowed to what they picked. Every page asks here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.cache import cache
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import set_script_prefix

from ..models import ALL, EVERYTHING, Memory, Namespace, granted, pattern_covers, patterns_of

M = TypeVar("M", bound=Model)
A = TypeVar("A")

SESSION_KEY = "memory_namespace"
DEFAULT_NAME = "default"
CACHE_SECONDS = 60  # what walks over many rows is as old as a minute; nobody decides by the last one


@dataclass(frozen=True)
class Desk:
    """What one person sees now: one namespace, or deliberately all of them (`all`), or nothing (neither)."""

    patterns: tuple[str, ...]
    namespace: Namespace | None
    all: bool = False

    @property
    def may_see_all(self) -> bool:
        return EVERYTHING in self.patterns

    @property
    def name(self) -> str:
        """As it is picked by: a namespace's name, ``*``, or nothing."""
        return EVERYTHING if self.all else (self.namespace.name if self.namespace else "")

    @property
    def title(self) -> str:
        return "All namespaces" if self.all else (self.namespace.name if self.namespace else "No namespace")

    def rows(self, model: type[M]) -> QuerySet[M]:
        """The rows of a namespaced model that are in sight."""
        if self.all:
            found = model.objects.across(ALL)  # type: ignore[attr-defined]
        else:
            found = model.objects.across([self.namespace] if self.namespace else [])  # type: ignore[attr-defined]
        return found  # type: ignore[no-any-return]

    def granted_rows(self, model: type[M]) -> QuerySet[M]:
        """The rows of a namespaced model in everything that was granted, whatever is picked."""
        wanted = ALL if self.may_see_all else self.namespaces()
        return model.objects.across(wanted)  # type: ignore[attr-defined, no-any-return]

    def grants(self, name: str) -> bool:
        """Whether the person may look into the namespace `name` at all."""
        return any(pattern_covers(pattern, name) for pattern in self.patterns)

    def grants_pattern(self, pattern: str) -> bool:
        """Whether everything that `pattern` covers is granted: nobody hands out more than they hold."""
        if not pattern.endswith("*"):
            return self.grants(pattern)
        return any(
            held == EVERYTHING or (held.endswith("/*") and pattern.startswith(held[:-1])) for held in self.patterns
        )

    def kept(self, what: str, make: Callable[[], A]) -> A:
        """What `make` finds for whoever sees the same as this desk; made once in CACHE_SECONDS."""
        key = f"memory-{what}-{self.namespace.pk if self.namespace else 'all' if self.all else 'none'}"
        found: A | None = cache.get(key)
        if found is None:
            found = make()
            cache.set(key, found, CACHE_SECONDS)
        return found

    def namespaces(self) -> QuerySet[Namespace]:
        """The namespaces that were granted, whatever is picked."""
        return granted(self.patterns)


def desk_of(request: HttpRequest) -> Desk:
    """The desk of this request, looked up once."""
    found: Desk | None = getattr(request, "_desk", None)
    if found is None:
        found = _look_up(request)
        request._desk = found  # type: ignore[attr-defined]
    return found


def pick(request: HttpRequest, name: str) -> bool:
    """Look at the namespace `name` from now on, or at all of them (``*``); so do tabs that are opened later. Answers
    whether that is granted."""
    desk = desk_of(request)
    if name == EVERYTHING:
        allowed = desk.may_see_all
    else:
        allowed = desk.grants(name) and Namespace.objects.filter(name=name).exists()
    if allowed:
        request.session[SESSION_KEY] = name
        _move(request, name)
    return allowed


def look_at(request: HttpRequest, name: str) -> None:
    """Let this request look at the namespace `name`, which its address names, or at all of them (``*``)."""
    request._desk_asked = name  # type: ignore[attr-defined]


def asked_of(request: HttpRequest) -> str:
    """The namespace that the request's address names; empty where it names none."""
    return getattr(request, "_desk_asked", "")


def _move(request: HttpRequest, name: str) -> None:
    """Where the address names a namespace, what is made from here on leads to `name` in its place."""
    if asked_of(request):
        look_at(request, name)
        set_script_prefix(tab_of(name))
    del request._desk  # type: ignore[attr-defined]


def tab_of(name: str) -> str:
    """What the addresses of a tab begin with that looks at the namespace `name`, or at all (``*``): a name holds no
    comma."""
    return f"/at/{name.replace('/', ',')}"


def go_to(request: HttpRequest, row: Any) -> None:
    """Look at the namespace of a row that was granted from now on, unless it is in sight."""
    desk = desk_of(request)
    if desk.all or row.namespace_id == (desk.namespace.pk if desk.namespace else None):
        return
    if asked_of(request):
        _move(request, row.namespace.name)  # in this tab alone
    else:
        pick(request, row.namespace.name)


def _look_up(request: HttpRequest) -> Desk:
    user: Any = request.user
    if not (user.is_authenticated and user.is_staff):
        return Desk((), None)
    patterns = patterns_of(user)
    picked = asked_of(request) or request.session.get(SESSION_KEY, "")
    if picked == EVERYTHING and EVERYTHING in patterns:
        return Desk(patterns, None, all=True)
    mine = granted(patterns)
    wanted = mine.filter(name=picked).first() if picked else None
    return Desk(patterns, wanted or _first_seen(mine))


def _first_seen(mine: QuerySet[Namespace]) -> Namespace | None:
    """What a person sees who has picked nothing yet: a namespace that holds something, if one does."""
    filled = mine.filter(Exists(Memory.everything.filter(namespace=OuterRef("pk"))))
    return (
        filled.filter(name=DEFAULT_NAME).first()
        or filled.order_by("-pk").first()
        or mine.filter(name=DEFAULT_NAME).first()
        or mine.order_by("-pk").first()
    )
