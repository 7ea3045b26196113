"""Ask the memory as an agent does: the block that it would get, why each item is in it, and why another is not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from ..context_block import token_estimate
from ..models import Memory
from ..search.steps import Step
from ..services.handing import context
from ..text import whole_number
from . import evidence, moments, scope
from .site import page, show

DEFAULT_LIMIT = 5
LIMITS = (3, 5, 10, 20)
MOST = 50


@page("ask/", "memory_ask")
def ask(request: HttpRequest) -> HttpResponse:
    """A read, as often as wanted: looking here counts as no recall."""
    desk = scope.desk_of(request)
    prompt = request.GET.get("q", "").strip()
    limit = whole_number(request.GET.get("limit", "")) or DEFAULT_LIMIT
    limit = limit if limit <= MOST else DEFAULT_LIMIT
    session = request.GET.get("session", "").strip()
    wanted = request.GET.get("why", "").strip()
    moment = moments.moment_of(request)
    found: dict[str, Any] = {}
    if prompt and desk.namespace is not None:
        answer = context.build(
            desk.namespace, prompt, session_id=session or None, limit=limit, explain=True, record=False,
            valid_at=moment.valid_at, known_at=moment.known_at,
        )  # fmt: skip
        found = {
            "context_block": answer.block,
            "tokens": token_estimate(answer.block) if answer.block else 0,
            "hits": [_reasons(hit) for hit in answer.hits],
            "reflection": answer.reflection,
            "degraded": answer.degraded,
            "why": _why_not(answer, prompt, wanted, limit) if wanted else None,
        }
    return show(
        request, "ask.html", "Ask the memory",
        prompt=prompt, limit=limit, limits=LIMITS, asked_session=session, wanted=wanted, asked=bool(found),
        moment=moment, times=moments.fields(moment, _since(desk)), **found,
    )  # fmt: skip


def _since(desk: scope.Desk) -> datetime | None:
    """When the oldest memory in sight was said, as far as an index tells it."""
    said = desk.rows(Memory).filter(valid_until__isnull=True).order_by("event_time").only("event_time").first()
    return None if said is None else said.event_time


ARMS = {"text": "words", "vector": "meaning", "entity": "names"}
PARTS = {
    "coverage": "words of the question", "cosine": "meaning", "session": "its session fits", "voice": "who says it",
    "entity": "names", "confidence": "confidence", "period": "the time asked for", "recency": "said lately",
    "text": "words", "vector": "meaning", "superseded": "superseded", "question": "only asks",
    "assistant": "said by the assistant", "answer": "tells what is asked for", "preference": "how it is wanted",
    "told": "is the answer", "reranker": "a second look",
}  # fmt: skip


def _reasons(hit: Any) -> dict[str, Any]:
    """One item with its rank in each arm, and the parts that its score is the sum of."""
    trace = hit.trace or {}
    values = trace.get("arms", {})
    return {
        "memory": hit.memory,
        "url": reverse("admin:memory_memory_change", args=[hit.memory.pk]),
        "score": hit.score,
        "pieces": evidence.marked(hit.memory.content, " ".join(trace.get("terms", []))),
        "arms": [
            {"name": ARMS.get(name, name), "rank": rank, "value": values.get(name)} for name, rank in hit.ranks.items()
        ],
        "parts": _parts(trace.get("shares", {})),
    }  # fmt: skip


def _parts(parts: Mapping[str, float]) -> list[dict[str, str]]:
    """What a score is the sum of, the largest first."""
    return [
        {"name": PARTS.get(name, name), "value": f"{value:+.3f}"}
        for name, value in sorted(parts.items(), key=lambda part: -abs(part[1]))
    ]


def _why_not(answer: context.Context, prompt: str, uid: str, limit: int) -> dict[str, Any]:
    """What became of the memory `uid` on its way into the block, and the rows that this speaks of."""
    fate = context.why_not(answer, prompt, uid, limit=limit)
    rows = Memory.objects.within(answer.search.scope.namespace).filter(uid__in=[uid, *([fate.by] if fate.by else [])])
    found = {memory.uid: memory for memory in rows.defer("embedding")}
    return {
        "fate": fate,
        "there": fate.step == Step.SHOWN,
        "memory": found.get(uid),
        "by": found.get(fate.by or ""),
        "arms": [{"name": ARMS.get(name, name), "rank": rank} for name, rank in fate.ranks.items()],
        "parts": _parts(fate.parts),
    }
