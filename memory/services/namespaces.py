"""Namespaces come into being on their first write."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property

from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from ..models import Namespace, NamespaceSettings, by_hand, validate_namespace_name
from ..models.namespace_settings import flaws
from .errors import InvalidInput, NotFound


class OfNamespace:
    """Where a caller works: a namespace by its name (empty where none is needed), looked up when it is asked for."""

    def __init__(self, namespace_name: str) -> None:
        self.namespace_name = namespace_name

    @cached_property
    def namespace(self) -> Namespace:
        """For reads and for changes of what exists: without rows where nothing was ever written."""
        return for_reading(self.namespace_name)

    @cached_property
    def written_namespace(self) -> Namespace:
        """For writes that may be a namespace's first."""
        return ensure(self.namespace_name)


def for_reading(name: str) -> Namespace:
    """The namespace called `name`; unsaved, and so without rows, where nothing was ever written to it."""
    check_name(name)
    return by_hand.first(Namespace, "name = %s", [name]) or Namespace(name=name)


def existing(name: str) -> Namespace:
    """The namespace called `name`. Raises NotFound where nothing was ever written to it."""
    namespace = for_reading(name)
    check_written(namespace)
    return namespace


def ensure(name: str) -> Namespace:
    """The namespace called `name`, made if need be."""
    check_name(name)
    return Namespace.objects.get_or_create(name=name)[0]


def check_written(namespace: Namespace) -> None:
    """Raise NotFound for a namespace that nothing was ever written to."""
    if not namespace.pk:
        raise NotFound(f"There is no namespace {namespace.name}.")


def check_name(name: str) -> None:
    """Raise InvalidInput for what no namespace can be called."""
    try:
        validate_namespace_name(name)
    except ValidationError as error:
        raise InvalidInput(error.messages[0], "namespace") from error


@dataclass(frozen=True)
class UnreadableSettings:
    """A namespace whose stored settings cannot all be read, and what is wrong with them."""

    pk: int
    name: str
    sentence: str


def unreadable(among: QuerySet[Namespace]) -> list[UnreadableSettings]:
    """Those of `among` with settings that cannot be read, by name."""
    rows = among.exclude(settings={}).order_by("name").values_list("pk", "name", "settings")
    return [
        UnreadableSettings(pk, name, ", ".join(f"{setting} {what}".strip() for setting, what in wrong.items()))
        for pk, name, stored in rows.iterator()
        if (wrong := flaws(stored))
    ]


OWN_KEPT_SECONDS = 5.0  # how long a namespace's settings are believed: the hot path reads none for each turn
_own: dict[str, tuple[float, NamespaceSettings]] = {}


def own_of(name: str) -> NamespaceSettings:
    """The settings of the namespace `name`; a change holds within OWN_KEPT_SECONDS."""
    now = time.monotonic()
    known = _own.get(name)
    if known is not None and now - known[0] < OWN_KEPT_SECONDS:
        return known[1]
    own = for_reading(name).own
    if len(_own) > 10_000:
        _own.clear()
    _own[name] = now, own
    return own
