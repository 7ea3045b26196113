"""What the adapters for the hosts share. A host goes on without its memory: what could not be done is logged."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from typing import Any

from .calls import ApiError, Unreachable
from .concurrent import AsyncRememberd

log = logging.getLogger("rememberd_client")
# What a model is told of its own call: a refusal, no answer, and arguments that cannot be sent. The last is of brackets
# in brackets, without end.
TOLD = (ApiError, Unreachable, ValueError, RecursionError)
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # NUL and lone halves of surrogates


def storable(text: str) -> str:
    """`text` with a mark for each character that no store takes; what a person pastes or a tool reads may hold some."""
    return UNSTORABLE.sub("\ufffd", text)


async def block_for(memory: AsyncRememberd, prompt: str, session_id: str | None, wanted: Mapping[str, Any]) -> str:
    """The Markdown block for `prompt`; empty where nothing bears on it, and where the memory does not answer."""
    if not prompt.strip():
        return ""
    try:
        return (await memory.context(storable(prompt), session_id=session_id, **wanted))["context"]
    except (ApiError, Unreachable) as error:
        log.warning("The model is called without its memory: %s", error)
        return ""


async def keep(memory: AsyncRememberd, session_id: str, user: str, assistant: str) -> None:
    """Keep what was said in one exchange."""
    pair = (("user", user), ("assistant", assistant))
    said = [{"role": role, "content": storable(text)} for role, text in pair if text.strip()]
    if not said:
        return
    try:
        await memory.add(session_id, said)
    except (ApiError, Unreachable) as error:
        log.warning("What was said in %s is not kept: %s", session_id, error)


async def answer_of(memory: AsyncRememberd, tool: str, arguments: Mapping[str, Any] | str) -> str:
    """What a model is told for its call of `tool`. What is refused is told, too: the model can act on it."""
    try:
        given = json.loads(arguments or "{}") if isinstance(arguments, str) else arguments
        if not isinstance(given, Mapping):
            raise ValueError("the arguments must be one JSON object, {name: value}")
        return json.dumps(await memory.call_tool(tool, given), ensure_ascii=False)
    except TOLD as error:
        return f"Error: {error}"
