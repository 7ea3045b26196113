"""Writing a parcel, row by row, from one moment of the store, while others go on writing."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import Model

from memoryproj.moments import one_moment

from ...models import Change, Conflict, Entity, Event, Memory, Namespace, Session, SessionStatus
from . import event_rows
from .tables import FORMAT, LEFT_OUT, PLACES, TABLES, VERSION, Table, foreign, turns_upto

STEP = 50  # rows read at once: each may hold a text of 256 KiB


def lines(namespace: Namespace, progress: Callable[[int], object] = lambda rows: None) -> Generator[bytes, None, None]:
    """The parcel's lines, each with its end. `progress` is told the rows so far."""
    digest, counts = hashlib.sha256(), Counter[str]()
    with one_moment():
        for value in _values(namespace, counts):
            line = (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
            digest.update(line)
            yield line
            progress(counts.total())
    yield (json.dumps({"seal": {"rows": counts, "sha256": digest.hexdigest()}}) + "\n").encode()


def _values(namespace: Namespace, counts: Counter[str]) -> Iterator[dict[str, Any]]:
    yield {
        "format": FORMAT, "version": VERSION, "namespace": namespace.name, "settings": namespace.settings,
        "exported_at": datetime.now(UTC).isoformat(),
        "left_out": {model._meta.db_table: why for model, why in LEFT_OUT.items()},
    }  # fmt: skip
    names = _Names()
    for table in TABLES:
        for row in table.rows(namespace).iterator(chunk_size=STEP):
            counts[table.name] += 1
            names.learn(table, row, counts[table.name])
            yield {table.name: _shown(table, row, names)}


class _Names:
    """{row number: the name that other rows say}, of each table that others name."""

    def __init__(self) -> None:
        self.known: dict[type[Model], dict[int, Any]] = {
            model: {} for model in (Memory, Entity, Session, Change, Event, Conflict)
        }

    def learn(self, table: Table, row: Any, place: int) -> None:
        if table.model in self.known:
            self.known[table.model][row.pk] = row.uid if table.has_uid else place

    def find(self, model: type[Model], pk: Any) -> Any:
        return self.known[model].get(pk)


def _shown(table: Table, row: Any, names: _Names) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for field in table.fields:
        model, value = foreign(field), getattr(row, field.attname)
        if PLACES.get(table.model) == field.name:
            shown[field.name] = getattr(row, f"{field.name}_uid")
        elif model is None:
            shown[field.name] = _plain(value)
        elif field.name in table.later:
            # The row that it names may not have been read yet: its place is counted from the row numbers.
            shown[field.name] = None if value is None else _place(model, row.namespace_id, value)
        else:
            shown[field.name] = None if value is None else names.known[model][value]
    if table.model is Event:
        shown = event_rows.named(shown, names.find, lambda *mark: _turn(row.namespace_id, *mark))
    if table.name == "sessions_consolidations" and shown["status"] == SessionStatus.RUNNING:
        shown["status"] = SessionStatus.PENDING.value
    return shown


def _place(model: type[Model], namespace_id: int, pk: int) -> int:
    return model._base_manager.filter(namespace=namespace_id, pk__lte=pk).count()


def _turn(namespace_id: int, session_id: str, watermark: int) -> str:
    """The last turn up to a session's watermark; "" where it lies before them all."""
    return turns_upto(namespace_id, session_id, watermark).values_list("uid", flat=True).first() or ""


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value
