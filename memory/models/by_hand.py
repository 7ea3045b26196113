"""Rows by hand-written conditions, for the few reads that each request pays for.

A queryset takes longer to build its query and its rows than SQLite takes to answer. Conditions come from this code,
values are always bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

from memoryproj.postgresql import replica

M = TypeVar("M", bound=models.Model)


def first(model: type[M], condition: str, params: Sequence[Any], *, but: tuple[str, ...] = ()) -> M | None:
    """The first row that meets `condition` (which may go on to order), without the fields in `but`."""
    table = model._meta.db_table
    with replica.connection().cursor() as cursor:
        cursor.execute(f"SELECT {columns(model, but)} FROM {table} WHERE {condition} LIMIT 1", params)
        return next(iter(made(model, cursor.fetchall(), but)), None)


def columns(model: type[models.Model], but: tuple[str, ...] = ()) -> str:
    """The columns that `made` makes rows of, for a SELECT."""
    return _shape(model, but)[0]


def made(model: type[M], rows: Iterable[Sequence[Any]], but: tuple[str, ...] = ()) -> list[M]:
    """The model's rows of what was selected; the fields in `but` are read when they are asked for."""
    _, names, readers = _shape(model, but)
    found = []
    for row in rows:
        values = list(row)
        for place, convert, column in readers:
            values[place] = convert(values[place], column, connection)
        found.append(model.from_db(connection.alias, names, values))
    return found


@cache
def _shape(
    model: type[models.Model], but: tuple[str, ...]
) -> tuple[str, list[str], list[tuple[int, Callable[..., Any], Any]]]:
    """The columns, the fields that they are, and what makes Django's values of the database's."""
    fields = [field for field in model._meta.concrete_fields if field.name not in but]
    readers = [
        (place, convert, field.cached_col)
        for place, field in enumerate(fields)
        for convert in [
            *connection.ops.get_db_converters(field.cached_col),
            *field.get_db_converters(connection),
        ]
    ]
    table = model._meta.db_table
    return ", ".join(f"{table}.{field.column}" for field in fields), [field.attname for field in fields], readers
