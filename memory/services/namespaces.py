"""Namespaces come into being on their first write."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from ..models import Namespace, by_hand, validate_namespace_name
from .errors import InvalidInput


def find(name: str) -> Namespace:
    """The namespace called `name`; unsaved, and so without rows, where nothing was ever written to it."""
    check_name(name)
    return by_hand.first(Namespace, "name = %s", [name]) or Namespace(name=name)


def ensure(name: str) -> Namespace:
    """The namespace called `name`, made if need be."""
    check_name(name)
    return Namespace.objects.get_or_create(name=name)[0]


def check_name(name: str) -> None:
    """Raise InvalidInput for what no namespace can be called."""
    try:
        validate_namespace_name(name)
    except ValidationError as error:
        raise InvalidInput(error.messages[0], "namespace") from error
