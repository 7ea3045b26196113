"""For Google's Agent Development Kit (`pip install 'rememberd-client[google-adk]'`): its memory service.

    agent = LlmAgent(name="helper", model=…, tools=[load_memory], on_tool_error_callback=tell_model)
    runner = Runner(app_name="shop", agent=agent, session_service=…, memory_service=MemoryService(url, key))

A user of an app has the namespace `app/user`: the key is one for a pattern of namespaces, such as `shop/*`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from google.adk.events import Event
from google.adk.memory import BaseMemoryService
from google.adk.memory.base_memory_service import SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions import Session
from google.adk.tools import BaseTool, ToolContext
from google.genai import types

from .calls import ApiError, Json, Unreachable
from .concurrent import AsyncRememberd
from .inside import log, storable

BATCH = 100  # turns in one call
FOUND = 10


def tell_model(tool: BaseTool, args: dict[str, Any], tool_context: ToolContext, error: Exception) -> Json | None:
    """For `LlmAgent(on_tool_error_callback=…)`: the model is told that the memory did not answer, and goes on. ADK ends
    a run with the error of a tool, and `load_memory` has no answer of its own for one."""
    if not isinstance(error, ApiError | Unreachable):
        return None
    log.warning("The model's call of %s had no answer: %s", tool.name, error)
    return {"error": str(error)}


class MemoryService(BaseMemoryService):
    """Sessions are kept as turns, each event once; memories that are added are facts. `close` it at the end."""

    def __init__(self, url: str | None = None, key: str | None = None, *, namespace: str = "{app}/{user}") -> None:
        self.url = url
        self.key = key
        self.namespace = namespace
        self._memories: dict[str, AsyncRememberd] = {}

    async def close(self) -> None:
        for memory in self._memories.values():
            await memory.close()
        self._memories.clear()

    async def add_session_to_memory(self, session: Session) -> None:
        await self.add_events_to_memory(
            app_name=session.app_name, user_id=session.user_id, events=session.events, session_id=session.id
        )

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        turns = [turn for event in events if (turn := _turn(event))]
        memory = self._of(app_name, user_id)
        for start in range(0, len(turns), BATCH):
            await memory.add(session_id or "adk", turns[start : start + BATCH])

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        for entry in memories:
            await self._of(app_name, user_id).remember(
                _text(entry.content), event_time=entry.timestamp, attributes=dict(entry.custom_metadata) or None
            )

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        found = await self._of(app_name, user_id).search(storable(query), limit=FOUND)
        return SearchMemoryResponse(
            memories=[
                MemoryEntry(
                    id=hit["id"],
                    author=hit["source_role"] or hit["kind"],
                    timestamp=hit["event_time"],
                    content=types.Content(role=hit["role"], parts=[types.Part(text=hit["content"])]),
                )
                for hit in found["results"]
            ]
        )

    def _of(self, app_name: str, user_id: str) -> AsyncRememberd:
        name = self.namespace.format(app=app_name, user=user_id)
        if name not in self._memories:
            self._memories[name] = AsyncRememberd(self.url, self.key, namespace=name)
        return self._memories[name]


def _turn(event: Event) -> dict[str, Any] | None:
    """An event's words; None where it has none, and for a part of an answer that comes whole later."""
    text = _text(event.content)
    if event.partial or not text.strip():
        return None
    said = {"role": "user" if event.author == "user" else "assistant", "content": text}
    return said | {"name": event.author, "event_time": event.timestamp, "external_id": event.id}


def _text(content: types.Content | None) -> str:
    parts = content.parts if content else None
    return storable("\n".join(part.text for part in parts or [] if part.text and not part.thought))
