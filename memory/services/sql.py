"""What the services that speak SQL by hand share. The ORM would cost them more than their statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
MAX_MARKS = 500  # parameters of one statement: a database takes some hundreds, and not any number


def marks(values: Iterable[object]) -> str:
    """A placeholder for each of `values`, for an IN list."""
    return ", ".join("%s" for _ in values)


def parts(values: Sequence[T], width: int = 1) -> Iterator[Sequence[T]]:
    """`values` in pieces that one statement takes, with `width` parameters for each."""
    step = MAX_MARKS // width
    for start in range(0, len(values), step):
        yield values[start : start + step]
