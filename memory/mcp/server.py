"""The protocol's server: it lists and calls what is offered. One process on standard input and output serves one agent.

Without a key that process has what its operator has, who can read the database anyway.
"""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import anyio
from asgiref.sync import sync_to_async
from django.conf import settings
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from pydantic import BaseModel, ValidationError

from .. import tools
from ..access import Caller
from ..problems import Problem, problem_of
from ..strict_json import read_json
from ..tools import Effect, Tool, ToolSet
from . import prompts, resources
from .departure import GONE, end_when_nobody_reads
from .door import Door

logger = logging.getLogger(__name__)

INSTRUCTIONS = (
    "Long-term memory. Before you answer, call get_context with the user's message, or search_memory for something "
    "particular; remember what the user states as lasting or asks you to keep; correct what turns out wrong."
)
Context = ServerRequestContext[Any]
Answered = TypeVar("Answered")
DoorOf = Callable[[Context], Door]
Aside = Callable[[Callable[[], Answered]], Awaitable[Answered]]  # does blocking work away from the event loop


def serve(door: Door, sets: Sequence[ToolSet]) -> None:
    """Answer on standard input and output all that comes until standard input closes, or nobody reads the answers."""
    end_when_nobody_reads(sys.stdout)
    try:
        anyio.run(_serve, door, sets)
    except* (BrokenPipeError, anyio.BrokenResourceError):  # the writer's own, and of who hands it one more answer
        logger.warning(GONE)


async def _serve(door: Door, sets: Sequence[ToolSet]) -> None:
    async def one_thread(work: Callable[[], Any]) -> Any:
        # One thread for all calls: Django keeps a database connection per thread.
        return await sync_to_async(work)()

    server = build_server(lambda context: door, sets, one_thread)
    waiting = _Waiting()
    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
        sender, readable = anyio.create_memory_object_stream[Any](0)
        writable, answers = anyio.create_memory_object_stream[Any](0)

        async def hand_in() -> None:
            async with sender:
                async for message in incoming:
                    # The protocol's package drops what it cannot read, and the client would wait for ever.
                    if isinstance(message, Exception):
                        await outgoing.send(SessionMessage(refusal_of(message)))
                    elif has_no_usable_id(message.message):
                        await outgoing.send(SessionMessage(NO_ID))
                    elif (refusal := bad_parameters(message.message)) is not None:
                        await outgoing.send(SessionMessage(refusal))
                    else:
                        await waiting.until_fewer_than(MOST_WAITING)
                        waiting.asked(message.message)
                        await sender.send(message)
                # At the end of its input it answers "Connection closed" to all that it has not done yet.
                with anyio.move_on_after(LAST_ANSWERS_SECONDS):
                    await waiting.until_fewer_than(1)

        async def hand_out() -> None:
            async with outgoing:  # its writer ends with it
                async for message in answers:
                    await outgoing.send(message)
                    waiting.answered(message.message)

        group.start_soon(hand_in)
        group.start_soon(hand_out)
        await server.run(readable, writable, server.create_initialization_options())


# Chosen: longer than any call takes. A client that is gone ends the process itself.
LAST_ANSWERS_SECONDS = 60.0
# Chosen: more than a model calls at a time. No further line is read while so many requests have no answer yet. Each
# holds some 35 KB, and a client that never reads its answers would make this process grow with all that it sends.
MOST_WAITING = 100


class _Waiting:
    """The requests that came and have no answer yet, by their ids. The protocol's package cancels 5 where "5" is named:
    what it never answers must not be waited for."""

    def __init__(self) -> None:
        self.ids: Counter[str] = Counter()
        self.changed = anyio.Event()

    def asked(self, message: types.JSONRPCMessage) -> None:
        if isinstance(message, types.JSONRPCRequest):
            self.ids[str(message.id)] += 1
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            self._forget((message.params or {}).get("requestId"))  # it may never be answered

    def answered(self, message: types.JSONRPCMessage) -> None:
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError):
            self._forget(message.id)

    def _forget(self, request: Any) -> None:
        if isinstance(request, str | int):
            self.ids[str(request)] -= 1
            self.ids += Counter()  # without those that have none
            self.changed.set()
            self.changed = anyio.Event()

    async def until_fewer_than(self, most: int) -> None:
        while self.ids.total() >= most:
            await self.changed.wait()


NO_ID = types.JSONRPCError(
    jsonrpc="2.0",
    id=None,
    error=types.ErrorData(code=types.INVALID_REQUEST, message="A request's id must be a string or an integer."),
)


def has_no_usable_id(message: types.JSONRPCMessage) -> bool:
    """Whether this is a request whose id is missing, or is one (`1.5`, `true`, `null`) that the protocol does not know.

    The protocol's package takes it for a notification and answers nothing, so that the client would wait for ever.
    """
    return isinstance(message, types.JSONRPCNotification) and not message.method.startswith("notifications/")


# Of these requests the protocol's package says no more than "Invalid request parameters".
SHAPES: dict[str, type[BaseModel]] = {
    "tools/call": types.CallToolRequestParams,
    "resources/read": types.ReadResourceRequestParams,
    "prompts/get": types.GetPromptRequestParams,
}


def bad_parameters(message: types.JSONRPCMessage) -> types.JSONRPCError | None:
    """The refusal of a request whose parameters have not the shape of its method, with what is wrong where."""
    shape = SHAPES.get(message.method) if isinstance(message, types.JSONRPCRequest) else None
    if shape is None or not isinstance(message, types.JSONRPCRequest):
        return None
    try:
        shape.model_validate(message.params or {}, by_name=False)
    except ValidationError as error:
        told = types.ErrorData(code=types.INVALID_PARAMS, message=problem_of(error).sentence())
        return types.JSONRPCError(jsonrpc="2.0", id=message.id, error=told)
    return None


