"""Rows by hand-written conditions, for the few reads that each request pays for.

A queryset takes longer to build its query and its rows than SQLite takes to answer. Conditions come from this code,
values are always bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

from django.db import connection, models

from memoryproj.postgresql import replica

M = TypeVar("M", bound=models.Model)


def first(model: type[M], condition: str, params: Sequence[Any], *, but: tuple[str, ...] = ()) -> M | None:
    """The first row that meets `condition` (which may go on to order), without the fields in `but`."""
    return next(iter(made(model, _found(model, condition, params, but), but)), None)


def first_again(model: type[M], condition: str, params: Sequence[Any]) -> M | None:
    """As `first`, of a row that is read at each request: while it stands in the table as it did, its JSON and its times
    are not read anew. Its lists are the next reader's too, so nobody may change them."""
    for row in _found(model, condition, params, ()):
        return model.from_db(connection.alias, _shape(model, ())[1], _values_kept(model, tuple(row)))
    return None


def _found(model: type[M], condition: str, params: Sequence[Any], but: tuple[str, ...]) -> list[Sequence[Any]]:
    with replica.connection().cursor() as cursor:
        query = f"SELECT {columns(model, but)} FROM {model._meta.db_table} WHERE {condition} LIMIT 1"
        cursor.execute(query, params)
        found: list[Sequence[Any]] = cursor.fetchall()
    return found


def columns(model: type[models.Model], but: tuple[str, ...] = ()) -> str:
    """The columns that `made` makes rows of, for a SELECT."""
    return _shape(model, but)[0]


def made(model: type[M], rows: Iterable[Sequence[Any]], but: tuple[str, ...] = ()) -> list[M]:
    """The model's rows of what was selected; the fields in `but` are read when they are asked for."""
    _, names, _ = _shape(model, but)
    return [model.from_db(connection.alias, names, _values(model, row, but)) for row in rows]


def _values(model: type[models.Model], row: Sequence[Any], but: tuple[str, ...]) -> list[Any]:
    """A row's values as Django has them."""
    values = list(row)
    for place, convert, column in _shape(model, but)[2]:
        values[place] = convert(values[place], column, connection)
    return values


@lru_cache(maxsize=1_000)
def _values_kept(model: type[models.Model], row: tuple[Any, ...]) -> list[Any]:
    return _values(model, row, ())


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
