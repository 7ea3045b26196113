"""Ask the memory as an agent does: the block that it would get, why each item is in it, and why another is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from ..context_block import token_estimate
from ..models import Memory, Namespace
from ..search import ARM_DEPTH, Filters, Scope, look
from ..services import context
from . import evidence, scope
from .site import page, show

DEFAULT_LIMIT = 5
LIMITS = (3, 5, 10, 20)


@page("ask/", "memory_ask")
def ask(request: HttpRequest) -> HttpResponse:
    """A read, as often as wanted: looking here counts as no recall."""
    desk = scope.of(request)
    prompt = request.GET.get("q", "").strip()
    asked = request.GET.get("limit", "")
    limit = int(asked) if asked.isdigit() and 1 <= int(asked) <= 50 else DEFAULT_LIMIT
    session = request.GET.get("session", "").strip()
    wanted = request.GET.get("why", "").strip()
    found: dict[str, Any] = {}
    if prompt and desk.namespace is not None:
        answer = context.build(
            desk.namespace, prompt, session_id=session or None, limit=limit, explain=True, record=False
        )
        found = {
            "context_block": answer.block,
            "tokens": token_estimate(answer.block) if answer.block else 0,
            "hits": [_reasons(hit) for hit in answer.hits],
            "reflection": answer.reflection,
            "degraded": answer.degraded,
            "why": why_not(desk.namespace, prompt, wanted, session, limit, [hit.memory.pk for hit in answer.hits])
            if wanted
            else None,
        }
    return show(
        request, "ask.html", "Ask the memory",
        prompt=prompt, limit=limit, limits=LIMITS, asked_session=session, wanted=wanted, asked=bool(found), **found,
    )  # fmt: skip


ARMS = {"text": "words", "vector": "meaning", "entity": "names"}
PARTS = {
    "coverage": "words of the question", "cosine": "meaning", "session": "its session fits", "voice": "who says it",
    "entity": "names", "confidence": "confidence", "period": "the time asked for", "text": "words", "vector": "meaning",
    "superseded": "superseded", "question": "only asks", "assistant": "said by the assistant",
}  # fmt: skip


def _reasons(hit: Any) -> dict[str, Any]:
    """One item with its rank in each arm, and the parts that its score is the sum of."""
    trace = hit.trace or {}
    values, parts = trace.get("arms", {}), trace.get("parts", {})
    return {
        "memory": hit.memory,
        "url": reverse("admin:memory_memory_change", args=[hit.memory.pk]),
        "score": hit.score,
        "pieces": evidence.marked(hit.memory.content, " ".join(trace.get("terms", []))),
        "arms": [
            {"name": ARMS.get(name, name), "rank": rank, "value": values.get(name)} for name, rank in hit.ranks.items()
        ],
        "parts": _parts(parts),
    }  # fmt: skip


def _parts(parts: Mapping[str, float]) -> list[dict[str, str]]:
    """What a score is the sum of, the largest first."""
    return [
        {"name": PARTS.get(name, name), "value": f"{value:+.3f}"}
        for name, value in sorted(parts.items(), key=lambda part: -abs(part[1]))
    ]


def why_not(namespace: Namespace, prompt: str, uid: str, session: str, limit: int, shown: list[int]) -> dict[str, Any]:
    """Why the memory `uid` is not among those `shown` (rowids) for `prompt`: {memory, reasons, arms, parts …}."""
    memory = Memory.objects.within(namespace).filter(uid=uid).defer("embedding").first()
    if memory is None:
        return {"memory": None, "reasons": ["There is no memory with this id in this namespace."]}
    reasons = []
    if memory.kind != "fact":
        what = "turn" if memory.kind == "episode" else memory.kind
        reasons.append(f"It is a {what}: the block holds facts and the latest reflection.")
    if not memory.active:
        reasons.append(f"It was retired on {memory.valid_until:%Y-%m-%d}: no search finds it.")
    if session and memory.session_id == session:
        reasons.append("It belongs to the session that asks: the conversation itself holds it.")
    successor = memory.attributes.get("superseded_by")
    if successor:
        reasons.append("A newer fact took its place; it does not show when that one does.")
    if memory.active and memory.embedding_model == "":
        reasons.append(memory.embedding_error or "It has no vector yet: it is found by words and names alone.")
    scope_asked = Scope(namespace, "fact", Filters(exclude_session_id=session or None))
    done = look(scope_asked, prompt, max(ARM_DEPTH, limit))
    place = next((n for n, scored in enumerate(done.order, 1) if scored.rowid == memory.pk), None)
    if memory.pk in shown:
        reasons = [f"It is in the block: number {shown.index(memory.pk) + 1}."]
    elif place is not None:
        reasons.append(f"It is number {place} in the ranking; the block was asked for {limit}.")
    elif memory.active and memory.kind == "fact":
        reasons.append(
            "No arm brought it: others share more telling words and names with the prompt, and are nearer in meaning."
        )
    return {
        "memory": memory, "reasons": reasons, "there": memory.pk in shown,
        "arms": [
            {"name": ARMS.get(name, name), "rank": {hit[0]: n for n, hit in enumerate(hits, 1)}.get(memory.pk)}
            for name, hits in done.arms.items()
        ],
        "parts": _parts(done.order[place - 1].parts) if place else [],
        "score": done.order[place - 1].score if place else None,
        "last_score": done.order[min(limit, len(done.order)) - 1].score if done.order else None,
    }  # fmt: skip
