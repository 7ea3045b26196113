"""Who and what the memories are about."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from ninja import Query, Router

from .. import answers, presentation
from ..models import Entity, Memory, name_key
from ..services.graph import entities
from .auth import READ, WRITE, ApiRequest
from .idempotency import once
from .pagination import Paging, page_json
from .requests import EntityFilters, MergeInto, Split
from .responses import json_response

router = Router(tags=["Entities"])


@router.get("/entities", auth=READ, response=answers.EntitiesJson, summary="List entities")
def list_entities(request: ApiRequest, filters: Query[EntityFilters]) -> HttpResponse:
    """Newest first."""
    rows = Entity.objects.within(request.auth.namespace).defer("embedding")
    if filters.type is not None:
        rows = rows.filter(type=filters.type)
    if filters.name is not None:
        rows = rows.named([name_key(filters.name)])
    return json_response(page_json(rows, filters, presentation.entity_json, name="entities"))


@router.get("/entities/{entity_id}", auth=READ, response=answers.EntityJson, summary="One entity")
def get_entity(request: ApiRequest, entity_id: str) -> HttpResponse:
    return json_response(_one(entities.get_entity(request.auth.namespace, entity_id)))


@router.get(
    "/entities/{entity_id}/memories", auth=READ, response=answers.MemoriesJson, summary="What speaks of an entity"
)
def entity_memories(request: ApiRequest, entity_id: str, filters: Query[Paging]) -> HttpResponse:
    """The active memories, newest first. Listing them is not a recall."""
    namespace = request.auth.namespace
    entity = entities.get_entity(namespace, entity_id)
    rows = Memory.objects.within(namespace).active().filter(entity_links__entity=entity).defer("embedding")
    show = partial(presentation.memory_json, namespace=namespace)
    return json_response(page_json(rows, filters, show, name="entity-memories"))


@router.post(
    "/entities/{entity_id}/merge", auth=WRITE, response=answers.EntityJson, summary="Merge into another entity"
)
def merge_entity(request: ApiRequest, entity_id: str, payload: MergeInto) -> HttpResponse:
    """The entity's names and links become those of `into`, which is answered."""
    caller = request.auth
    return once(request, lambda: _one(entities.merge(caller.namespace, entity_id, payload.into, actor=caller.actor)))


@router.post("/entities/{entity_id}/split", auth=WRITE, response=answers.EntityJson, summary="Split off a new entity")
def split_entity(request: ApiRequest, entity_id: str, payload: Split) -> HttpResponse:
    """Aliases and memories that are somebody else's become a new entity, called by the first alias; it is answered."""
    caller = request.auth
    return once(
        request,
        lambda: _one(
            entities.split(caller.namespace, entity_id, payload.aliases, payload.memory_ids, actor=caller.actor)
        ),
    )


def _one(entity: Entity) -> answers.EntityJson:
    return presentation.entity_json([entity])[0]
