"""For the OpenAI Agents SDK (`pip install 'rememberd-client[openai-agents]'`): the memory's tools, and its context.

    run = RunConfig(call_model_input_filter=context_filter(memory, "tuesday"))
    agent = Agent(name="Helper", tools=await function_tools(memory))
    result = await Runner.run(agent, "Book a table for Maya.", run_config=run)
    await memory.session("tuesday").save(user="Book a table for Maya.", assistant=result.final_output)
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from agents import FunctionTool, RunContextWrapper
from agents.run import CallModelData, ModelInputData

from .calls import ApiError, Unreachable
from .concurrent import AsyncRememberd


async def function_tools(memory: AsyncRememberd) -> list[FunctionTool]:
    """The memory's tools for an agent. What is refused is told to the model, which can act on it."""
    return [
        FunctionTool(
            name=tool["function"]["name"],
            description=tool["function"]["description"],
            params_json_schema=tool["function"]["parameters"],
            on_invoke_tool=_call(memory, tool["function"]["name"]),
            # A strict schema would make each argument a must.
            strict_json_schema=False,
        )
        for tool in await memory.tools()
    ]


def _call(memory: AsyncRememberd, name: str) -> Callable[[RunContextWrapper[Any], str], Awaitable[str]]:
    async def call(context: RunContextWrapper[Any], arguments: str) -> str:
        try:
            return json.dumps(await memory.call_tool(name, json.loads(arguments or "{}")), ensure_ascii=False)
        except (ApiError, Unreachable, ValueError) as error:
            return f"Error: {error}"

    return call


def context_filter(
    memory: AsyncRememberd, session_id: str | None = None, **wanted: Any
) -> Callable[[CallModelData[Any]], Awaitable[ModelInputData]]:
    """For `RunConfig.call_model_input_filter`: puts what the memory holds on the user's last message behind the agent's
    instructions, before each call of the model. The model is called without it where the memory does not answer."""
    asked: dict[str, str] = {}  # one run calls the model several times for one message

    async def add_context(data: CallModelData[Any]) -> ModelInputData:
        prompt = _last_words(data.model_data.input)
        if not prompt.strip():
            return data.model_data
        if prompt not in asked:
            asked.clear()
            try:
                asked[prompt] = (await memory.context(prompt, session_id=session_id, **wanted))["context"]
            except (ApiError, Unreachable):
                return data.model_data
        parts = [part for part in (data.model_data.instructions, asked[prompt]) if part]
        return replace(data.model_data, instructions="\n\n".join(parts) or None)

    return add_context


def _last_words(items: list[Any]) -> str:
    """The text of the user's last message."""
    for item in reversed(items):
        if isinstance(item, dict) and item.get("role") == "user":
            content = item.get("content")
            if isinstance(content, str):
                return content
            return "\n".join(part["text"] for part in content or [] if part.get("type") == "input_text")
    return ""
