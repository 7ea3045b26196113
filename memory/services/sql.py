"""What the services that speak SQL by hand share. The ORM would cost them more than their statements."""

from __future__ import annotations

from collections.abc import Iterable


def marks(values: Iterable[object]) -> str:
    """A placeholder for each of `values`, for an IN list."""
    return ", ".join("%s" for _ in values)
