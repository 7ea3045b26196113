"""The tools over HTTP: their schemas, and calling them."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpResponse
from ninja import Query, Router
from ninja.params.models import Body

from .. import tools
from ..problems import missing
from ..tools import answers as tool_answers
from .auth import ANY_SCOPE_ANYWHERE, ANY_SCOPE_BLINDLY, ApiRequest
from .idempotency import once
from .requests import ToolFilters
from .responses import json_response

router = Router(tags=["Tools"])
ARGUMENTS = Body(default={})


@router.get("/tools", auth=ANY_SCOPE_ANYWHERE, response=tool_answers.ToolsJson, summary="The tools' schemas")
def list_tools(request: ApiRequest, filters: Query[ToolFilters]) -> HttpResponse:
    """In the function-calling format. The consolidator's set needs the scope `admin`, the others `read`."""
    request.auth.require("admin" if filters.set is tools.ToolSet.CONSOLIDATOR else "read")
    return json_response({"results": [tool.schema() for tool in tools.of_set(filters.set)], "next": None})


@router.post("/tools/{name}", auth=ANY_SCOPE_BLINDLY, response=dict[str, Any], summary="Call a tool")
def call_tool(request: ApiRequest, name: str, payload: Annotated[dict[str, Any], ARGUMENTS]) -> HttpResponse:
    """The body holds the tool's arguments. Reading tools need `read`, others `write`; a consolidator's `admin`."""
    tool = tools.REGISTRY.get(name)
    if tool is None:
        raise missing()
    caller = request.auth
    caller.require(tool.scope)
    caller.check_tool(heeds_purpose=tool.heeds_purpose, spaces=tool.spaces)
    bench = tools.Bench(caller.namespace_name, caller.tool_actor, caller.hidden, caller.others)
    if not tool.writes:
        return json_response(tool.call(bench, payload))
    return once(request, tool.ready(bench, payload))
