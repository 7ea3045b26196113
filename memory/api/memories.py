"""Memories one by one: listing, remembering, correcting, retiring, and where they come from."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from ninja import Query, Router

from .. import answers, presentation
from ..fields import instant, offset
from ..models import Event, Memory, Namespace
from ..models.lineage import held_at
from ..models.memories import MemoryQuerySet
from ..problems import invalid
from ..services.curating import correcting
from ..services.errors import NotFound
from ..services.learning import saving
from ..services.memories import facts
from ..text import BadText, new_tag
from .auth import READ, READ_VISIBLE, READ_VISIBLE_SPACES, WRITE, ApiRequest
from .idempotency import once
from .pagination import Paging, page_json
from .requests import FactCorrection, MemoryChange, MemoryFilters, NewFact
from .responses import json_response

router = Router(tags=["Memories"])
MOST = 100  # sources that one answer tells, and as many that were derived: as many as a list's longest page


@router.get("/memories", auth=READ_VISIBLE_SPACES, response=answers.MemoriesJson, summary="List memories")
def list_memories(request: ApiRequest, filters: Query[MemoryFilters]) -> HttpResponse:
    """Newest first. A page ends early, with its `next`, where the answer would be larger than 4 MiB. `…_after` is
    inclusive, `…_before` exclusive. With `valid_at` or `known_at`: what held and was
    known then, whether or not it is retired now. With `X-Memory-Namespaces` of several namespaces."""
    rows = _filtered(_readable(request), filters).defer("embedding")
    show = partial(presentation.memory_json, namespace=request.auth.read_namespaces)
    return json_response(page_json(rows, filters, show, name="memories"))


def _readable(request: ApiRequest) -> MemoryQuerySet:
    """What the key may read: nothing that is hidden from it; what is in quarantine, only as an administrator."""
    caller = request.auth
    rows = Memory.objects.across(caller.read_namespaces) if caller.others else Memory.objects.within(caller.namespace)
    rows = rows.without(caller.hidden)
    return rows if "admin" in request.auth.scopes else rows.readable()


def one_readable(request: ApiRequest, uid: str) -> Memory:
    """Raises NotFound for one that the key may not read, as for one that is not there."""
    memory = _readable(request).filter(uid=uid).first()
    if memory is None:
        raise NotFound(f"no memory {uid}")
    return memory


def _namespace_of(request: ApiRequest, uid: str) -> Namespace:
    """The namespace in which the key changes the memory `uid`. Raises NotFound for one that it may not read."""
    one_readable(request, uid)
    return request.auth.namespace


def _filtered(rows: MemoryQuerySet, filters: MemoryFilters) -> MemoryQuerySet:
    rows = rows.of_kind(filters.kind).tagged(filters.tag)
    if filters.valid_at or filters.known_at:
        rows = rows.filter(held_at(instant(filters.valid_at), instant(filters.known_at)))
    if filters.active is not None:
        rows = rows.active() if filters.active else rows.retired()
    if filters.quarantined is not None:
        rows = rows.filter(quarantine__isnull=not filters.quarantined)
    if filters.protected is not None:
        rows = rows.filter(decay_rate=0.0) if filters.protected else rows.exclude(decay_rate=0.0)
    wanted = {
        "session_id": filters.session_id,
        "entities__uid": filters.entity_id,
        "confidence__gte": filters.min_confidence,
        "created_at__gte": instant(filters.created_after),
        "created_at__lt": instant(filters.created_before),
        "event_time__gte": instant(filters.event_after),
        "event_time__lt": instant(filters.event_before),
    }
    return rows.filter(**{name: value for name, value in wanted.items() if value is not None})


@router.post("/memories", auth=WRITE, response={201: answers.SavedFactJson}, summary="Remember a fact")
def remember(request: ApiRequest, payload: NewFact) -> HttpResponse:
    """Keep one fact. A repetition adds its sources, tags and protection to the fact that is there already, and that
    one is answered; `outcome` tells what became of the request."""
    caller = request.auth
    # Before the transaction that an Idempotency-Key opens, for which other writers wait.
    fact = saving.FactInput(
        payload.content,
        source_ids=payload.source_ids or [],
        event_time=instant(payload.event_time),
        event_offset=offset(payload.event_time),
        tags=payload.tags or [],
        confidence=payload.confidence,
        attributes=payload.attributes or {},
    )
    (ready,) = saving.prepare(caller.namespace, [fact], caller.actor)

    def work() -> answers.SavedFactJson:
        namespace = caller.written_namespace
        saved = saving.remember(
            namespace,
            ready,
            actor=caller.actor,
            session_id=payload.session_id,
            decay_rate=0.0 if payload.protected else None,
            external_id=payload.external_id,
        )
        return presentation.saved_json([saved], namespace)[0]

    return once(request, work, status=201)


@router.get("/memories/{memory_id}", auth=READ_VISIBLE, response=answers.MemoryJson, summary="One memory")
def get_memory(request: ApiRequest, memory_id: str) -> HttpResponse:
    """Active or retired. Looking is not a recall."""
    return _shown(request, one_readable(request, memory_id))


@router.patch("/memories/{memory_id}", auth=WRITE, response=answers.MarkedMemoryJson, summary="Change a memory's marks")
def change_memory(request: ApiRequest, memory_id: str, payload: MemoryChange) -> HttpResponse:
    """What is left out stays. `tags` and `attributes` replace what was there; a tag that it has already may be sent
    back, whatever it holds. A retired memory is a 409. A curator alone makes permanent what a tool or an import
    brought: `outcome` is `asked`."""
    carried = one_readable(request, memory_id).tags
    memory = facts.edit(
        request.auth.namespace,
        memory_id,
        actor=request.auth.actor,
        tags=None if payload.tags is None else _marked(payload.tags, carried),
        attributes=payload.attributes,
        protected=payload.protected,
    )
    outcome = facts.outcome_of(memory, to_keep=payload.protected is True)
    return json_response(presentation.marked_json(memory, request.auth.namespace, outcome))


def _marked(tags: list[str], carried: list[str]) -> list[str]:
    """`tags` as they are stored. Raises Problem for one with a comma that is not `carried`."""
    found = []
    for position, tag in enumerate(tags):
        try:
            found.append(tag if tag in carried else new_tag(tag))
        except BadText as error:
            raise invalid(["body", "tags", position], str(error)) from error
    return found


@router.delete("/memories/{memory_id}", auth=WRITE, response=answers.MemoryJson, summary="Retire a memory")
def retire_memory(request: ApiRequest, memory_id: str) -> HttpResponse:
    """A soft delete: it is no longer found, and can be restored whole. Doing it twice changes nothing."""
    return _shown(request, facts.retire(_namespace_of(request, memory_id), memory_id, actor=request.auth.actor))


@router.post(
    "/memories/{memory_id}/restore", auth=WRITE, response=answers.MemoryJson, summary="Restore a retired memory"
)
def restore_memory(request: ApiRequest, memory_id: str) -> HttpResponse:
    """Take `DELETE` back. A fact that a correction replaced is a 409 that names the correction."""
    caller = request.auth
    return once(
        request,
        lambda: presentation.one_memory_json(
            facts.restore(_namespace_of(request, memory_id), memory_id, actor=caller.actor), caller.namespace
        ),
    )


@router.post("/memories/{memory_id}/correct", auth=WRITE, response=answers.MemoryJson, summary="Correct a fact")
def correct_memory(request: ApiRequest, memory_id: str, payload: FactCorrection) -> HttpResponse:
    """Retire the fact and answer its replacement, which keeps its sources. A retired fact is a 409. A text that goes
    into `quarantine` replaces nothing."""
    caller = request.auth
    namespace = _namespace_of(request, memory_id)
    correction = correcting.read(namespace, payload.content, actor=caller.actor, reason=payload.reason)

    def work() -> answers.MemoryJson:
        replacement = correcting.correct(namespace, memory_id, correction, actor=caller.actor, kind=payload.kind)
        return presentation.one_memory_json(replacement, caller.namespace)

    return once(request, work)


@router.post("/memories/{memory_id}/confirm", auth=WRITE, response=answers.MarkedMemoryJson, summary="Confirm a fact")
def confirm_memory(request: ApiRequest, memory_id: str) -> HttpResponse:
    """Confidence 1, and no decay from now on. A curator alone confirms what a tool or an import brought: `outcome` is
    `asked`, and the fact stays as it was. One whose place another took is confirmed and stays `superseded`."""
    caller = request.auth

    def work() -> answers.MarkedMemoryJson:
        memory = facts.confirm(_namespace_of(request, memory_id), memory_id, actor=caller.actor)
        return presentation.marked_json(memory, caller.namespace, facts.outcome_of(memory, to_keep=True))

    return once(request, work)


@router.get(
    "/memories/{memory_id}/history", auth=READ, response=answers.EventsJson, summary="What happened to a memory"
)
def memory_history(request: ApiRequest, memory_id: str, filters: Query[Paging]) -> HttpResponse:
    """Oldest first."""
    namespace = request.auth.namespace
    memory = one_readable(request, memory_id)
    told = Event.objects.within(namespace).about(memory.uid)
    places = {seq: place for place, seq in enumerate(told.values_list("seq", flat=True), 1)}
    show = partial(presentation.event_json, places=places)
    return json_response(page_json(told, filters, show, name="history", newest_first=False))


@router.get(
    "/memories/{memory_id}/sources", auth=READ_VISIBLE, response=answers.SourcesJson, summary="Where it comes from"
)
def memory_sources(request: ApiRequest, memory_id: str) -> HttpResponse:
    """The turns or facts that it came from, and what was derived from it, each in full and in order: the first 100 of
    both, and fewer where the answer would be larger than 4 MiB. `left_off` counts what is not answered; the ids of all
    sources stand in the memory's `source_ids`."""
    memory = one_readable(request, memory_id)
    rows = _readable(request).defer("embedding").order_by("rowid")
    sources, derived = rows.filter(derived_links__memory=memory), rows.filter(source_links__source=memory)
    first = list(sources[:MOST])
    shown = presentation.memory_json([*first, *derived[:MOST]], request.auth.namespace)
    number = presentation.fitting(shown)
    return json_response(
        {
            "sources": shown[: len(first)][:number],
            "derived": shown[len(first) : number],
            "left_off": sources.count() + derived.count() - number,
        }
    )


def _shown(request: ApiRequest, memory: Memory) -> HttpResponse:
    return json_response(presentation.one_memory_json(memory, request.auth.namespace))
