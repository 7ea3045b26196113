"""Find the one row that a caller asks for, or raise NotFound."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

from .errors import NotFound

M = TypeVar("M", bound=Model)


def existing(rows: QuerySet[M], called: str) -> M:
    """The first of `rows`, which are narrowed down to one. Raises NotFound, which tells what it was `called`."""
    found = rows.first()
    if found is None:
        raise NotFound(f"no {called}")
    return found
