"""Taking a parcel in: all of it, or nothing. It is read twice, first to prove it whole."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Model

from ... import background
from ...models import Change, Entity, EntityAlias, Event, FactProperty, Kind, Memory, Namespace, Session, Tombstone
from ...models.entities import NAME_MAX_LENGTH, name_key
from ...models.namespace_settings import flaws
from ...redaction import holds_mask, mask_all
from ...text import BadText, check_characters, check_kept
from .. import namespaces, quotas
from ..errors import InvalidInput, StateConflict
from ..memories import tombstones
from ..quotas import Used
from ..talk.episodes import EMBED_TASK
from . import event_rows
from .tables import FORMAT, PLACES, TABLES, VERSION, VERSIONS, Table, foreign

STEP = 500  # rows written at once
LONGEST_LINE = 16 << 20  # bytes; a row holds a text and what is said of it
BY_NAME = {table.name: table for table in TABLES}
ORDER = list(BY_NAME)
IDS = frozenset({"uid", "session_id", "external_id", "occasion", "subject", "entity", "into", "batch"})


@dataclass(frozen=True)
class Proof:
    """A parcel that is whole: whose it was, and how many rows of each table it holds."""

    namespace: str
    version: int
    exported_at: str
    settings: dict[str, Any]
    rows: dict[str, int]


def prove(file: Path) -> Proof:
    """Read a parcel and change nothing. Raises InvalidInput for one that is cut off, changed or of another kind."""
    lines = _lines(file)
    manifest, raw = next(lines, ({}, b""))
    if manifest.get("format") != FORMAT or not isinstance(manifest.get("namespace"), str):
        _refuse(1, f"the file is no export of {FORMAT}")
    if (version := manifest.get("version")) not in VERSIONS:
        _refuse(1, f"this release reads versions {VERSIONS[0]} to {VERSION}, not {version!r}")
    if not isinstance(own := manifest.get("settings"), dict) or flaws(own):
        _refuse(1, "the namespace's settings cannot be read")
    rows = _sealed(lines, hashlib.sha256(raw))
    return Proof(manifest["namespace"], version, str(manifest.get("exported_at")), own, rows)


def _sealed(lines: Iterator[tuple[dict[str, Any], bytes]], digest: Any) -> dict[str, int]:
    """How many rows of each table there are, up to a seal that says the same."""
    rows, at, number = Counter[str](), 0, 1
    for value, raw in lines:
        number += 1
        if "seal" in value:
            if value["seal"] != {"rows": dict(rows), "sha256": digest.hexdigest()}:
                _refuse(number, "the file was changed: its rows are not those that were sealed")
            if next(lines, None) is not None:
                _refuse(number + 1, "something follows the seal")
            return dict(rows)
        digest.update(raw)
        (name,) = value if len(value) == 1 else ("",)
        if name not in ORDER or ORDER.index(name) < at:
            _refuse(number, f"a row of {name!r} was not expected here")
        at = ORDER.index(name)
        rows[name] += 1
    return _refuse(number + 1, "the file is cut off: it has no seal")


def take_in(
    file: Path, namespace_name: str, progress: Callable[[int], object] = lambda rows: None, *, keep: bool = True
) -> Proof:
    """Make the parcel's rows those of the namespace, which must hold nothing yet. What waits is done by the workers.
    Without `keep` all is tried and nothing stays.

    Raises InvalidInput for a file that is not whole or a row that cannot be, QuotaReached for one that is too large
    for a namespace with these settings, StateConflict where the namespace holds
    something, or the store holds the same ids in another one, or a fact in it was erased here for good.
    """
    proof = prove(file)
    with transaction.atomic():
        namespace = namespaces.ensure(namespace_name)
        if any(model._base_manager.filter(namespace=namespace).exists() for model in (Memory, Entity, Session)):
            raise StateConflict(f"{namespace_name} is not empty: import into a new namespace")
        namespace.settings = proof.settings
        namespace.save(update_fields=["settings"])
        unpacked = _Unpacked(namespace, proof.version)
        for number, (value, _) in enumerate(_lines(file), 1):
            if number > 1 and "seal" not in value:
                ((name, row),) = value.items()
                unpacked.add(BY_NAME[name], row, number)
                progress(number)
        unpacked.end()
        quotas.add(namespace, unpacked.used, refuses=True)
        transaction.on_commit(lambda: background.wake(EMBED_TASK))
        transaction.set_rollback(not keep)
    return proof


@dataclass
class _Unpacked:
    """What was written so far. `names` are the row numbers by the names that the parcel says."""

    namespace: Namespace
    version: int
    names: dict[type[Model], dict[Any, int]] = field(default_factory=dict)
    waiting: list[tuple[Any, Any]] = field(default_factory=list)  # (row, its name)
    table: Table | None = None
    later: list[tuple[int, dict[str, Any]]] = field(default_factory=list)  # (row number, {column: name})
    used: Used = field(default_factory=lambda: Used(0, 0))
    masked: dict[tuple[Any, ...], int] = field(default_factory=dict)  # how often each name that holds a mask came

    def __post_init__(self) -> None:
        self.has_erased = Tombstone.objects.within(self.namespace).exists()

    def add(self, table: Table, row: Any, number: int) -> None:
        if table is not self.table or len(self.waiting) >= STEP:
            self.flush(number)
        if table is not self.table:
            self.table = table
            self.names[table.model] = {}
        made = self._made(table, row, number)
        name = made.uid if table.has_uid else len(self.names[table.model]) + len(self.waiting) + 1
        self.waiting.append((made, (name, {key: row[key] for key in table.later if row.get(key) is not None})))

    def flush(self, number: int) -> None:
        if not self.waiting or self.table is None:
            return
        try:
            # Their own savers would look each row up again; keys and names are made in `_made`.
            with transaction.atomic():
                self.table.model._base_manager.bulk_create([row for row, _ in self.waiting])
        except IntegrityError as error:
            uids = [row.uid for row, _ in self.waiting] if self.table.has_uid else []
            if uids and self.table.model._base_manager.filter(uid__in=uids).exists():
                raise StateConflict("the store holds memories or entities of these ids in another namespace") from error
            _refuse(number - 1, f"or one of the {len(self.waiting)} rows before it, contradicts another: {error}")
        for row, (name, later) in self.waiting:
            self.names[self.table.model][name] = row.pk
            if later:
                self.later.append((row.pk, later))
        self.waiting.clear()

    def end(self) -> None:
        """Fill in the columns that name rows which came later."""
        self.flush(0)
        fields = {one.name: one for one in Change._meta.concrete_fields}
        for pk, named in self.later:
            values = {column: self._pk(foreign(fields[column]), name, 0) for column, name in named.items()}
            Change.objects.within(self.namespace).filter(pk=pk).update(**values)

    def _made(self, table: Table, row: Any, number: int) -> Any:
        row = _completed(table, row, number)
        if table.model is Event:
            row = self._told(row, number)
        values: dict[str, Any] = {}
        for column in table.fields:
            value, model = row[column.name], foreign(column)
            if PLACES.get(table.model) == column.name:
                unset = 0 if table.model is Session else None
                values[column.name] = unset if value is None else self._pk(Memory, value, number)
            elif column.name in table.later:
                continue
            elif model is not None:
                values[column.attname] = None if value is None else self._pk(model, value, number)
                if value is None and not column.null:
                    _refuse(number, f"{column.name} is missing")
            else:
                values[column.name] = self._masked(column, _value(column, value, number))
        if any(one.name == "namespace" for one in table.model._meta.concrete_fields):
            values["namespace_id"] = self.namespace.pk
        made = table.model(**values)
        self._check(made, number)
        return made

    def _told(self, row: dict[str, Any], number: int) -> dict[str, Any]:
        """A row of `events` that tells of this store's rows by their numbers."""
        try:
            if event_rows.names_event(row):
                self.flush(number)  # the event that it names may be waiting
            return event_rows.named(row, self._found, lambda _, turn: self._found(Memory, turn) if turn else 0)
        except (AttributeError, KeyError, TypeError, ValueError):
            _refuse(number, "what the event tells cannot be read")

    def _found(self, model: type[Model], name: Any) -> int | None:
        """The row number; None for what the file does not hold, and for all that an earlier version names."""
        known = self.names.get(model, {}) if self.version == VERSION else {}
        return known.get(name) if isinstance(name, str | int) else None

    def _masked(self, column: models.Field[Any, Any], value: Any) -> Any:
        """`value` without secrets, where somebody may have written one: in each text but ids and fixed words."""
        texts = (models.CharField, models.TextField, models.JSONField)
        if column.choices or column.name in IDS or not isinstance(column, texts):
            return value
        masked, _ = mask_all(value, self.namespace.own.mask_personal)
        return masked[: column.max_length] if isinstance(masked, str) else masked

    def _check(self, made: Any, number: int) -> None:
        if isinstance(made, Memory):
            try:
                check_kept(made.content, settings.MEMORY_MAX_CONTENT_BYTES)
            except BadText as error:
                _refuse(number, f"content {error}")
            self.used = Used(self.used.memories + 1, self.used.text_bytes + quotas.size_of([made.content]))
            if self.has_erased and made.kind == Kind.FACT and not tombstones.may_return(self.namespace, made.content):
                raise StateConflict(f"line {number}: this was erased or rejected here for good, and does not come back")
        if isinstance(made, Entity):
            made.canonical_name = self._told_apart(made.canonical_name, Entity, made.type)
            made.name_key = name_key(made.canonical_name)
        if isinstance(made, EntityAlias):
            made.alias = self._told_apart(made.alias, EntityAlias, made.type)
            made.alias_key = name_key(made.alias)
        if isinstance(made, FactProperty):
            of = made.memory_id, made.property_key
            made.subject_key = self._told_apart(made.subject_key, FactProperty, *of)

    def _told_apart(self, name: str, *among: Any) -> str:
        """`name`, with a number behind it where only the secrets told two names among these apart."""
        if not holds_mask(name):
            return name
        first = (*among, name_key(name))
        number, key, told = self.masked.get(first, 0), first, name
        while key in self.masked:
            number += 1
            told = f"{name[: NAME_MAX_LENGTH - 1 - len(str(number))]} {number}"
            key = (*among, name_key(told))
        self.masked[first] = max(number, 1)
        self.masked.setdefault(key, 1)
        return told

    def _pk(self, model: type[Model] | None, name: Any, number: int) -> int:
        assert model is not None
        found = self.names.get(model, {}).get(name) if isinstance(name, str | int) else None
        if found is None:
            _refuse(number, f"it names {name!r}, which the file does not hold")
        return found


