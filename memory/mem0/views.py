"""The addresses of mem0's protocols, under `/mem0`. Views translate and call services."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from .. import access, handed, presentation
from ..access import Caller
from ..fields import instant, offset
from ..models import ALL, ErasedWhat, Kind, Memory, Namespace
from ..problems import Problem, missing, problem_of, unauthorised, wrong_method
from ..services.curating import correcting
from ..services.errors import NotFound, TooLarge
from ..services.handing import retrieval
from ..services.learning import saving
from ..services.memories import facts, lineage
from ..services.talk import episodes
from ..services.talk.turns import NewMessage
from ..services.upkeep import erasures
from ..strict_json import read_json
from . import places, told
from .asked import Add, All, SearchAsked, Update, Whose, merged, read_shape

DOOR = "mem0"  # before the key's name in history
ADDED = {
    saving.Outcome.CREATED,
    saving.Outcome.SUPERSEDED,
    saving.Outcome.CONFLICT,
}  # a new fact was stored, and stands
DELETED = {"message": "Memory deleted successfully!"}


class Request(NamedTuple):
    caller: Caller
    method: str
    query: dict[str, list[str]]
    body: Any


View = Callable[..., Any]


def served(**views: View) -> Callable[..., HttpResponse]:
    """One address: {HTTP method: what it does}. Whatever is refused is told as mem0's servers tell it."""

    def view(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            caller = access.caller(_token(request), DOOR)
            work = views.get(request.method or "")
            if work is None:
                raise wrong_method(", ".join(views))
            caller.charge(len(request.body))
            body = read_json(request.body) if request.body else {}
            asked = Request(caller, request.method or "", dict(request.GET.lists()), body)
            return _json(work(asked, **named))
        except Exception as error:
            problem = problem_of(error)
            return _json({"detail": problem.sentence()}, problem.status, problem.headers)

    view.csrf_exempt = True  # type: ignore[attr-defined]
    return view


def _token(request: HttpRequest) -> str:
    """The platform's client says `Token`, the open server's `X-API-Key` or `Bearer`."""
    token: str
    kind, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if kind.lower() not in {"token", "bearer"}:
        token = request.META.get("HTTP_X_API_KEY", "")
    if not token.strip():
        raise unauthorised("Send a key as `Authorization: Token mem_…` or `X-API-Key: mem_…`.")
    return token.strip()


def _json(value: Any, status: int = 200, headers: Any = None) -> HttpResponse:
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return HttpResponse(
        json.dumps(value, ensure_ascii=False), status=status, content_type="application/json", headers=kept
    )


def ping(request: Request) -> Any:
    """Who asks. The platform's client does not start without an organisation and a project; neither has a meaning."""
    return {"status": "ok", "org_id": "rememberd", "project_id": "rememberd", "user_email": None}


def add(request: Request) -> Any:
    """Turns are kept, and facts learnt from them later; with `infer` false each message is a fact as it stands."""
    request.caller.require("write")
    asked = read_shape(Add, request.body)
    place = places.enter(request.caller, asked)
    if place.attributes or place.tags:
        raise Problem(400, "Filters of an add may name whose memory it is, and nothing else.")
    if not asked.infer:
        return {"results": _facts(request.caller, asked, place)}
    session_id = place.session_id or f"mem0-{uuid4().hex}"
    said = asked.timestamp
    turns = [
        NewMessage(
            role=turn.role, content=turn.content, name=turn.name or "", attributes=asked.metadata,
            event_time=instant(said), event_offset=offset(said),
        )
        for turn in asked.messages
    ]  # fmt: skip
    kept = episodes.ingest_turns(request.caller.namespace_name, session_id, turns, request.caller.actor)
    if kept.not_kept:  # the whole run is not to be remembered
        return {"results": []}
    return {"results": [
        {"id": episode.id, "memory": turn.content, "event": "ADD", "run_id": session_id}
        for episode, turn in zip(kept.episodes, turns, strict=True)
    ]}  # fmt: skip


def _facts(caller: Caller, asked: Add, place: places.PlaceOfOwner) -> list[told.Told]:
    drafts = [
        saving.FactInput(
            turn.content,
            event_time=instant(asked.timestamp),
            event_offset=offset(asked.timestamp),
            attributes=asked.metadata,
        )
        for turn in asked.messages
    ]
    saved = saving.save_batch(caller.written_namespace, drafts, actor=caller.actor, session_id=place.session_id)
    return [
        {**told.memory(shown, place.owner), "event": "ADD" if shown["outcome"] in ADDED else "NONE"}
        for shown in presentation.saved_json(saved, caller.namespace)
    ]


def search(request: Request) -> Any:
    request.caller.require("read")
    asked = read_shape(SearchAsked, request.body)
    place = places.enter(request.caller, asked)
    found = retrieval.search(
        request.caller.namespace, asked.query, limit=asked.limit or asked.top_k, session_id=place.session_id,
        attributes=place.attributes, tags=[*place.tags, *asked.categories],
    )  # fmt: skip
    found = replace(found, hits=[hit for hit in found.hits if hit.score >= asked.threshold])
    shown = handed.found_json(found, request.caller.namespace)
    return {
        "results": [{**told.memory(hit, place.owner), "score": hit["score"]} for hit in shown["results"]],
        "left_off": shown["left_off"],
    }


def list_all(request: Request) -> Any:
    """Facts and turns, newest first. A page ends early where the answer would be larger than 4 MiB. `next` goes on from
    there, by smaller pages; `left_off` tells it to who counts the pages."""
    request.caller.require("read")
    asked = read_shape(All, merged(request.query, request.body))
    place = places.enter(request.caller, asked)
    rows = Memory.objects.within(request.caller.namespace).active().exclude(kind=Kind.REFLECTION)
    for tag in (*place.tags, *asked.categories):
        rows = rows.tagged([tag])
    if place.session_id is not None:
        rows = rows.filter(session_id=place.session_id)
    for name, value in place.attributes.items():
        rows = rows.filter(attributes__contains_item=(name, value))
    count, start = rows.count(), (asked.page - 1) * asked.page_size
    found = list(rows.defer("embedding").order_by("-pk")[start : start + asked.page_size])
    shown = [told.memory(row, place.owner) for row in presentation.memory_json(found, request.caller.namespace)]
    size, fitting = asked.page_size, presentation.fitting(shown)
    if fitting < len(shown):
        # A page begins at a multiple of its size: where a smaller size divides this one, its next page begins where
        # this one ends.
        size = max(part for part in range(1, fitting + 1) if asked.page_size % part == 0)
    told_rows = shown[:size]
    return {
        "count": count,
        "next": None if start + len(told_rows) >= count else f"?page={start // size + 2}&page_size={size}",
        "previous": f"?page={asked.page - 1}&page_size={asked.page_size}" if asked.page > 1 else None,
        "results": told_rows,
        "left_off": len(shown) - len(told_rows),
    }


def get(request: Request, memory_id: str) -> Any:
    request.caller.require("read")
    return _shown(request.caller, _standing(_found(request.caller, memory_id)))


def update(request: Request, memory_id: str) -> Any:
    """The corrected memory, which has an id of its own; the old id goes on to mean it."""
    request.caller.require("write")
    asked = read_shape(Update, request.body)
    row = _standing(_found(request.caller, memory_id))
    text = asked.text if asked.text is not None else asked.data
    if text is None and asked.metadata is None:
        raise Problem(400, "Send text, metadata or both.")
    if row.kind != Kind.FACT and text is not None:
        raise Problem(400, "This memory is a turn as it was said. Only a fact that was learnt can be updated.")
    actor, correction = request.caller.actor, None
    if text is not None and not correcting.says_already(row, text):
        correction = correcting.read(row.namespace, text, actor=actor)
    with transaction.atomic():
        if correction is not None:
            row = correcting.correct(row.namespace, row.uid, correction, actor=actor)
        if asked.metadata is not None and row.quarantine is None:
            row = facts.edit(row.namespace, row.uid, actor=actor, attributes=asked.metadata)
    if row.quarantine is not None:
        raise Problem(409, "The text is in quarantine until a curator decides. The memory stays as it was.")
    return _shown(request.caller, row)


def delete(request: Request, memory_id: str) -> Any:
    """Retired: a person can restore it. To erase it for good, use the API."""
    request.caller.require("write")
    row = _standing(_found(request.caller, memory_id))
    facts.retire(row.namespace, row.uid, actor=request.caller.actor, reason="deleted over mem0's protocol")
    return DELETED


def delete_all(request: Request) -> Any:
    """Erased for good, by a worker: a run, or all that a user, an agent or an app has at this moment."""
    request.caller.require("erase")
    asked = read_shape(Whose, merged(request.query, request.body))
    place = places.enter(request.caller, asked)
    if place.attributes or place.tags:
        raise Problem(400, "Memories are deleted by user_id, agent_id, app_id and run_id, not by other filters.")
    what, targets = (ErasedWhat.SESSION, [place.session_id]) if place.session_id else (ErasedWhat.NAMESPACE, [])
    with suppress(NotFound):  # mem0 says the same of what was never there
        erasures.request(request.caller.namespace, what, targets, requested_by=request.caller.actor.name)
    return {"message": "Memories deleted successfully!"}


def history(request: Request, memory_id: str) -> Any:
    request.caller.require("read")
    row = _found(request.caller, memory_id)
    owner = places.owner_of(request.caller, row.namespace.name)
    events = facts.events(row.namespace, row.uid)
    changes = told.history(row.uid, row.content, events, _standing(row, or_else=row).content, owner)
    if presentation.fitting(changes) < len(changes):
        # A bare list cannot say that it was cut.
        raise TooLarge("This memory's history is longer than one answer: GET /api/v1/memories/{id}/history has pages.")
    return changes


def _found(caller: Caller, memory_id: str) -> Memory:
    """The memory, in whichever namespace of the key: mem0's ids stand alone. Raises Problem 404."""
    if "\0" in memory_id:  # PostgreSQL takes none, not even to look for it
        raise missing()
    rows = Memory.objects.across(ALL).select_related("namespace").readable().exclude(kind=Kind.REFLECTION)
    row = rows.filter(uid=memory_id).first()
    if row is None or (caller.key is not None and not caller.key.covers(row.namespace.name)):
        raise missing()
    caller.enter(row.namespace.name)
    return row


def _standing(row: Memory, or_else: Memory | None = None) -> Memory:
    """The memory itself, or what holds in its place since it was corrected. Raises Problem 404 for one that is gone."""
    standing = row if row.active else lineage.holder(row) or or_else
    if standing is None:
        raise missing()
    return standing


def _shown(caller: Caller, row: Memory) -> Any:
    namespace: Namespace = caller.namespace
    return told.memory(presentation.one_memory_json(row, namespace), places.owner_of(caller, namespace.name))


def unknown(request: Request, rest: str) -> Any:
    raise Problem(404, "mem0's platform has this address, or nobody; it is not served here.")


def urls() -> list[URLPattern]:
    one = served(GET=get, PUT=update, DELETE=delete)
    everything = dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE"), unknown)
    return [
        # The platform's client
        path("v1/ping/", served(GET=ping)),
        path("v3/memories/add/", served(POST=add)),
        path("v3/memories/search/", served(POST=search)),
        path("v3/memories/", served(POST=list_all)),
        path("v1/memories/", served(DELETE=delete_all)),
        path("v1/memories/<str:memory_id>/", one),
        path("v1/memories/<str:memory_id>/history/", served(GET=history)),
        # The open server
        path("memories", served(POST=add, GET=list_all, DELETE=delete_all)),
        path("search", served(POST=search)),
        path("memories/<str:memory_id>", one),
        path("memories/<str:memory_id>/history", served(GET=history)),
        path("<any:rest>", served(**everything)),
    ]
