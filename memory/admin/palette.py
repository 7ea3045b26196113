"""The command palette: the typed words as pages to go to, and as memories, entities and sessions in sight.

It answers in the place of unfold's own search, which keeps what it found for minutes, by person and words alone: rows
of one namespace would show after another was picked, and after a grant was taken away.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from urllib.parse import quote

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.dataclasses import SearchResult

from ..models import Entity, EntityAlias, HandedContext, Kind, Memory, Session, name_key
from ..search import hybrid_search
from ..text import shortened
from . import roles, scope

FOUND = 5  # rows of each kind
SHORTEST = 2  # letters from which on rows are looked for
LONGEST = 200
TITLE = 110


def search(request: HttpRequest) -> HttpResponse:
    """What the palette shows for ?s=…, as unfold's page of results."""
    began = time.monotonic()
    term = request.GET.get("s", "").strip()[:LONGEST]
    found = [*pages(request, term), *commands(request, term), *rows(request, term)] if term else []
    everything = Paginator(found, max(len(found), 1))
    context = {
        "page_obj": everything, "results": everything.page(1), "page_counter": 0,
        "execution_time": time.monotonic() - began,
    }  # fmt: skip
    return TemplateResponse(request, "unfold/helpers/command_results.html", context, headers={"HX-Trigger": "search"})


def pages(request: HttpRequest, term: str) -> Iterator[SearchResult]:
    """The navigation's own entries whose title holds the words."""
    for group in admin.site.get_sidebar_list(request):  # type: ignore[attr-defined]
        for item in group["items"]:
            if item["has_permission"] and term.casefold() in item["title"].casefold():
                link = str(item.get("link_callback") or item["link"])
                yield SearchResult(item["title"], group.get("title") or "Page", link, item["icon"])


def commands(request: HttpRequest, term: str) -> Iterator[SearchResult]:
    """The typed words as a search on the pages that have one."""
    if not roles.may(request, roles.VIEW):
        return
    text, memories = quote(term), f"{reverse('admin:memory_memory_changelist')}?kind__exact=fact"
    yield SearchResult(f"Search facts for “{term}”", "By words, meaning and names", f"{memories}&q={text}", "search")
    yield SearchResult(
        f"Ask the memory “{term}”", "What an agent would get", f"{reverse('admin:memory_ask')}?q={text}", "forum"
    )


def rows(request: HttpRequest, term: str) -> Iterator[SearchResult]:
    """Facts, blocks, entities and sessions in sight, a few of each: by public id, by words and meaning, by name."""
    if not roles.may(request, roles.VIEW) or len(term) < SHORTEST:
        return
    desk = scope.desk_of(request)
    yield from (_memory(one) for one in desk.rows(Memory).filter(uid=term.lower()).defer("embedding"))
    yield from (_block(one) for one in desk.rows(HandedContext).filter(uid=term.lower()).defer("block", "prompt"))
    if desk.namespace is not None:
        yield from (
            _memory(hit.memory) for hit in hybrid_search(desk.namespace, term, kind=Kind.FACT, limit=FOUND).hits
        )
    yield from (_entity(one) for one in _entities(desk, term))
    sessions = desk.rows(Session).filter(session_id__startswith=term).order_by("-last_seen_at")
    yield from (_session(one) for one in sessions[:FOUND])


def _entities(desk: scope.Desk, term: str) -> list[Entity]:
    key = name_key(term)
    if not key:
        return []
    aliased = EntityAlias.objects.filter(alias_key__startswith=key).values("entity_id")
    named = Q(name_key__startswith=key) | Q(uid=term.lower()) | Q(pk__in=aliased)
    return list(desk.rows(Entity).filter(named).defer("embedding").order_by("-mention_count")[:FOUND])


def _memory(memory: Memory) -> SearchResult:
    text = shortened(memory.content, TITLE)
    said = f"{memory.get_kind_display()}, {memory.event_time:%Y-%m-%d}"
    return SearchResult(text, said, reverse("admin:memory_memory_change", args=[memory.pk]), "lightbulb")


def _block(kept: HandedContext) -> SearchResult:
    said = f"A block that was handed out, {kept.at:%Y-%m-%d %H:%M}"
    return SearchResult(kept.uid, said, reverse("admin:memory_block", args=[kept.uid]), "article")


def _entity(entity: Entity) -> SearchResult:
    said = f"{entity.get_type_display()}, {entity.mention_count} mentions"
    return SearchResult(entity.canonical_name, said, reverse("admin:memory_entity_change", args=[entity.pk]), "hub")


def _session(session: Session) -> SearchResult:
    said = f"Session, {session.status}"
    return SearchResult(session.session_id, said, reverse("admin:memory_session_change", args=[session.pk]), "chat")
