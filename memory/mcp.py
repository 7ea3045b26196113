"""The tools over MCP (Model Context Protocol), on standard input and output.

One process serves one agent: its namespace, and what its key allows, are settled at the start. Without a key the
process has what its operator has, who can read the database anyway.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import anyio
from asgiref.sync import sync_to_async
from django.conf import settings
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from . import access, tools
from .access import Caller
from .problems import Problem, problem_of
from .strict_json import read_json

INSTRUCTIONS = (
    "Long-term memory. Search it before you answer whenever something said earlier may matter; remember what the user "
    "states as lasting or asks you to keep; correct what turns out wrong."
)


class Access:
    """Whose memory this process serves, and with what rights: a key's, asked again at each call, or the operator's."""

    def __init__(self, key_text: str, namespace: str | None) -> None:
        """Raises Problem for a key that is not usable or not for this namespace, or when none is named."""
        self.key_text = key_text
        self.namespace = namespace
        self.caller()

    def caller(self) -> Caller:
        caller = access.caller(self.key_text, access.MCP) if self.key_text else access.operator(access.MCP)
        caller.enter(self.namespace)
        return caller


def serve(door: Access, sets: Sequence[str]) -> None:
    """Answer until standard input closes."""
    anyio.run(_serve, door, sets)


async def _serve(door: Access, sets: Sequence[str]) -> None:
    server = build_server(door, sets)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def build_server(door: Access, sets: Sequence[str]) -> Server[Any]:
    async def list_tools(
        context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in await sync_to_async(offered)(door, sets)])

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        # One thread for all calls: Django keeps a database connection per thread.
        return await sync_to_async(call)(door, sets, params.name, params.arguments or {})

    return Server(
        "memory",
        version=settings.MEMORY_VERSION,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def call(door: Access, sets: Sequence[str], name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    """The tool's result, or what was wrong, in words that the model can act on."""
    try:
        caller = door.caller()
        tool = next((tool for tool in _offered(caller, sets) if tool.name == name), None)
        if tool is None:
            raise Problem(404, f"There is no tool {name!r}.")
        # Through the same reader as a request's body: depth, numbers, characters.
        bench = tools.Bench(caller.namespace_name, caller.tool_actor)
        result = tool.call(bench, read_json(json.dumps(arguments).encode()))
    except Exception as error:
        return types.CallToolResult(content=[_text(problem_of(error).sentence())], is_error=True)
    return types.CallToolResult(
        content=[_text(json.dumps(result, ensure_ascii=False))], structured_content=dict(result)
    )


def offered(door: Access, sets: Sequence[str]) -> list[tools.Tool]:
    """The tools of these sets that the caller's scopes allow, at this moment."""
    return _offered(door.caller(), sets)


def _offered(caller: Caller, sets: Sequence[str]) -> list[tools.Tool]:
    return [tool for name in sets for tool in tools.of_set(name) if tool.scope in caller.scopes]


def _described(tool: tools.Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.parameters(),
        annotations=types.ToolAnnotations(read_only_hint=not tool.writes),
    )


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)
