"""Erasing for good."""

from __future__ import annotations

from django.http import HttpResponse
from ninja import Router

from .. import answers, presentation
from ..models import ErasedWhat
from ..problems import invalid
from ..services.upkeep import erasures
from .auth import ERASE, ApiRequest
from .idempotency import once
from .requests import NewErasure

router = Router(tags=["Erasure"])


@router.post("/erasures", auth=ERASE, response={202: answers.OperationJson}, summary="Erase for good")
def erase(request: ApiRequest, payload: NewErasure) -> HttpResponse:
    """Memories, a session, what speaks of an entity, or the namespace, with all that was drawn from it. The operation's
    result tells how many went, from how many sessions is learnt again, and what the scan of the files' bytes found:
    `remaining` of `sought` passages, null where they were not scanned. With `dry_run` it has ended already."""
    caller = request.auth
    if payload.namespace not in {None, caller.namespace_name}:
        raise invalid(["body", "namespace"], "type the name of the request's namespace to erase all of it")
    what, targets = _named(payload)

    def work() -> answers.OperationJson:
        start = erasures.rehearse if payload.dry_run else erasures.request
        return presentation.operation_json(start(caller.namespace, what, targets, requested_by=caller.actor.name))

    return once(request, work, status=202)


def _named(payload: NewErasure) -> tuple[ErasedWhat, list[str]]:
    if payload.memory_ids is not None:
        return ErasedWhat.MEMORY, payload.memory_ids
    if payload.session_id is not None:
        return ErasedWhat.SESSION, [payload.session_id]
    if payload.entity_id is not None:
        return ErasedWhat.ENTITY, [payload.entity_id]
    return ErasedWhat.NAMESPACE, []
