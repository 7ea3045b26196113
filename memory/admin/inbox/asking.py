"""What a script of the inbox sends: JSON, and an item that was granted."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, RawPostDataException
from django.shortcuts import get_object_or_404

from ...problems import Problem
from ...services.errors import InvalidInput
from ...strict_json import read_json
from .. import scope
from .items import TABLES, InboxItem

UNREADABLE = "the request cannot be read"


def sent(request: HttpRequest) -> dict[str, Any]:
    """The JSON object of a request; what is none, or holds what cannot be kept, counts as empty."""
    try:
        found = read_json(request.body)
    except (Problem, RawPostDataException):  # the latter: a form, which was read as one
        return {}
    return found if isinstance(found, dict) else {}


def rows_asked_for(request: HttpRequest, key: Any) -> tuple[InboxItem, Any]:
    """An item and its row, decided or not. Raises Http404 for what was not granted."""
    item = InboxItem.read(key)
    if item is None:
        raise InvalidInput(UNREADABLE)
    rows = scope.desk_of(request).granted_rows(TABLES[item.kind]).select_related("namespace")
    return item, get_object_or_404(rows, pk=item.pk)
