"""For Pydantic AI (`pip install 'rememberd-client[pydantic-ai]'`): a capability that an agent is given.

    agent = Agent("openai:gpt-5-mini", capabilities=[LongTermMemory(memory, "tuesday")])

The agent has the memory's tools, is told what the memory holds on the user's prompt, and its turns are kept.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.run import AgentRunResult
from pydantic_ai.tools import Tool
from pydantic_ai.toolsets import AbstractToolset, FunctionToolset

from .calls import ApiError, Unreachable
from .concurrent import AsyncRememberd
from .inside import answer_of, block_for, keep, log


@dataclass
class LongTermMemory(AbstractCapability[Any]):
    """Without `with_tools` the model has no tools of the memory; `wanted` are the options of its context."""

    memory: AsyncRememberd
    session_id: str
    with_tools: bool = True
    wanted: dict[str, Any] = field(default_factory=dict)

    def get_instructions(self) -> Callable[[RunContext[Any]], Awaitable[str]]:
        async def block(ctx: RunContext[Any]) -> str:
            return await block_for(self.memory, _words(ctx), self.session_id, self.wanted)

        return block

    def get_toolset(self) -> Callable[[RunContext[Any]], Awaitable[AbstractToolset[Any] | None]] | None:
        async def tools(ctx: RunContext[Any]) -> AbstractToolset[Any] | None:
            try:
                offered = await self.memory.tools()
            except (ApiError, Unreachable) as error:
                log.warning("The model has no tools of its memory: %s", error)
                return None
            return FunctionToolset(
                [
                    Tool.from_schema(
                        _call(self.memory, tool["function"]["name"]),
                        tool["function"]["name"],
                        tool["function"]["description"],
                        tool["function"]["parameters"],
                    )
                    for tool in offered
                ]
            )

        return tools if self.with_tools else None

    async def after_run(self, ctx: RunContext[Any], *, result: AgentRunResult[Any]) -> AgentRunResult[Any]:
        await keep(self.memory, self.session_id, _words(ctx), str(result.output))
        return result


def _words(ctx: RunContext[Any]) -> str:
    """The text of the user's prompt."""
    if isinstance(ctx.prompt, str):
        return ctx.prompt
    return "\n".join(part for part in ctx.prompt or [] if isinstance(part, str))


def _call(memory: AsyncRememberd, name: str) -> Callable[..., Awaitable[str]]:
    async def call(**arguments: Any) -> str:
        return await answer_of(memory, name, arguments)

    return call
