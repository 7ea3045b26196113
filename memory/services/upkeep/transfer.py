"""The store carried over into another database: table by table, row by row, again as often as it takes.

A pass compares the rows of both sides in the order of their keys, writes those that differ and removes those that are
not in the source, with what points at them. So a transfer that was killed goes on where it stopped, and a later one
carries over what was written since. Words and vectors are not carried: the target draws them from the rows. Either side
may be SQLite or PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import AutoField, ForeignKey, Max, Model
from django.db.models.fields import IntegerField

from memoryproj.postgresql import numbers as postgresql_numbers
from memoryproj.sqlite import numbers as sqlite_numbers

from ...models import Memory, Metadata, Namespace, Passage

TARGET = "target"  # the other database, among Django's connections
BATCH = 500  # rows read and written at once
# What each database knows of itself alone.
OWN = {Metadata: ("vector_table", "last_probe")}

Row = tuple[Any, ...]
Table = type[Model]


class TransferRefused(Exception):
    """The target holds rows that would be lost; `str()` says which."""


@dataclass(frozen=True)
class Carried:
    """How many rows a table of the source has, and how many of the target's were written or removed for them."""

    table: str
    rows: int
    changed: int


def carry(
    progress: Callable[[str, int], object] = lambda table, rows: None, *, overwrite: bool = False
) -> list[Carried]:
    """Make the target's rows those of the source. Called inside `one_moment()`, as is `differing`, both of one: what is
    written meanwhile differs nowhere. `progress` is told a table and how many more of its rows were gone through. With
    `overwrite` a target may lose memories that are newer than all of the source. Raises TransferRefused."""
    _refuse_a_stranger()
    if not overwrite:
        _refuse_what_is_newer()
    tables = in_order()
    _empty_seeds(tables)
    first = [_alike(table, _later(table, tables), progress) for table in tables]
    # References in a circle are set when both ends are there.
    again = {
        table._meta.db_table: _alike(table, (), lambda name, rows: None) for table in tables if _later(table, tables)
    }
    _count_on([table for table in tables if table is not Passage])  # its keys are drawn from its memory's
    if connections[TARGET].vendor == "postgresql":
        with connections[TARGET].cursor() as cursor:
            # A server counts new rows within a minute. Until then what follows would be planned for few of them.
            cursor.execute("ANALYZE")
    return [
        Carried(one.table, one.rows, one.changed + again[one.table].changed if one.table in again else one.changed)
        for one in first
    ]


def refuse_other_tables() -> None:
    """Raises TransferRefused for a target that another program keeps tables in: its migration would write among them,
    and rows of accounts that both programs have would be taken away."""
    there = connections[TARGET].introspection
    names = set(there.table_names())
    own = {MigrationRecorder.Migration._meta.db_table, *there.django_table_names()}
    if Metadata._meta.db_table not in names and (strange := sorted(names - own)):
        raise TransferRefused(
            f"the target holds tables of another program ({', '.join(strange[:3])}): name an empty database"
        )


def row_count() -> int:
    """How many rows the source has, in all tables."""
    return sum(_rows_of(table, DEFAULT_DB_ALIAS).count() for table in in_order())


def differing() -> dict[str, int]:
    """{table: rows that are not the same on both sides}, of all tables."""
    found = {table._meta.db_table: sum(ours != theirs for ours, theirs in _pairs(table, ())) for table in in_order()}
    return {table: number for table, number in found.items() if number}


def in_order() -> list[Table]:
    """Every table, behind those that its rows must point at."""
    left = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    placed: list[Table] = []
    while left:
        free = [table for table in left if not _points_at(table, nullable=False) & (set(left) - {table})]
        wholly = [table for table in free if not _points_at(table, nullable=True) & (set(left) - {table})]
        chosen = (wholly or free)[0]
        placed.append(chosen)
        left.remove(chosen)
    return placed


def _points_at(table: Table, *, nullable: bool) -> set[Table]:
    fields = [field for field in table._meta.concrete_fields if isinstance(field, ForeignKey)]
    return {field.related_model for field in fields if nullable or not field.null}


def _later(table: Table, tables: Sequence[Table]) -> tuple[str, ...]:
    """The columns that may be NULL and point at tables that are filled after this one."""
    after = set(tables[tables.index(table) + 1 :])
    fields = [field for field in table._meta.concrete_fields if isinstance(field, ForeignKey)]
    return tuple(field.attname for field in fields if field.related_model in after)


def _refuse_a_stranger() -> None:
    theirs = set(Namespace.objects.using(TARGET).values_list("pk", "name"))
    ours = set(Namespace.objects.using(DEFAULT_DB_ALIAS).values_list("pk", "name"))
    if strangers := theirs - ours:
        names = ", ".join(sorted(name for _, name in strangers)[:3])
        raise TransferRefused(f"the target holds namespaces that this store has not ({names}): name an empty database")


def _refuse_what_is_newer() -> None:
    """A target that was carried over and then used has newer memories than its source: whoever carries them over in
    the wrong direction would lose all that was said since."""
    ours, theirs = (
        Memory.everything.using(alias).aggregate(newest=Max("pk"))["newest"] or 0
        for alias in (DEFAULT_DB_ALIAS, TARGET)
    )
    if theirs > ours:
        raise TransferRefused(
            f"the target holds memories that are newer than all of this store (number {theirs}, here {ours} is the "
            "last): was it used since, or is this the wrong direction? --overwrite lets them go"
        )


