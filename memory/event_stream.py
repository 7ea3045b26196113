"""A namespace's changes as server-sent events: their texts and places, by whichever way they are sent."""

from __future__ import annotations

import json

from . import sealed
from .models import Event, Namespace
from .problems import invalid
from .services import webhooks
from .text import whole_number

CONTENT_TYPE = "text/event-stream"
AT_ONCE = 100  # events of one read
LAST = ("header", "Last-Event-ID")


def place_of(told: str) -> int:
    """The event that an id was told of. Raises Problem 422."""
    prefix, _, number = told.partition("_")
    known = whole_number(number)
    place = None if prefix != "evt" or known is None else sealed.unseal(sealed.EVENT, known)
    if place is None:
        raise invalid(LAST, "is no event's id")
    return place


def last_of(namespace: Namespace) -> int:
    rows = Event.objects.within(namespace).order_by("-seq")
    return rows.values_list("seq", flat=True).first() or 0


def after(namespace: Namespace, place: int) -> list[tuple[int, bytes]]:
    """The next events of a namespace, each with its number and as it is sent."""
    rows = list(Event.objects.within(namespace).filter(seq__gt=place).order_by("seq")[:AT_ONCE])
    told = webhooks.told_of(rows, namespace.name)
    return [
        (event.seq, f"id: {one['id']}\nevent: {event.kind}\ndata: {json.dumps(one)}\n\n".encode())
        for event, one in zip(rows, told, strict=True)
    ]


def here(place: int) -> bytes:
    """The id of a place without an event: a client goes on from there, and its program is told nothing."""
    return f"id: {sealed.event_id(place)}\n\n".encode()


def again_in(seconds: float) -> bytes:
    """After which pause a client comes again."""
    return f"retry: {seconds * 1000:.0f}\n\n".encode()
