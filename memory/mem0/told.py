"""mem0's shapes, made of the service's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .. import sealed
from ..answers import MemoryJson
from ..models import Event, EventKind
from ..presentation import time_json

Told = dict[str, Any]


def memory(shown: MemoryJson | Mapping[str, Any], owner: Mapping[str, str]) -> Told:
    """`metadata.kind` tells a turn as it was said from a fact that was learnt."""
    return {
        "id": shown["id"],
        "memory": shown["content"],
        "user_id": owner.get("user_id"),
        "agent_id": owner.get("agent_id"),
        "app_id": owner.get("app_id"),
        "run_id": shown["session_id"],
        "metadata": {**shown["attributes"], "kind": shown["kind"]},
        "categories": shown["tags"],
        "created_at": shown["created_at"],
        "updated_at": shown["created_at"],
    }


def history(memory_id: str, content: str, events: Iterable[Event], now: str, owner: Mapping[str, str]) -> list[Told]:
    """A memory's changes as mem0 tells them. `now` is what holds in its place, where it was corrected."""
    told: list[Told] = []
    for event in events:
        what: str
        old: str | None
        new: str | None
        match event.kind:
            case EventKind.REMEMBERED:
                what, old, new = "ADD", None, content
            case EventKind.CORRECTED | EventKind.SUPERSEDED:
                what, old, new = "UPDATE", content, now
            case EventKind.RETIRED | EventKind.DECAYED:
                what, old, new = "DELETE", content, None
            case EventKind.RESTORED:
                what, old, new = "ADD", None, content
            case _:
                continue
        told.append({
            "id": sealed.event_id(event.seq), "memory_id": memory_id, "event": what, "old_memory": old,
            "new_memory": new, "user_id": owner.get("user_id"), "created_at": time_json(event.at),
            "updated_at": time_json(event.at),
        })  # fmt: skip
    return told
