"""The context block: facts of other sessions, and the latest reflection. It never fails for a missing part."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from ..context_block import render
from ..models import Kind, Memory, Namespace
from ..search import Filters, Hit, hybrid_search
from . import recalls, reflections


@dataclass(frozen=True)
class Context:
    block: str
    hits: list[Hit]
    reflection: Memory | None
    degraded: list[str] = field(default_factory=list)


def build(
    namespace: Namespace,
    prompt: str,
    *,
    session_id: str | None = None,
    limit: int = 5,
    max_tokens: int | None = None,
    as_of: datetime | None = None,
    explain: bool = False,
    record: bool = True,
) -> Context:
    """What to put before the model's next answer: at most `limit` facts and the weekly insight, in `max_tokens`.

    For a prompt that nothing ties to what is known, there are no facts: none is better than any.
    """
    found = hybrid_search(
        namespace, prompt, kind=Kind.FACT, limit=limit, filters=Filters(exclude_session_id=session_id), as_of=as_of,
        explain=explain, only_related=True,
    )  # fmt: skip
    reflection = reflections.latest(namespace)
    block, fitted, has_reflection = render(
        [(hit.memory.event_time.date().isoformat(), hit.memory.content) for hit in found.hits],
        reflection.content if reflection else "",
        max_tokens,
    )
    hits = found.hits[:fitted]
    if record and not explain:
        recalls.record((hit.memory for hit in hits), session_id=session_id, via="context")
    return Context(block, hits, reflection if has_reflection else None, found.degraded)
