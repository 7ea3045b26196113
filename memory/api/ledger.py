"""What was handed out: a block as it was, and where a memory went."""

from __future__ import annotations

from django.http import HttpResponse
from ninja import Query, Router

from .. import answers, presentation
from ..services import facts, ledger
from .auth import READ, ApiRequest
from .pagination import Paging, listed, page
from .responses import json_response

router = Router(tags=["Ledger"])


@router.get("/contexts/{context_id}", auth=READ, response=answers.HandedContextJson, summary="A block as it was")
def get_context(request: ApiRequest, context_id: str) -> HttpResponse:
    """The block that `POST /context` answered with this id, and the memories in it, until its retention is over.

    It is written within a second after the answer.
    """
    found = ledger.get(request.auth.namespace, context_id)
    return json_response(presentation.handed_context_json(found, ledger.items(found)))


@router.get("/memories/{memory_id}/handed", auth=READ, response=answers.HandingsJson, summary="Where a memory went")
def memory_handed(request: ApiRequest, memory_id: str, filters: Query[Paging]) -> HttpResponse:
    """The blocks that this memory stood in, newest first."""
    memory = facts.get(request.auth.namespace, memory_id)
    found, following = page(ledger.handed(memory), filters, name="handed")
    return json_response(listed(presentation.handing_json(found), following))