def _empty_seeds(tables: Sequence[Table]) -> None:
    """What the migrations put into a new database has other keys than it has here."""
    if Namespace.objects.using(TARGET).exists():
        return
    with transaction.atomic(using=TARGET):
        for table in reversed(tables):
            _rows_of(table, TARGET)._raw_delete(TARGET)


def _alike(table: Table, late: Sequence[str], progress: Callable[[str, int], object]) -> Carried:
    name, rows, changed = table._meta.db_table, 0, 0
    fields = list(table._meta.concrete_fields)
    pairs = _pairs(table, late)
    while part := list(islice(pairs, BATCH)):
        rows += sum(ours is not None for ours, _ in part)
        unlike = [(ours, theirs) for ours, theirs in part if ours != theirs]
        if unlike:
            gone = [_key(table, theirs) for _, theirs in unlike if theirs is not None]
            fresh = [table(**dict(zip(_columns(table), ours, strict=True))) for ours, _ in unlike if ours is not None]
            with transaction.atomic(using=TARGET):
                kept = {_key(table, ours) for ours, _ in unlike if ours is not None}
                _release(table, [key for key in gone if key not in kept])
                if gone:
                    _rows_of(table, TARGET).filter(pk__in=gone)._raw_delete(TARGET)
                if fresh:
                    # As they are: what a save would set, such as the time of a change, is carried over, too.
                    _rows_of(table, TARGET)._insert(fresh, fields=fields, using=TARGET, raw=True)
            changed += len(unlike)
        progress(name, len(part))
    return Carried(name, rows, changed)


def _release(table: Table, keys: Sequence[Any]) -> None:
    """Let nothing of the target point at these rows, which the source has no longer. What must point at them goes, too:
    where the source has it, its own table's turn is still to come."""
    if not keys:
        return
    for other in in_order():
        for field in other._meta.concrete_fields:
            if not isinstance(field, ForeignKey) or field.related_model is not table:
                continue
            rows = _rows_of(other, TARGET).filter(**{f"{field.attname}__in": keys})
            if field.null:
                rows.update(**{field.attname: None})
            elif found := list(rows.values_list("pk", flat=True)):
                _release(other, found)
                _rows_of(other, TARGET).filter(pk__in=found)._raw_delete(TARGET)


def _count_on(tables: Sequence[Table]) -> None:
    """Let the target give no number that the source has given: of the newest rows some may be erased, whose numbers
    watermarks and webhooks have passed."""
    here, there = (connections[alias] for alias in _SIDES)
    with here.cursor() as ours, there.cursor() as theirs:
        for table in tables:
            if isinstance(table._meta.pk, AutoField):
                counted = table._meta.db_table, table._meta.pk.column
                highest = _rows_of(table, DEFAULT_DB_ALIAS).aggregate(highest=Max("pk"))["highest"] or 0
                # A server that was filled by replication counts from behind its rows.
                number = max(_NUMBERS[here.vendor].last_given(ours, *counted), highest)
                if number > _NUMBERS[there.vendor].last_given(theirs, *counted):
                    _NUMBERS[there.vendor].go_on_behind(theirs, *counted, number)


_NUMBERS: dict[str, Any] = {"sqlite": sqlite_numbers, "postgresql": postgresql_numbers}


def _pairs(table: Table, late: Sequence[str]) -> Iterator[tuple[Row | None, Row | None]]:
    """Each row of either side, as (the source's, the target's); None where there is none. `late` columns are NULL."""
    blank = [place for place, column in enumerate(_columns(table)) if column in late]
    if not _counted(table):
        ours, theirs = ({_key(table, row): row for row in _read(table, alias, blank)} for alias in _SIDES)
        yield from ((ours.get(key), theirs.get(key)) for key in {**ours, **theirs})
        return
    left, right = (_read(table, alias, blank) for alias in _SIDES)
    mine, other = next(left, None), next(right, None)
    while mine is not None or other is not None:
        here = mine is not None and (other is None or _key(table, mine) <= _key(table, other))
        there = other is not None and (mine is None or _key(table, other) <= _key(table, mine))
        yield (mine if here else None, other if there else None)
        mine = next(left, None) if here else mine
        other = next(right, None) if there else other


_SIDES = (DEFAULT_DB_ALIAS, TARGET)


def _read(table: Table, alias: str, blank: Sequence[int]) -> Iterator[Row]:
    """The rows of one side in the order of their keys, in parts."""
    rows = _rows_of(table, alias).order_by("pk").values_list(*_columns(table))
    last: Any = None
    while part := list((rows if last is None else rows.filter(pk__gt=last))[:BATCH]):
        for row in part:
            values = [bytes(value) if isinstance(value, memoryview) else value for value in row]
            if alias == DEFAULT_DB_ALIAS:
                for place in blank:
                    values[place] = None
            yield tuple(values)
        last = _key(table, part[-1])


def _rows_of(table: Table, alias: str) -> Any:
    rows = table._base_manager.using(alias)
    return rows.exclude(pk__in=OWN[table]) if table in OWN else rows.all()


def _columns(table: Table) -> list[str]:
    return [field.attname for field in table._meta.concrete_fields]


def _key(table: Table, row: Row) -> Any:
    values = tuple(row[_columns(table).index(field.attname)] for field in table._meta.pk_fields)
    return values if len(values) > 1 else values[0]


def _counted(table: Table) -> bool:
    """Whether the keys are whole numbers, which every database orders alike."""
    return all(isinstance(_far(field), IntegerField) for field in table._meta.pk_fields)


def _far(field: Any) -> Any:
    return _far(field.target_field) if isinstance(field, ForeignKey) else field