def _lines(file: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Each line's value and bytes."""
    try:
        with file.open("rb") as opened:
            if not opened.seekable():
                _refuse(0, "the file is read twice, and a pipe can be read once: import from a file")
            number = 0
            while raw := opened.readline(LONGEST_LINE + 1):
                number += 1
                if len(raw) > LONGEST_LINE:
                    _refuse(number, f"is longer than {LONGEST_LINE} bytes")
                yield _parsed(raw, number), raw
    except OSError as error:
        raise InvalidInput(f"the file cannot be read: {error.strerror or error}", "file") from error


def _parsed(raw: bytes, number: int) -> dict[str, Any]:
    try:
        value = json.loads(raw, parse_constant=lambda name: _refuse(number, f"{name} is no number of JSON"))
        _check_texts(value)
    except BadText as error:
        _refuse(number, str(error))
    except (ValueError, RecursionError) as error:
        _refuse(number, f"is no JSON: {error}")
    if not isinstance(value, dict):
        _refuse(number, "is no JSON object")
    return value


def _check_texts(value: Any) -> None:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            check_characters(one)
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one


def _completed(table: Table, row: Any, number: int) -> dict[str, Any]:
    """The row with the columns that its release did not have yet, as a migration fills them: with their defaults."""
    known = {one.name: one for one in table.fields}
    if not isinstance(row, dict) or not row.keys() <= known.keys():
        _refuse(number, f"a row of {table.name} has other columns than this release's: did a later one write it?")
    added = {name: column for name, column in known.items() if name not in row}
    if needed := [name for name, column in added.items() if not (column.has_default() or column.null or column.blank)]:
        _refuse(number, f"a row of {table.name} has other columns than this release's: no {', '.join(needed)}")
    return row | {name: column.value_from_object(table.model()) for name, column in added.items()}


def _value(column: models.Field[Any, Any], value: Any, number: int) -> Any:
    if value is None:
        if not column.null:
            _refuse(number, f"{column.name} is missing")
        return None
    try:
        made = column.to_python(value)
        if isinstance(column, models.DateTimeField):
            if made.tzinfo is None:
                _refuse(number, f"{column.name} has no time zone")
            made = made.astimezone(UTC)  # as it is stored: it must lie in a year of UTC
        column.run_validators(made)
    except (ValidationError, TypeError, ValueError, OverflowError) as error:
        _refuse(number, f"{column.name}: {'; '.join(getattr(error, 'messages', [str(error)]))}")
    chosen = not (made == "" and column.blank)
    if chosen and column.choices and made not in {choice for choice, _ in column.flatchoices}:
        _refuse(number, f"{column.name} cannot be {value!r}")
    return made


def _refuse(number: int, message: str) -> NoReturn:
    raise InvalidInput(f"line {number}: {message}" if number else message, "file")
