"""`GET /events`: a namespace's changes as server-sent events, for as long as the client listens.

Part of the ASGI process that serves MCP over HTTP: a stream that waits costs a coroutine and no thread. One look at the
store a POLL serves all streams; a stream reads its namespace only where something is new.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from django.db.models import Max
from starlette.datastructures import Headers
from starlette.types import Receive, Send

from .. import access, event_stream
from ..models import ALL, Event
from ..problems import Problem
from ..services import namespaces
from .door import whole_header

PATH = "/events"
POLL = 0.5  # seconds between two looks at the store
PING = 15.0  # seconds between two signs of life, by which proxies and clients know that the stream lives
MOST, MOST_OF_KEY = 1_000, 256  # streams that are open at a time
HEADERS = [
    (b"content-type", event_stream.CONTENT_TYPE.encode()), (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]  # fmt: skip

Aside = Callable[[Callable[[], Any]], Awaitable[Any]]


class Streams:
    """The open streams of this process."""

    def __init__(self, aside: Aside) -> None:
        self.aside = aside
        self.open: Counter[str] = Counter()  # by the key's text
        self.newest = 0
        self.changed = asyncio.Condition()
        self.poller: asyncio.Task[None] | None = None

    async def serve(self, token: str, namespace_name: str, headers: Headers, receive: Receive, send: Send) -> None:
        """Tell what changes, from after `Last-Event-ID` on, else from now on. Raises Problem before it begins: 422 for
        an id that is none, 429 and 503 for too many streams."""
        said = headers.get("last-event-id")
        place = None if said is None else event_stream.place_of(said)
        if sum(self.open.values()) >= MOST:
            raise Problem(503, f"At most {MOST} streams are open at a time.", headers={"Retry-After": "30"})
        if self.open[token] >= MOST_OF_KEY:
            raise Problem(429, f"At most {MOST_OF_KEY} streams a key.", headers={"Retry-After": "30"})
        self.open[token] += 1
        try:
            if place is None:
                place = await self.aside(lambda: event_stream.last_of(namespaces.for_reading(namespace_name)))
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": b": listening\n\n", "more_body": True})
            telling = asyncio.create_task(self._tell(token, namespace_name, place, send))
            try:
                await asyncio.wait({telling, asyncio.create_task(_gone(receive))}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                telling.cancel()
        finally:
            self.open[token] -= 1
            self.open += Counter()  # forget the keys that have none

    async def _tell(self, token: str, namespace_name: str, place: int, send: Send) -> None:
        """Until the client is gone, or its key opens nothing any more."""
        while True:
            seen = self.newest
            found: list[tuple[int, bytes]] = await self.aside(partial(_next, namespace_name, place))
            for seq, text in found:
                await send({"type": "http.response.body", "body": text, "more_body": True})
                place = seq
            if found:
                continue
            if not await self._waited(seen):
                if not await self.aside(partial(access.still_opens, token)):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
                    return
                await send({"type": "http.response.body", "body": b": still here\n\n", "more_body": True})

    async def _waited(self, seen: int) -> bool:
        """Wait until the store has an event that it had not at `seen`, for at most PING; whether there is one."""
        if self.poller is None or self.poller.done():
            self.poller = asyncio.create_task(self._poll())
        try:
            async with asyncio.timeout(PING), self.changed:
                await self.changed.wait_for(lambda: self.newest > seen)
        except TimeoutError:
            return False
        return True

    async def _poll(self) -> None:
        """Look for the newest event of all, as long as somebody listens."""
        while self.open:
            newest: int = await self.aside(newest_of_all)
            if newest > self.newest:
                async with self.changed:
                    self.newest = newest
                    self.changed.notify_all()
            await asyncio.sleep(POLL)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def newest_of_all() -> int:
    return int(Event.objects.across(ALL).aggregate(newest=Max("seq"))["newest"] or 0)


def _next(namespace_name: str, place: int) -> list[tuple[int, bytes]]:
    return event_stream.after(namespaces.for_reading(namespace_name), place)


def enter(headers: Headers, token: str) -> access.Caller:
    """Who listens, and to which namespace. Raises Problem as `access.caller`, `require` and `enter` do."""
    caller = access.caller(token)
    caller.require("read")
    one, several = (whole_header(headers, name) for name in ("x-memory-namespace", "x-memory-namespaces"))
    if several is None:
        caller.enter(one, where=("header", "X-Memory-Namespace"))
    elif one is not None:
        raise Problem(400, access.ONE_HEADER)
    elif "," in several:
        raise Problem(400, "A stream is of one namespace.", code=access.ONE_NAMESPACE)
    else:
        caller.enter(several, where=("header", "X-Memory-Namespaces"))
    return caller
