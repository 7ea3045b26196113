"""Work that goes on after the answer, and figures."""

from __future__ import annotations

from typing import Literal

from django.http import HttpResponse
from ninja import Query, Router

from .. import answers, presentation
from ..models import Operation, OperationKind
from ..services import operations
from ..services import stats as figures
from .auth import ADMIN, READ, ApiRequest
from .idempotency import once
from .pagination import page_json
from .requests import OperationFilters
from .responses import json_response

# What an agent may start; the rest is the operator's.
# Their plain names: of an enum's members a refusal would list how Python writes them.
Asked = Literal["enrich", "consolidate", "decay", "reflect"]

router = Router(tags=["Operations"])


@router.get("/operations", auth=READ, response=answers.OperationsJson, summary="What ran, and what waits to run")
def list_operations(request: ApiRequest, filters: Query[OperationFilters]) -> HttpResponse:
    """Newest first: the namespace's own runs, and the schedule's over all namespaces, of these without figures."""
    rows = operations.visible_to(request.auth.namespace)
    if filters.kind is not None:
        rows = rows.filter(kind=filters.kind)
    if filters.status is not None:
        rows = rows.filter(status=filters.status)
    return json_response(page_json(rows, filters, _shown, name="operations"))


def _shown(found: list[Operation]) -> list[answers.OperationJson]:
    return [presentation.operation_json(operation) for operation in found]


@router.get(
    "/operations/{operation_id}", auth=READ, response=answers.OperationJson, summary="How an operation is going"
)
def get_operation(request: ApiRequest, operation_id: str) -> HttpResponse:
    return json_response(presentation.operation_json(operations.get_operation(request.auth.namespace, operation_id)))


@router.get("/stats", auth=READ, response=answers.StatsJson, summary="Figures of the namespace")
def get_stats(request: ApiRequest) -> HttpResponse:
    return json_response(presentation.stats_json(figures.stats(request.auth.namespace)))


@router.post("/maintenance/{kind}", auth=ADMIN, response={202: answers.OperationJson}, summary="Run maintenance now")
def run_maintenance(request: ApiRequest, kind: Asked) -> HttpResponse:
    """For the request's namespace, beside the schedule. The operation tells how it went."""
    caller = request.auth

    def work() -> answers.OperationJson:
        asked = OperationKind(kind)
        operation = operations.request(asked, namespace=caller.written_namespace, requested_by=caller.actor.name)
        return presentation.operation_json(operation)

    return once(request, work, status=202)
