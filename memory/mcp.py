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

from . import tools
from .api.auth import choose_namespace
from .api.body import read_json
from .api.errors import Problem, problem_of, unauthorised
from .models import SCOPES, ApiKey, validate_namespace_name
from .services.actors import Actor

INSTRUCTIONS = (
    "Long-term memory. Search it before you answer whenever something said earlier may matter; remember what the user "
    "states as lasting or asks you to keep; correct what turns out wrong."
)


class Access:
    """Whose memory this process serves, and with what rights: a key's, asked again at each call, or the operator's."""

    def __init__(self, key_text: str, namespace: str | None) -> None:
        """Raises Problem for a key that is not usable or not for this namespace, or when none is named."""
        self.key_text = key_text
        if key_text:
            self.namespace_name = choose_namespace(self._key(), namespace)
            return
        if namespace is None:
            raise Problem(400, "Name a namespace.")
        validate_namespace_name(namespace)
        self.namespace_name = namespace

    def _key(self) -> ApiKey:
        key = ApiKey.objects.authenticate(self.key_text)
        if key is None:
            raise unauthorised("The key is unknown, revoked or expired.")
        return key

    def scopes(self) -> Sequence[str]:
        return self._key().scopes if self.key_text else SCOPES

    def bench(self) -> tools.Bench:
        name = f"mcp:{self._key().name}" if self.key_text else "mcp"
        return tools.Bench(self.namespace_name, Actor.tool(name))


def serve(access: Access, sets: Sequence[str]) -> None:
    """Answer until standard input closes."""
    anyio.run(_serve, access, sets)


async def _serve(access: Access, sets: Sequence[str]) -> None:
    server = build_server(access, sets)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def build_server(access: Access, sets: Sequence[str]) -> Server[Any]:
    async def list_tools(
        context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in await sync_to_async(_offered)(access, sets)])

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        # One thread for all calls: Django keeps a database connection per thread.
        return await sync_to_async(call)(access, sets, params.name, params.arguments or {})

    return Server(
        "memory",
        version=settings.MEMORY_VERSION,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def call(access: Access, sets: Sequence[str], name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    """The tool's result, or what was wrong, in words that the model can act on."""
    try:
        tool = next((tool for tool in _offered(access, sets) if tool.name == name), None)
        if tool is None:
            raise Problem(404, f"There is no tool {name!r}.")
        # Through the same reader as a request's body: depth, numbers, characters.
        result = tool.call(access.bench(), read_json(json.dumps(arguments).encode()))
    except Exception as error:
        return types.CallToolResult(content=[_text(problem_of(error).sentence())], is_error=True)
    return types.CallToolResult(
        content=[_text(json.dumps(result, ensure_ascii=False))], structured_content=result
    )


def _offered(access: Access, sets: Sequence[str]) -> list[tools.Tool]:
    scopes = access.scopes()
    return [tool for name in sets for tool in tools.of_set(name) if tool.scope in scopes]


def _described(tool: tools.Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.parameters(),
        annotations=types.ToolAnnotations(read_only_hint=not tool.writes),
    )


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)
