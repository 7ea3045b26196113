"""Entities in bulk: the type of many at once, and the split of one with all that speaks of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from ..models import Entity, EntityType, Memory, Namespace
from ..services.errors import MemoryServiceError
from ..services.graph import entities
from ..text import whole_number
from . import addresses, base, roles, scope
from .site import page, show

MOST = 200  # entities at once
SAMPLE = 20
SPLIT_PAGE = 100
MOST_CHOSEN = 5_000  # memories that one split takes


def preview(request: HttpRequest, queryset: QuerySet[Entity]) -> HttpResponse | None:
    """The entities whose type will change, before it does."""
    roles.require(request, roles.CURATE)
    rows = list(queryset.order_by("pk").defer("embedding")[: MOST + 1])
    if len(rows) > MOST:
        messages.error(request, f"At most {MOST} entities at once; narrow the list with filters.")
        return None
    return show(
        request, "entity_types.html", "Set the type", opts=Entity._meta, rows=[row.pk for row in rows],
        sample=rows[:SAMPLE], more=max(len(rows) - SAMPLE, 0), types=EntityType.choices,
    )  # fmt: skip


@page("memory/entity/types/", "memory_entity_types", roles.CURATE)
@require_POST
def set_types(request: HttpRequest) -> HttpResponse:
    """Give the entities `rows` one type. Each is a change of its own, undone on its page."""
    kind, sent = request.POST.get("type", ""), map(whole_number, request.POST.get("rows", "").split(","))
    keys = [key for key in sent if key is not None][:MOST]
    rows = scope.desk_of(request).granted_rows(Entity).filter(pk__in=keys).select_related("namespace")
    done, refused, same, there = 0, [], 0, 0
    for entity in rows.defer("embedding").order_by("pk"):
        there += 1
        if entity.type == kind:
            same += 1
            continue
        try:
            entities.rename(
                entity.namespace, entity.uid, entity.canonical_name, kind=kind or "none", actor=base.actor(request),
                shown=(entity.type, entity.canonical_name),
            )  # fmt: skip
            done += 1
        except MemoryServiceError as error:
            refused.append(f"{entity.canonical_name}: {error.detail}")
    for text in refused[:5]:
        messages.warning(request, text)
    if len(refused) > 5:
        messages.warning(request, f"{len(refused) - 5} more were refused.")
    if gone := len(set(keys)) - there:
        messages.warning(request, f"{gone} of those that you chose {'is' if gone == 1 else 'are'} not there any more.")
    if done:
        messages.success(request, f"{done} changed. Each is undone on its own page.")
    elif same and not refused:
        messages.info(request, "Nothing was changed: all of them are of this type already.")
    elif not refused and not gone:
        messages.error(request, "Nothing was chosen.")
    return HttpResponseRedirect(reverse("admin:memory_entity_changelist"))


@page("memory/entity/<key:pk>/split/", "memory_entity_split", roles.CURATE)
def split(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose what goes to a new entity, among all that speaks of one: page by page, what was chosen stays chosen.

    What was chosen on other pages comes back in one field, `elsewhere`: Django takes 1,000 fields of a form, and one of
    each choice would end there.
    """
    entity = addresses.entity_in_sight(request, pk)
    namespace, sent = entity.namespace, request.POST
    sent_uids = dict.fromkeys([*sent.get("elsewhere", "").split(","), *sent.getlist("memories")])
    wanted = [uid for uid in sent_uids if 0 < len(uid) <= 40]
    chosen = wanted[:MOST_CHOSEN]
    if left_out := len(wanted) - len(chosen):
        messages.error(
            request, f"A split takes at most {MOST_CHOSEN:,} memories: {left_out:,} of those that you chose are left "
            "out. Split what is chosen, then go on with the rest.",
        )  # fmt: skip
    elif sent.get("verb") == "split":
        made: Any = base.attempt(
            request,
            lambda: entities.split(
                namespace, entity.uid, sent.getlist("aliases"), chosen, actor=base.actor(request),
                name=sent.get("name", "").strip() or None, kind=sent.get("type") or None,
            ),
            "Split: a new entity took the chosen names and memories. Undo it in the history of the old one.",
        )  # fmt: skip
        if isinstance(made, Entity):
            return HttpResponseRedirect(reverse("admin:memory_entity_change", args=[pk]))
    words = sent.get("q", "").strip()[:200]
    listed = Paginator(_speaking(namespace, entity, words), SPLIT_PAGE).get_page(sent.get("page", "1"))
    shown = list(listed)
    here = {memory.uid for memory in shown}
    return show(
        request, "entity_split.html", f"Split {entity.canonical_name}", entity=entity, opts=Entity._meta,
        aliases=list(entity.aliases.order_by("alias")), picked_aliases=sent.getlist("aliases"),
        types=EntityType.choices,
        listed=listed, shown=shown, words=words, name=sent.get("name", ""), kind=sent.get("type") or entity.type,
        chosen=set(chosen), elsewhere=",".join(uid for uid in chosen if uid not in here), most=MOST_CHOSEN,
    )  # fmt: skip


def _speaking(namespace: Namespace, entity: Entity, words: str) -> QuerySet[Memory]:
    """All that speaks of an entity, facts first, the newest first; of them those that hold `words`."""
    known = entities.memories_of(namespace, entity).defer("embedding")
    known = known.filter(content__icontains=words) if words else known
    return known.order_by("-kind", "-rowid")
