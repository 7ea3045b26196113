"""A language model behind a real loopback server, whose answers are known beforehand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import override_settings

from memory import llm
from tests.openai_server import OpenAIServer, Reply, Request, chat


@contextmanager
def served(**settings: Any) -> Iterator[OpenAIServer]:
    """The service talks to the server that this yields, impatiently."""
    server = OpenAIServer()
    wanted = {
        "MEMORY_FACTS_PROVIDER": "openai", "MEMORY_OPENAI_BASE_URL": server.url, "MEMORY_OPENAI_API_KEY": "sk-torture",
        "MEMORY_OPENAI_TIMEOUT": 0.25, "MEMORY_OPENAI_RETRIES": 0,
    }  # fmt: skip
    try:
        with override_settings(**(wanted | settings)):
            llm.reset()
            server.otherwise = answer
            yield server
    finally:
        server.close()
        llm.reset()


def answer(request: Request) -> Reply:
    return chat(content_for(request))


def content_for(request: Request) -> dict[str, Any]:
    """What a good model says: each source turn is a fact; two facts have nothing to do with each other."""
    rows = shown(request)
    if rows and "which" in rows[0]:
        older = range(1, len(rows))
        return {"verdicts": [{"number": one, "verdict": "unrelated", "reason": "other people"} for one in older]}
    return {
        "facts": [
            {
                "content": row["text"], "source_ids": [row["id"]], "event_time": None, "tags": ["biography"],
                "confidence": 0.9,
            }
            for row in rows
            if row.get("source")
        ]
    }  # fmt: skip


def shown(request: Request) -> list[dict[str, Any]]:
    """The rows that stand in the prompt's data block."""
    user = request.body["messages"][-1]["content"]
    block = re.search(r"<<<(EPISODES|FACTS)\n(.*)\n\1>>>", user, re.DOTALL)
    return [json.loads(line) for line in block[2].splitlines()] if block else []
