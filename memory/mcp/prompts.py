"""What a person may pick in a program that speaks MCP, mostly as a slash command."""

from __future__ import annotations

from collections.abc import Mapping

from mcp import types

from ..access import Caller
from ..fields import Query
from ..problems import invalid, missing
from ..services.handing import context
from ..strict_json import check_text
from ..text import cut_query

WITH_MEMORY, KEEP = "with_memory", "keep"

OFFERED = [
    types.Prompt(
        name=WITH_MEMORY, title="Ask with memory", description="Your question, with what memory holds on it before it.",
        arguments=[types.PromptArgument(name="question", title="Question", required=True)],
    ),
    types.Prompt(
        name=KEEP, title="Keep what matters",
        description="Has the model save what this conversation brought that will matter later.",
    ),
]  # fmt: skip
KEEP_TEXT = (
    "Look back over this conversation. For each thing that I stated as lasting, decided or asked you to keep, call "
    "remember_fact with one self-contained sentence in the third person. Where it replaces something that memory "
    "holds, find that with search_memory and call correct_fact instead. Then tell me in one line each what you kept."
)


def write(caller: Caller, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
    """Raises Problem: 404 for a prompt that is not offered, 422 for a question that is missing."""
    if name == KEEP:
        return _said(KEEP_TEXT)
    if name != WITH_MEMORY:
        raise missing()
    question: Query = cut_query(check_text(arguments.get("question", ""), ["arguments", "question"]))
    if not question.strip():
        raise invalid(["arguments", "question"], "must not be empty")
    block = context.build(caller.namespace, question).block
    return _said(f"{block}\n\n{question}" if block else question)


def _said(text: str) -> types.GetPromptResult:
    return types.GetPromptResult(
        messages=[types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))]
    )
