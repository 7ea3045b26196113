"""For CrewAI (`pip install 'rememberd-client[crewai]'`): the memory's tools, which an agent is given.

memory = Rememberd()
host = Agent(role="Host", goal="Seat every guest well", backstory="…", tools=function_tools(memory))
"""

from __future__ import annotations

import json
from typing import Any

from crewai.tools import BaseTool
from pydantic import Field

from .blocking import Rememberd
from .inside import TOLD


class MemoryTool(BaseTool):
    """One tool of the memory. What is refused is told to the model, which can act on it."""

    memory: Rememberd = Field(exclude=True)

    def _run(self, **arguments: Any) -> str:
        # CrewAI fills in None for what the model left out; the client leaves None out.
        try:
            return json.dumps(self.memory.call_tool(self.name, arguments), ensure_ascii=False)
        except TOLD as error:
            return f"Error: {error}"


def function_tools(memory: Rememberd, set: str | None = None) -> list[MemoryTool]:
    """The memory's tools for an agent. No answer is kept for a second call: between two the memory may have learnt."""
    return [
        MemoryTool(
            memory=memory,
            name=tool["function"]["name"],
            description=tool["function"]["description"],
            args_schema=tool["function"]["parameters"],
            cache_function=_never,
        )
        for tool in memory.tools(set)
    ]


def _never(arguments: Any = None, result: Any = None) -> bool:
    return False
