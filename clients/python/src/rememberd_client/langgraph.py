"""For LangGraph (`pip install 'rememberd-client[langgraph]'`): its `BaseStore`, and a retriever.

    graph = builder.compile(store=MemoryStore(memory))
    documents = MemoryRetriever(memory=memory).invoke("Where does my sister live?")

An item of the store is a turn of one session: its value is kept exactly, its text is found like all that was said, and
facts are learnt from it. A put writes a new turn and retires the one before, which history keeps.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from operator import ge, gt, le, lt
from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
    tokenize_path,
)
from pydantic import Field, SkipValidation

from . import shapes
from .blocking import Rememberd
from .inside import log

BATCH = 100  # turns in one call, hits of one search
UNINDEXED = "not-indexed"
ORDERS = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}
Place = tuple[str, ...]


class MemoryStore(BaseStore):
    """`batch` reads before it writes, and writes the last of several puts for one key. Items have no time to live. A
    search with a query answers at most 100 items, those that the memory finds. A value that goes into quarantine is not
    there until a person has released it: the item stays as it was."""

    def __init__(self, memory: Rememberd, session_id: str = "langgraph-store") -> None:
        self.memory = memory
        self.session_id = session_id

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        results: list[Result] = []
        puts: dict[tuple[Place, str], PutOp] = {}
        for op in ops:
            match op:
                case GetOp():
                    results.append(self._get(op.namespace, op.key))
                case SearchOp():
                    results.append(list(self._search(op)))
                case ListNamespacesOp():
                    results.append(self._namespaces(op))
                case PutOp():
                    puts[tuple(op.namespace), op.key] = op
                    results.append(None)
                case _:
                    raise ValueError(f"{type(op).__name__} is no operation of a store")
        self._put(list(puts.values()))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _get(self, namespace: Place, key: str) -> Item | None:
        row = next(self._rows(_mark("item", [*namespace], key)), None)
        return _item(row) if row else None

    def _search(self, op: SearchOp) -> list[SearchItem]:
        mark = _mark("under", [*op.namespace_prefix])
        found = self._found(op.query, mark) if op.query else ((row, None) for row in self._rows(mark))
        wanted = [
            _search_item(row, score)
            for row, score in found
            if all(_fits(_kept(row)["value"].get(name), asked) for name, asked in (op.filter or {}).items())
        ]
        return wanted[op.offset : op.offset + op.limit]

    def _found(self, query: str, mark: str) -> Iterator[tuple[shapes.Memory, float]]:
        answer = self.memory.search(query, kind="episode", session_id=self.session_id, tags=[mark], limit=BATCH)
        return ((hit, hit["score"]) for hit in answer["results"] if UNINDEXED not in hit["tags"])  # type: ignore[misc]

    def _namespaces(self, op: ListNamespacesOp) -> list[Place]:
        places = {tuple(_kept(row)["namespace"]) for row in self._rows(_mark("under", []))}
        places = {place for place in places if all(_matches(one, place) for one in op.match_conditions or ())}
        return sorted({place[: op.max_depth] for place in places})[op.offset : op.offset + op.limit]

    def _put(self, puts: Sequence[PutOp]) -> None:
        before = {id(put): list(self._rows(_mark("item", [*put.namespace], put.key))) for put in puts}
        kept = [put for put in puts if put.value is not None]
        for start in range(0, len(kept), BATCH):
            part = kept[start : start + BATCH]
            added = self.memory.add(self.session_id, [_turn(put, before[id(put)]) for put in part])
            for put, episode in zip(part, added["episodes"], strict=False):  # none where the session keeps nothing
                if "quarantine" in episode:
                    log.warning("%s waits until a person has released it, and is as it was before.", put.key)
                    before.pop(id(put))
        # The newest turn of a key counts: whoever is stopped here has put the item all the same.
        for rows in before.values():
            for row in rows:
                self.memory.forget(row["id"])

    def _rows(self, mark: str) -> Iterator[shapes.Memory]:
        """The items that carry `mark`, the one that was put last first, each once."""
        seen = set()
        for row in self.memory.memories(kind="episode", session_id=self.session_id, tag=mark, active=True, limit=BATCH):
            address = row["tags"][0]
            if address not in seen:
                seen.add(address)
                yield row


def _mark(*parts: Any) -> str:
    """A tag by which an item, or all under a namespace, is found."""
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()[:10]
    return f"store-{parts[0]}-{base64.b32encode(digest).decode().lower()}"


def _turn(put: PutOp, before: Sequence[shapes.Memory]) -> dict[str, Any]:
    place = [*put.namespace]
    kept: dict[str, Any] = {"namespace": place, "key": put.key, "value": dict(put.value or {})}
    if before:
        kept["created_at"] = _kept(before[0]).get("created_at", before[0]["created_at"])
    tags = [_mark("item", place, put.key), *(_mark("under", place[:depth]) for depth in range(len(place) + 1))]
    return {
        "role": "assistant",
        "name": "store",
        "content": _text(kept["value"], put.index or None),
        "tags": tags + [UNINDEXED] * (put.index is False),
        "attributes": {"item": kept},
    }


def _text(value: Mapping[str, Any], paths: Sequence[str] | None) -> str:
    """What a value says: the texts at `paths`, else all in it; its JSON where it says nothing."""
    if paths is None:
        said = list(_leaves(value))
    else:
        said = [text for path in paths for text in get_text_at_path(value, tokenize_path(path))]
    return "\n".join(text for text in said if text.strip()) or json.dumps(value, ensure_ascii=False)


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)


def _kept(row: shapes.Memory) -> dict[str, Any]:
    kept: dict[str, Any] = row["attributes"]["item"]
    return kept


def _fields(row: shapes.Memory) -> dict[str, Any]:
    kept = _kept(row)
    updated = datetime.fromisoformat(row["created_at"])
    created = datetime.fromisoformat(kept.get("created_at", row["created_at"]))
    return {"value": kept["value"], "key": kept["key"], "namespace": tuple(kept["namespace"]),
            "created_at": created, "updated_at": updated}  # fmt: skip


def _item(row: shapes.Memory) -> Item:
    return Item(**_fields(row))


def _search_item(row: shapes.Memory, score: float | None) -> SearchItem:
    return SearchItem(**_fields(row), score=score)


def _fits(value: Any, asked: Any) -> bool:
    if not (isinstance(asked, Mapping) and any(str(name).startswith("$") for name in asked)):
        return bool(value == asked)
    return all(_compares(value, operator, other) for operator, other in asked.items())


def _compares(value: Any, operator: str, other: Any) -> bool:
    if operator in {"$eq", "$ne"}:
        return bool((value == other) is (operator == "$eq"))
    if operator not in ORDERS:
        raise ValueError(f"{operator} is no operator of a filter")
    return bool(ORDERS[operator](float(value), float(other)))


def _matches(condition: MatchCondition, place: Place) -> bool:
    path = condition.path
    if len(place) < len(path):
        return False
    part = place[: len(path)] if condition.match_type == "prefix" else place[len(place) - len(path) :]
    return all(wanted in {"*", name} for wanted, name in zip(path, part, strict=True))


class MemoryRetriever(BaseRetriever):
    """What a search of the memory finds, as documents. `wanted` are the search's options, such as `kind`."""

    memory: SkipValidation[Rememberd]
    wanted: dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [
            Document(
                id=hit["id"],
                page_content=hit["content"],
                metadata={name: hit[name] for name in ("kind", "event_time", "source_role", "session_id", "score")},  # type: ignore[literal-required]
            )
            for hit in self.memory.search(query, **self.wanted)["results"]
        ]
