"""Lists: `{results, next}`, continued by an opaque cursor that names the last row, so that new rows move nothing."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from pydantic import BaseModel, ValidationInfo, model_validator

from .. import presentation, sealed
from ..fields import Limit
from ..problems import NOT_VALID, Problem, invalid
from ..text import whole_number

M = TypeVar("M", bound=Model)
MOST_TOLD = 10  # of the names that a list does not have


class ListFilters(BaseModel):
    """What a list's address may say. Another name is refused: who lists by a misspelt filter gets all rows, and may
    go on to retire them."""

    @model_validator(mode="after")
    def _are_all_known(self, info: ValidationInfo) -> Self:
        assert info.context is not None  # ninja's; of the names it hands on those alone that it knows
        asked: HttpRequest = info.context["request"]
        known = type(self).model_fields
        if unknown := [name for name in asked.GET if name not in known]:
            told = f"is no filter of this list, which has {', '.join(known)}"
            raise Problem(422, NOT_VALID, errors=[(["query", name], told) for name in unknown[:MOST_TOLD]])
        return self


class Paging(ListFilters):
    limit: Limit = 50
    cursor: str | None = None


def page_json(
    rows: QuerySet[M],
    paging: Paging,
    show: Callable[[list[M]], Sequence[Mapping[str, Any]]],
    *,
    name: str,
    newest_first: bool = True,
) -> dict[str, Any]:
    """One page of `rows` by primary key, as `show` tells them. Where they are large it ends early; `next` goes on from
    there, and is None at the end.

    `name` is the list's own: a cursor of another list is a 422, as is one that was made up.
    """
    if paging.cursor is not None:
        last = _read(paging.cursor, name)
        rows = rows.filter(pk__lt=last) if newest_first else rows.filter(pk__gt=last)
    found = list(rows.order_by("-pk" if newest_first else "pk")[: paging.limit + 1])
    shown = show(found[: paging.limit])
    number = presentation.fitting(shown)
    following = _write(name, found[number - 1].pk) if number < len(found) else None
    return {"results": shown[:number], "next": following}


def _write(name: str, last: int) -> str:
    place = sealed.seal(name, last)
    return urlsafe_b64encode(f"{name}:{place}:{sealed.mark(name, place)}".encode()).decode().rstrip("=")


def _read(cursor: str, name: str) -> int:
    try:
        text = urlsafe_b64decode(cursor.encode() + b"=" * (-len(cursor) % 4)).decode()
        of, _, rest = text.partition(":")
        place, _, mark = rest.partition(":")
        told = whole_number(place)
        if of != name or told is None or mark != sealed.mark(name, told):
            raise _bad_cursor()
        last = sealed.unseal(name, told)
        if last is None:
            raise _bad_cursor()
        return last
    except (binascii.Error, UnicodeError, ValueError) as error:
        raise _bad_cursor() from error


def _bad_cursor() -> Problem:
    return invalid(["query", "cursor"], "is not a cursor of this list")
