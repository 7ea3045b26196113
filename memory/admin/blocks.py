"""A block of the ledger: exactly as it was handed out, beside what the same prompt would get today."""

from __future__ import annotations

import difflib
import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from ..models import HandedContext, Memory
from ..services.handing import context, ledger
from . import moments, scope
from .site import page, show

MARK = re.compile(r"^- m\d+ ")
LONGEST = 8_192  # characters of a prompt that is tried


@page("blocks/<str:uid>/", "memory_block")
def block(request: HttpRequest, uid: str) -> HttpResponse:
    """`q` is the prompt where the namespace keeps none; looking here hands nothing out."""
    kept = get_object_or_404(scope.desk_of(request).granted_rows(HandedContext).select_related("namespace"), uid=uid)
    typed = request.GET.get("q", "").strip()[:LONGEST]
    prompt = kept.prompt or typed
    same = bool(kept.prompt) or (
        bool(typed) and constant_time_compare(ledger.prompt_hash(kept.namespace_id, typed), kept.prompt_hash)
    )
    today = None
    if prompt:
        today = context.build(kept.namespace, prompt, session_id=kept.session_id or None, record=False)
    return show(
        request, "block.html", "A block as it was", kept=kept, prompt=prompt, typed=typed, same=same, today=today,
        lines=_beside(kept.block, today.block) if today else [],
        parts=_parts(kept), then=f"{reverse('admin:memory_ask')}?{moments.address(prompt, kept)}" if prompt else "",
    )  # fmt: skip


def _beside(recorded: str, made: str) -> list[dict[str, Any]]:
    """Both blocks line by line: what stands in one alone is marked. The numbers of the marks count for nothing."""
    left, right = recorded.splitlines(), made.splitlines()
    then, now = ([MARK.sub("- ", line) for line in lines] for lines in (left, right))
    rows: list[dict[str, Any]] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if kind == "equal":
            pairs = zip(left[a:b], right[c:d], strict=True)
            rows += [{"then": before, "now": after, "same": True} for before, after in pairs]
            continue
        longer = max(b - a, d - c)
        for place in range(longer):
            gone = left[a + place] if a + place < b else ""
            come = right[c + place] if c + place < d else ""
            rows.append({"then": gone, "now": come, "same": False})
    return rows


def _parts(kept: HandedContext) -> list[dict[str, Any]]:
    """The memories of the block in its order, each with what became of it since."""
    items = {item.memory_id: item for item in ledger.items(kept)}
    rows = Memory.objects.within(kept.namespace_id).filter(pk__in=items).defer("embedding")
    found = {memory.pk: memory for memory in rows}
    return [
        {
            "memory": found[pk], "mark": item.mark, "url": reverse("admin:memory_memory_change", args=[pk]),
            "since": _since(found[pk], item.version),
        }
        for pk, item in items.items() if pk in found
    ]  # fmt: skip


def _since(memory: Memory, version: str) -> list[str]:
    """What became of a memory since it was handed out."""
    told = [] if memory.active else ["retired"]
    if memory.superseded:
        told.append("to be superseded" if memory.holds_still else "superseded")
    if ledger.version(memory.content) != version:
        told.append("says something else")
    return told