def scope_needed_by(message: types.JSONRPCMessage, sets: Sequence[ToolSet]) -> str | None:
    """The scope that a request of usable parameters needs; None where it needs none, or asks for no tool of these."""
    if not isinstance(message, types.JSONRPCRequest):
        return None
    if message.method == "tools/call":
        name = (message.params or {})["name"]
        return next((tool.scope for one in sets for tool in tools.of_set(one) if tool.name == name), None)
    return "read" if message.method in SHAPES else None


def refusal_of(unread: Exception) -> types.JSONRPCError:
    """The answer to a line that is no message."""
    flaws = unread.errors() if isinstance(unread, ValidationError) else []
    if flaws and flaws[0]["type"] == "json_invalid":
        return refusal_of_text(str(flaws[0]["input"]).encode(errors="surrogatepass"))
    # Each flaw tells the part of the message that it was found in: what lacks a field is the message itself.
    whole = next((flaw["input"] for flaw in flaws if flaw["type"] in {"missing", "model_type"}), None)
    return refusal_of_text(json.dumps(whole).encode())


def refusal_of_text(sent: bytes) -> types.JSONRPCError:
    """The answer to what is no message: not JSON, with a lone surrogate, or of another shape."""
    asked, code, wrong = None, types.INVALID_REQUEST, "This is no message of the protocol."
    try:
        read_json(sent)
    except Problem as problem:
        code, wrong = types.PARSE_ERROR, problem.sentence()
    with suppress(ValueError, RecursionError):
        asked = json.loads(sent.decode(errors="surrogatepass"))
    if isinstance(asked, list):
        wrong = "A batch is not served: send each message by itself."
    number = asked.get("id") if isinstance(asked, dict) else None
    known = number if isinstance(number, int | str) and not isinstance(number, bool) else None
    if isinstance(known, str) and not known.isprintable():
        known = None  # a lone surrogate cannot be sent back
    return types.JSONRPCError(jsonrpc="2.0", id=known, error=types.ErrorData(code=code, message=wrong))


def build_server(door_of: DoorOf, sets: Sequence[ToolSet], aside: Aside[Any]) -> Server[Any]:
    async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        found = await aside(lambda: _asked(lambda: offered(door_of(context).caller(), sets)))
        return types.ListToolsResult(tools=[described(tool) for tool in found])

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        result: types.CallToolResult = await aside(
            lambda: call(door_of(context), sets, params.name, params.arguments or {})
        )
        return result

    async def list_resources(
        context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=resources.FIXED)

    async def list_templates(
        context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=resources.TEMPLATES)

    async def read_resource(context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        contents = await aside(
            lambda: _asked(lambda: resources.read_resource(_reader(door_of(context)), str(params.uri)))
        )
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(context: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=prompts.OFFERED)

    async def get_prompt(context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        arguments = params.arguments or {}
        result: types.GetPromptResult = await aside(
            lambda: _asked(lambda: prompts.write(_reader(door_of(context)), params.name, arguments))
        )
        return result

    return Server(
        "memory",
        version=settings.MEMORY_VERSION,
        title="Rememberd",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def call(door: Door, sets: Sequence[ToolSet], name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    """The tool's result, or what was wrong, in words that the model can act on."""
    try:
        caller = door.caller()
        known = {tool.name: tool for tool in offered(caller, sets)}
        tool = known.get(name)
        if tool is None:
            raise Problem(404, f"There is no tool {name!r}. There are: {', '.join(known) or 'none for this key'}.")
        # Through the same reader as a request's body: depth, numbers, characters.
        sent = json.dumps(arguments).encode()
        caller.charge(len(sent))
        caller.check_tool(heeds_purpose=tool.heeds_purpose, spaces=tool.spaces)
        bench = tools.Bench(caller.namespace_name, caller.tool_actor, caller.hidden, caller.others)
        result = tool.call(bench, read_json(sent))
    except Exception as error:
        return types.CallToolResult(content=[_text(problem_of(error).sentence())], is_error=True)
    return types.CallToolResult(
        content=[_text(json.dumps(result, ensure_ascii=False))], structured_content=dict(result)
    )


def offered(caller: Caller, sets: Sequence[ToolSet]) -> list[Tool]:
    """The tools of these sets that the caller's scopes and purpose allow."""
    found = [tool for name in sets for tool in tools.of_set(name) if tool.scope in caller.scopes]
    return [tool for tool in found if tool.heeds_purpose or not caller.hidden]


def described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.parameters(),
        output_schema=tool.result,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=not tool.writes,
            destructive_hint=tool.effect is Effect.REPLACES,
            idempotent_hint=tool.repeatable,
            open_world_hint=False,
        ),
    )


def _reader(door: Door) -> Caller:
    """Who reads a resource or a prompt: they tell of everything, and of one namespace."""
    caller = door.caller()
    caller.require("read")
    caller.check_whole()
    return caller


def _asked(work: Callable[[], Answered]) -> Answered:
    """What `work` answers; its refusal as the protocol's error."""
    try:
        return work()
    except Exception as error:
        problem = problem_of(error)
        code = types.INTERNAL_ERROR if problem.status >= 500 else types.INVALID_PARAMS
        raise MCPError(code, problem.sentence()) from error


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)
