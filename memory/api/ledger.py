"""What was handed out: a block as it was, and where a memory went."""

from __future__ import annotations

from django.http import HttpResponse
from ninja import Query, Router

from .. import handed
from ..services.handing import ledger
from .auth import READ, READ_SPACES, ApiRequest
from .memories import one_readable
from .pagination import Paging, page_json
from .responses import json_response

router = Router(tags=["Ledger"])


@router.get("/contexts/{context_id}", auth=READ_SPACES, response=handed.HandedContextJson, summary="A block as it was")
def get_context(request: ApiRequest, context_id: str) -> HttpResponse:
    """The block that `POST /context` answered with this id, and the memories in it, until its retention is over.

    It is written within a second after the answer. Of a block of several namespaces each gives back its own lines; ask
    with the same `X-Memory-Namespaces` for all of them.
    """
    found, items = ledger.whole(request.auth.read_namespaces, context_id)
    return json_response(handed.handed_context_json(found, items))


@router.get("/memories/{memory_id}/handed", auth=READ, response=handed.HandingsJson, summary="Where a memory went")
def memory_handed(request: ApiRequest, memory_id: str, filters: Query[Paging]) -> HttpResponse:
    """The blocks that this memory stood in, newest first."""
    memory = one_readable(request, memory_id)
    return json_response(page_json(ledger.handed(memory), filters, handed.handing_json, name="handed"))
