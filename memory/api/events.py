"""What changes, as server-sent events, a part at a time: a stream that stayed open would hold a thread."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from ninja import Router

from .. import event_stream
from .auth import READ, ApiRequest

router = Router(tags=["Events"])
# Chosen: a client that hears of a change five seconds later costs twelve small requests a minute.
PAUSE = 5.0  # seconds until a client that knows all comes again
SOON = 0.1  # seconds, where more waits for it
STREAM: dict[str, Any] = {
    "parameters": [
        {
            "name": event_stream.LAST[1],
            "in": "header",
            "required": False,
            "schema": {"type": "string"},
            "description": "The id of the last event that the client knows.",
        }
    ],
    "responses": {200: {"content": {event_stream.CONTENT_TYPE: {"schema": {"type": "string"}}}}},
}


@router.get("/events", auth=READ, summary="What changed since", openapi_extra=STREAM)
def list_events(request: ApiRequest) -> HttpResponse:
    """The next changes after `Last-Event-ID`, up to 100; without it the `id` of where the stream stands now, and no
    event. Then the answer ends: server-sent events' clients, `EventSource` among them, come again by themselves after
    the time that `retry` says. Beside MCP over HTTP the same stream stays open."""
    namespace = request.auth.namespace
    said = request.headers.get(event_stream.LAST[1])
    if said is None:
        return _stream(PAUSE, event_stream.here(event_stream.last_of(namespace)))
    found = event_stream.after(namespace, event_stream.place_of(said))
    return _stream(SOON if len(found) == event_stream.AT_ONCE else PAUSE, *(text for _, text in found))


def _stream(pause: float, *parts: bytes) -> HttpResponse:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    content = event_stream.again_in(pause) + b"".join(parts)
    return HttpResponse(content, content_type=event_stream.CONTENT_TYPE, headers=headers)
