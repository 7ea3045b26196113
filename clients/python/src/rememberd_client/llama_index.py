"""For LlamaIndex (`pip install 'rememberd-client[llama-index]'`): a block of its `Memory`.

block = MemoryBlock(name="rememberd", memory=memory, session_id="tuesday")
chat = Memory.from_defaults(session_id="tuesday", memory_blocks=[block])
"""

from __future__ import annotations

from typing import Any

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import BaseMemoryBlock
from pydantic import Field, SkipValidation

from .concurrent import AsyncRememberd
from .inside import block_for, storable

ROLES = {MessageRole.USER: "user", MessageRole.ASSISTANT: "assistant", MessageRole.TOOL: "tool"}


class MemoryBlock(BaseMemoryBlock[str]):
    """Gives what the memory holds on the user's last message, and keeps the messages that leave the short-term
    memory as turns. Messages that hold no text, and those of the system, are not kept."""

    memory: SkipValidation[AsyncRememberd]
    session_id: str
    wanted: dict[str, Any] = Field(default_factory=dict, description="The options of the memory's context.")

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        said = [message.content or "" for message in messages or [] if message.role == MessageRole.USER]
        return await block_for(self.memory, said[-1], self.session_id, self.wanted) if said else ""

    async def _aput(self, messages: list[ChatMessage]) -> None:
        turns = [
            {"role": ROLES[message.role], "content": storable(message.content or "")}
            for message in messages
            if message.role in ROLES and (message.content or "").strip()
        ]
        # LlamaIndex forgets these messages: a refusal must be known.
        if turns:
            await self.memory.add(self.session_id, turns)

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Whole lines from the end go; a line is a memory."""
        lines = content.splitlines()
        spare = tokens_to_truncate * 4
        while lines and spare > 0:
            spare -= len(lines.pop()) + 1
        return "\n".join(lines) if len(lines) > 1 else None
