"""The client with `await`. `blocking.py` is made from this file by generate.py: change it here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from time import monotonic
from types import TracebackType
from typing import Any, Self, cast

import httpx

from . import shapes
from .calls import (
    LONGEST_PAUSE,
    RETRIES,
    SECONDS,
    Json,
    Time,
    Unreachable,
    answer,
    given,
    is_passing,
    named,
    once_key,
    options,
    pause,
    segment,
    spaces,
)

POLL = 0.3  # seconds between two looks at an operation


class AsyncRememberd:
    """One memory, in one namespace, with one key. A context manager; or call `close` at the end. `also` are namespaces
    that `context`, `search` and `memories` read as well: `namespace` says of each hit where it is from.

    A request that gets no answer, or a passing refusal (429, 502, 503, 504), is sent again up to `retries` times; a
    write carries an id by which the service does it once. Raises ApiError for a refusal, Unreachable without an answer.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        namespace: str | None = None,
        also: Iterable[str] = (),
        timeout: float = SECONDS,
        retries: int = RETRIES,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.retries = retries
        self._http = httpx.AsyncClient(transport=transport, **options(url, key, timeout))
        self._one, self._several = spaces(namespace, also)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    # --- A conversation ---------------------------------------------------------------------------------------------

    def session(self, session_id: str) -> AsyncSession:
        """One conversation. As a context manager it is over at the end of the block, and is learnt from."""
        return AsyncSession(self, session_id)

    async def add(self, session_id: str, messages: Iterable[Mapping[str, Any]]) -> shapes.Ingested:
        """Keep turns, all or none: `role` and `content`, perhaps `name`, `event_time`, `external_id`, `attributes`."""
        body = {"messages": named([dict(message) for message in messages])}
        return cast(shapes.Ingested, await self._ask("POST", f"/sessions/{segment(session_id)}/messages", body))

    async def context(
        self,
        prompt: str,
        *,
        session_id: str | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        include: list[str] | None = None,
        include_current: bool | None = None,
        as_of: Time | None = None,
        valid_at: Time | None = None,
        known_at: Time | None = None,
        explain: bool | None = None,
    ) -> shapes.Context:
        """What to put before the model's answer to `prompt`: `["context"]` is the Markdown block."""
        body = given({
            "prompt": prompt, "session_id": session_id, "limit": limit, "max_tokens": max_tokens, "include": include,
            "include_current": include_current, "as_of": as_of, "valid_at": valid_at, "known_at": known_at,
            "explain": explain,
        })  # fmt: skip
        return cast(shapes.Context, await self._ask("POST", "/context", body, headers=self._several))

    async def search(
        self,
        query: str,
        *,
        kind: str | None = None,
        tags: list[str] | None = None,
        limit: int | None = None,
        session_id: str | None = None,
        exclude_session_id: str | None = None,
        event_after: Time | None = None,
        event_before: Time | None = None,
        as_of: Time | None = None,
        valid_at: Time | None = None,
        known_at: Time | None = None,
        attributes: Json | None = None,
        explain: bool | None = None,
        why_not: str | None = None,
    ) -> shapes.Found:
        body = given({
            "query": query, "kind": kind, "tags": tags, "limit": limit, "session_id": session_id,
            "exclude_session_id": exclude_session_id, "event_after": event_after, "event_before": event_before,
            "as_of": as_of, "valid_at": valid_at, "known_at": known_at, "attributes": attributes, "explain": explain,
            "why_not": why_not,
        })  # fmt: skip
        return cast(shapes.Found, await self._ask("POST", "/memories/search", body, headers=self._several))

    # --- Memories ---------------------------------------------------------------------------------------------------

    async def remember(
        self,
        content: str,
        *,
        tags: list[str] | None = None,
        event_time: Time | None = None,
        confidence: float | None = None,
        session_id: str | None = None,
        protected: bool | None = None,
        source_ids: list[str] | None = None,
        external_id: str | None = None,
        attributes: Json | None = None,
    ) -> shapes.SavedFact:
        """Keep one fact; `["outcome"]` says what became of it."""
        body = given({
            "content": content, "tags": tags, "event_time": event_time, "confidence": confidence,
            "session_id": session_id, "protected": protected, "source_ids": source_ids, "external_id": external_id,
            "attributes": attributes,
        })  # fmt: skip
        return cast(shapes.SavedFact, await self._write("POST", "/memories", body))

    async def get(self, memory_id: str) -> shapes.Memory:
        return cast(shapes.Memory, await self._ask("GET", f"/memories/{segment(memory_id)}"))

    async def change(
        self,
        memory_id: str,
        *,
        tags: list[str] | None = None,
        attributes: Json | None = None,
        protected: bool | None = None,
    ) -> shapes.MarkedMemory:
        body = given({"tags": tags, "attributes": attributes, "protected": protected})
        return cast(shapes.MarkedMemory, await self._write("PATCH", f"/memories/{segment(memory_id)}", body))

    async def correct(
        self, memory_id: str, content: str, *, reason: str | None = None, kind: str | None = None
    ) -> shapes.Memory:
        """Put `content` in a fact's place; `kind`: it was `wrong`, or is `outdated`."""
        body = given({"content": content, "reason": reason, "kind": kind})
        return cast(shapes.Memory, await self._write("POST", f"/memories/{segment(memory_id)}/correct", body))

    async def confirm(self, memory_id: str) -> shapes.MarkedMemory:
        return cast(shapes.MarkedMemory, await self._write("POST", f"/memories/{segment(memory_id)}/confirm"))

    async def answer(self, question_id: str, answer: str, content: str | None = None) -> shapes.Question:
        """What the user said to the `["question"]` of `context`: "yes", "no" (with what is so instead), "both" or
        "unknown"."""
        body = given({"answer": answer, "content": content})
        return cast(shapes.Question, await self._write("POST", f"/questions/{segment(question_id)}", body))

    async def forget(self, memory_id: str) -> shapes.Memory:
        """Retire a memory; `restore` takes it back."""
        return cast(shapes.Memory, await self._write("DELETE", f"/memories/{segment(memory_id)}"))

    async def restore(self, memory_id: str) -> shapes.Memory:
        return cast(shapes.Memory, await self._write("POST", f"/memories/{segment(memory_id)}/restore"))

    async def history(self, memory_id: str) -> shapes.Events:
        return cast(shapes.Events, await self._ask("GET", f"/memories/{segment(memory_id)}/history"))

    async def sources(self, memory_id: str) -> shapes.Sources:
        return cast(shapes.Sources, await self._ask("GET", f"/memories/{segment(memory_id)}/sources"))

    async def memories(self, **filters: Any) -> AsyncIterator[shapes.Memory]:
        """All memories that the filters of `GET /memories` leave, newest first, over as many pages as that takes."""
        async for row in self._pages("/memories", filters, self._several):
            yield cast(shapes.Memory, row)

    # --- What the memory knows of -----------------------------------------------------------------------------------

    async def entities(self, **filters: Any) -> AsyncIterator[shapes.Entity]:
        async for row in self._pages("/entities", filters):
            yield cast(shapes.Entity, row)

    async def sessions(self, **filters: Any) -> AsyncIterator[shapes.Session]:
        async for row in self._pages("/sessions", filters):
            yield cast(shapes.Session, row)

    async def messages(self, session_id: str) -> AsyncIterator[shapes.Memory]:
        """The turns of a session, in order."""
        async for row in self._pages(f"/sessions/{segment(session_id)}/messages", {}):
            yield cast(shapes.Memory, row)

    async def remember_session(self, session_id: str, remember: bool) -> shapes.Session:
        """Whether what is said in this conversation is kept from now on; with False, what was said is withdrawn."""
        path = f"/sessions/{segment(session_id)}"
        return cast(shapes.Session, await self._write("PATCH", path, {"remember": remember}))

    async def stats(self) -> shapes.Stats:
        return cast(shapes.Stats, await self._ask("GET", "/stats"))

    # --- Tools for a model ------------------------------------------------------------------------------------------

    async def tools(self, set: str | None = None) -> list[shapes.ToolSchema]:
        """The schemas of a set of tools (`orchestrator`, `consolidator`), as a function-calling model takes them."""
        return cast(shapes.Tools, await self._ask("GET", "/tools", params=given({"set": set})))["results"]

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> Json:
        """What a model's call of a tool gets as its answer."""
        return cast(Json, await self._write("POST", f"/tools/{segment(name)}", given(arguments)))

    # --- Work that goes on after the answer -------------------------------------------------------------------------

    async def consolidate(self, session_id: str) -> shapes.Operation:
        """End a conversation and learn from it; `wait` waits for that."""
        path = f"/sessions/{segment(session_id)}/consolidate"
        return cast(shapes.Operation, await self._write("POST", path))

    async def erase(
        self,
        *,
        memory_ids: list[str] | None = None,
        session_id: str | None = None,
        entity_id: str | None = None,
        namespace: str | None = None,
        dry_run: bool | None = None,
    ) -> shapes.Operation:
        """Erase for good. Exactly one of the first four says what."""
        body = given({
            "memory_ids": memory_ids, "session_id": session_id, "entity_id": entity_id, "namespace": namespace,
            "dry_run": dry_run,
        })  # fmt: skip
        return cast(shapes.Operation, await self._write("POST", "/erasures", body))

    async def operation(self, operation_id: str) -> shapes.Operation:
        return cast(shapes.Operation, await self._ask("GET", f"/operations/{segment(operation_id)}"))

    async def wait(self, operation: shapes.Operation, *, timeout: float = 300.0) -> shapes.Operation:
        """The operation when it has ended. Raises TimeoutError."""
        end = monotonic() + timeout
        while operation["status"] in {"pending", "running"}:
            if monotonic() >= end:
                raise TimeoutError(f"operation {operation['id']} is still {operation['status']}")
            await asyncio.sleep(POLL)
            operation = await self.operation(operation["id"])
        return operation

    # --- Requests ---------------------------------------------------------------------------------------------------

    async def _pages(self, path: str, filters: Mapping[str, Any], headers: Json | None = None) -> AsyncIterator[Json]:
        asked = given(filters)
        while True:
            page = await self._ask("GET", path, params=asked, headers=headers)
            for row in page["results"]:
                yield row
            if page["next"] is None:
                return
            asked["cursor"] = page["next"]

    async def _write(self, method: str, path: str, body: Json | None = None) -> Any:
        return await self._ask(method, path, body, headers=self._one | once_key())

    async def _ask(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        *,
        params: Json | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        attempt = 0
        while True:
            response = None
            try:
                response = await self._http.request(
                    method, path, json=body, params=params, headers=self._one if headers is None else headers
                )
            except httpx.RequestError as error:
                if attempt >= self.retries:
                    told = str(error) or type(error).__name__
                    raise Unreachable(f"{self._http.base_url} does not answer: {told}") from error
            seconds = pause(attempt, response)
            if response is not None and (
                not is_passing(response) or attempt >= self.retries or seconds > LONGEST_PAUSE
            ):
                return answer(response)
            await asyncio.sleep(seconds)
            attempt += 1


class AsyncSession:
    """One conversation of a memory."""

    def __init__(self, memory: AsyncRememberd, session_id: str) -> None:
        self.memory = memory
        self.session_id = session_id
        self._said = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # After an error the conversation may go on; the service ends it by itself when nobody speaks any more.
        if self._said and error is None:
            await self.memory.consolidate(self.session_id)

    async def context(self, prompt: str, **wanted: Any) -> str:
        """The Markdown block to put before the model's answer to `prompt`; empty where nothing bears on it."""
        return (await self.memory.context(prompt, session_id=self.session_id, **wanted))["context"]

    async def save(
        self, user: str | None = None, assistant: str | None = None, *, messages: Iterable[Mapping[str, Any]] = ()
    ) -> shapes.Ingested:
        """Keep what was said since: the user's words and the answer, where they are not blank, or whole messages."""
        pair = (("user", user), ("assistant", assistant))
        said = [{"role": role, "content": text} for role, text in pair if text and text.strip()]
        kept = await self.memory.add(self.session_id, [*said, *messages])
        self._said = True
        return kept

    async def remember(self, content: str, **fields: Any) -> shapes.SavedFact:
        """Keep one fact that this conversation brought."""
        return await self.memory.remember(content, session_id=self.session_id, **fields)

    async def messages(self) -> AsyncIterator[shapes.Memory]:
        async for turn in self.memory.messages(self.session_id):
            yield turn
